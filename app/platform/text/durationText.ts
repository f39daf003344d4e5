import { DAY, HOUR, MINUTE } from '../durations';

const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

/** `2 days`, `24 hours`: a duration in milliseconds, in the largest unit of which it has two. */
export function durationText(milliseconds: number): string {
  const [word, length] = UNITS.find(([, each]) => milliseconds >= 2 * each) ?? UNITS[2];
  return `${Math.round(milliseconds / length)} ${word}s`;
}
