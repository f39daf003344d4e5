import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { notification, session } from '#drizzle/schema';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { claimPracticeMoney } from '~/features/money/wallet/claimPracticeMoney.server';
import { listUpdates, summarizeUpdatesSince } from '~/features/site/updates/notifications.server';
import {
  openUpdates,
  publishUpdates,
  UPDATE_READERS_PER_PERSON,
  UPDATES_CHANNEL,
} from '~/features/site/updates/stream.server';
import { MINUTE } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { notify } from '~/platform/events/index.server';
import { hashSecret } from '~/platform/ids';
import { countStreams, endStreams } from '~/platform/streams.server';
import { loader as events } from '~/routes/investor/events';
import { loader as loadLatest } from '~/routes/investor/latestNotifications';
import { endAllSessions, startSession, type User } from '~/signIns/session.server';
import { setCookie } from '~/web/cookies/cookies.server';
import { clock, useDatabase } from '../../support/database';
import { makeUser } from '../../support/people/people';
import { makeTrader, mirrorAll, trades } from '../../support/trading/copies';

useDatabase();
afterEach(endStreams);

async function signedIn(user: User, remember = false) {
  const { secret } = await write((tx) => startSession(tx, { kind: 'investor', subjectId: user.id, remember }));
  return { secret, sessionHash: hashSecret(secret) };
}

/** Opens a browser's connection, and returns its received messages without comments. */
async function connected(user: User, remember = false) {
  const { sessionHash, secret } = await signedIn(user, remember);
  const { body, end } = openUpdates({ person: user.id, sessionHash });
  const texts: string[] = [];
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const over = (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) texts.push(decoder.decode(part.value));
  })();
  const heard = async () => {
    // Yields until all pending promises are settled, so that sent messages have been read.
    await new Promise((resolve) => setImmediate(resolve));
    return texts.splice(0).filter((text) => /^(data|event)/.test(text));
  };
  return { heard, over, end, texts, sessionHash, secret };
}

const notifyUser = (user: User, text = 'Something happened') =>
  write((tx) => notify(tx, { userId: user.id, text, href: '/dashboard' }));

test('readers are notified of the kind of news for them, without its content', async () => {
  const [ann, bea] = [await makeUser(), await makeUser()];
  const [one, two, other] = [await connected(ann), await connected(ann), await connected(bea)];
  await publishUpdates();
  const started = ['event: begin\ndata: \n\n'];
  expect([await one.heard(), await two.heard(), await other.heard()]).toEqual([started, started, started]);
  await write((tx) => claimPracticeMoney(tx, ann));
  await publishUpdates();
  expect(await one.heard()).toEqual(['data: money\n\n']);
  expect(await two.heard()).toEqual(['data: money\n\n']);
  await notifyUser(ann);
  await publishUpdates();
  expect(await one.heard()).toEqual(['data: news\n\n']);
  // An update is sent once, and updates of other users are not sent.
  await write((tx) => tx.update(notification).set({ readAt: clock.at }).where(eq(notification.userId, ann.id)));
  await notifyUser(bea);
  await publishUpdates();
  expect([await one.heard(), await other.heard()]).toEqual([[], ['data: news\n\n']]);
  one.end();
  expect(countStreams(UPDATES_CHANNEL)).toBe(2);
});

test('a copy’s trade is sent as money, and with its text to its owner only', async () => {
  const [ann, bea] = [await makeUser({}, { dollars: 2_000 }), await makeUser()];
  const trader = await makeTrader();
  await write((tx) => startCopy(tx, ann, { trader, amount: 1_000_00n }));
  const reader = await connected(ann, true);
  await publishUpdates();
  clock.advance(MINUTE);
  await trades(trader, 72);
  await mirrorAll();
  await publishUpdates();
  expect((await reader.heard()).join()).toMatch(/,data: money/);
  const [first] = await listUpdates(ann.id);
  expect(first).toMatchObject({ tone: 'success', text: expect.stringMatching(/^\w+ closed \S+: you \+\$[\d.]+$/) });
  expect(await listUpdates(bea.id)).toEqual([]);
  // Without scripts, the next page shows an update that is newer than the last visit.
  const since = new Date(clock.at.getTime() - MINUTE - 1);
  expect(await summarizeUpdatesSince(ann.id, since)).toMatchObject({
    since,
    newest: expect.stringContaining('closed'),
  });
  expect(await summarizeUpdatesSince(ann.id, clock.at)).toBeNull();
  // After a quarter of an hour it no longer counts as news.
  clock.advance(15 * MINUTE);
  expect((await listUpdates(ann.id)).map(({ text }) => text).join()).not.toContain('closed');
});

test('a stream ends with its session: signed out elsewhere, or idle', async () => {
  for (const how of ['signed out', 'idle'] as const) {
    const user = await makeUser();
    const reader = await connected(user);
    const stays = await connected(await makeUser());
    if (how === 'signed out') await write((tx) => endAllSessions(tx, user.id));
    else {
      const time = { lastSeenAt: new Date(clock.machine.getTime() - 31 * MINUTE) };
      await write((tx) => tx.update(session).set(time).where(eq(session.tokenHash, reader.sessionHash)));
    }
    for (let poll = 0; poll < 5; poll++) await publishUpdates();
    await reader.over;
    expect(reader.texts.at(-1)).toBe('event: end\ndata: signed-out\n\n');
    expect(countStreams(UPDATES_CHANNEL)).toBe(1);
    // Reading does not count as activity.
    const [row] = await read().select().from(session).where(eq(session.tokenHash, stays.sessionHash));
    expect(row?.lastSeenAt).toEqual(clock.machine);
    stays.end();
  }
});

test('one person has a maximum of readers; one more ends the oldest', async () => {
  const user = await makeUser();
  const first = await connected(user);
  for (let more = 0; more < UPDATE_READERS_PER_PERSON; more++) await connected(user);
  await first.over;
  expect(first.texts.at(-1)).toBe('event: end\ndata: elsewhere\n\n');
  expect(countStreams(UPDATES_CHANNEL)).toBe(UPDATE_READERS_PER_PERSON);
});

test('the addresses are for the signed-in investor, and their answers are cached nowhere', async () => {
  const user = await makeUser();
  const { secret } = await signedIn(user);
  const asking = async (path: string, cookie: string, method = 'GET') => ({
    request: new Request(`http://mirrorbook.test${path}`, { method, headers: { Cookie: cookie } }),
    params: {},
    context: { requestId: 'test', address: '127.0.0.1', nonce: '', allowFrames: () => {} },
  });
  const cookie = (await setCookie('session', secret)).split(';')[0] as string;
  for (const [path, loader] of [
    ['/events', events],
    ['/events/told', loadLatest],
  ] as const) {
    const answer = await loader((await asking(path, cookie, 'HEAD')) as never);
    expect([path, answer.headers.get('Cache-Control')]).toEqual([path, expect.stringContaining('no-store')]);
    const refused = await loader((await asking(path, '')) as never).catch((thrown) => thrown);
    expect([path, refused.headers.get('Location')]).toEqual([path, '/login']);
  }
  expect(countStreams(UPDATES_CHANNEL)).toBe(0);
});
