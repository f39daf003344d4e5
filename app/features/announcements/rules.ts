import type { announcement } from '#drizzle/schema';
import { DAY, MINUTE, SECOND } from '~/platform/durations';
import type { Audience } from './schema';

export type Announcement = typeof announcement.$inferSelect;

/** What a page tells: an announcement, or maintenance that comes or is on. Times are UTC instants. */
export type ShownAnnouncement = {
  id: string;
  text: string;
  dismissable: boolean;
  maintenance: { startsAt: Date; endsAt: Date; stage: 'planned' | 'on' | 'late' } | null;
};

/** How long before it begins maintenance is told, milliseconds. */
export const TOLD_BEFORE = 2 * DAY;
/** A client that was refused is told to come back no sooner, and no later, than after so many seconds. */
const WAIT = { least: 60, most: 3_600 };

/** The maintenance that is on at a time, if any. */
export function maintenanceOn(rows: readonly Announcement[], at: Date): Announcement | null {
  return rows.find(({ kind, startsAt, endedAt }) => kind === 'maintenance' && !endedAt && startsAt <= at) ?? null;
}

/** What is told at a time to this audience, maintenance first; what was put away is left out. */
export function toldTo(
  rows: readonly Announcement[],
  audience: Audience,
  at: Date,
  putAway: ReadonlySet<string> = new Set(),
): ShownAnnouncement[] {
  return rows
    .filter((row) => row.audience === audience && isTold(row, at) && !(row.dismissable && putAway.has(row.id)))
    .sort((a, b) => Number(b.kind === 'maintenance') - Number(a.kind === 'maintenance') || (a.id < b.id ? -1 : 1))
    .map(({ id, text, dismissable, kind, startsAt, endsAt }) => ({
      id,
      text,
      dismissable,
      maintenance: kind === 'maintenance' ? { startsAt, endsAt, stage: stageOf(startsAt, endsAt, at) } : null,
    }));
}

function isTold({ kind, startsAt, endsAt, endedAt }: Announcement, at: Date): boolean {
  if (endedAt) return false;
  if (kind === 'maintenance') return at.getTime() >= startsAt.getTime() - TOLD_BEFORE;
  return startsAt <= at && at < endsAt;
}

/** Where maintenance is at a time: yet to come, on, or on for longer than planned. */
export const stageOf = (startsAt: Date, endsAt: Date, at: Date) =>
  at < startsAt ? 'planned' : at < endsAt ? 'on' : 'late';

/** How long a client that is refused meanwhile is told to wait, seconds. */
export function secondsLeft({ endsAt }: Pick<Announcement, 'endsAt'>, at: Date): number {
  const left = Math.ceil((endsAt.getTime() - at.getTime()) / SECOND);
  return Math.min(Math.max(left, WAIT.least), WAIT.most);
}

/** The shortest time that an announcement or a maintenance may last, milliseconds. */
export const SHORTEST = MINUTE;

/** What refuses a time span: nothing that is over before it begins, or lasts less than `SHORTEST`. */
export const isSpan = (start: Date, end: Date): boolean => end.getTime() - start.getTime() >= SHORTEST;

/** The ids in a cookie's value of what a visitor has put away. */
export const idsIn = (cookie: string): ReadonlySet<string> =>
  new Set((/(?:^|; )put-away=([\w.-]{1,2000})(?:;|$)/.exec(cookie)?.[1] ?? '').split('.'));
