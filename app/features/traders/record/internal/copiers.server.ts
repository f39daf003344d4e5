import { and, asc, count, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { copy, copyFigures } from '#drizzle/schema';
import { read } from '~/platform/db/index.server';
import { middleOf } from '../../rules';

/** What is in the copies of a trader now, cents. */
export async function copiedCapital(id: string): Promise<bigint> {
  const [row] = await read()
    .select({ sum: sql<bigint>`cast(coalesce(sum(${copy.contributed} + ${copy.result}), 0) as text)`.mapWith(BigInt) })
    .from(copy)
    .where(eq(copy.traderId, id));
  return row?.sum ?? 0n;
}

/** What came of the copies of a trader, stopped ones too: how many there were, how many of them won, and the middle result in cents. */
export async function copiersResult(id: string): Promise<{ copies: number; inProfit: number; median: bigint | null }> {
  const all: SQL = eq(copy.traderId, id);
  const [counted] = await read()
    .select({
      copies: count(),
      inProfit: sql<number>`coalesce(sum(case when ${copy.result} > 0 then 1 else 0 end), 0)`.mapWith(Number),
    })
    .from(copy)
    .where(all);
  const { copies, inProfit } = counted ?? { copies: 0, inProfit: 0 };
  if (copies === 0) return { copies, inProfit, median: null };
  const middle = await read()
    .select({ result: copy.result })
    .from(copy)
    .where(all)
    .orderBy(asc(copy.result))
    .offset(Math.floor((copies - 1) / 2))
    .limit(2 - (copies % 2));
  const [lower, upper = lower] = middle;
  return { copies, inProfit, median: lower && upper ? middleOf(lower.result, upper.result) : null };
}

/** How far the copies of a trader fell short, basis points of what was put in; below zero for copies that did better. */
type FellShort = {
  /** Copies of which a trade closed. */
  copies: number;
  /** The middle one, and the one that a tenth of them fell short by at least; null without any. */
  medianBps: number | null;
  worstTenthBps: number | null;
};

/** How far the copies of a trader fell short of the trader's own results, stopped ones too. */
export async function fellShortOf(id: string): Promise<FellShort> {
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
