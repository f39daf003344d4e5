import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { copy, copyFlow, trader, tradingAccount } from '#drizzle/schema';
import { prepared, read } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { openResult } from '~/trading/accounts/position';
import { mustContract } from '~/trading/contracts';
import { tradersWithoutStake } from '../leaderStake';
import { floorNow, hasPositions, standingOf } from './following/internal/copyAccount.server';
import { resultLines } from './following/internal/copyDays.server';
import { allocatedOf } from './rules';
import { HOLDING, RUNNING } from './states';

/** Does a trader have an account with positions, so that copies follow its orders? */
export async function isFollowedByOrders(traderId: string): Promise<boolean> {
  const [row] = await read()
    .select({ kind: tradingAccount.kind })
    .from(tradingAccount)
    .where(eq(tradingAccount.id, traderId));
  return row !== undefined && row.kind !== 'copy';
}

const user = sql.placeholder('user');

const newestCopies = prepared('copy.of-user', (handle) =>
  handle
    .select({
      copy,
      trader: { id: trader.id, firstName: trader.firstName, lastName: trader.lastName, shareBps: trader.shareBps },
    })
    .from(copy)
    .innerJoin(trader, eq(trader.id, copy.traderId))
    .where(eq(copy.userId, user))
    .orderBy(desc(copy.startedAt), desc(copy.id))
    .limit(200),
);

const leavingCopies = prepared('copy.leaving-of-user', (handle) =>
  handle
    .select()
    .from(copyFlow)
    .where(and(eq(copyFlow.userId, user), isNull(copyFlow.movedAt)))
    .orderBy(asc(copyFlow.at)),
);

/** A user's copies with their traders: those that hold money first, then the others, both newest first. */
export async function copiesOf(userId: string) {
  const rows = await newestCopies(read(), { user: userId });
  const leaving = await leavingCopies(read(), { user: userId });
  const standings = new Map<string, Standing>();
  for (const { copy: row } of rows) {
    const standing = HOLDING.includes(row.status) ? await standingOf(read(), row) : null;
    if (standing) standings.set(row.id, shown(standing));
  }
  const holding = rows.map(({ copy: row }) => row).filter(({ status }) => HOLDING.includes(status));
  const short = await tradersWithoutStake(
    read(),
    holding.map(({ traderId }) => traderId),
  );
  const lines = await resultLines(read(), userId, holding);
  const all = rows.map(({ copy: row, trader: leader }) => ({
    ...row,
    ...withResult(row, standings.get(row.id)?.equity, lines.get(row.id) ?? []),
    standing: standings.get(row.id) ?? null,
    floor: hasPositions(row) ? floorNow(row) : row.floor,
    live: HOLDING.includes(row.status),
    running: RUNNING.includes(row.status),
    /** Money that leaves this copy follows within a day, not at once. */
    waits: !isPaper() && !hasPositions(row),
    leaving: leaving.filter(({ copyId }) => copyId === row.id),
    /** The leader gave their last order with too small a stake, so that the copy opens nothing. */
    lacksStake: RUNNING.includes(row.status) && short.has(row.traderId),
    /** The share that the leader asks of new copies. */
    leaderShareBps: leader.shareBps,
    traderName: `${leader.firstName} ${leader.lastName}`,
  }));
  return [...all.filter(({ live }) => live), ...all.filter(({ live }) => !live)];
}

/**
 * What a copy is worth and what came of it, cents: with what open positions would give now, from the start and since the
 * last UTC day ended.
 */
function withResult(row: StoredCopy, worth: bigint | undefined, days: bigint[]) {
  const equity = worth ?? allocatedOf(row);
  const total = worth === undefined ? row.result : worth - row.contributed;
  return { equity, total, today: total - (days.at(-1) ?? 0n), line: [...days, total].map(Number) };
}

type StoredCopy = typeof copy.$inferSelect;

/** What a copy with positions holds, as its owner reads it; cents. */
type Standing = {
  equity: bigint;
  free: bigint;
  share: bigint;
  positions: { symbol: string; side: string; result: bigint }[];
  /** Orders that wait for the next price of their source. */
  waiting: { symbol: string; side: string }[];
};

const shown = ({
  account,
  equity,
  free,
  share,
  mids,
}: NonNullable<Awaited<ReturnType<typeof standingOf>>>): Standing => ({
  equity,
  free,
  share,
  positions: Object.values(account.positions).map((position) => ({
    symbol: mustContract(position.id).symbol,
    side: position.size > 0n ? 'long' : 'short',
    result: openResult(position, mids(position.id)),
  })),
  waiting: account.waiting.map(({ id, size }) => ({
    symbol: mustContract(id).symbol,
    side: size > 0n ? 'buying' : 'selling',
  })),
});

export type OwnedCopy = Awaited<ReturnType<typeof copiesOf>>[number];

/** What a row of a list shows of a copy: a page hands over to the browser what it is given. */
export type CopyRow = ReturnType<typeof copyRow>;

export const copyRow = (copy: OwnedCopy) => {
  const { id, leaderOrder, traderName, status, contributed, equity, total, today, line } = copy;
  return { id, leaderOrder, traderName, status, contributed, equity, total, today, line };
};
