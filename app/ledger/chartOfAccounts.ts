import { methodText } from '~/platform/text/methodText';
/*
 * Chart of accounts. Money reaches a user in only four ways: custody received it (now, or earlier as an unidentified receipt), another
 * account of the same user pays it, a reserve with a floor of zero pays it, or a copier's fee passes on a leader's share in the same
 * journal. No posting pays a user from another user's deposit.
 */

/** Reference to an account by its code. The first posting to the account creates its row. */
export type AccountRef = {
  code: string;
  owner: string | null;
  normalSide: 'debit' | 'credit';
};

/** Returns the name of an account's row: its code, followed by its stripe unless that is the first. */
export const rowName = (code: string, stripe: number): string => (stripe === 0 ? code : `${code}#${stripe}`);

const assetAccount = (code: string): AccountRef => ({ code, owner: null, normalSide: 'debit' });
const userAccount = (kind: string, key: string, owner: string): AccountRef => ({
  code: `${kind}:${key}`,
  owner,
  normalSide: 'credit',
});
const operatorAccount = (code: string): AccountRef => ({ code, owner: null, normalSide: 'credit' });

/** Custody assets by method. `manual` is for money that arrived otherwise, `practice` for practice money. */
export const custody = (method: string): AccountRef => assetAccount(`custody:${method}`);

export const availableAccount = (user: string): AccountRef => userAccount('available', user, user);
export const heldAccount = (user: string): AccountRef => userAccount('held', user, user);
export const principalAccount = (user: string): AccountRef => userAccount('principal', user, user);
export const accruedEarningsAccount = (user: string): AccountRef => userAccount('accrued', user, user);
export const allocatedAccount = (copy: string, user: string): AccountRef => userAccount('allocated', copy, user);

export const trading = (user: string): AccountRef => userAccount('trading', user, user);

/**
 * Account of the money that a user owes (a receivable). It is an asset, not part of the user's balance; while it is
 * positive, nothing is available to the user.
 */
export const receivableAccount = (user: string): AccountRef => assetAccount(`receivable:${user}`);

export const payoutsAccount: AccountRef = operatorAccount('payouts');

/** Receipt from an unknown sender (a suspense account), one per statement line, so that no more is credited than arrived. */
export const unidentifiedReceiptAccount = (line: string): AccountRef => operatorAccount(`unidentified:${line}`);

/** Reserves: `free` can be promised, `committed` covers sold plans, and `market` is the counterparty of copies and orders. */
export const reserve = {
  free: operatorAccount('reserve:free'),
  committed: operatorAccount('reserve:committed'),
  market: operatorAccount('reserve:market'),
} as const;
/** Account of withdrawal charges, and of leaders' shares that go to the operator. */
export const fees: AccountRef = operatorAccount('fees');

const OPERATOR_ACCOUNT_TITLES: Readonly<Record<string, string>> = {
  'custody:manual': 'Held outside the methods',
  'custody:practice': 'Practice money given',
  receivable: 'Owed by users',
  'reserve:free': 'Free reserve',
  'reserve:committed': 'Committed reserve',
  'reserve:market': 'Market reserve',
  payouts: 'Withdrawals approved and not yet paid',
  unidentified: 'Unidentified receipts',
  fees: 'Fees',
};

/** Kinds of accounts with users' money, in the order of lists. They are the first part of the accounts' codes. */
export const USER_ACCOUNT_KINDS = ['available', 'held', 'principal', 'accrued', 'allocated', 'trading'] as const;

const USER_ACCOUNT_TITLES: Record<(typeof USER_ACCOUNT_KINDS)[number], string> = {
  available: 'Available',
  held: 'Held for withdrawals',
  principal: 'In plans',
  accrued: 'Earned, not yet paid',
  allocated: 'Copying traders',
  trading: 'Live trading',
};

/**
 * Returns the lines of the books that are liabilities: users' accounts by kind, payouts in progress, and money without
 * a known owner.
 */
export const listLiabilityLines = (): string[] => [...USER_ACCOUNT_KINDS, 'payouts', 'unidentified'];

export const isAssetLine = (line: string): boolean => /^(?:custody:|receivable)/.test(line);

export function bookLineTitle(code: string): string {
  const line = code.replace(/^(unidentified|receivable):.+$/, '$1');
  const titles: Record<string, string | undefined> = { ...USER_ACCOUNT_TITLES, ...OPERATOR_ACCOUNT_TITLES };
  return titles[line] ?? code.replace(/^custody:(.+)$/, (_, method) => `Held in ${methodText(method)}`);
}

export const JOURNAL_KINDS = {
  'reserve-funded': 'Reserve funded by the operator',
  'reserve-taken-back': 'Reserve taken back by the operator',
  'reserve-shifted': 'Moved between reserves',
  'network-fee': 'Fee of a network or an exchange',
  'custody-converted': 'Converted between methods',
  'receipt-held': 'Unidentified receipt',
  'receipt-returned': 'Unidentified receipt sent back',
  deposit: 'Deposit',
  'deposit-reversed': 'Deposit reversed',
  'receivable-booked': 'Owed for a deposit charged back',
  'receivable-settled': 'Paid towards what is owed',
  'receivable-written-off': 'Written off of what is owed',
  'practice-money': 'Practice money',
  'referral-bonus': 'Referral bonus',
  'referral-bonus-reversed': 'Referral bonus taken back',
  'rank-bonus': 'Rank bonus',
  'rank-bonus-reversed': 'Rank bonus taken back',
  'withdrawal-requested': 'Withdrawal requested',
  'withdrawal-cancelled': 'Withdrawal cancelled',
  'withdrawal-rejected': 'Withdrawal rejected',
  'withdrawal-approved': 'Withdrawal approved',
  'withdrawal-paid': 'Withdrawal paid',
  'withdrawal-bounced': 'Withdrawal payment returned',
  'plan-opened': 'Plan opened',
  'plan-return-reserved': 'Return of a plan reserved',
  'plan-accrual': 'Plan earnings',
  'plan-matured': 'Plan matured',
  'plan-ended': 'Plan ended early',
  'plan-return-released': 'Rest of a reserved return released',
  'copy-started': 'Copy started',
  'copy-topped-up': 'Copy topped up',
  'copy-reduced': 'Copy reduced',
  'copy-stopped': 'Copy stopped',
  'copy-profit': 'Copied trade: profit',
  'copy-loss': 'Copied trade: loss',
  'copy-profit-reversed': 'Voided trade: profit taken back',
  'copy-loss-reversed': 'Voided trade: loss given back',
  'copy-repaid': 'Taken from the balance for a voided trade',
  'copy-returned': 'Copy returned after a voided trade',
  'position-profit': 'Position closed: profit',
  'position-loss': 'Position closed: loss',
  'position-cost': 'Cost of holding a position',
  'position-paid': 'Profit that waited for the reserve',
  'leader-share': 'Trader’s share of a copy’s profit',
  'trading-funded': 'Put into live trading',
  'trading-taken-out': 'Taken out of live trading',
  'operator-credit': 'Operator credit',
  'operator-profit': 'Profit added by the operator',
  'operator-debit': 'Operator debit',
  correction: 'Correction',
  'stripes-levelled': 'Moved within one account',
} as const;

export type JournalKind = keyof typeof JOURNAL_KINDS;
