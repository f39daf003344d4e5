import { and, asc, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { copy, copyFigures, tradingAccount } from '#drizzle/schema';
import { DAY, now, SECOND } from '~/platform/clock';
import { insertAll, read, write } from '~/platform/db/index.server';
import { sumOfDifferences } from '~/trading/copying/difference';
import { fellShortBps } from '../../rules';
import { HOLDING } from '../../states';
import { compareCopy } from '../comparison.server';

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
    .select({ id: copy.id, traderId: copy.traderId })
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
  for (const each of due) {
    await write(async (tx) => {
      const { differences, copyRows } = await compareCopy(tx, each);
      // Rows by the operator are typed results: their owner did not put that money in.
      const putIn = copyRows.reduce((sum, { flow, by }) => (flow > 0n && by !== 'operator' ? sum + flow : sum), 0n);
      const { scaled, result } = sumOfDifferences(differences);
      const fellShort = differences.length > 0 ? fellShortBps({ scaled, result, putIn }) : null;
      await insertAll(tx, copyFigures, [{ id: each.id, fellShortBps: fellShort, until }], ['fellShortBps', 'until']);
    });
  }
  return due.length === COPIES;
}
