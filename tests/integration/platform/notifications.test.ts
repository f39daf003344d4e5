import { expect, test } from 'vitest';
import { listUnreadNews, loadNotificationsPage } from '~/features/site/dashboard/notifications.server';
import { markNewsRead } from '~/features/site/dashboard/readNews.server';
import { loadShell } from '~/features/site/shell/shell.server';
import { after, DAY } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { notify } from '~/platform/events/index.server';
import type { User } from '~/signIns/session.server';
import { clock, useDatabase } from '../../support/database';
import { makeUser } from '../../support/people/people';

useDatabase();

const notifyUser = ({ id }: User, text: string, at?: Date) =>
  write((tx) => notify(tx, { userId: id, text, href: '/', at }));
const badge = async (user: User) => (await loadShell(user)).alerts;

test('the badge counts unread notifications, and a missing first deposit', async () => {
  const [newcomer, other] = [await makeUser(), await makeUser({}, { dollars: 5 })];
  expect(await badge(newcomer)).toEqual({ count: 1, href: '/notifications' });
  expect(await badge(other)).toEqual({ count: 0, href: '/notifications' });
  await notifyUser(newcomer, 'one');
  await notifyUser(newcomer, 'two');
  await notifyUser(other, 'another');
  expect([(await badge(newcomer)).count, (await badge(other)).count]).toEqual([3, 1]);
});

test('a late notification is dated when it happened, and read with the earlier ones', async () => {
  const user = await makeUser({}, { dollars: 5 });
  await notifyUser(user, 'today');
  await notifyUser(user, 'late', after(clock.at, -9 * DAY));
  const { rows, unread, newestUnread } = await loadNotificationsPage(user.id, null);
  expect(rows.map(({ text, at }) => [text, at])).toEqual([
    ['late', after(clock.at, -9 * DAY)],
    ['today', clock.at],
  ]);
  expect(unread).toBe(2);
  await notifyUser(user, 'meanwhile');
  await write((tx) => markNewsRead(tx, user, { upTo: newestUnread as string }));
  const then = await loadNotificationsPage(user.id, null);
  expect(then.rows.filter(({ readAt }) => !readAt).map(({ text }) => text)).toEqual(['meanwhile']);
  expect((await badge(user)).count).toBe(1);
});

test('links of altered rows stay within the product', async () => {
  const user = await makeUser();
  for (const href of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '',
    '/deposit',
  ])
    await write((tx) => notify(tx, { userId: user.id, text: href, href }));
  const expected = ['/deposit', ...Array(5).fill('/notifications')];
  expect((await loadNotificationsPage(user.id, null)).rows.map(({ href }) => href)).toEqual(expected);
  expect((await listUnreadNews(user.id)).map(({ href }) => href)).toEqual(expected.slice(0, 5));
});

test('pages are stable while more notifications arrive', async () => {
  const user = await makeUser();
  for (let number = 1; number <= 30; number += 1) await notifyUser(user, `${number}`);
  const first = await loadNotificationsPage(user.id, null);
  await notifyUser(user, 'new');
  const second = await loadNotificationsPage(user.id, first.next);
  expect([...first.rows, ...second.rows].map(({ text }) => text)).toEqual(
    Array.from({ length: 30 }, (_, at) => `${30 - at}`),
  );
  expect([second.next, second.isFirst]).toEqual([null, false]);
});
