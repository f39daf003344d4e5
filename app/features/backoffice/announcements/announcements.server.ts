import { and, asc, desc, eq, gt, isNull, or } from 'drizzle-orm';
import { announcement, rowVersion } from '#drizzle/schema';
import { systemNow } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { isNewestVersionOf, matchesVersion } from '~/platform/db/verified.server';
import { describeIsolation } from '~/platform/installation/isolation.server';
import { createWatchedValue } from '~/platform/process/watchedValue.server';
import { utcText } from '~/platform/text/dayText';
import {
  type Announcement,
  findMaintenance,
  getSecondsLeft,
  getStage,
  readDismissedIds,
  type ShownAnnouncement,
  selectShownTo,
} from './rules';
import type { Audience } from './schema';

/* Caches the announcements, which every page and post reads. */

const MAX_LISTED_ANNOUNCEMENTS = 50;

const memory = createWatchedValue('announcements', readAnnouncements, []);

/** Reads the announcements that have not ended. Omits altered rows, which the audit reports. */
export const refreshAnnouncements = memory.refresh;

async function readAnnouncements(): Promise<Announcement[]> {
  const lasts = or(eq(announcement.kind, 'maintenance'), gt(announcement.endsAt, systemNow()));
  const found = await read()
    .select({ row: announcement, version: rowVersion })
    .from(announcement)
    .leftJoin(rowVersion, isNewestVersionOf(announcement, announcement.id))
    .where(and(isNull(announcement.endedAt), lasts));
  return found.flatMap(({ row, version }) => (matchesVersion(announcement, row, version) ? row : []));
}

export function announcementsFor(audience: Audience, cookie: string | null): ShownAnnouncement[] {
  const isolated = audience === 'staff' ? describeIsolation() : null;
  const own = isolated ? [{ id: 'isolated', text: isolated, dismissable: false, maintenance: null }] : [];
  return memory.now().length === 0
    ? own
    : [...own, ...selectShownTo(memory.now(), audience, systemNow(), readDismissedIds(cookie ?? ''))];
}

/** Returns the version of announcements that all visitors see, and the cookie that dismisses it, for the key of cached pages. */
export function getAnnouncementVersion(cookie: string): { version: string; cookie: string } {
  const shown = announcementsFor('all', null);
  if (shown.length === 0) return { version: '', cookie: '' };
  const away = shown
    .filter(({ id, dismissable }) => dismissable && readDismissedIds(cookie).has(id))
    .map(({ id }) => id);
  return {
    version: shown.map(({ id, maintenance }) => id + (maintenance?.stage ?? '')).join('.'),
    cookie: away.length > 0 ? `put-away=${away.join('.')}` : '',
  };
}

export function makeDismissalCookie(cookie: string, id: string): string {
  const known = new Set(memory.now().map((row) => row.id));
  const away = [...new Set([...readDismissedIds(cookie), id])].filter((each) => known.has(each));
  return `put-away=${away.join('.')}; Path=/; SameSite=Lax; HttpOnly; Max-Age=31536000`;
}

export function getMaintenancePause(): { message: string; retryAfter: number } | null {
  const at = systemNow();
  const on = findMaintenance(memory.now(), at);
  if (!on) return null;
  const until = on.endsAt > at ? ` until about ${utcText(on.endsAt)}` : ', a little longer than planned';
  return {
    message: `Maintenance${until}. Nothing was changed. You can still view everything.`,
    retryAfter: getSecondsLeft(on, at),
  };
}

export async function findPlannedMaintenance(): Promise<ShownAnnouncement['maintenance']> {
  const open = and(eq(announcement.kind, 'maintenance'), isNull(announcement.endedAt));
  const [found] = await read().select().from(announcement).where(open).orderBy(asc(announcement.startsAt)).limit(1);
  if (!found) return null;
  const { startsAt, endsAt } = found;
  return { startsAt, endsAt, stage: getStage(startsAt, endsAt, systemNow()) };
}

export const MAINTENANCE_FIGURES = [
  {
    name: 'mirrorbook_maintenance',
    help: '1 while maintenance is on and nothing can be changed',
    read: async () => (getMaintenancePause() ? 1 : 0),
  },
];

export async function listAnnouncements() {
  const found = await read()
    .select()
    .from(announcement)
    .orderBy(desc(announcement.createdAt), desc(announcement.id))
    .limit(MAX_LISTED_ANNOUNCEMENTS);
  const at = systemNow();
  return found.map((row) => ({
    ...row,
    over: row.endedAt ?? (row.kind === 'news' && row.endsAt <= at ? row.endsAt : null),
  }));
}
