import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import { account, journal, transfer } from '#drizzle/schema';
import { prepared, type Reader } from '~/platform/db/index.server';
import type { JournalKind } from '../chartOfAccounts';
import { calculateBalance, findAccounts, rowsOfAccount } from '../posting/accounts.server';

/** Balances of a user in cents; `funded` is their sum. */
export type Balances = {
  available: bigint;
  held: bigint;
  principal: bigint;
  accrued: bigint;
  allocated: bigint;
  trading: bigint;
  funded: bigint;
};

type BalancePart = Exclude<keyof Balances, 'funded'>;

export const selectUserAccounts = prepared('ledger.own-accounts', (handle) =>
  handle
    .select()
    .from(account)
    .where(eq(account.ownerId, sql.placeholder('user'))),
);

export async function readBalances(handle: Reader, user: string): Promise<Balances> {
  return sumBalances(await findAccounts(handle, user));
}

export function sumBalances(own: (typeof account.$inferSelect)[]): Balances {
  const balances: Balances = {
    available: 0n,
    held: 0n,
    principal: 0n,
    accrued: 0n,
    allocated: 0n,
    trading: 0n,
    funded: 0n,
  };
  for (const row of own) {
    const part = row.code.slice(0, row.code.indexOf(':')) as BalancePart;
    balances[part] += calculateBalance(row);
    balances.funded += calculateBalance(row);
  }
  return balances;
}

export async function balance(handle: Reader, code: string): Promise<bigint> {
  return (await rowsOfAccount(handle, code)).reduce((sum, row) => sum + calculateBalance(row), 0n);
}

export type StatementLine = {
  journalId: string;
  kind: JournalKind;
  reason: string | null;
  ref: string;
  at: Date;
  /** Change of the user's total balance, cents; zero if money only moved between the user's own accounts. */
  change: bigint;
  availableChange: bigint;
  amount: bigint;
  fundedAfter: bigint;
};

/** Reads a user's whole history, sorted by effective time. The last line's `fundedAfter` equals `readBalances().funded`. */
export async function readStatement(handle: Reader, user: string): Promise<StatementLine[]> {
  const own = await selectUserAccounts(handle, { user });
  const spendable = own.find((row) => row.code.startsWith('available:'))?.id;
  const ids = own.map((row) => row.id);
  if (ids.length === 0) return [];
  const moved = await handle
    .select({
      journalId: journal.id,
      kind: journal.kind,
      reason: journal.reason,
      ref: journal.businessRef,
      at: journal.effectiveAt,
      debit: transfer.debitAccountId,
      credit: transfer.creditAccountId,
      amount: transfer.amount,
    })
    .from(transfer)
    .innerJoin(journal, eq(journal.id, transfer.journalId))
    .where(or(inArray(transfer.debitAccountId, ids), inArray(transfer.creditAccountId, ids)))
    .orderBy(asc(journal.effectiveAt), asc(journal.id), asc(transfer.leg));

  const ownIds = new Set(ids);
  const lines: StatementLine[] = [];
  let funded = 0n;
  for (const { journalId, kind, reason, ref, at, debit, credit, amount } of moved) {
    let line = lines.at(-1);
    if (line?.journalId !== journalId) {
      line = {
        journalId,
        kind: kind as JournalKind,
        reason,
        ref,
        at,
        change: 0n,
        availableChange: 0n,
        amount: 0n,
        fundedAfter: funded,
      };
      lines.push(line);
    }
    const change = (ownIds.has(credit) ? amount : 0n) - (ownIds.has(debit) ? amount : 0n);
    funded += change;
    line.change += change;
    line.availableChange += (credit === spendable ? amount : 0n) - (debit === spendable ? amount : 0n);
    line.amount += amount;
    line.fundedAfter = funded;
  }
  return lines;
}

/** Lifetime totals of a user, cents. The first four members have the names of fields of the JSON calls. */
export type Totals = {
  totalDeposit: bigint;
  totalWithdraw: bigint;
  referralBonus: bigint;
  periodicProfit: bigint;
  /** Practice money. It is not a deposit and does not count for ranks. */
  practiceMoney: bigint;
  rankBonus: bigint;
  /** Credits and profit by administrators, except deposits, minus their debits; may be negative. */
  operatorNet: bigint;
};

type TotalName = keyof Totals;

/**
 * Totals that a kind of journal changes, and the sign: fixed, or (`by side`) positive for the receiver and negative for
 * the payer.
 */
const TOTAL_BY_KIND: { [kind in JournalKind]?: [TotalName | TotalName[], 1n | -1n | 'by side'] } = {
  deposit: ['totalDeposit', 1n],
  'deposit-reversed': ['totalDeposit', -1n],
  'withdrawal-approved': ['totalWithdraw', 1n],
  'withdrawal-bounced': ['totalWithdraw', -1n],
  'practice-money': ['practiceMoney', 1n],
  'rank-bonus': ['rankBonus', 1n],
  'rank-bonus-reversed': ['rankBonus', -1n],
  'referral-bonus': ['referralBonus', 1n],
  'referral-bonus-reversed': ['referralBonus', -1n],
  'plan-accrual': ['periodicProfit', 1n],
  'copy-profit': ['periodicProfit', 1n],
  'copy-loss': ['periodicProfit', -1n],
  'copy-profit-reversed': ['periodicProfit', -1n],
  'copy-loss-reversed': ['periodicProfit', 1n],
  'position-profit': ['periodicProfit', 1n],
  'position-paid': ['periodicProfit', 1n],
  'position-loss': ['periodicProfit', -1n],
  'position-cost': ['periodicProfit', -1n],
  'leader-share': ['periodicProfit', 'by side'],
  'operator-profit': [['periodicProfit', 'operatorNet'], 1n],
  'operator-credit': ['operatorNet', 1n],
  'operator-debit': ['operatorNet', -1n],
};

export const NO_TOTALS: Readonly<Totals> = {
  totalDeposit: 0n,
  totalWithdraw: 0n,
  referralBonus: 0n,
  periodicProfit: 0n,
  practiceMoney: 0n,
  rankBonus: 0n,
  operatorNet: 0n,
};

/** Adds a journal's amount to the totals of its kind. `received` is true if the user's account was credited. */
export function addToTotals(totals: Totals, kind: string, amount: bigint, received: boolean): Totals {
  const [counted = [], way = 1n] = TOTAL_BY_KIND[kind as JournalKind] ?? [];
  for (const total of [counted].flat()) totals[total] += (way === 'by side' ? (received ? 1n : -1n) : way) * amount;
  return totals;
}

const TRANSFER_KINDS: ReadonlySet<string> = new Set<JournalKind>([
  'deposit',
  'deposit-reversed',
  'practice-money',
  'receivable-booked',
  'receivable-settled',
  'withdrawal-approved',
  'withdrawal-paid',
  'withdrawal-bounced',
  'referral-bonus',
  'referral-bonus-reversed',
  'rank-bonus',
  'rank-bonus-reversed',
  'operator-credit',
  'operator-debit',
  'correction',
]);

/**
 * Returns whether a kind of journal moves money into or out of a balance. All other kinds are profit, loss or internal
 * moves.
 */
export const isMoneyTransfer = (kind: string): boolean => TRANSFER_KINDS.has(kind);
