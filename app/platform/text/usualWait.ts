import { DAY, HOUR, MINUTE } from '../durations';
import { counted } from './figure';

/** Newest decisions that a usual wait is taken from, and the fewest of which it is told. */
export const WAIT_SAMPLE = { newest: 20, fewest: 4 } as const;

/** Returns the median of some waits in words; null where there are too few to tell. */
export function usualWait(waited: readonly { from: Date; to: Date | null }[]): string | null {
  const waits = waited.flatMap(({ from, to }) => (to ? to.getTime() - from.getTime() : []));
  if (waits.length < WAIT_SAMPLE.fewest) return null;
  const sorted = waits.sort((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] as number;
  const lower = sorted[(sorted.length - 1) >> 1] as number;
  return waitWords((lower + upper) / 2);
}

/** Rounds a wait, milliseconds, to what a person plans with: "less than a minute", "20 minutes", "3 hours", "2 days". */
function waitWords(wait: number): string {
  if (wait < MINUTE) return 'less than a minute';
  if (wait < 90 * MINUTE) return counted(Math.round(wait / MINUTE), 'minute');
  return wait < 36 * HOUR ? counted(Math.round(wait / HOUR), 'hour') : counted(Math.round(wait / DAY), 'day');
}
