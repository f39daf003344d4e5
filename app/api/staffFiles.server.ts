import { MAIL_COLUMNS, streamMailRows } from '~/features/backoffice/admin/outbox.server';
import { AUDIT_COLUMNS, streamAuditRows } from '~/features/backoffice/auditLog/logs.server';
import { createQueueFile } from '~/features/backoffice/reviewQueue/queueFile.server';
import { loadLeaderQueue, toLeaderRow } from '~/features/copying/beingCopied/queries.server';
import { streamTraderRows, TRADER_COLUMNS } from '~/features/copying/traders/list/queries.server';
import { streamTradeRows, TRADE_LOG_COLUMNS } from '~/features/copying/traders/log/tradeLog.server';
import { formatCoinAmount } from '~/features/money/wallet/coinAmountText';
import { loadDepositQueue, toDepositRow } from '~/features/money/wallet/deposits/depositQueries.server';
import { getRealReference } from '~/features/money/wallet/referenceKey';
import {
  computeAmountDue,
  loadWithdrawalQueue,
  toWithdrawalRow,
} from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { loadKycQueue, toKycRow } from '~/features/people/kyc/queries.server';
import {
  COMPLAINT_COLUMNS,
  loadSupportQueue,
  streamComplaints,
  toSupportRow,
} from '~/features/people/support/queries.server';
import { streamUsers, USER_COLUMNS } from '~/features/people/users/users.server';
import { formatPlainUsd } from '~/ledger/money';
import type { Right } from '~/signIns/rights';
import type { CsvColumns, CsvLines } from '~/web/listFile.server';

export type StaffFile = {
  right: Right;
  columns: CsvColumns<string>;
  lines: CsvLines<string>;
  /** True if the list is a queue, whose filter is in the query. */
  isQueue?: true;
};

const formatUsdOrEmpty = (cents: bigint | null | undefined): string =>
  (cents ?? null) === null ? '' : formatPlainUsd(cents as bigint);

/** Lists that administrators can download from pages and by calls, each with the required right. */
export const STAFF_FILES = {
  users: { right: 'users:read', columns: USER_COLUMNS, lines: streamUsers },
  deposits: {
    right: 'payments:read',
    ...createQueueFile(loadDepositQueue, toDepositRow, {
      received_usd: ({ deposit }) => formatUsdOrEmpty(deposit.received),
      coin_asked: ({ coins }) => coins.requested ?? '',
      coin_received: ({ deposit: { method, coinReceived } }) => formatCoinAmount(method, coinReceived) ?? '',
      transaction_id: ({ deposit }) => deposit.transactionId ?? '',
      reason: ({ deposit }) => deposit.reason ?? '',
      decided_at: ({ deposit }) => deposit.decidedAt?.toISOString() ?? '',
    }),
  },
  withdrawals: {
    right: 'payments:read',
    ...createQueueFile(loadWithdrawalQueue, toWithdrawalRow, {
      fee_usd: ({ withdrawal }) => formatPlainUsd(withdrawal.fee),
      to_pay_usd: (row) => formatUsdOrEmpty(computeAmountDue(row)?.cents),
      coin: (row) => computeAmountDue(row)?.coin ?? '',
      to_pay_coin: (row) => computeAmountDue(row)?.inCoin ?? '',
      wallet: ({ withdrawal }) => withdrawal.wallet,
      coin_paid: ({ sent }) => sent ?? '',
      reference: ({ withdrawal }) => getRealReference(withdrawal.reference) ?? '',
      reason: ({ withdrawal }) => withdrawal.reason ?? '',
      approved_at: ({ withdrawal }) => withdrawal.approvedAt?.toISOString() ?? '',
      paid_at: ({ withdrawal }) => withdrawal.paidAt?.toISOString() ?? '',
      ended_at: ({ withdrawal }) => withdrawal.endedAt?.toISOString() ?? '',
    }),
  },
  'identity-checks': { right: 'papers:read', ...createQueueFile(loadKycQueue, toKycRow) },
  support: { right: 'support:read', ...createQueueFile(loadSupportQueue, toSupportRow) },
  complaints: { right: 'support:read', columns: COMPLAINT_COLUMNS, lines: streamComplaints },
  'trader-applications': { right: 'traders:read', ...createQueueFile(loadLeaderQueue, toLeaderRow) },
  traders: { right: 'traders:read', columns: TRADER_COLUMNS, lines: streamTraderRows },
  'trader-log': { right: 'traders:read', columns: TRADE_LOG_COLUMNS, lines: streamTradeRows },
  audit: { right: 'events:read', columns: AUDIT_COLUMNS, lines: streamAuditRows },
  outbox: { right: 'mails:read', columns: MAIL_COLUMNS, lines: streamMailRows },
} as const satisfies Record<string, StaffFile>;
