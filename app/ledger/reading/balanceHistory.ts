import { DAY } from '~/platform/clock';

/** What a stretch of time changed, cents; `at` is the last moment of it that changed anything, milliseconds since 1970. */
export type BalanceSpan = {
  at: number;
  funded: bigint;
  totalDeposit: bigint;
  totalWithdraw: bigint;
  /** Came to the balance from outside, and left it, earning nothing and losing nothing: deposits, withdrawals, gifts. */
  putIn: bigint;
  takenOut: bigint;
  /** Put into plans, which leaves the balance as it is. */
  invested: bigint;
};

/** The amounts of a span, which add up. */
export const SPAN_AMOUNTS = ['funded', 'totalDeposit', 'totalWithdraw', 'putIn', 'takenOut', 'invested'] as const;

/** Days, up to the newest stretch, that stay apart. */
const RECENT = 31;
/** More stretches than this are merged until there are fewer: a chart shows no more of a long history. */
const MOST = 150;

/**
 * How a user's balance and totals came about, by time, the oldest stretch first. A short history is there moment by moment;
 * of a longer one the last month day by day, and what was before by each day, each two days, each four, and so on.
 * @param more may lie anywhere in time: a job that was late dates what it books by when that was due
 */
export function extendHistory(course: readonly BalanceSpan[], more: readonly BalanceSpan[]): BalanceSpan[] {
  const all = merged(
    [...course, ...more].sort((a, b) => a.at - b.at),
    (at) => at,
  );
  const dayOf = (at: number) => Math.floor(at / DAY) * DAY;
  const recent = dayOf(all.at(-1)?.at ?? 0) - RECENT * DAY;
  let fewer = all;
  for (let span = DAY; fewer.length > MOST; span *= 2) {
    fewer = merged(all, (at) => (at < recent ? Math.floor(at / span) * span : dayOf(at)));
  }
  return fewer;
}

/** Neighbours of the same place as one. */
function merged(stretches: readonly BalanceSpan[], placeOf: (at: number) => number): BalanceSpan[] {
  const all: BalanceSpan[] = [];
  for (const stretch of stretches) {
    const last = all.at(-1);
    if (!last || placeOf(last.at) !== placeOf(stretch.at)) {
      all.push({ ...stretch });
      continue;
    }
    last.at = stretch.at;
    for (const name of SPAN_AMOUNTS) last[name] += stretch[name];
  }
  return all;
}
