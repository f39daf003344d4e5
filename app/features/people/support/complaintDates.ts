import { DAY } from '~/platform/durations';

const isWeekend = (at: Date): boolean => [0, 6].includes(at.getUTCDay());

/** Adds working days to an instant, keeping the time of day. Saturdays and Sundays (UTC) don't count. */
export function addWorkingDays(from: Date, days: number): Date {
  let at = from;
  for (let left = days; left > 0; ) {
    at = new Date(at.getTime() + DAY);
    if (!isWeekend(at)) left -= 1;
  }
  return at;
}
