import type { StoredFigures } from '#drizzle/schema';
import { DAY } from '~/platform/clock';

/** What one dollar did in a trader's last year, or since the record began. Parts are of that dollar as it began. */
export type PastYear = {
  from: Date;
  days: number;
  total: number;
  best: { month: string; part: number };
  worst: { month: string; part: number };
  /** From a high to the lowest point after it. */
  fall: number;
};

/** The days that it goes back. */
const YEAR = 365;

/**
 * What the kept net asset values of the last 365 days say of one dollar that was put in at their beginning. Months are those
 * of the calendar (UTC), the first and the last as far as they reach; null where the record has no whole month.
 */
export function pastYearOf(nav: StoredFigures['nav']): PastYear | null {
  const last = nav.at(-1);
  const days = last ? nav.filter(({ at }) => at >= last.at - YEAR * DAY) : [];
  const first = days[0];
  if (!first || !last || first.nav <= 0 || last.at - first.at < 30 * DAY) return null;
  const months = new Map<string, number>();
  for (const { at, nav: value } of days.slice(1)) months.set(new Date(at).toISOString().slice(0, 7), value / first.nav);
  let before = 1;
  const parts = Array.from(months, ([month, end]) => {
    const part = end - before;
    before = end;
    return { month, part };
  });
  const start = { month: '', part: 0 };
  let high = 0;
  let fall = 0;
  for (const { nav: value } of days) {
    high = Math.max(high, value);
    fall = Math.max(fall, (high - value) / first.nav);
  }
  return {
    from: new Date(first.at),
    days: Math.round((last.at - first.at) / DAY),
    total: last.nav / first.nav - 1,
    best: parts.reduce((a, b) => (b.part > a.part ? b : a), parts[0] ?? start),
    worst: parts.reduce((a, b) => (b.part < a.part ? b : a), parts[0] ?? start),
    fall,
  };
}
