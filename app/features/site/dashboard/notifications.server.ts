import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import { notification } from '#drizzle/schema';
import { prepared, read } from '~/platform/db/index.server';
import { readForwardPage } from '~/platform/db/paging';
import { oncePerRequest } from '~/platform/process/callContext.server';

const { id, text, href, at, readAt } = notification;

const isUnread = and(eq(notification.userId, sql.placeholder('user')), isNull(readAt));

const selectNewestUnread = prepared('notifications.newest-unread', (handle) =>
  handle
    .select({ id, text, href, at, of: sql<number>`count(*) over ()`.mapWith(Number) })
    .from(notification)
    .where(isUnread)
    // Sorted by ID, since marking as read uses a range of IDs.
    .orderBy(desc(id))
    .limit(5),
);

const loadUnread = (userId: string) =>
  oncePerRequest(`unread ${userId}`, () => selectNewestUnread(read(), { user: userId }));

/** Replaces links that lead out of the product by the notifications page, in case rows were altered. */
const replaceForeignLinks = <T extends { href: string }>(rows: T[]): T[] =>
  rows.map((row) => (/^\/(?![/\\])/.test(row.href) ? row : { ...row, href: '/notifications' }));

export const listUnreadNews = async (userId: string) =>
  replaceForeignLinks((await loadUnread(userId)).map(({ of: _, ...news }) => news));

export const countUnread = async (userId: string): Promise<number> => (await loadUnread(userId))[0]?.of ?? 0;

export async function loadNotificationsPage(userId: string, before: string | null, size?: number) {
  const older = and(eq(notification.userId, userId), before ? lt(id, before) : undefined);
  const { rows, next } = await readForwardPage(
    async (limit) =>
      read().select({ id, text, href, at, readAt }).from(notification).where(older).orderBy(desc(id)).limit(limit),
    size,
  );
  const [newest] = await listUnreadNews(userId);
  return {
    rows: replaceForeignLinks(rows),
    next,
    isFirst: !before,
    unread: await countUnread(userId),
    newestUnread: newest?.id ?? null,
  };
}
