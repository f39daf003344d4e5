import { DAY } from '~/platform/clock';

/**
 * Sums of balance changes within one time range, cents. `at` is the time of the last change, milliseconds since 1970.
 */
export type BalanceChangeSums = {
  at: number;
  funded: bigint;
  totalDeposit: bigint;
  totalWithdraw: bigint;
  /** Net amount that came from outside and is neither profit nor loss: deposits, withdrawals, gifts. */
  putIn: bigint;
  withdrawn: bigint;
  invested: bigint;
};

export const RANGE_AMOUNTS = ['funded', 'totalDeposit', 'totalWithdraw', 'putIn', 'withdrawn', 'invested'] as const;

const RECENT_DAYS = 31;
/** Largest number of ranges. More are merged, since a chart shows no finer detail of a long history. */
const MAX_RANGES = 150;

/**
 * Adds changes (in any order) to a user's history, and returns it oldest first. A long history is merged by days and,
 * before the last month, by two or more days.
 */
export function extendHistory(
  history: readonly BalanceChangeSums[],
  more: readonly BalanceChangeSums[],
): BalanceChangeSums[] {
  const all = mergeRanges(
    [...history, ...more].sort((a, b) => a.at - b.at),
    (at) => at,
  );
  const dayOf = (at: number) => Math.floor(at / DAY) * DAY;
  const recent = dayOf(all.at(-1)?.at ?? 0) - RECENT_DAYS * DAY;
  let fewer = all;
  for (let rangeMs = DAY; fewer.length > MAX_RANGES; rangeMs *= 2) {
    fewer = mergeRanges(all, (at) => (at < recent ? Math.floor(at / rangeMs) * rangeMs : dayOf(at)));
  }
  return fewer;
}

function mergeRanges(ranges: readonly BalanceChangeSums[], placeOf: (at: number) => number): BalanceChangeSums[] {
  const all: BalanceChangeSums[] = [];
  for (const range of ranges) {
    const last = all.at(-1);
    if (!last || placeOf(last.at) !== placeOf(range.at)) {
      all.push({ ...range });
      continue;
    }
    last.at = range.at;
    for (const name of RANGE_AMOUNTS) last[name] += range[name];
  }
  return all;
}
