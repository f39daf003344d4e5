import { type Performed, performPreviewed } from '~/features/approvals/perform.server';
import { closeAccount } from '~/features/profile';
import {
  closeSchema,
  creditSchema,
  moneyActSchema,
  payOutSchema,
  reopenSchema,
  stepsWhile,
  type UserStep,
} from '~/features/users/schema';
import { byAdmin } from '~/platform/states';
import { adminForm } from '~/web/form/moneyForm.server';
import type { Confirm } from '~/web/form/submission.server';

/** The form that the address opens: `?do=credit`, or `?close=1`; null for none, and for one of an account in another state. */
export function userStep(query: URLSearchParams, { status }: { status: 'open' | 'closed' }): UserStep | null {
  const asked = query.get('close') ? 'close' : query.get('do');
  return stepsWhile(status).find((step) => step === asked) ?? null;
}

const confirm = ({ confirm }: { confirm: Confirm }) => confirm;

const next = ({ said }: Performed, userId: string) => ({
  to: `/admin/users/${userId}`,
  toast: { tone: 'success' as const, text: said },
});

const moneyForm = (step: 'debit' | 'profit') =>
  adminForm({
    operation: (userId: string) => `user-${step}:${userId}`,
    schema: moneyActSchema,
    confirm,
    previews: true,
    run: (tx, act, { administrator, about: userId, shown }) =>
      performPreviewed(tx, byAdmin(administrator.id), step, { userId, ...act }, shown),
    next,
  });

/** The forms of a user's page that are done once, by step; each is about the user of an id. */
export const USER_FORMS = {
  credit: adminForm({
    operation: (userId: string) => `user-credit:${userId}`,
    schema: creditSchema,
    confirm,
    previews: true,
    run: (tx, act, { administrator, about: userId, shown }) =>
      performPreviewed(tx, byAdmin(administrator.id), 'credit', { userId, ...act }, shown),
    next,
  }),
  debit: moneyForm('debit'),
  profit: moneyForm('profit'),
  'pay-out': adminForm({
    operation: (userId: string) => `user-pay-out:${userId}`,
    schema: payOutSchema,
    confirm,
    previews: true,
    run: (tx, act, { administrator, about: userId, shown }) =>
      performPreviewed(tx, byAdmin(administrator.id), 'account-pay-out', { userId, ...act }, shown),
    next,
  }),
  reopen: adminForm({
    operation: (userId: string) => `user-reopen:${userId}`,
    schema: reopenSchema,
    confirm,
    previews: true,
    run: (tx, act, { administrator, about: userId, shown }) =>
      performPreviewed(tx, byAdmin(administrator.id), 'account-reopen', { userId, ...act }, shown),
    refusesAgain: true,
    next,
  }),
  close: adminForm({
    operation: (userId: string) => `user-close:${userId}`,
    schema: closeSchema,
    confirm,
    run: (tx, { email, reason }, { administrator, about: userId }) =>
      closeAccount(tx, byAdmin(administrator.id), { userId, reason, typedEmail: email }),
    refusesAgain: true,
    next: (_, userId) => next({ said: 'The account is closed' }, userId),
  }),
} satisfies Record<UserStep, unknown>;
