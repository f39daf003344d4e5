import { ANNOUNCEMENT_ACTS } from '~/features/backoffice/announcements/announcementActs.server';
import type { Act } from '~/features/backoffice/approvals/act';
import { selectApprovalsOf } from '~/features/backoffice/approvals/approvals.server';
import { CATALOGUE_ACTS } from '~/features/backoffice/catalogue/catalogueActs.server';
import { LEADER_ACCEPT } from '~/features/copying/beingCopied/decideRequest.server';
import { COPY_STOP } from '~/features/copying/copy/lifecycle/stopDebtorsCopy.server';
import { SIGNAL_KEY_ACTS } from '~/features/copying/signals/signalActs.server';
import { LOG_ACTS } from '~/features/copying/traders/log/logActs.server';
import { TRADER_ACTS } from '~/features/copying/traders/traderActs.server';
import { CLOSE_MONTH } from '~/features/money/books/months/closeMonth.server';
import { RESERVE_ACTS } from '~/features/money/books/reserveActs.server';
import { PLAN_END_EARLY } from '~/features/money/plans/endInvestmentEarly.server';
import { STATEMENT_BOOK, STATEMENT_CORRECT, STATEMENT_CREDIT } from '~/features/money/reconciliation/book.server';
import { STATEMENT_ELSEWHERE, STATEMENT_LINK, STATEMENT_UNDO } from '~/features/money/reconciliation/resolve.server';
import { DEPOSIT_ACTS } from '~/features/money/wallet/acts/depositActs.server';
import { WITHDRAWAL_ACTS } from '~/features/money/wallet/acts/withdrawalActs.server';
import { RESTORED_ACTS } from '~/features/money/wallet/restored/restoredActs.server';
import { RISK_ACTS } from '~/features/people/riskRating/riskActs.server';
import { STAFF_ACTS } from '~/features/people/staff/staffActs.server';
import { ACCOUNT_ACTS } from '~/features/people/users/accountActs.server';
import { BALANCE_ACTS } from '~/features/people/users/balanceActs.server';

const tableOf = <T extends { [N in keyof T]: Act & { name: N } }>(acts: T): T => acts;

/**
 * Administrators' actions that need a second administrator in live mode, by name. An approved request runs its action
 * from here.
 */
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
  ...SIGNAL_KEY_ACTS,
  ...STAFF_ACTS,
  ...ANNOUNCEMENT_ACTS,
  'close-month': CLOSE_MONTH,
  'copy-stop': COPY_STOP,
  'leader-accept': LEADER_ACCEPT,
  'plan-end-early': PLAN_END_EARLY,
  'statement-book': STATEMENT_BOOK,
  'statement-correct': STATEMENT_CORRECT,
  'statement-credit': STATEMENT_CREDIT,
  'statement-elsewhere': STATEMENT_ELSEWHERE,
  'statement-link': STATEMENT_LINK,
  'statement-undo': STATEMENT_UNDO,
});

export const APPROVALS = selectApprovalsOf(ACTS);
