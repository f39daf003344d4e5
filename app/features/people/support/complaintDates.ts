import { DAY } from '~/platform/durations';

const isWeekend = (at: Date): boolean => [0, 6].includes(at.getUTCDay());

/** Returns the instant after so many working days, at the same time of day: Saturdays and Sundays (UTC) do not count. */
export function workingDaysAfter(from: Date, days: number): Date {
  let at = from;
  for (let left = days; left > 0; ) {
    at = new Date(at.getTime() + DAY);
    if (!isWeekend(at)) left -= 1;
  }
  return at;
}
