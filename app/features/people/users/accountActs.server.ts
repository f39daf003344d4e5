import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { withdrawalMethod } from '#drizzle/schema';
import { act, listFreezes } from '~/features/backoffice';
import { payOutClosed } from '~/features/money';
import { reopenAccount } from '~/features/people/profile/reopenAccount.server';
import { unfreezeAccount, unfreezePart } from '~/features/people/profile/unfreezeAccount.server';
import { formatUsd } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { utcText } from '~/platform/text/dayText';
import { methodText } from '~/platform/text/methodText';
import { FREEZE_PARTS, PART_NAMES } from '~/signIns/frozen';
import { findVerifiedUser, requireUser } from '~/signIns/userById.server';
import { payOutSchema, reopenSchema, userIdField } from './schema';

/** Returns the facts for the second administrator. They omit the balance, because its changes would alter the confirmed effect. */
async function accountLines(tx: Handle, userId: string) {
  const found = await findVerifiedUser(tx, userId);
  const freezes = found ? await listFreezes(tx, found) : [];
  return [
    { name: 'Email', to: found?.email ?? '' },
    { name: 'Closed since', to: found?.closedAt ? utcText(found.closedAt) : 'no' },
    ...(found?.frozenAt ? [] : [{ name: 'Frozen since', to: 'no' }]),
    ...freezes.map(({ part, at, reason }) => ({
      name: part === 'account' ? 'Frozen since' : `${PART_NAMES[part]} frozen since`,
      to: reason ? `${utcText(at)}: ${reason}` : utcText(at),
    })),
  ];
}

export const ACCOUNT_ACTS = {
  'account-reopen': act({
    name: 'account-reopen',
    right: 'accounts:change',
    takesTwo: 'it gives a closed account, with what is owed to it, to whom reads its mails',
    schema: reopenSchema.extend(userIdField),
    run: reopenAccount,
    title: async (tx, { userId }) => `Open the account of ${await requireUser(tx, userId)} again`,
    details: (tx, { userId }) => accountLines(tx, userId),
    toast: () => 'Account reopened. Its owner was emailed how to choose a password',
  }),
  'account-pay-out': act({
    name: 'account-pay-out',
    right: 'balances:change',
    takesTwo: 'it asks for money to leave an account whose owner can’t log in',
    schema: payOutSchema.extend(userIdField),
    run: payOutClosed,
    title: async (tx, { amount, userId }) =>
      `Ask for ${formatUsd(amount)} of the closed account of ${await requireUser(tx, userId)} to be paid out`,
    details: async (tx, { method, amount, wallet, userId }) => {
      const [chosen] = await verified(tx, withdrawalMethod, eq(withdrawalMethod.code, method));
      return [
        { name: 'To', to: wallet },
        { name: 'By', to: methodText(method, chosen?.name) },
        { name: 'To be paid', to: formatUsd(amount - (chosen?.fee ?? 0n)) },
        ...(await accountLines(tx, userId)),
      ];
    },
    toast: ({ amount }) => `${formatUsd(amount)} are held for the payment. Approve it under Withdrawals`,
  }),
  'account-unfreeze': act({
    name: 'account-unfreeze',
    right: 'accounts:change',
    takesTwo: 'it lets go on what was frozen',
    schema: reopenSchema.extend({
      ...userIdField,
      factor: z.literal('off').optional(),
      part: z.enum(FREEZE_PARTS).optional(),
    }),
    run: (tx, by, { part, factor, ...input }) =>
      part ? unfreezePart(tx, by, { ...input, part }) : unfreezeAccount(tx, by, { ...input, factor }),
    title: async (tx, { userId, part }) =>
      `Unfreeze ${part ? `${PART_NAMES[part].toLowerCase()} in ` : ''}the account of ${await requireUser(tx, userId)}`,
    details: async (tx, { userId, factor, part }) => [
      ...(await accountLines(tx, userId)),
      ...(part
        ? []
        : [{ name: 'Second factor and password', to: factor === 'off' ? 'ended, and chosen again' : 'stay' }]),
    ],
    toast: ({ part }) =>
      part ? `${PART_NAMES[part]} unfrozen. The investor was notified` : 'Account unfrozen. Its owner was notified',
  }),
};
