import { and, asc, count, eq, gte, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import { copy, copyFigures, copyFlow, tradingSnapshot } from '#drizzle/schema';
import { DAY, now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { computeMedian } from '../../rules';

/** Returns the start of the current UTC day; the results of copies include the day that ended then. */
const getStartOfToday = (): Date => new Date(Math.floor(now().getTime() / DAY) * DAY);

const hasMovedSince = (from: Date) =>
  sql`coalesce((select sum(case when ${copyFlow.kind} = 'top-up' then ${copyFlow.moved} else -${copyFlow.moved} end) from ${copyFlow} where ${copyFlow.copyId} = ${copy.id} and ${gte(copyFlow.movedAt, from)}), 0)`;

const isLastDayOf = (from: Date) =>
  and(
    eq(tradingSnapshot.accountId, copy.id),
    eq(tradingSnapshot.day, new Date(from.getTime() - DAY)),
    ne(copy.status, 'stopped'),
  );

/**
 * Returns the SQL of a copy's result in cents: with open positions as of the last complete day, or as booked if the
 * copy has no snapshot.
 */
const resultWithOpen = (from: Date) =>
  sql<bigint>`cast(case when ${tradingSnapshot.equity} is null then ${copy.result} else ${tradingSnapshot.equity} + ${hasMovedSince(from)} - ${copy.contributed} end as bigint)`;

/** Sums the equity of a trader's copies in cents, with open positions as of the last complete day. */
export async function sumCopiedCapital(id: string): Promise<bigint> {
  const from = getStartOfToday();
  const [row] = await read()
    .select({
      sum: sql<bigint>`cast(coalesce(sum(${copy.contributed} + ${resultWithOpen(from)}), 0) as text)`.mapWith(BigInt),
    })
    .from(copy)
    .leftJoin(tradingSnapshot, isLastDayOf(from))
    .where(eq(copy.traderId, id));
  return row?.sum ?? 0n;
}

/**
 * Counts a trader's copies, including stopped ones, and the profitable ones among them, and returns the median result
 * in cents.
 */
export async function loadCopiersResult(
  id: string,
): Promise<{ copies: number; inProfit: number; median: bigint | null }> {
  const from = getStartOfToday();
  const result = resultWithOpen(from);
  const all: SQL = eq(copy.traderId, id);
  const [counted] = await read()
    .select({
      copies: count(),
      inProfit: sql<number>`coalesce(sum(case when ${result} > 0 then 1 else 0 end), 0)`.mapWith(Number),
    })
    .from(copy)
    .leftJoin(tradingSnapshot, isLastDayOf(from))
    .where(all);
  const { copies, inProfit } = counted ?? { copies: 0, inProfit: 0 };
  if (copies === 0) return { copies, inProfit, median: null };
  const middle = await read()
    .select({ result: sql<bigint>`cast(${result} as text)`.mapWith(BigInt) })
    .from(copy)
    .leftJoin(tradingSnapshot, isLastDayOf(from))
    .where(all)
    .orderBy(asc(result))
    .offset(Math.floor((copies - 1) / 2))
    .limit(2 - (copies % 2));
  const [lower, upper = lower] = middle;
  return { copies, inProfit, median: lower && upper ? computeMedian(lower.result, upper.result) : null };
}

/** Shortfall of a trader's copies in basis points of the contributions; negative for copies that did better. */
type CopyShortfall = {
  copies: number;
  /** Median shortfall, and the shortfall that a tenth of the copies reached or exceeded; null without copies. */
  medianBps: number | null;
  worstTenthBps: number | null;
};

export async function loadShortfall(id: string): Promise<CopyShortfall> {
  const compared = and(eq(copy.traderId, id), isNotNull(copyFigures.fellShortBps));
  const counting = read().select({ n: count() }).from(copy);
  const [counted] = await counting.innerJoin(copyFigures, eq(copyFigures.id, copy.id)).where(compared);
  const copies = counted?.n ?? 0;
  if (copies === 0) return { copies, medianBps: null, worstTenthBps: null };
  const at = async (offset: number) => {
    const [found] = await read()
      .select({ bps: copyFigures.fellShortBps })
      .from(copy)
      .innerJoin(copyFigures, eq(copyFigures.id, copy.id))
      .where(compared)
      .orderBy(asc(copyFigures.fellShortBps))
      .offset(offset)
      .limit(1);
    return found?.bps ?? 0;
  };
  const [lower, upper] = [await at(Math.floor((copies - 1) / 2)), await at(Math.floor(copies / 2))];
  const worstTenthBps = await at(copies - Math.ceil(copies / 10));
  return { copies, medianBps: Math.trunc((lower + upper) / 2), worstTenthBps };
}
