import { freezeAccount, freezePart } from '~/features/people/auth/freeze/freeze.server';
import { freezeSchema, unfreezeByAdminSchema } from '~/features/people/auth/freeze/schema';
import { ACCOUNT_ACTS } from '~/features/people/users/accountActs.server';
import { done } from '~/platform/result';
import { createAdminActor } from '~/platform/states';
import { PART_NAMES } from '~/signIns/frozen';
import { createActForm, createConfirmedForm } from '../adminForms.server';

const userPath = (userId: string) => `/admin/users/${userId}`;

export const freezeForm = createConfirmedForm({
  operation: (userId: string) => `freeze:${userId}`,
  schema: freezeSchema,
  run: async (tx, { part, reason }, { administrator, about: userId }) => {
    const by = createAdminActor(administrator.id);
    const frozen = part
      ? await freezePart(tx, by, { userId, part, reason })
      : await freezeAccount(tx, by, { userId, reason });
    if (!frozen.ok) return frozen;
    return done({
      toast: part
        ? `${PART_NAMES[part]} frozen. The investor was notified`
        : 'The account is frozen, and its owner was told',
    });
  },
  refusesRepetition: true,
  to: userPath,
});

/** Form that unfreezes an account or a part of it. Live mode requires two administrators. */
export const unfreezeForm = createActForm({
  schema: unfreezeByAdminSchema,
  act: ACCOUNT_ACTS['account-unfreeze'],
  input: ({ part, reason, factor }, userId: string) => ({ userId, part, reason, factor }),
  refusesRepetition: true,
  to: userPath,
});
