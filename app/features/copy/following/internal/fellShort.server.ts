import { and, asc, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { copy, copyFigures, tradingAccount } from '#drizzle/schema';
import { DAY, now, SECOND } from '~/platform/clock';
import { insertAll, read, write } from '~/platform/db/index.server';
import { isOpenTrade } from '~/trading/copying/compare';
import { sumOfDifferences } from '~/trading/copying/difference';
import { capitalOf, partOfCapital } from '../../capital';
import { HOLDING } from '../../states';
import { compareCopy } from '../comparison.server';
import { standingOf } from './copyAccount.server';

/** How many copies one run compares. Each comparison reads the copy's log and its leader's since the copy began. */
const COPIES = 20;

/**
 * Keeps of some copies with positions how far they fell short of their leader: once a UTC day, and once more after their end.
 * @returns whether more may be left
 */
export async function keepFellShort(): Promise<boolean> {
  // Ends before this second, so that a copy that ends within it is compared once more.
  const until = new Date(Math.floor(now().getTime() / SECOND) * SECOND - 1);
  const today = new Date(Math.floor(now().getTime() / DAY) * DAY);
  const due = await read()
    .select({ copy })
    .from(copy)
    .innerJoin(tradingAccount, eq(tradingAccount.id, copy.id))
    .leftJoin(copyFigures, eq(copyFigures.id, copy.id))
    .where(
      and(
        isNotNull(copy.leaderOrder),
        or(
          isNull(copyFigures.until),
          and(inArray(copy.status, HOLDING), lt(copyFigures.until, today)),
          and(eq(copy.status, 'stopped'), lt(copyFigures.until, tradingAccount.until)),
        ),
      ),
    )
    .orderBy(asc(copy.id))
    .limit(COPIES);
  for (const { copy: each } of due) {
    await write(async (tx) => {
      const standing = await standingOf(tx, each);
      if (!standing) return;
      const { compared, copyRows } = await compareCopy(tx, each, standing);
      // Rows by the operator are typed results and leaders' shares: their owner did not move that money.
      const capital = capitalOf(copyRows.flatMap(({ flow, by }) => (by === 'operator' ? [] : flow)));
      const closed = compared.filter((trade) => !isOpenTrade(trade));
      const { scaled, result } = sumOfDifferences(closed.map(({ difference }) => difference));
      const fellShortBps = closed.length > 0 ? partOfCapital(scaled - result, capital) : null;
      await insertAll(tx, copyFigures, [{ id: each.id, fellShortBps, until }], ['fellShortBps', 'until']);
    });
  }
  return due.length === COPIES;
}
