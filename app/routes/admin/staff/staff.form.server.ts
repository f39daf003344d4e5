import { disableAdministrator } from '~/features/people/staff/changeStaff.server';
import { inviteSchema, type StaffAction, staffActSchema, staffRoleSchema } from '~/features/people/staff/schema';
import { STAFF_ACTS } from '~/features/people/staff/staffActs.server';
import { done } from '~/platform/result';
import { createAdminActor } from '~/platform/states';
import { createActForm, createConfirmedForm } from '../adminForms.server';

export const inviteForm = createActForm({
  schema: inviteSchema,
  act: STAFF_ACTS['staff-invite'],
  input: (input) => input,
  to: '/admin/staff',
});

const memberPath = (id: string) => `/admin/staff/${id}`;

const createReasonForm = (step: 'reset-factor' | 'enable') =>
  createActForm({
    schema: staffActSchema,
    act: STAFF_ACTS[`staff-${step}`],
    input: ({ reason }, id: string) => ({ id, reason }),
    refusesRepetition: true,
    to: memberPath,
  });

export const STAFF_FORMS = {
  role: createActForm({
    schema: staffRoleSchema,
    act: STAFF_ACTS['staff-role'],
    input: (input, id: string) => ({ id, ...input }),
    refusesRepetition: true,
    to: memberPath,
  }),
  'reset-factor': createReasonForm('reset-factor'),
  disable: createConfirmedForm({
    operation: (id: string) => `staff-disable:${id}`,
    schema: staffActSchema,
    run: async (tx, { reason }, { administrator, about: id }) => {
      const disabled = await disableAdministrator(tx, createAdminActor(administrator.id), { id, reason });
      return disabled.ok ? done({ toast: 'They were signed out and can no longer log in' }) : disabled;
    },
    refusesRepetition: true,
    to: memberPath,
  }),
  enable: createReasonForm('enable'),
} satisfies Record<StaffAction, unknown>;
