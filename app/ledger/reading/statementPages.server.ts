import { and, eq, gt, gte, lt, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { account, journal, transfer } from '#drizzle/schema';
import { prepared, type Reader } from '~/platform/db/index.server';
import { oncePerRequest } from '~/platform/process/callContext.server';
import { singleton } from '~/platform/singleton';
import type { JournalKind } from '../chartOfAccounts';
import { type StatementLine, selectUserAccounts } from './statement.server';

/** Position of a backward scan: per account, the version below which it continues. Later bookings do not affect it. */
export type StatementPosition = readonly number[];

export type StatementLineWithNext = StatementLine & { next: StatementPosition };

type Movement = {
  journalId: string;
  kind: string;
  reason: string | null;
  ref: string;
  at: Date;
  change: bigint;
  balance: bigint;
  version: number;
  other: string;
};

/** Number of movements that a statement reads: the first one for each account with money (one for others), later ones for one account. */
type ReadSizes = { first: number; chunk: number };

export const READ_SIZES = {
  page: { first: 12, chunk: 40 },
  /** Most accounts move less often within a month. */
  month: { first: 120, chunk: 400 },
} satisfies Record<string, ReadSizes>;

/** Yields a user's journals, newest first, with the balances after each. The cost of a page does not depend on its depth. */
export async function* yieldLinesNewestFirst(
  handle: Reader,
  user: string,
  { from, pace = READ_SIZES.page }: { from?: StatementPosition; pace?: ReadSizes } = {},
): AsyncGenerator<StatementLineWithNext> {
  const own = await oncePerRequest(`accounts ${user}`, () => selectUserAccounts(handle, { user }));
  yield* walkBack(handle, user, inOrder(own), { from, pace });
}

type UserAccounts = Awaited<ReturnType<typeof selectUserAccounts>>;

const inOrder = (own: UserAccounts): UserAccounts => own.toSorted((a, b) => (a.id < b.id ? -1 : 1));

async function* walkBack(
  handle: Reader,
  user: string,
  own: UserAccounts,
  { from, pace }: { from?: StatementPosition; pace: ReadSizes },
): AsyncGenerator<StatementLineWithNext> {
  const ownIds = new Set(own.map(({ id }) => id));
  // An account that the position does not contain was opened later.
  const trails = own.map(({ id, code, version }, index) => ({
    id,
    spendable: code.startsWith('available:'),
    below: Math.min(from ? (from[index] ?? 1) : version + 1, version + 1),
    ahead: [] as Movement[],
  }));
  type Trail = (typeof trails)[number];
  const scan = async (trail: Trail) => {
    if (trail.ahead.length === 0 && trail.below > 1) trail.ahead = await movementsBelow(handle, trail, pace.chunk);
  };
  if (!from) await findNewest(handle, { user, first: pace.first }, trails, own);
  await Promise.all(trails.map(scan));
  let funded = trails.reduce((sum, { ahead }) => sum + (ahead[0]?.balance ?? 0n), 0n);

  for (;;) {
    // Ids of journals are in order of time.
    const newest = trails.flatMap(({ ahead }) => ahead[0] ?? []).reduce(laterMovement, undefined);
    if (!newest) return;
    const { journalId, kind, reason, ref, at } = newest;
    const line = { journalId, kind: kind as JournalKind, reason, ref, at, fundedAfter: funded };
    const moved = { change: 0n, availableChange: 0n, amount: 0n };
    for (const trail of trails) {
      for (let head = trail.ahead[0]; head?.journalId === journalId; head = trail.ahead[0]) {
        moved.change += head.change;
        if (trail.spendable) moved.availableChange += head.change;
        // A transfer between two accounts of the user is read from both sides, and counted once.
        if (head.change > 0n) moved.amount += head.change;
        else if (!ownIds.has(head.other)) moved.amount -= head.change;
        trail.below = head.version;
        trail.ahead.shift();
        await scan(trail);
      }
    }
    funded -= moved.change;
    yield { ...line, ...moved, next: trails.map(({ below }) => below) };
  }
}

type NewestLines = { lines: readonly StatementLine[]; areAll: boolean; start: StatementPosition };

/** Largest number of cached lines per user, and in total. One line takes some 400 bytes. */
const MAX_CACHED_LINES = { user: 1_000, all: 50_000 };

const cachedLines = singleton(
  'ledger.newest-lines',
  () =>
    new LRUCache<string, NewestLines>({
      maxSize: MAX_CACHED_LINES.all,
      sizeCalculation: ({ lines }) => lines.length + 1,
    }),
);

/**
 * Returns a user's newest lines. Reads back to where the last call started, and takes older lines from the cache.
 * `accounts` must be committed.
 */
export async function readNewestStatementLines(
  handle: Reader,
  user: string,
  limit: number,
  accounts: UserAccounts,
): Promise<StatementLine[]> {
  const own = inOrder(accounts);
  const started = own.map(({ version }) => version + 1);
  const known = cachedLines.get(user);
  const walk = walkBack(handle, user, own, { pace: READ_SIZES.page });
  let lines: StatementLine[] = [];
  let areAll = false;
  for (let place: StatementPosition = started; lines.length < limit; ) {
    if (known && (known.areAll || lines.length + known.lines.length >= limit) && isSame(place, known.start)) {
      lines = [...lines, ...known.lines];
      areAll = known.areAll;
      break;
    }
    const step = await walk.next();
    if (step.done) {
      areAll = true;
      break;
    }
    const { next, ...line } = step.value;
    lines.push(line);
    place = next;
  }
  areAll &&= lines.length <= MAX_CACHED_LINES.user;
  cachedLines.set(user, { lines: lines.slice(0, MAX_CACHED_LINES.user), areAll, start: started });
  return lines.slice(0, limit);
}

/** Returns whether two positions are equal. An account that the earlier one lacks had no movements then (version 1). */
const isSame = (place: StatementPosition, earlier: StatementPosition): boolean =>
  place.every((below, account) => below === (earlier[account] ?? 1));

const laterMovement = (a: Movement | undefined, b: Movement): Movement => (a && a.journalId > b.journalId ? a : b);

async function movementsBelow(
  handle: Reader,
  { id, below }: { id: string; below: number },
  chunk: number,
): Promise<Movement[]> {
  const rows = await selectMovementsBelow(handle, { account: id, below, from: below - chunk });
  return toMovements(rows);
}

/** Reads the newest movements of all accounts by one statement, since most copies have not moved. */
async function findNewest(
  handle: Reader,
  range: { user: string; first: number },
  trails: { id: string; below: number; ahead: Movement[] }[],
  own: readonly { id: string; version: number }[],
): Promise<void> {
  const rows = new Map<string, MovementRow[]>(own.map(({ id }) => [id, []]));
  for (const row of await selectLastMovements(handle, range)) rows.get(row.account)?.push(row);
  for (const [at, trail] of trails.entries()) {
    const found = toMovements(rows.get(trail.id) ?? []);
    // An account that has changed since the read is read separately.
    if (found[0]?.version === own[at]?.version) trail.ahead = found;
  }
}

type MovementRow = Omit<Movement, 'change'> & { amount: bigint; sign: number };

const toMovements = (rows: readonly MovementRow[]): Movement[] =>
  rows
    .map(({ amount, sign, ...row }) => ({ ...row, change: sign < 0 ? -amount : amount }))
    .sort((a, b) => b.version - a.version);

const MOVEMENT_COLUMNS = {
  journalId: journal.id,
  kind: journal.kind,
  reason: journal.reason,
  ref: journal.businessRef,
  at: journal.effectiveAt,
  amount: transfer.amount,
};

type Side = 'debit' | 'credit';

const columnsOn = (own: Side) => ({
  ...MOVEMENT_COLUMNS,
  account: transfer[`${own}AccountId`],
  balance: transfer[`${own}Balance`],
  version: transfer[`${own}Version`],
  other: transfer[own === 'debit' ? 'creditAccountId' : 'debitAccountId'],
  sign: sql<number>`${sql.raw(own === 'debit' ? '-1' : '1')}`.mapWith(Number),
});

/** Query of an account's transfers between two versions, from the side of that account. */
const selectMovementsBelow = prepared('ledger.moved-below', (handle) => {
  const side = (own: Side) =>
    handle
      .select(columnsOn(own))
      .from(transfer)
      .innerJoin(journal, eq(journal.id, transfer.journalId))
      .where(
        and(
          eq(transfer[`${own}AccountId`], sql.placeholder('account')),
          lt(transfer[`${own}Version`], sql.placeholder('below')),
          gte(transfer[`${own}Version`], sql.placeholder('from')),
        ),
      );
  return side('debit').unionAll(side('credit'));
});

const HAS_NO_BALANCE = sql`${account.debits} = ${account.credits}`;

/** Query of the last transfers of each account of a user, from the side of that account. */
const selectLastMovements = prepared('ledger.last-moved', (handle) => {
  const side = (own: Side) => {
    const version = transfer[`${own}Version`];
    const from = sql`${account.version} - case when ${HAS_NO_BALANCE} then 1 else cast(${sql.placeholder('first')} as integer) end`;
    return handle
      .select(columnsOn(own))
      .from(account)
      .innerJoin(transfer, and(eq(transfer[`${own}AccountId`], account.id), gt(version, from)))
      .innerJoin(journal, eq(journal.id, transfer.journalId))
      .where(eq(account.ownerId, sql.placeholder('user')));
  };
  return side('debit').unionAll(side('credit'));
});
