import { depositQueue, depositRow } from '~/features/money/wallet/deposits/depositQueries.server';
import { depositWorth, filledFrom } from '~/features/money/wallet/deposits/depositWorth.server';
import { coinToEnter, idField } from '~/features/money/wallet/paymentFields.server';
import { possibleWithdrawalDecisions } from '~/features/money/wallet/withdrawals/waiting.server';
import { withdrawalChecks } from '~/features/money/wallet/withdrawals/withdrawalChecks.server';
import { withdrawalQueue, withdrawalRow } from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { currentPaymentBlock } from '~/ledger/proof/paymentsWait.server';
import { read } from '~/platform/db/index.server';

/* Reads deposits and withdrawals for their queues and for the file of their owner. */

type Deposit = Awaited<ReturnType<typeof depositQueue>>['rows'][number];

export const depositReads = {
  find: depositQueue,
  row: depositRow,
  more: async ({ deposit, network }: Deposit, keys: Record<string, string>) => {
    const worth = await depositWorth(read(), deposit, network);
    const { received, coin: filled } = filledFrom(worth, deposit);
    const coin = { ...coinToEnter(deposit.method, network), filled };
    // Initial values of the approval's form.
    const fields = {
      received,
      coin: coin.coin ? filled : undefined,
      transactionId: deposit.transactionId ?? undefined,
    };
    return { keys, worth, filled: received, coin, fields };
  },
};

type Withdrawal = Awaited<ReturnType<typeof withdrawalQueue>>['rows'][number];

export const withdrawalReads = {
  find: withdrawalQueue,
  row: withdrawalRow,
  more: async (found: Withdrawal, keys: Record<string, string>) => ({
    keys: possibleWithdrawalDecisions(found, keys, await currentPaymentBlock()),
    checks: (await withdrawalChecks([found])).get(found.withdrawal.id),
    idField: idField(found.network, found.withdrawal.id),
    coin: coinToEnter(found.withdrawal.method, found.network),
  }),
};
