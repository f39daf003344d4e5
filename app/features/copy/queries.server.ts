import { and, asc, count, desc, eq, isNull } from 'drizzle-orm';
import { copy, copyFlow, mirror, trade, trader } from '#drizzle/schema';
import { read } from '~/platform/db/index.server';
import { isPaper } from '~/platform/env';
import { equityOf } from './rules';
import { HOLDING, RUNNING } from './states';

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
  const all = rows.map(({ copy: row, trader: leader }) => ({
    ...row,
    equity: equityOf(row),
    live: HOLDING.includes(row.status),
    running: RUNNING.includes(row.status),
    /** Money that leaves this copy follows within a day, not at once. */
    waits: !isPaper(),
    leaving: leaving.filter(({ copyId }) => copyId === row.id),
    traderName: `${leader.firstName} ${leader.lastName}`,
  }));
  return [...all.filter(({ live }) => live), ...all.filter(({ live }) => !live)];
}

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
