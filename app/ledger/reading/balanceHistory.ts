import { DAY } from '~/platform/clock';

/** Balance changes within one time range, cents. `at`: time of the last change, milliseconds since 1970. */
export type BalanceRange = {
  at: number;
  funded: bigint;
  totalDeposit: bigint;
  totalWithdraw: bigint;
  /** Net money from outside, which is neither profit nor loss: deposits, withdrawals, gifts. */
  putIn: bigint;
  withdrawn: bigint;
  invested: bigint;
};

export const RANGE_AMOUNTS = ['funded', 'totalDeposit', 'totalWithdraw', 'putIn', 'withdrawn', 'invested'] as const;

const RECENT_DAYS = 31;
/** Number of ranges from which they are merged, since a chart shows no more of a long history. */
const MAX_RANGES = 150;

/**
 * Extends a user's history, oldest first. A short one has single changes; a longer one is merged by days, then two days, then four.
 * `more` may be of any time.
 */
export function extendHistory(history: readonly BalanceRange[], more: readonly BalanceRange[]): BalanceRange[] {
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

function mergeRanges(ranges: readonly BalanceRange[], placeOf: (at: number) => number): BalanceRange[] {
  const all: BalanceRange[] = [];
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
