import { DAY, HOUR, MINUTE } from '../durations';
import { counted } from './figure';

/** Newest decisions that a usual wait is taken from, and the fewest of which it is told. */
export const WAIT_SAMPLE = { newest: 20, fewest: 4 } as const;

/** Returns the median of some waits, milliseconds, in words; null where there are too few to tell. */
export const usualWait = (waits: readonly number[]): string | null =>
  waits.length < WAIT_SAMPLE.fewest ? null : waitWords(medianWait(waits));

export function medianWait(waits: readonly number[]): number {
  const sorted = waits.toSorted((a, b) => a - b);
  const [lower = 0, upper = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (lower + upper) / 2;
}

/** Rounds a wait, milliseconds, to what a person plans with: "less than a minute", "20 minutes", "3 hours", "2 days". */
function waitWords(wait: number): string {
  if (wait < MINUTE) return 'less than a minute';
  if (wait < 90 * MINUTE) return counted(Math.round(wait / MINUTE), 'minute');
  return wait < 36 * HOUR ? counted(Math.round(wait / HOUR), 'hour') : counted(Math.round(wait / DAY), 'day');
}
