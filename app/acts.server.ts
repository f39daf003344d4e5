import { ANNOUNCEMENT_ACTS } from '~/features/announcements/announcementActs.server';
import type { Act } from '~/features/approvals';
import { approvalsOf } from '~/features/approvals/approvals.server';
import { LEADER_ACCEPT } from '~/features/beingCopied/decideRequest.server';
import { CLOSE_MONTH } from '~/features/books/months/closeMonth.server';
import { RESERVE_ACTS } from '~/features/books/reserveActs.server';
import { CATALOGUE_ACTS } from '~/features/catalogue/catalogueActs.server';
import { PLAN_END_EARLY } from '~/features/plans/endInvestmentEarly.server';
import { RECEIPT_ACTS } from '~/features/reconciliation/receipts.server';
import {
  STATEMENT_BOOK,
  STATEMENT_ELSEWHERE,
  STATEMENT_LINK,
  STATEMENT_UNDO,
} from '~/features/reconciliation/resolve.server';
import { STATEMENT_CORRECT } from '~/features/reconciliation/statements/correctLine.server';
import { RISK_ACTS } from '~/features/riskRating/riskActs.server';
import { SIGNAL_ACTS } from '~/features/signals/signalActs.server';
import { STAFF_ACTS } from '~/features/staff/staffActs.server';
import { LOG_ACTS } from '~/features/traders/log/logActs.server';
import { TRADER_ACTS } from '~/features/traders/traderActs.server';
import { ACCOUNT_ACTS } from '~/features/users/accountActs.server';
import { BALANCE_ACTS } from '~/features/users/balanceActs.server';
import { DEPOSIT_ACTS } from '~/features/wallet/acts/depositActs.server';
import { WITHDRAWAL_ACTS } from '~/features/wallet/acts/withdrawalActs.server';
import { RESTORED_ACTS } from '~/features/wallet/restored/restoredActs.server';

const tableOf = <T extends { [N in keyof T]: Act & { name: N } }>(acts: T): T => acts;

/** Acts of administrators that take two in live mode. A request that waits for a second administrator finds its act here by name. */
export const ACTS = tableOf({
  ...BALANCE_ACTS,
  ...ACCOUNT_ACTS,
  ...RISK_ACTS,
  ...DEPOSIT_ACTS,
  ...WITHDRAWAL_ACTS,
  ...RESTORED_ACTS,
  ...RESERVE_ACTS,
  ...CATALOGUE_ACTS,
  ...TRADER_ACTS,
  ...LOG_ACTS,
  ...SIGNAL_ACTS,
  ...STAFF_ACTS,
  ...ANNOUNCEMENT_ACTS,
  'close-month': CLOSE_MONTH,
  'leader-accept': LEADER_ACCEPT,
  'plan-end-early': PLAN_END_EARLY,
  ...RECEIPT_ACTS,
  'statement-book': STATEMENT_BOOK,
  'statement-correct': STATEMENT_CORRECT,
  'statement-elsewhere': STATEMENT_ELSEWHERE,
  'statement-link': STATEMENT_LINK,
  'statement-undo': STATEMENT_UNDO,
});

export const APPROVALS = approvalsOf(ACTS);
