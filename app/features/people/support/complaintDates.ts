import { DAY } from '~/platform/durations';

const isWeekend = (at: Date): boolean => [0, 6].includes(at.getUTCDay());

/** Returns the instant after a number of working days, at the same time of day, without Saturdays and Sundays (UTC). */
export function workingDaysAfter(from: Date, days: number): Date {
  let at = from;
  for (let left = days; left > 0; ) {
    at = new Date(at.getTime() + DAY);
    if (!isWeekend(at)) left -= 1;
  }
  return at;
}
