import { type Performed, performPreviewed } from '~/features/approvals/perform.server';
import { freezeAccount, freezeSchema } from '~/features/auth';
import { done } from '~/platform/result';
import { byAdmin } from '~/platform/states';
import { adminForm } from '~/web/form/moneyForm.server';

const next = ({ said }: Performed, userId: string) => ({
  to: `/admin/users/${userId}`,
  toast: { tone: 'success' as const, text: said },
});

/** Freezes the account of the user of this id, at once. */
export const freezeForm = adminForm({
  operation: (userId: string) => `freeze:${userId}`,
  schema: freezeSchema,
  confirm: ({ confirm }) => confirm,
  run: async (tx, { reason }, { administrator, about: userId }) => {
    const frozen = await freezeAccount(tx, byAdmin(administrator.id), { userId, reason });
    return frozen.ok ? done<Performed>({ said: 'The account is frozen, and its owner was told' }) : frozen;
  },
  refusesAgain: true,
  next,
});

/** Unfreezes it, as the policy says. */
export const unfreezeForm = adminForm({
  operation: (userId: string) => `unfreeze:${userId}`,
  schema: freezeSchema,
  confirm: ({ confirm }) => confirm,
  previews: true,
  run: (tx, { reason }, { administrator, about: userId, shown }) =>
    performPreviewed(tx, byAdmin(administrator.id), 'account-unfreeze', { userId, reason }, shown),
  refusesAgain: true,
  next,
});
