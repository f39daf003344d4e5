import { DAY, HOUR, MINUTE, SECOND } from '../durations';

const DURATION_UNITS = [
  ['days', DAY],
  ['hours', HOUR],
  ['minutes', MINUTE],
  ['seconds', SECOND],
] as const;

/** Formats a duration in milliseconds in its largest unit that gives at least two: `2 days`, `24 hours`. */
export function durationText(milliseconds: number): string {
  const [word, length] = DURATION_UNITS.find(([, each]) => milliseconds >= 2 * each) ?? DURATION_UNITS[3];
  return `${Math.round(milliseconds / length)} ${word}`;
}
