import { coinText } from '~/features/money/wallet/coinWords';
import { depositQueue, depositRow } from '~/features/money/wallet/deposits/depositQueries.server';
import { plainUsd } from '~/ledger/money';
import { exportQueue } from '../exportList.server';

export const loader = exportQueue('payments:read', 'deposits', {
  find: depositQueue,
  row: depositRow,
  more: {
    received_usd: ({ deposit: { received } }) => (received === null ? '' : plainUsd(received)),
    coin_asked: ({ coins }) => coins.asked ?? '',
    coin_received: ({ deposit: { method, coinReceived } }) => coinText(method, coinReceived) ?? '',
    transaction_id: ({ deposit }) => deposit.transactionId ?? '',
    reason: ({ deposit }) => deposit.reason ?? '',
    decided_at: ({ deposit }) => deposit.decidedAt?.toISOString() ?? '',
  },
});
