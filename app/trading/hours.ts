import { DAY, HOUR, MINUTE, SECOND } from '~/platform/durations';

/* Market hours in UTC without holidays and summer time, so that readers can check them in a short table. */

const WEEK_MS = 7 * DAY;
/** First Sunday after the start of 1970, from which weeks are counted. */
const FIRST_SUNDAY_MS = 3 * DAY;

/** Part of the week during which a market is open: milliseconds since Sunday 00:00 UTC, excluding the end. */
export type Session = readonly [from: number, to: number];
export type Hours = readonly Session[];

const weekTime = (day: number, hour: number, minute = 0): number => day * DAY + hour * HOUR + minute * MINUTE;
const WORKDAYS = [1, 2, 3, 4, 5];

/** Sunday 22:00 to Friday 22:00. */
export const FOREX_HOURS: Hours = [[weekTime(0, 22), weekTime(5, 22)]];
export const LONG_HOURS: Hours = WORKDAYS.map((day) => [weekTime(day - 1, 23), weekTime(day, 22)] as const);
export const SHARE_HOURS: Hours = WORKDAYS.map((day) => [weekTime(day, 14, 30), weekTime(day, 21)] as const);

const weekOf = (time: number): number => Math.floor((time - FIRST_SUNDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_SUNDAY_MS;

/** Session of a market on a date: milliseconds since 1970, excluding the end. */
export type OpenHours = { from: number; to: number };

/** Returns the session that is open at an instant, or the next one. If `hours` is null, the market is always open. */
export function openingAt(hours: Hours | null, time: number): OpenHours {
  if (hours === null) return { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  for (let week = weekOf(time); ; week += WEEK_MS) {
    const session = hours.find(([, to]) => week + to > time);
    if (session) return { from: week + session[0], to: week + session[1] };
  }
}

export const isOpen = (hours: Hours | null, time: number): boolean => openingAt(hours, time).from <= time;

export const firstOpen = (hours: Hours | null, time: number): number => Math.max(openingAt(hours, time).from, time);

export function lastOpen(hours: Hours | null, time: number): number {
  if (hours === null || isOpen(hours, time)) return time;
  for (let week = weekOf(time); ; week -= WEEK_MS) {
    const session = hours.findLast(([, to]) => week + to <= time);
    if (session) return week + session[1] - SECOND;
  }
}
