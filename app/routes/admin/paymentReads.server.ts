import { loadDepositQueue, toDepositRow } from '~/features/money/wallet/deposits/depositQueries.server';
import { computeWorthAtPayment, getInitialAmount } from '~/features/money/wallet/deposits/depositWorth.server';
import { createCoinToEnter, createIdField } from '~/features/money/wallet/paymentFields.server';
import { listWithdrawalDecisions } from '~/features/money/wallet/withdrawals/waiting.server';
import { runWithdrawalChecks } from '~/features/money/wallet/withdrawals/withdrawalChecks.server';
import { loadWithdrawalQueue, toWithdrawalRow } from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { getPaymentBlock } from '~/ledger/proof/paymentsWait.server';
import { read } from '~/platform/db/index.server';

/* Reads deposits and withdrawals for their queues and for the file of their owner. */

type Deposit = Awaited<ReturnType<typeof loadDepositQueue>>['rows'][number];

export const depositReads = {
  find: loadDepositQueue,
  row: toDepositRow,
  more: async ({ deposit, network }: Deposit, keys: Record<string, string>) => {
    const worth = await computeWorthAtPayment(read(), deposit, network);
    const { received, coin: filled } = getInitialAmount(worth, deposit);
    const coin = { ...createCoinToEnter(deposit.method, network), filled };
    // Initial values of the approval's form.
    const fields = {
      received,
      coin: coin.coin ? filled : undefined,
      transactionId: deposit.transactionId ?? undefined,
    };
    return { keys, worth, filled: received, coin, fields };
  },
};

type Withdrawal = Awaited<ReturnType<typeof loadWithdrawalQueue>>['rows'][number];

export const withdrawalReads = {
  find: loadWithdrawalQueue,
  row: toWithdrawalRow,
  more: async (found: Withdrawal, keys: Record<string, string>) => ({
    keys: listWithdrawalDecisions(found, keys, await getPaymentBlock()),
    checks: (await runWithdrawalChecks([found])).get(found.withdrawal.id),
    idField: createIdField(found.network, found.withdrawal.id),
    coin: createCoinToEnter(found.withdrawal.method, found.network),
  }),
};
