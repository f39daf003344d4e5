import { and, asc, count, desc, eq, isNull } from 'drizzle-orm';
import { copy, copyFlow, mirror, trade, trader, tradingAccount } from '#drizzle/schema';
import { read } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { mustContract } from '~/trading/contracts';
import { openResult } from '~/trading/position';
import { floorNow, hasPositions, standingOf } from './positions.server';
import { equityOf } from './rules';
import { HOLDING, RUNNING } from './states';

/** Has a trader an account with positions, whose orders copies follow? */
export async function isFollowedByOrders(traderId: string): Promise<boolean> {
  const [row] = await read()
    .select({ kind: tradingAccount.kind })
    .from(tradingAccount)
    .where(eq(tradingAccount.id, traderId));
  return row?.kind === 'leader';
}

/** A user's copies, those that hold money first, each newest first, with whom they copy. */
export async function copiesOf(userId: string) {
  const rows = await read()
    .select({ copy, trader: { id: trader.id, firstName: trader.firstName, lastName: trader.lastName } })
    .from(copy)
    .innerJoin(trader, eq(trader.id, copy.traderId))
    .where(eq(copy.userId, userId))
    .orderBy(desc(copy.startedAt), desc(copy.id))
    .limit(200);
  const leaving = await read()
    .select()
    .from(copyFlow)
    .where(and(eq(copyFlow.userId, userId), isNull(copyFlow.movedAt)))
    .orderBy(asc(copyFlow.at));
  const standings = new Map<string, Standing>();
  for (const { copy: row } of rows) {
    const standing = HOLDING.includes(row.status) ? await standingOf(read(), row) : null;
    if (standing) standings.set(row.id, shown(standing));
  }
  const all = rows.map(({ copy: row, trader: leader }) => ({
    ...row,
    /** Of a copy with positions: with what they would give now. */
    equity: standings.get(row.id)?.equity ?? equityOf(row),
    standing: standings.get(row.id) ?? null,
    floor: hasPositions(row) ? floorNow(row) : row.floor,
    live: HOLDING.includes(row.status),
    running: RUNNING.includes(row.status),
    /** Money that leaves this copy follows within a day, not at once. */
    waits: !isPaper() && !hasPositions(row),
    leaving: leaving.filter(({ copyId }) => copyId === row.id),
    traderName: `${leader.firstName} ${leader.lastName}`,
  }));
  return [...all.filter(({ live }) => live), ...all.filter(({ live }) => !live)];
}

/** What a copy with positions holds, as its owner reads it; cents. */
type Standing = { equity: bigint; free: bigint; positions: { symbol: string; side: string; result: bigint }[] };

const shown = ({ account, equity, free, mids }: NonNullable<Awaited<ReturnType<typeof standingOf>>>): Standing => ({
  equity,
  free,
  positions: Object.values(account.positions).map((position) => ({
    symbol: mustContract(position.id).symbol,
    side: position.size > 0n ? 'long' : 'short',
    result: openResult(position, mids(position.id)),
  })),
});

export type OwnedCopy = Awaited<ReturnType<typeof copiesOf>>[number];

const PER_PAGE = 50;

/** A page of what reached a user's copies, newest first: each with the leader's own result and, if it did not, why. */
export async function mirroredTrades(userId: string, page: number) {
  const [counted] = await read().select({ rows: count() }).from(mirror).where(eq(mirror.userId, userId));
  const pages = Math.max(1, Math.ceil((counted?.rows ?? 0) / PER_PAGE));
  const at = Math.min(page, pages);
  const trades = await read()
    .select({
      mirror,
      leaderAmount: trade.amount,
      trader: { id: trader.id, firstName: trader.firstName, lastName: trader.lastName },
    })
    .from(mirror)
    .innerJoin(trade, eq(trade.id, mirror.tradeId))
    .innerJoin(trader, eq(trader.id, trade.traderId))
    .where(eq(mirror.userId, userId))
    .orderBy(desc(mirror.at), desc(mirror.id))
    .limit(PER_PAGE)
    .offset((at - 1) * PER_PAGE);
  return { trades, page: at, pages };
}

export type MirroredTrade = Awaited<ReturnType<typeof mirroredTrades>>['trades'][number];
