import { DAY } from '~/platform/clock';

/** Balance changes within one time range, cents. `at`: time of the last change, milliseconds since 1970. */
export type BalanceSpan = {
  at: number;
  funded: bigint;
  totalDeposit: bigint;
  totalWithdraw: bigint;
  /** Net money from outside, which is neither profit nor loss: deposits, withdrawals, gifts. */
  putIn: bigint;
  withdrawn: bigint;
  invested: bigint;
};

export const SPAN_AMOUNTS = ['funded', 'totalDeposit', 'totalWithdraw', 'putIn', 'withdrawn', 'invested'] as const;

const RECENT_DAYS = 31;
/** Number of ranges from which they are merged, since a chart shows no more of a long history. */
const MAX_RANGES = 150;

/**
 * Extends a user's history, oldest first. A short one has single changes; a longer one is merged by days, then two days, then four.
 * `more` may be of any time.
 */
export function extendHistory(course: readonly BalanceSpan[], more: readonly BalanceSpan[]): BalanceSpan[] {
  const all = merged(
    [...course, ...more].sort((a, b) => a.at - b.at),
    (at) => at,
  );
  const dayOf = (at: number) => Math.floor(at / DAY) * DAY;
  const recent = dayOf(all.at(-1)?.at ?? 0) - RECENT_DAYS * DAY;
  let fewer = all;
  for (let span = DAY; fewer.length > MAX_RANGES; span *= 2) {
    fewer = merged(all, (at) => (at < recent ? Math.floor(at / span) * span : dayOf(at)));
  }
  return fewer;
}

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
