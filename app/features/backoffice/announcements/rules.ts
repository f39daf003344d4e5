import type { announcement } from '#drizzle/schema';
import { DAY, MINUTE, SECOND } from '~/platform/durations';
import type { Audience } from './schema';

export type Announcement = typeof announcement.$inferSelect;

export type ShownAnnouncement = {
  id: string;
  text: string;
  dismissable: boolean;
  maintenance: { startsAt: Date; endsAt: Date; stage: 'planned' | 'on' | 'late' } | null;
};

/** Time before maintenance at which it is announced, milliseconds. */
export const MAINTENANCE_NOTICE_MS = 2 * DAY;
const MAINTENANCE_SECONDS = { min: 60, max: 3_600 };

export function findMaintenance(rows: readonly Announcement[], at: Date): Announcement | null {
  return rows.find(({ kind, startsAt, endedAt }) => kind === 'maintenance' && !endedAt && startsAt <= at) ?? null;
}

export function selectShownTo(
  rows: readonly Announcement[],
  audience: Audience,
  at: Date,
  putAway: ReadonlySet<string> = new Set(),
): ShownAnnouncement[] {
  return rows
    .filter((row) => row.audience === audience && isShown(row, at) && !(row.dismissable && putAway.has(row.id)))
    .sort((a, b) => Number(b.kind === 'maintenance') - Number(a.kind === 'maintenance') || (a.id < b.id ? -1 : 1))
    .map(({ id, text, dismissable, kind, startsAt, endsAt }) => ({
      id,
      text,
      dismissable,
      maintenance: kind === 'maintenance' ? { startsAt, endsAt, stage: getStage(startsAt, endsAt, at) } : null,
    }));
}

function isShown({ kind, startsAt, endsAt, endedAt }: Announcement, at: Date): boolean {
  if (endedAt) return false;
  if (kind === 'maintenance') return at.getTime() >= startsAt.getTime() - MAINTENANCE_NOTICE_MS;
  return startsAt <= at && at < endsAt;
}

export const getStage = (startsAt: Date, endsAt: Date, at: Date) =>
  at < startsAt ? 'planned' : at < endsAt ? 'on' : 'late';

export function getSecondsLeft({ endsAt }: Pick<Announcement, 'endsAt'>, at: Date): number {
  const left = Math.ceil((endsAt.getTime() - at.getTime()) / SECOND);
  return Math.min(Math.max(left, MAINTENANCE_SECONDS.min), MAINTENANCE_SECONDS.max);
}

export const MIN_ANNOUNCEMENT_MS = MINUTE;

export const isLongEnough = (start: Date, end: Date): boolean => end.getTime() - start.getTime() >= MIN_ANNOUNCEMENT_MS;

export const readDismissedIds = (cookie: string): ReadonlySet<string> =>
  new Set((/(?:^|; )put-away=([\w.-]{1,2000})(?:;|$)/.exec(cookie)?.[1] ?? '').split('.'));
