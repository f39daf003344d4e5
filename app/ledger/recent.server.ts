import { and, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { account, journal, transfer } from '#drizzle/schema';
import { type Handle, read, statement } from '~/platform/db/index.server';
import { once } from '~/platform/once';
import type { JournalKind } from './chart';
import { type Balances, countTo, fundedBy, NO_TOTALS, ownAccounts, type Totals } from './statement.server';

/** One journal as the newest of a statement show it; amounts in cents. */
export type RecentLine = {
  journalId: string;
  kind: JournalKind;
  at: Date;
  /** How much it moved, whatever the direction. */
  amount: bigint;
  /** Change of everything owed to the user. */
  change: bigint;
  /** Everything owed after it. */
  fundedAfter: bigint;
};

export type Recent = { balances: Balances; totals: Totals; lines: RecentLine[]; journals: number };

/** A journal has at most this many transfers at one account. */
const MOST_LEGS = 2;

const place = sql.placeholder;
const number = (name: string) => sql<number>`cast(${place(name)} as bigint)`;

const MOVED = {
  id: transfer.id,
  journalId: journal.id,
  kind: journal.kind,
  at: journal.effectiveAt,
  debit: transfer.debitAccountId,
  credit: transfer.creditAccountId,
  amount: transfer.amount,
};

/** The transfers of a user's accounts on one side, as far as `which` says, by the versions of the accounts. */
const moved = (
  name: string,
  side: SQLiteColumn,
  version: SQLiteColumn,
  which: (version: SQLiteColumn) => SQL | undefined,
) =>
  statement(`ledger.${name}`, (handle) =>
    handle
      .select(MOVED)
      .from(account)
      .innerJoin(transfer, and(eq(side, account.id), which(version)))
      .innerJoin(journal, eq(journal.id, transfer.journalId))
      .where(name.startsWith('newest') ? eq(account.ownerId, place('user')) : eq(account.id, place('account'))),
  );

// A version counts the transfers of an account, so those above `version - n` are its newest n: a short walk on an index.
const newest = (version: SQLiteColumn) => gt(version, sql`${account.version} - ${number('most')}`);
const between = (version: SQLiteColumn) => and(gt(version, number('after')), lte(version, number('upTo')));

const newestDebits = moved('newest-debits', transfer.debitAccountId, transfer.debitVersion, newest);
const newestCredits = moved('newest-credits', transfer.creditAccountId, transfer.creditVersion, newest);
const debitsSince = moved('debits-since', transfer.debitAccountId, transfer.debitVersion, between);
const creditsSince = moved('credits-since', transfer.creditAccountId, transfer.creditVersion, between);

type Moved = Awaited<ReturnType<typeof newestDebits>>[number];

/**
 * What a user has and what moved last, newest first, at a cost that does not grow with their history.
 * @param limit how many journals
 */
export async function recentOf(user: string, limit: number): Promise<Recent> {
  const handle = read();
  const own = await ownAccounts(handle, { user });
  const balances = fundedBy(own);
  const most = limit * MOST_LEGS;
  const [debits, credits] = await Promise.all([
    newestDebits(handle, { user, most }),
    newestCredits(handle, { user, most }),
  ]);
  const { totals, journals } = await lifetimeOf(handle, user, own);
  const lines = linesOf([...debits, ...credits], new Set(own.map(({ id }) => id)), balances.funded);
  return { balances, totals, journals, lines: lines.slice(0, limit) };
}

/** Journals from transfers, newest first, each with what was owed after it, reckoned back from now. */
function linesOf(transfers: Moved[], mine: Set<string>, funded: bigint): RecentLine[] {
  const lines = new Map<string, RecentLine>();
  const seen = new Set<string>();
  for (const { id, journalId, kind, at, debit, credit, amount } of transfers) {
    if (seen.has(id)) continue;
    seen.add(id);
    const line = lines.get(journalId) ?? {
      journalId,
      kind: kind as JournalKind,
      at,
      amount: 0n,
      change: 0n,
      fundedAfter: 0n,
    };
    line.amount += amount;
    line.change += (mine.has(credit) ? amount : 0n) - (mine.has(debit) ? amount : 0n);
    lines.set(journalId, line);
  }
  const sorted = [...lines.values()].sort((a, b) => (a.journalId < b.journalId ? 1 : -1));
  let owed = funded;
  for (const line of sorted) {
    line.fundedAfter = owed;
    owed -= line.change;
  }
  return sorted;
}

type Lifetime = { versions: Map<string, number>; totals: Totals; journals: number };

/** Users whose sums are remembered; the one asked for longest ago goes first. */
const MOST_REMEMBERED = 10_000;
const remembered = once('ledger.lifetimes', () => new Map<string, Lifetime>());

/**
 * Sums over a whole history, by adding what came since they were last asked for. An account's version tells what that is, so
 * what is remembered is never stale, only short of the newest.
 */
async function lifetimeOf(
  handle: Handle,
  user: string,
  own: Awaited<ReturnType<typeof ownAccounts>>,
): Promise<Lifetime> {
  const known = remembered.get(user) ?? { versions: new Map(), totals: NO_TOTALS, journals: 0 };
  const since: Moved[] = [];
  const versions = new Map(own.map(({ id, version }) => [id, version]));
  for (const { id, version } of own) {
    const after = known.versions.get(id) ?? 0;
    if (version <= after) continue;
    const range = { account: id, after, upTo: version };
    since.push(...(await debitsSince(handle, range)), ...(await creditsSince(handle, range)));
  }
  const transfers = new Map(since.map((each) => [each.id, each]));
  const totals = { ...known.totals };
  for (const { kind, amount } of transfers.values()) countTo(totals, kind, amount);
  const journals = known.journals + new Set([...transfers.values()].map(({ journalId }) => journalId)).size;
  const lifetime = { versions, totals, journals };
  remembered.delete(user);
  remembered.set(user, lifetime);
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MOST_REMEMBERED) break;
    remembered.delete(oldest);
  }
  return lifetime;
}

const ofOwners = (owners: string[], side: SQLiteColumn) =>
  read()
    .select({ owner: account.ownerId, kind: journal.kind, sum: sql<string>`cast(sum(${transfer.amount}) as text)` })
    .from(account)
    .innerJoin(transfer, eq(side, account.id))
    .innerJoin(journal, eq(journal.id, transfer.journalId))
    .where(inArray(account.ownerId, owners))
    .groupBy(account.ownerId, journal.kind);

/** Everything owed to each of some users, and their lifetime totals, cents. */
export async function standingsOf(users: string[]): Promise<Map<string, Totals & { funded: bigint }>> {
  const standings = new Map(users.map((user) => [user, { ...NO_TOTALS, funded: 0n }]));
  if (users.length === 0) return standings;
  const owned = await read().select().from(account).where(inArray(account.ownerId, users));
  for (const { ownerId, credits, debits } of owned) {
    const standing = standings.get(ownerId ?? '');
    if (standing) standing.funded += credits - debits;
  }
  // No journal that counts moves money between two accounts of one user, so each is met on one side only.
  for (const side of [transfer.debitAccountId, transfer.creditAccountId]) {
    for (const { owner, kind, sum } of await ofOwners(users, side)) {
      const standing = standings.get(owner ?? '');
      if (standing) countTo(standing, kind, BigInt(sum));
    }
  }
  return standings;
}
