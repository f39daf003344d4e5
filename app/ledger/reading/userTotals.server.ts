import { and, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { LRUCache } from 'lru-cache';
import { account, journal, transfer } from '#drizzle/schema';
import { DAY, now } from '~/platform/clock';
import { prepared, type Reader, read, readCommitted } from '~/platform/db/index.server';
import { oncePerRequest } from '~/platform/process/callContext.server';
import { singleton } from '~/platform/singleton';
import type { JournalKind } from '../chartOfAccounts';
import { type BalanceChangeSums, extendHistory, RANGE_AMOUNTS } from './balanceHistory';
import {
  addToTotals,
  type Balances,
  isMoneyTransfer,
  NO_TOTALS,
  selectUserAccounts,
  sumBalances,
  type Totals,
} from './statement.server';

export type LifetimeTotals = {
  totals: Totals;
  journals: number;
  history: readonly BalanceChangeSums[];
  latest: number;
  /** Longest time by which a journal's effective date precedes that of an earlier journal, milliseconds. */
  lateness: number;
  /** Earnings booked since a UTC midnight, in cents, by the ID at the start of the journals' references. */
  day: { midnight: number; earnings: ReadonlyMap<string, bigint> };
};

type CachedTotals = LifetimeTotals & { versions: Map<string, number> };

type UserAccounts = Awaited<ReturnType<typeof selectUserAccounts>>;

/** Number of users whose totals are cached. A long history takes about 20 KB. */
const MAX_CACHED_USERS = 2_000;
const cachedTotals = singleton('ledger.lifetimes', () => new LRUCache<string, CachedTotals>({ max: MAX_CACHED_USERS }));

const NO_LIFETIME_TOTALS: LifetimeTotals = {
  totals: NO_TOTALS,
  journals: 0,
  history: [],
  latest: 0,
  lateness: 0,
  day: { midnight: 0, earnings: new Map() },
};

/** Returns a user's balances and totals. Only transfers since the last call are read. */
export const readBalancesAndTotals = (
  user: string,
  accounts?: UserAccounts,
): Promise<LifetimeTotals & { balances: Balances }> =>
  oncePerRequest(`balances ${user}`, async () => {
    const own =
      accounts ?? (await oncePerRequest(`accounts ${user}`, () => selectUserAccounts(readCommitted(), { user })));
    return { ...(await lifetimeTotalsOf(readCommitted(), user, own)), balances: sumBalances(own) };
  });

const selectTransfersOn = (side: 'debit' | 'credit') => {
  const version = transfer[`${side}Version`];
  return prepared(`ledger.${side}s-since`, (handle) =>
    handle
      .select({
        id: transfer.id,
        journalId: journal.id,
        kind: journal.kind,
        ref: journal.businessRef,
        at: journal.effectiveAt,
        debit: transfer.debitAccountId,
        credit: transfer.creditAccountId,
        amount: transfer.amount,
      })
      .from(transfer)
      .innerJoin(journal, eq(journal.id, transfer.journalId))
      .where(
        and(
          eq(transfer[`${side}AccountId`], sql.placeholder('account')),
          gt(version, sql.placeholder('after')),
          lte(version, sql.placeholder('upTo')),
        ),
      ),
  );
};

const selectDebits = selectTransfersOn('debit');
const selectCredits = selectTransfersOn('credit');

type UserTransfer = Awaited<ReturnType<typeof selectDebits>>[number];

/**
 * Returns a user's cached totals with the transfers since then, found by the versions of accounts. Requires committed
 * rows, since the result is cached.
 */
async function lifetimeTotalsOf(handle: Reader, user: string, own: UserAccounts): Promise<LifetimeTotals> {
  const known = cachedTotals.get(user);
  const since: UserTransfer[] = [];
  for (const { id, version } of own) {
    const after = known?.versions.get(id) ?? 0;
    if (version <= after) continue;
    const query = { account: id, after, upTo: version };
    const sides = await Promise.all([selectDebits(handle, query), selectCredits(handle, query)]);
    since.push(...sides.flat());
  }
  const lifetime = {
    ...addTransfers(known ?? NO_LIFETIME_TOTALS, since, new Set(own.map(({ id }) => id))),
    versions: new Map(own.map(({ id, version }) => [id, Math.max(version, known?.versions.get(id) ?? 0)])),
  };
  cachedTotals.set(user, lifetime);
  return lifetime;
}

function addTransfers(known: LifetimeTotals, since: UserTransfer[], userAccountIds: Set<string>): LifetimeTotals {
  if (since.length === 0) return known;
  // A transfer between two accounts of the user is found from both sides. IDs of journals are in the order of posting.
  const transfers = new Map(since.sort((a, b) => (a.journalId < b.journalId ? -1 : 1)).map((each) => [each.id, each]));
  const totals = { ...known.totals };
  let { latest, lateness } = known;
  const ranges: BalanceChangeSums[] = [];
  const midnight = Math.floor(now().getTime() / DAY) * DAY;
  const earnings = new Map(known.day.midnight === midnight ? known.day.earnings : []);
  for (const { kind, ref, amount, debit, credit, at } of transfers.values()) {
    latest = Math.max(latest, at.getTime());
    lateness = Math.max(lateness, latest - at.getTime());
    addToTotals(totals, kind, amount, userAccountIds.has(credit));
    const { totalDeposit, totalWithdraw } = addToTotals({ ...NO_TOTALS }, kind, amount, userAccountIds.has(credit));
    const funded = (userAccountIds.has(credit) ? amount : 0n) - (userAccountIds.has(debit) ? amount : 0n);
    const putIn = isMoneyTransfer(kind) && funded > 0n ? funded : 0n;
    const withdrawn = isMoneyTransfer(kind) && funded < 0n ? -funded : 0n;
    const invested = kind === 'plan-opened' ? amount : 0n;
    if (at.getTime() >= midnight && funded && !isMoneyTransfer(kind)) {
      const [of = ''] = ref.split(':');
      earnings.set(of, (earnings.get(of) ?? 0n) + funded);
    }
    const range = { at: at.getTime(), funded, totalDeposit, totalWithdraw, putIn, withdrawn, invested };
    if (RANGE_AMOUNTS.some((name) => range[name])) ranges.push(range);
  }
  const journals = known.journals + new Set(since.map(({ journalId }) => journalId)).size;
  const day = { midnight, earnings };
  return { totals, journals, history: extendHistory(known.history, ranges), latest, lateness, day };
}

const sumsOfOwners = (owners: string[], side: SQLiteColumn) =>
  read()
    .select({ owner: account.ownerId, kind: journal.kind, sum: sql<string>`cast(sum(${transfer.amount}) as text)` })
    .from(account)
    .innerJoin(transfer, eq(side, account.id))
    .innerJoin(journal, eq(journal.id, transfer.journalId))
    .where(inArray(account.ownerId, owners))
    .groupBy(account.ownerId, journal.kind);

export async function readTotalsOfUsers(users: string[]): Promise<Map<string, Totals & { funded: bigint }>> {
  const totalsByUser = new Map(users.map((user) => [user, { ...NO_TOTALS, funded: 0n }]));
  if (users.length === 0) return totalsByUser;
  const owned = await read().select().from(account).where(inArray(account.ownerId, users));
  for (const { ownerId, credits, debits } of owned) {
    const userTotals = totalsByUser.get(ownerId ?? '');
    if (userTotals) userTotals.funded += credits - debits;
  }
  // No counted journal moves money between two accounts of one user, so each is found from one side only.
  for (const side of [transfer.debitAccountId, transfer.creditAccountId]) {
    for (const { owner, kind, sum } of await sumsOfOwners(users, side)) {
      const userTotals = totalsByUser.get(owner ?? '');
      if (userTotals) addToTotals(userTotals, kind, BigInt(sum), side === transfer.creditAccountId);
    }
  }
  return totalsByUser;
}

export async function readUnrankedMoney(handle: Reader, user: string): Promise<Totals> {
  const kinds: JournalKind[] = ['practice-money', 'operator-credit', 'operator-profit', 'operator-debit'];
  const sums = await handle
    .select({ kind: journal.kind, sum: sql<bigint>`cast(sum(${transfer.amount}) as text)`.mapWith(BigInt) })
    .from(account)
    .innerJoin(transfer, or(eq(transfer.creditAccountId, account.id), eq(transfer.debitAccountId, account.id)))
    .innerJoin(journal, eq(journal.id, transfer.journalId))
    .where(and(eq(account.ownerId, user), inArray(journal.kind, kinds)))
    .groupBy(journal.kind);
  const totals = { ...NO_TOTALS };
  for (const { kind, sum } of sums) addToTotals(totals, kind, sum, kind !== 'operator-debit');
  return totals;
}
