import { and, asc, desc, eq, gt, isNull, or } from 'drizzle-orm';
import { announcement } from '#drizzle/schema';
import { SECOND, systemNow } from '~/platform/clock';
import { isAsWritten, read } from '~/platform/db/index.server';
import { log } from '~/platform/log/index.server';
import { singleton } from '~/platform/singleton';
import { utcText } from '~/platform/text/dayText';
import { type Announcement, idsIn, maintenanceOn, type ShownAnnouncement, secondsLeft, stageOf, toldTo } from './rules';
import type { Audience } from './schema';

/*
 * Every page and every post asks what is told, so it is kept in memory. Another process sees a change within `EVERY`; what was
 * planned begins everywhere at its time.
 */

const EVERY = SECOND / 2;
const SHOWN = 50;

const memory = singleton('announcements', () => ({ rows: [] as Announcement[] }));

/** Reads anew what is not ended. A row that was altered behind the product's back is not told, and the audit names it. */
export async function refreshAnnouncements(): Promise<void> {
  const lasts = or(eq(announcement.kind, 'maintenance'), gt(announcement.endsAt, systemNow()));
  const found = await read()
    .select()
    .from(announcement)
    .where(and(isNull(announcement.endedAt), lasts));
  const whole: Announcement[] = [];
  for (const row of found) if (await isAsWritten(read(), announcement, row.id, row)) whole.push(row);
  memory.rows = whole;
}

/** Reads them now and again and again. @returns how to stop */
export async function watchAnnouncements(): Promise<() => void> {
  await refreshAnnouncements();
  let isLooking = false;
  // One look at a time: while the database is slow they would take all its connections.
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      await refreshAnnouncements();
    } catch (error) {
      // What was told last is still told while the database is away.
      log().warn({ err: error }, 'announcements could not be read');
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(look, EVERY).unref();
  return () => clearInterval(timer);
}

/**
 * What is told to an audience now.
 * @param cookie the request's cookies, which say what this visitor has put away
 */
export const announcementsFor = (audience: Audience, cookie: string | null): ShownAnnouncement[] =>
  memory.rows.length === 0 ? [] : toldTo(memory.rows, audience, systemNow(), idsIn(cookie ?? ''));

/**
 * For pages that are kept: a version of what is told to all visitors now, empty while nothing is, and the cookie by which a page is
 * drawn as for a visitor who has put the same away.
 */
export function toldToAll(cookie: string): { version: string; cookie: string } {
  const told = announcementsFor('all', null);
  if (told.length === 0) return { version: '', cookie: '' };
  const away = told.filter(({ id, dismissable }) => dismissable && idsIn(cookie).has(id)).map(({ id }) => id);
  return {
    version: told.map(({ id, maintenance }) => id + (maintenance?.stage ?? '')).join('.'),
    cookie: away.length > 0 ? `put-away=${away.join('.')}` : '',
  };
}

/**
 * The header that has a browser put this announcement away for a year; of those put away before, only what is still told is kept.
 * @param cookie the request's cookies
 */
export function putAwayCookie(cookie: string, id: string): string {
  const known = new Set(memory.rows.map((row) => row.id));
  const away = [...new Set([...idsIn(cookie), id])].filter((each) => known.has(each));
  return `put-away=${away.join('.')}; Path=/; SameSite=Lax; HttpOnly; Max-Age=31536000`;
}

/** Why nothing can be changed now, and for how long about, seconds; null while there is no maintenance. */
export function pauseNow(): { words: string; retryAfter: number } | null {
  const at = systemNow();
  const on = maintenanceOn(memory.rows, at);
  if (!on) return null;
  const until = on.endsAt > at ? ` until about ${utcText(on.endsAt)}` : ', a little longer than planned';
  return {
    words: `Maintenance${until}. Nothing was changed; you can look at everything meanwhile.`,
    retryAfter: secondsLeft(on, at),
  };
}

/** The maintenance that is on, is late, or was announced, as the database has it; null without one. */
export async function maintenanceAhead(): Promise<ShownAnnouncement['maintenance']> {
  const open = and(eq(announcement.kind, 'maintenance'), isNull(announcement.endedAt));
  const [found] = await read().select().from(announcement).where(open).orderBy(asc(announcement.startsAt)).limit(1);
  if (!found) return null;
  const { startsAt, endsAt } = found;
  return { startsAt, endsAt, stage: stageOf(startsAt, endsAt, systemNow()) };
}

/** For `/metrics`: 1 while maintenance is on. */
export const MAINTENANCE_FIGURES = [
  {
    name: 'mirrorbook_maintenance',
    help: '1 while maintenance is on and nothing can be changed',
    read: async () => (pauseNow() ? 1 : 0),
  },
];

/** What was announced, newest first, for the administrators' page; `over` is what is not told any more. */
export async function announcements() {
  const found = await read()
    .select()
    .from(announcement)
    .orderBy(desc(announcement.createdAt), desc(announcement.id))
    .limit(SHOWN);
  const at = systemNow();
  return found.map((row) => ({
    ...row,
    over: row.endedAt ?? (row.kind === 'news' && row.endsAt <= at ? row.endsAt : null),
  }));
}
