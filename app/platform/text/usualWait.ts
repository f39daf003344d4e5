import { DAY, HOUR, MINUTE } from '../durations';
import { formatCount } from './figure';

/** Number of newest decisions that a usual wait considers, and the smallest number for which it is shown. */
export const WAIT_SAMPLE_SIZE = { newest: 20, fewest: 4 } as const;

/** Returns the median of waits, milliseconds, as text; null with too few waits. */
export const usualWaitText = (waits: readonly number[]): string | null =>
  waits.length < WAIT_SAMPLE_SIZE.fewest ? null : formatWait(calculateMedianWait(waits));

export function calculateMedianWait(waits: readonly number[]): number {
  const sorted = waits.toSorted((a, b) => a - b);
  const [lower = 0, upper = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (lower + upper) / 2;
}

/** Rounds a wait (milliseconds) to a text: "less than a minute", "20 minutes", "3 hours", "2 days". */
function formatWait(wait: number): string {
  if (wait < MINUTE) return 'less than a minute';
  if (wait < 90 * MINUTE) return formatCount(Math.round(wait / MINUTE), 'minute');
  return wait < 36 * HOUR ? formatCount(Math.round(wait / HOUR), 'hour') : formatCount(Math.round(wait / DAY), 'day');
}
