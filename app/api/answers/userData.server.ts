import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { deposit, investment, journal, referralBonus, transfer, user as userTable, withdrawal } from '#drizzle/schema';
import { copyResults, countManualResults } from '~/features/copying/copy/results.server';
import { findLatestKyc } from '~/features/people/kyc/queries.server';
import { JOURNAL_KINDS, type JournalKind } from '~/ledger/chartOfAccounts';
import { calculateShare, toUsdNumber } from '~/ledger/money';
import { fundedAfter } from '~/ledger/reading/fundedAfter.server';
import { selectUserAccounts } from '~/ledger/reading/statement.server';
import { readNewestStatementLines } from '~/ledger/reading/statementPages.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { now } from '~/platform/clock';
import { prepared, type Reader, read } from '~/platform/db/index.server';
import type { User } from '~/signIns/session.server';
import { formatUsDate, formatUsDateTime } from '../fields';
import { createUserFields, findCopiedTrader } from './userFields.server';

const userPlaceholder = sql.placeholder('user');
const limitPlaceholder = sql.placeholder('limit');

const isJournalOf = (kind: string, ref: typeof deposit.id | typeof withdrawal.id) =>
  and(eq(journal.kind, kind), eq(journal.businessRef, ref));

const selectDeposits = prepared('api.deposits', (handle) =>
  handle
    .select({
      id: deposit.id,
      amount: deposit.amount,
      received: deposit.received,
      at: deposit.createdAt,
      status: deposit.status,
      method: deposit.method,
      reason: deposit.reason,
      journalId: journal.id,
    })
    .from(deposit)
    .leftJoin(journal, isJournalOf('deposit', deposit.id))
    .where(eq(deposit.userId, userPlaceholder))
    .orderBy(desc(deposit.createdAt), desc(deposit.id))
    .limit(limitPlaceholder),
);

const isOwn = eq(withdrawal.userId, userPlaceholder);
const isOwnPaid = and(isOwn, eq(withdrawal.status, 'paid'));

const prepareWithdrawals = (name: string, where: SQL | undefined) =>
  prepared(name, (handle) =>
    handle
      .select({
        id: withdrawal.id,
        amount: withdrawal.amount,
        at: withdrawal.requestedAt,
        status: withdrawal.status,
        method: withdrawal.method,
        reason: withdrawal.reason,
        waitsUntil: withdrawal.waitsUntil,
        balance: transfer.debitBalance,
      })
      .from(withdrawal)
      .innerJoin(journal, isJournalOf('withdrawal-requested', withdrawal.id))
      .innerJoin(transfer, and(eq(transfer.journalId, journal.id), eq(transfer.leg, 0)))
      .where(where)
      .orderBy(desc(withdrawal.requestedAt), desc(withdrawal.id))
      .limit(limitPlaceholder),
  );

const selectWithdrawals = prepareWithdrawals('api.withdrawals', isOwn);
const selectPaidWithdrawals = prepareWithdrawals('api.withdrawals-paid', isOwnPaid);

const selectInvestments = prepared('api.investments', (handle) =>
  handle
    .select({
      id: investment.id,
      principal: investment.principal,
      planName: investment.planName,
      dailyBps: investment.dailyBps,
      at: investment.openedAt,
      status: investment.status,
      ends: investment.maturesAt,
    })
    .from(investment)
    .where(eq(investment.userId, userPlaceholder))
    .orderBy(desc(investment.openedAt), desc(investment.id))
    .limit(limitPlaceholder),
);

const selectReferred = prepared('api.referred', (handle) =>
  handle
    .select({
      id: userTable.id,
      firstName: userTable.firstName,
      lastName: userTable.lastName,
      email: userTable.email,
      createdAt: userTable.createdAt,
    })
    .from(userTable)
    .where(eq(userTable.referrerId, userPlaceholder))
    .orderBy(desc(userTable.createdAt), desc(userTable.id))
    .limit(limitPlaceholder),
);

const selectBonuses = prepared('api.bonuses', (handle) =>
  handle
    .select({ from: referralBonus.referredId, sum: sql<string>`cast(sum(${referralBonus.amount}) as text)` })
    .from(referralBonus)
    .where(and(eq(referralBonus.referrerId, userPlaceholder), inArray(referralBonus.status, ['paid', 'reduced'])))
    .groupBy(referralBonus.referredId),
);

const COUNT_QUERIES = {
  trades: countManualResults,
  referred: prepared('api.count-referred', (handle) =>
    handle.select({ n: count() }).from(userTable).where(eq(userTable.referrerId, userPlaceholder)),
  ),
  deposit: prepared('api.count-deposits', (handle) =>
    handle.select({ n: count() }).from(deposit).where(eq(deposit.userId, userPlaceholder)),
  ),
  invest: prepared('api.count-investments', (handle) =>
    handle.select({ n: count() }).from(investment).where(eq(investment.userId, userPlaceholder)),
  ),
  withdraw: prepared('api.count-withdrawals-paid', (handle) =>
    handle.select({ n: count() }).from(withdrawal).where(isOwnPaid),
  ),
  withdrawals: prepared('api.count-withdrawals', (handle) =>
    handle.select({ n: count() }).from(withdrawal).where(isOwn),
  ),
};

const isAhead = (time: Date | null): time is Date => time !== null && time > now();

const timeFields = (time: Date) => ({ date: formatUsDateTime(time), at: time.toISOString() });

/** Titles of journals that differ from those on pages, because clients of the original API expect these texts. */
const JOURNAL_TITLES: Partial<Record<JournalKind, string>> = {
  'withdrawal-requested': 'Withdrawal (requested)',
  'leader-share': 'Leader’s share of a copy’s profit',
  'trading-funded': 'Moved to own trading',
  'trading-taken-out': 'Taken out of own trading',
};

const titleOf = (kind: JournalKind): string => JOURNAL_TITLES[kind] ?? JOURNAL_KINDS[kind];

const depositTitle = (status: string): string => (status === 'approved' ? 'Deposit' : `Deposit (${status})`);

const withdrawalFields = (row: Awaited<ReturnType<typeof selectWithdrawals>>[number]) => ({
  ...timeFields(row.at),
  amount: toUsdNumber(row.amount),
  id: row.id,
  balance: toUsdNumber(row.balance),
  status: row.status,
  method: row.method,
  reason: row.reason ?? '',
  approvableFrom: row.status === 'requested' && isAhead(row.waitsUntil) ? row.waitsUntil.toISOString() : '',
});

/** Builds the answer of `getData`: the newest `maxPerList` entries of each list, and the total number of entries. */
export async function loadUserData(me: User, maxPerList: number) {
  const handle = read();
  const requested = { user: me.id, limit: maxPerList };
  const accounts = await selectUserAccounts(handle, requested);
  const [
    { balances, totals, journals },
    lines,
    results,
    people,
    earned,
    paidIn,
    plans,
    withdrawals,
    copied,
    documents,
  ] = await Promise.all([
    readBalancesAndTotals(me.id, accounts),
    readNewestStatementLines(handle, me.id, maxPerList, accounts),
    copyResults(handle, requested, true),
    selectReferred(handle, requested),
    selectBonuses(handle, requested),
    selectDeposits(handle, requested),
    selectInvestments(handle, requested),
    selectWithdrawals(handle, requested),
    findCopiedTrader(handle, me.id),
    findLatestKyc(handle, me.id),
  ]);
  // A list below the limit contains all withdrawals, including the paid ones.
  const settled =
    withdrawals.length < maxPerList
      ? withdrawals.filter(({ status }) => status === 'paid')
      : await selectPaidWithdrawals(handle, requested);
  const credited = paidIn.flatMap(({ journalId }) => journalId ?? []);
  const after = await fundedAfter(handle, me.id, credited, lines);
  const bonusFrom = new Map(earned.map(({ from, sum }) => [from, BigInt(sum)]));
  const data = {
    status: 'ok' as const,
    ...createUserFields(me, { ...totals, funded: balances.funded }, { documents, trader: copied }),
    available: toUsdNumber(balances.available),
    trades: results.map(({ pair, amount, type, at, trader }) => ({
      pair,
      amount: toUsdNumber(amount),
      tradeType: type,
      date: formatUsDate(at),
      at: at.toISOString(),
      trader: trader.id,
    })),
    referred: people.map(({ id, firstName, lastName, email, createdAt }) => ({
      firstname: firstName,
      lastname: lastName,
      ...timeFields(createdAt),
      email,
      refBonus: toUsdNumber(bonusFrom.get(id) ?? 0n),
    })),
    transaction: lines.map(({ journalId, kind, at, amount, change, fundedAfter }) => ({
      id: journalId,
      type: titleOf(kind),
      amount: toUsdNumber(amount),
      ...timeFields(at),
      balance: toUsdNumber(fundedAfter),
      change: toUsdNumber(change),
    })),
    deposit: paidIn.map((row) => ({
      id: row.id,
      type: depositTitle(row.status),
      amount: toUsdNumber(row.received ?? row.amount),
      ...timeFields(row.at),
      balance: toUsdNumber(after.get(row.journalId ?? '') ?? balances.funded),
      status: row.status,
      method: row.method,
      reason: row.reason ?? '',
    })),
    invest: plans.map((row) => ({
      id: row.id,
      amount: toUsdNumber(row.principal),
      plan: row.planName,
      startDate: formatUsDateTime(row.at),
      at: row.at.toISOString(),
      profit: toUsdNumber(calculateShare(row.principal, row.dailyBps)),
      status: row.status,
      ends: row.ends.toISOString(),
    })),
    withdraw: settled.map(withdrawalFields),
    withdrawals: withdrawals.map(withdrawalFields),
  };
  return { data, totals: { ...(await countEntries(handle, data, requested)), transaction: journals } };
}

async function countEntries(
  handle: Reader,
  found: { [list in keyof typeof COUNT_QUERIES]: unknown[] },
  input: { user: string; limit: number },
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [list, all] of Object.entries(COUNT_QUERIES)) {
    const here = found[list as keyof typeof COUNT_QUERIES].length;
    counts[list] = here < input.limit ? here : ((await all(handle, { user: input.user }))[0]?.n ?? here);
  }
  return counts;
}
