import { givenReference } from '~/features/money/wallet/referenceKey';
import {
  amountDue,
  withdrawalQueue,
  withdrawalRow,
} from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { plainUsd } from '~/ledger/money';
import { exportQueue } from '../exportList.server';

const plainUsdOrNone = (cents: bigint | undefined): string => (cents === undefined ? '' : plainUsd(cents));

export const loader = exportQueue('payments:read', 'withdrawals', {
  find: withdrawalQueue,
  row: withdrawalRow,
  more: {
    fee_usd: ({ withdrawal }) => plainUsd(withdrawal.fee),
    to_pay_usd: (row) => plainUsdOrNone(amountDue(row)?.cents),
    coin: (row) => amountDue(row)?.coin ?? '',
    to_pay_coin: (row) => amountDue(row)?.inCoin ?? '',
    wallet: ({ withdrawal }) => withdrawal.wallet,
    coin_paid: ({ sent }) => sent ?? '',
    reference: ({ withdrawal }) => givenReference(withdrawal.reference) ?? '',
    reason: ({ withdrawal }) => withdrawal.reason ?? '',
    approved_at: ({ withdrawal }) => withdrawal.approvedAt?.toISOString() ?? '',
    paid_at: ({ withdrawal }) => withdrawal.paidAt?.toISOString() ?? '',
    ended_at: ({ withdrawal }) => withdrawal.endedAt?.toISOString() ?? '',
  },
});
