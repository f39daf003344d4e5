import { freezeAccount, freezeSchema } from '~/features/auth';
import { unfreezeByAdminSchema } from '~/features/auth/schema';
import { ACCOUNT_ACTS } from '~/features/users/accountActs.server';
import { done } from '~/platform/result';
import { byAdmin } from '~/platform/states';
import { actForm, confirmedForm } from '../confirmedForm.server';

const to = (userId: string) => `/admin/users/${userId}`;

/** Freezes the account of the user of this id, at once. */
export const freezeForm = confirmedForm({
  operation: (userId: string) => `freeze:${userId}`,
  schema: freezeSchema,
  run: async (tx, { reason }, { administrator, about: userId }) => {
    const frozen = await freezeAccount(tx, byAdmin(administrator.id), { userId, reason });
    return frozen.ok ? done({ said: 'The account is frozen, and its owner was told' }) : frozen;
  },
  refusesAgain: true,
  to,
});

/** Unfreezes it; in live mode that takes two. */
export const unfreezeForm = actForm({
  operation: (userId: string) => `unfreeze:${userId}`,
  schema: unfreezeByAdminSchema,
  act: ACCOUNT_ACTS['account-unfreeze'],
  input: ({ reason, factor }, userId) => ({ userId, reason, factor }),
  refusesAgain: true,
  to,
});
