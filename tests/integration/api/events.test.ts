// On both engines: events are read from five tables in the order of their commits.
import { asc, eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { event, setting } from '#drizzle/schema';
import { serveV1 } from '~/api/v1/serve.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { putIntoTrading } from '~/features/copying/liveTrading/moneyInTrading.server';
import { cancelOwnOrder, giveOrder } from '~/features/copying/liveTrading/ownOrders.server';
import { claimPracticeMoney } from '~/features/money/wallet/claimPracticeMoney.server';
import { cancelDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { revokeApiKey } from '~/features/people/apiKeys/createInvestorKey.server';
import { freezeAccount } from '~/features/people/auth/freeze/freeze.server';
import { EVENT_READERS_PER_KEY, publishUpdates } from '~/features/site/updates/stream.server';
import { DAY, MINUTE } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { notify, record } from '~/platform/events/index.server';
import { hashSecret, newId } from '~/platform/ids';
import { createInvestorActor, SYSTEM_ACTOR } from '~/platform/states';
import { endStreams } from '~/platform/streams.server';
import { API_KEY_SETTING } from '~/signIns/keyScopes';
import type { User } from '~/signIns/session.server';
import { clock, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { keyFor, undocumented, v1 } from '../../support/pages/v1';
import { makeUser } from '../../support/people/people';
import { makeTrader, mirrorAll, trades } from '../../support/trading/copies';

useDatabase();
afterEach(endStreams);

type Sent = { id: string; type: string; timestamp: string; data: Record<string, unknown> };

/** Opens a stream as a program does; `heard` returns the events since the last call. */
async function listening(key: string, lastEventId?: string) {
  const headers = { Authorization: `Bearer ${key}`, ...(lastEventId && { 'Last-Event-ID': lastEventId }) };
  const request = new Request('http://mirrorbook.test/api/v1/events', { headers });
  const context = { requestId: newId(), address: '203.0.113.9', nonce: '', allowFrames: () => {} };
  const answer = await serveV1({ request, params: {}, context });
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, expect.stringContaining('event-stream')]);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  let isOver = false;
  const over = (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += decoder.decode(part.value);
    isOver = true;
  })();
  let last = lastEventId ?? '';
  const heard = async () => {
    await publishUpdates();
    await new Promise((resolve) => setImmediate(resolve));
    const blocks = text.split('\n\n').filter((block) => /^(id|event):/m.test(block));
    text = '';
    return blocks.map((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
      last = field('id') || last;
      const name = field('event');
      return { name, place: field('id'), ...(name === 'end' ? {} : (JSON.parse(field('data')) as Sent)) };
    });
  };
  return { heard, over, isOver: () => isOver, last: () => last, stop: () => reader.cancel() };
}

const names = (events: { name: string }[]) => events.map(({ name }) => name);
const notifyUser = (user: User, text: string) =>
  write((tx) => notify(tx, { userId: user.id, text, href: '/dashboard' }));
const texts = (events: { data?: unknown }[]) =>
  events.flatMap(({ data }) => ((data as { text?: string } | undefined)?.text ? (data as { text: string }).text : []));

test('a program gets events of money, deposits, orders, copies and notifications of its owner only, each as documented', async () => {
  const [ann, bea] = [await makeUser({ pdtUnlocked: true }, { dollars: 9_000 }), await makeUser()];
  const trader = await makeTrader();
  const stream = await listening(await keyFor(ann, { scopes: ['read'] }));
  expect(await stream.heard()).toMatchObject([{ name: 'begin' }]);
  await write((tx) => claimPracticeMoney(tx, bea));
  await notifyUser(bea, 'not for Ann');
  const key = await keyFor(ann);
  const request = { key, body: { method: 'ETH', amount: { value: '250.00', currency: 'USD' } } };
  const { body: made } = await v1('POST', 'deposits', { ...request, headers: { 'Idempotency-Key': 'one' } });
  const deposit = String(made.id);
  must(await write((tx) => cancelDeposit(tx, createInvestorActor(ann.id), deposit)));
  must(await write((tx) => putIntoTrading(tx, ann, 1_000_00n)));
  must(
    await write((tx) => giveOrder(tx, ann, { symbol: 'BTCUSD', side: 'buy', size: '0.001', type: 'market' } as never)),
  );
  const limit = { symbol: 'BTCUSD', side: 'buy', size: '0.01', type: 'limit', price: '100' };
  const { waiting } = must(await write((tx) => giveOrder(tx, ann, limit as never)));
  must(await write((tx) => cancelOwnOrder(tx, ann, waiting as number)));
  must(await write((tx) => startCopy(tx, ann, { trader, amount: 1_000_00n })));
  clock.advance(MINUTE);
  await trades(trader, 72);
  await mirrorAll();
  await notifyUser(ann, 'for Ann');
  const events = await stream.heard();
  const about = (type: string) => events.filter(({ name }) => name === type).map(({ data }) => data);
  expect(about('deposit.changed')).toMatchObject([
    { id: deposit, state: 'pending', previousState: null },
    { id: deposit, state: 'cancelled', previousState: 'pending' },
  ]);
  expect(about('order.changed').map((data) => data?.change)).toEqual(['placed', 'placed', 'cancelled']);
  expect(about('order.filled')).toMatchObject([{ symbol: expect.any(String), side: 'buy', size: '0.001' }]);
  expect(about('copy.changed')).toMatchObject([{ state: 'active' }]);
  expect(about('copy.result').length).toBe(1);
  expect(about('balance.changed').map((data) => data?.kind)).toEqual(
    expect.arrayContaining(['trading-funded', 'copy-started']),
  );
  expect(texts(events)).toContain('for Ann');
  expect(JSON.stringify(events)).not.toContain(bea.id);
  expect(texts(events)).not.toContain('not for Ann');
  for (const { name: _, place: __, ...body } of events)
    expect([body, undocumented('streamEvents', { status: 200, body })]).toEqual([body, []]);
  // The ID of an event differs from the position in the stream.
  const own = events.map(({ data, type }) => JSON.stringify([type, data]));
  expect(new Set(own).size).toBe(own.length);
  stream.stop();
});

describe('a stream', () => {
  test('resumes after the last received ID with the events in between, once and in order', async () => {
    const ann = await makeUser();
    const key = await keyFor(ann);
    const first = await listening(key);
    await first.heard();
    await notifyUser(ann, 'one');
    await notifyUser(ann, 'two');
    expect(texts(await first.heard())).toEqual(['one', 'two']);
    first.stop();
    for (const text of ['three', 'four', 'five']) await notifyUser(ann, text);
    const second = await listening(key, first.last());
    const caught = await second.heard();
    expect([names(caught).at(-1), texts(caught)]).toEqual(['begin', ['three', 'four', 'five']]);
    await notifyUser(ann, 'six');
    expect(texts(await second.heard())).toEqual(['six']);
    // A client can resume from any position in between.
    const third = await listening(key, caught[0]?.place);
    expect(texts(await third.heard())).toEqual(['four', 'five', 'six']);
  });

  test('resumes with a row that was created before the sent ones and committed after them', async () => {
    const ann = await makeUser();
    const key = await keyFor(ann);
    const stream = await listening(key);
    await stream.heard();
    const { id: early, ...about } = { id: newId(), thing: 'deposit', thingId: newId(), event: 'submit' };
    await notifyUser(ann, 'one');
    expect(texts(await stream.heard())).toEqual(['one']);
    const row = { ...about, toState: 'pending', actorKind: 'system' as const, userId: ann.id, at: clock.at };
    await write((tx) => tx.insert(event).values({ id: early, ...row }));
    const resumed = await listening(key, stream.last());
    for (const each of [stream, resumed]) {
      const late = (await each.heard()).filter(({ name }) => name === 'deposit.changed');
      // Both streams got the event from one shared poll.
      expect(late.length).toBe(1);
    }
  });

  test('does not resume from an invalid or very old position', async () => {
    const key = await keyFor(await makeUser());
    for (const id of ['nonsense', '1.', `lx.${'A'.repeat(7_000)}`, `${(Date.now() - 8 * DAY).toString(36)}.`]) {
      const answer = await v1('GET', 'events', { key, headers: { 'Last-Event-ID': id } });
      expect([id, answer.status, answer.body.code]).toEqual([id, 400, 'bad-cursor']);
      expect(undocumented('streamEvents', answer)).toEqual([]);
    }
  });
});

test.each(['is revoked', 'expires', 'belongs to a frozen account', 'is forbidden'])(
  'a stream ends at once when its key %s',
  async (how) => {
    const ann = await makeUser();
    const key = await keyFor(ann, { days: 1 });
    const stays = await listening(await keyFor(await makeUser(), { days: 90 }));
    const stream = await listening(key);
    await stream.heard();
    const ways: Record<string, () => Promise<unknown>> = {
      'is revoked': () => write((tx) => revokeApiKey(tx, ann, hashSecret(key))),
      expires: async () => {
        clock.advance(2 * DAY);
        await notifyUser(ann, 'a change');
      },
      'belongs to a frozen account': () =>
        write((tx) => freezeAccount(tx, createInvestorActor(ann.id), { userId: ann.id, reason: 'to try' })),
      'is forbidden': () =>
        write((tx) =>
          tx.update(setting).set({ value: API_KEY_SETTING.forbidden }).where(eq(setting.key, API_KEY_SETTING.setting)),
        ),
    };
    await ways[how]?.();
    expect(names(await stream.heard()).at(-1)).toBe('end');
    await stream.over;
    expect(stays.isOver()).toBe(how === 'is forbidden');
  },
);

test('a stream needs a key with the scope read, and a key has a maximum number of them', async () => {
  const ann = await makeUser();
  expect(await v1('GET', 'events')).toMatchObject({ status: 401 });
  const key = await keyFor(ann, { scopes: ['copy'] });
  expect(await v1('GET', 'events', { key })).toMatchObject({ status: 403, body: { code: 'missing-scope' } });
  const reading = await keyFor(ann);
  const open = [];
  for (let n = 0; n < EVENT_READERS_PER_KEY; n++) open.push(await listening(reading));
  const refused = await v1('GET', 'events', { key: reading });
  expect(refused).toMatchObject({ status: 429, body: { code: 'throttled' } });
  expect(undocumented('streamEvents', refused)).toEqual([]);
  await open[0]?.stop();
  await listening(reading);
});

test('notes of administrators about a person are no events of theirs', async () => {
  const ann = await makeUser();
  const stream = await listening(await keyFor(ann));
  await stream.heard();
  const by = SYSTEM_ACTOR;
  await write((tx) =>
    record(tx, { thing: 'account', thingId: ann.id, event: 'note', by, userId: ann.id, reason: 'odd' }),
  );
  expect(await stream.heard()).toEqual([]);
  expect((await read().select().from(event).orderBy(asc(event.id))).length).toBeGreaterThan(0);
});
