import { DAY, HOUR } from '~/platform/durations';

/**
 * Smallest number of trades for usual hours, the share of trades that must lie within these hours, and their largest
 * number.
 */
const MIN_TRADES = 5;
const MIN_SHARE_OF_TRADES = 0.8;
const MAX_HABIT_HOURS = 8;

const HOURS_OF_DAY = 24;

/** Returns when a trader usually trades, `between 15:00 and 16:00 UTC, Monday to Friday`; null for too few trades. */
export function describeUsualHours(trades: readonly Date[]): string | null {
  if (trades.length < MIN_TRADES) return null;
  const counts = Array.from({ length: HOURS_OF_DAY }, () => 0);
  for (const at of trades) counts[at.getUTCHours()] = (counts[at.getUTCHours()] ?? 0) + 1;
  const within = (from: number, hours: number) =>
    Array.from({ length: hours }, (_, index) => counts[(from + index) % HOURS_OF_DAY] ?? 0).reduce((a, b) => a + b, 0);
  const isWeekend = (at: Date) => at.getUTCDay() % 6 === 0;
  const weekends = trades.filter(isWeekend).length > 0 ? 'every day' : 'Monday to Friday';
  for (let hours = 1; hours <= MAX_HABIT_HOURS; hours += 1) {
    const froms = Array.from({ length: HOURS_OF_DAY }, (_, from) => from);
    const best = froms.reduce((a, b) => (within(b, hours) > within(a, hours) ? b : a));
    if (within(best, hours) < MIN_SHARE_OF_TRADES * trades.length) continue;
    return `between ${formatClock(best)} and ${formatClock(best + hours)} UTC, ${weekends}`;
  }
  return `at any hour, ${weekends}`;
}

const formatClock = (hour: number): string => new Date((hour * HOUR) % DAY).toISOString().slice(11, 16);
