import { type Performed, performPreviewed } from '~/features/approvals/perform.server';
import { disableAdministrator } from '~/features/staff';
import { inviteSchema, type StaffStep, staffActSchema, staffRoleSchema } from '~/features/staff/schema';
import { done } from '~/platform/result';
import { byAdmin } from '~/platform/states';
import { adminForm } from '~/web/form/moneyForm.server';
import type { Confirm } from '~/web/form/submission.server';

const confirm = ({ confirm }: { confirm: Confirm }) => confirm;

/** Invites a person to the staff. */
export const inviteForm = adminForm({
  operation: 'staff-invite',
  schema: inviteSchema,
  confirm,
  previews: true,
  run: (tx, asked, { administrator, shown }) =>
    performPreviewed(tx, byAdmin(administrator.id), 'staff-invite', asked, shown),
  next: ({ said }) => ({ to: '/admin/staff', toast: { tone: 'success', text: said } }),
});

const next = ({ said }: Performed, id: string) => ({
  to: `/admin/staff/${id}`,
  toast: { tone: 'success' as const, text: said },
});

const reasoned = (step: 'reset-factor' | 'enable') =>
  adminForm({
    operation: (id: string) => `staff-${step}:${id}`,
    schema: staffActSchema,
    confirm,
    previews: true,
    run: (tx, { reason }, { administrator, about: id, shown }) =>
      performPreviewed(tx, byAdmin(administrator.id), `staff-${step}`, { id, reason }, shown),
    refusesAgain: true,
    next,
  });

/** What is done about one administrator, by step; each form is about the administrator of an id. */
export const STAFF_FORMS = {
  role: adminForm({
    operation: (id: string) => `staff-role:${id}`,
    schema: staffRoleSchema,
    confirm,
    previews: true,
    run: (tx, asked, { administrator, about: id, shown }) =>
      performPreviewed(tx, byAdmin(administrator.id), 'staff-role', { id, ...asked }, shown),
    refusesAgain: true,
    next,
  }),
  'reset-factor': reasoned('reset-factor'),
  disable: adminForm({
    operation: (id: string) => `staff-disable:${id}`,
    schema: staffActSchema,
    confirm,
    run: async (tx, { reason }, { administrator, about: id }) => {
      const disabled = await disableAdministrator(tx, byAdmin(administrator.id), { id, reason });
      return disabled.ok ? done<Performed>({ said: 'They were signed out and can no longer sign in' }) : disabled;
    },
    refusesAgain: true,
    next,
  }),
  enable: reasoned('enable'),
} satisfies Record<StaffStep, unknown>;
