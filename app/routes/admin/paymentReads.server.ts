import { depositQueue, depositRow } from '~/features/wallet/deposits/depositQueries.server';
import { coinToEnter, idField } from '~/features/wallet/paymentFields.server';
import { possibleNow } from '~/features/wallet/withdrawals/waiting.server';
import { withdrawalChecks } from '~/features/wallet/withdrawals/withdrawalChecks.server';
import { withdrawalQueue, withdrawalRow } from '~/features/wallet/withdrawals/withdrawalQueries.server';
import { paymentsWait } from '~/ledger/proof/paymentsWait.server';

/* How deposits and withdrawals are read where they are decided: in their queues, and in the file of their owner. */

type Deposit = Awaited<ReturnType<typeof depositQueue>>['rows'][number];

export const depositReads = {
  find: depositQueue,
  row: depositRow,
  more: async ({ deposit: { method, coinAmount }, network }: Deposit, keys: Record<string, string>) => ({
    keys,
    coin: coinToEnter(method, network, coinAmount),
  }),
};

type Withdrawal = Awaited<ReturnType<typeof withdrawalQueue>>['rows'][number];

export const withdrawalReads = {
  find: withdrawalQueue,
  row: withdrawalRow,
  more: async (found: Withdrawal, keys: Record<string, string>) => ({
    keys: possibleNow(found, keys, await paymentsWait()),
    checks: (await withdrawalChecks([found])).get(found.withdrawal.id),
    idField: idField(found.network, found.withdrawal.id),
    coin: coinToEnter(found.withdrawal.method, found.network),
  }),
};
