import { and, asc, eq, gte, inArray, isNotNull, isNull, ne, or, type SQLWrapper } from 'drizzle-orm';
import { copy, copyFigures, tradingAccount } from '#drizzle/schema';
import { DAY, now } from '~/platform/clock';
import { insertAll, read, write } from '~/platform/db/index.server';
import { isOpenTrade } from '~/trading/copying/compare';
import { sumOfDifferences } from '~/trading/copying/difference';
import { computeCapital, computePartOfCapital } from '../../capital';
import { FUNDED_COPY_STATES } from '../../states';
import { compareCopy } from '../comparison.server';
import { computeValuation } from './copyAccount.server';

/** Number of copies that one run compares. Each comparison reads the copy's log and its leader's. */
const COPIES_PER_RUN = 20;

/** Stores the shortfall of copies against their leader, up to the last UTC midnight or their end. @returns whether more may be left */
export async function saveShortfalls(): Promise<boolean> {
  const today = new Date(Math.floor(now().getTime() / DAY) * DAY);
  const lastDay = new Date(today.getTime() - 1);
  const isNot = (until: SQLWrapper | Date) => or(isNull(copyFigures.until), ne(copyFigures.until, until));
  const due = await read()
    .select({ copy, end: tradingAccount.until })
    .from(copy)
    .innerJoin(tradingAccount, eq(tradingAccount.id, copy.id))
    .leftJoin(copyFigures, eq(copyFigures.id, copy.id))
    .where(
      and(
        isNotNull(copy.leaderOrder),
        or(
          and(inArray(copy.status, FUNDED_COPY_STATES), gte(tradingAccount.until, today), isNot(lastDay)),
          and(eq(copy.status, 'stopped'), isNot(tradingAccount.until)),
        ),
      ),
    )
    .orderBy(asc(copy.id))
    .limit(COPIES_PER_RUN);
  for (const { copy: each, end } of due) {
    const until = each.status === 'stopped' ? end : lastDay;
    await write(async (tx) => {
      const standing = await computeValuation(tx, each);
      if (!standing) return;
      const { compared, copyRows } = await compareCopy(tx, each, standing, { until: until.getTime() });
      // Rows by the operator are manual results and leaders' shares, not money that the owner moved.
      const capital = computeCapital(copyRows.flatMap(({ flow, by }) => (by === 'operator' ? [] : flow)));
      const closed = compared.filter((trade) => !isOpenTrade(trade));
      const { scaled, result } = sumOfDifferences(closed.map(({ difference }) => difference));
      const fellShortBps = closed.length > 0 ? computePartOfCapital(scaled - result, capital) : null;
      await insertAll(tx, copyFigures, [{ id: each.id, fellShortBps, until }], ['fellShortBps', 'until']);
    });
  }
  return due.length === COPIES_PER_RUN;
}
