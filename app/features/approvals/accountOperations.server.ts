import { eq } from 'drizzle-orm';
import { withdrawalMethod } from '#drizzle/schema';
import { unfreezeAccount } from '~/features/auth';
import { reopenAccount } from '~/features/profile';
import { payOutSchema, reopenSchema } from '~/features/users';
import { payOutClosed } from '~/features/wallet';
import { formatUsd } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { utcText } from '~/platform/text/dayText';
import { userById } from '~/signIns/userById.server';
import { userNamed, whose } from './moneyOperations.server';
import { operation } from './operation';

/** What the second person looks at besides the act. Nothing that changes by itself, like a balance: the effect would be another. */
async function accountLines(tx: Handle, userId: string) {
  const found = await userById(tx, userId);
  const since = (at: Date | null | undefined) => (at ? utcText(at) : 'no');
  return [
    { name: 'Email', to: found?.email ?? '' },
    { name: 'Closed since', to: since(found?.closedAt) },
    { name: 'Frozen since', to: since(found?.frozenAt) },
  ];
}

/** What an administrator does for accounts whose owners can't do it themselves. */
export const ACCOUNT_OPERATIONS = {
  'account-reopen': operation('account-reopen', {
    schema: reopenSchema.extend(whose),
    run: reopenAccount,
    asks: async (tx, { userId }) => `Open the account of ${await userNamed(tx, userId)} again`,
    tells: (tx, { userId }) => accountLines(tx, userId),
    said: () => 'The account is open again, and its owner was told how to choose a password',
  }),
  'account-pay-out': operation('account-pay-out', {
    schema: payOutSchema.extend(whose),
    run: payOutClosed,
    asks: async (tx, { amount, userId }) =>
      `Ask for ${formatUsd(amount)} of the closed account of ${await userNamed(tx, userId)} to be paid out`,
    tells: async (tx, { method, amount, wallet, userId }) => {
      const [chosen] = await tx.select().from(withdrawalMethod).where(eq(withdrawalMethod.code, method));
      return [
        { name: 'To', to: wallet },
        { name: 'By', to: chosen?.name ?? method },
        { name: 'To be paid', to: formatUsd(amount - (chosen?.fee ?? 0n)) },
        ...(await accountLines(tx, userId)),
      ];
    },
    said: ({ amount }) => `${formatUsd(amount)} are held to be paid out. Approve the payment under Withdrawals`,
  }),
  'account-unfreeze': operation('account-unfreeze', {
    schema: reopenSchema.extend(whose),
    run: unfreezeAccount,
    asks: async (tx, { userId }) => `Unfreeze the account of ${await userNamed(tx, userId)}`,
    tells: (tx, { userId }) => accountLines(tx, userId),
    said: () => 'The account is no longer frozen, and its owner was told',
  }),
};
