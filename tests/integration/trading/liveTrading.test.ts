import { expect, test, vi } from 'vitest';
import {
  MAX_STREAMS_PER_USER,
  openPriceStream,
  openStreams,
} from '~/features/copying/liveTrading/ticket/stream.server';
import { findInstrument, loadLiveView } from '~/features/copying/liveTrading/view.server';
import { requireInstrument } from '~/market/instruments';
import { HOUR, MINUTE, SECOND } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { hashSecret } from '~/platform/ids';
import { endStreams } from '~/platform/streams.server';
import { loader as prices } from '~/routes/investor/livePrices';
import { loader as page } from '~/routes/investor/liveTrading';
import { endAllSessions, findInvestorByTokenHash, startSession, type User } from '~/signIns/session.server';
import { setCookie } from '~/web/cookies/cookies.server';
import { clock, useDatabase } from '../../support/database';
import { makeUser } from '../../support/people/people';

useDatabase();

/** Context of a guard, in the name of a signed-in investor. */
async function asking(user: User, path: string, method = 'GET') {
  const { secret } = await write((tx) => startSession(tx, { kind: 'investor', subjectId: user.id }));
  const cookie = (await setCookie('session', secret)).split(';')[0] as string;
  const gone: (() => void)[] = [];
  const context = {
    requestId: 'test',
    address: '127.0.0.1',
    nonce: '',
    allowFrames: () => {},
    onClose: (listener: () => void) => void gone.push(listener),
  };
  const request = new Request(`http://mirrorbook.test${path}`, { method, headers: { Cookie: cookie } });
  return {
    args: { request, params: {}, context },
    hash: hashSecret(secret),
    leave: () => {
      for (const listener of gone) listener();
    },
  };
}

const gold = requireInstrument('XAUUSD');
const always = async () => true;

const reading = (body: ReadableStream<Uint8Array> | null) => {
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const next = async () => {
    const { value, done } = await reader.read();
    return done ? null : new TextDecoder().decode(value);
  };
  /** Collects all data until the stream ends. */
  const rest = async () => {
    const parts: string[] = [];
    for (let part = await next(); part !== null; part = await next()) parts.push(part);
    return parts;
  };
  return { next, rest };
};

const quoteIn = (event: string | null) => JSON.parse(/^data: (.*)\n\n$/.exec(event ?? '')?.[1] ?? 'null');

test('a user who is not unlocked gets the chart, no ticket and no stream', async () => {
  const user = await makeUser();
  const { data: closed } = await page((await asking(user, '/live-trading')).args);
  expect(closed).toMatchObject({
    view: { row: { instrument: { id: 'XAUUSD' } } },
    terms: null,
    step: null,
    own: null,
    locked: { offered: 10_000_00n },
  });
  const stream = await prices((await asking(user, '/live-trading/prices')).args);
  expect([stream.status, openStreams()]).toEqual([403, 0]);
});

test('a visitor who is signed out goes to the sign-in', async () => {
  for (const loader of [page, prices]) {
    const { args } = await asking(await makeUser({ pdtUnlocked: true }), '/live-trading');
    const request = new Request('http://mirrorbook.test/live-trading');
    const answer = await Promise.resolve(loader({ ...args, request })).catch((thrown) => thrown);
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/login']);
  }
});

test('an unlocked user gets daily candles of gold for the year to date', async () => {
  const user = await makeUser({ pdtUnlocked: true });
  const { view, locked } = (await page((await asking(user, '/live-trading')).args)).data;
  expect(locked).toBeNull();
  expect([view?.row.instrument.symbol, view?.row.timeframe]).toEqual(['XAU/USD', '1d']);
  // 31 days of January, 28 of February, and the second of March.
  expect(view?.row.candles).toHaveLength(61);
  expect(view?.row.candles[0]?.at).toEqual(new Date('2026-01-01T00:00:00Z'));
  expect(view?.row.quote?.source).toBe('simulated');
  const kinds = new Set(view?.watchlist.map(({ instrument }) => instrument.kind));
  expect([...kinds]).toEqual(['commodity', 'forex', 'crypto', 'index']);
});

test('on the first day of a year there is one candle', () => {
  clock.set(new Date('2027-01-01T00:00:30Z'));
  expect(loadLiveView(new URLSearchParams()).row.candles).toHaveLength(1);
});

test('later in a year the chart begins with 90 days, and a link shows all', () => {
  clock.set(new Date('2026-06-01T12:00:00Z'));
  const view = loadLiveView(new URLSearchParams());
  expect([view.row.candles.length, view.isWholeYear]).toEqual([90, false]);
  expect(view.row.candles.at(-1)?.close).toBe(view.row.quote?.price);
  const year = new URL(view.ranges[1]?.href ?? '', 'http://mirrorbook.test').searchParams;
  expect(loadLiveView(year)).toMatchObject({ isWholeYear: true, row: { candles: { length: 152 } } });
});

test('on a weekend open markets come first, and the default is one of them', () => {
  clock.set(new Date('2026-03-07T12:00:00Z'));
  const { row, watchlist } = loadLiveView(new URLSearchParams());
  expect([row.instrument.id, row.opensAt]).toEqual(['BTCUSD', null]);
  expect(watchlist.map(({ instrument }) => instrument.id).slice(3, 6)).toEqual(['XRPUSD', 'EURUSD', 'GBPUSD']);
  expect(watchlist.at(-1)?.opensAt).toEqual(new Date('2026-03-08T23:00:00Z'));
});

test('symbols and timeframes are selected by address', () => {
  const view = loadLiveView(new URLSearchParams('symbol=btc/usd&timeframe=5m'));
  expect([view.row.instrument.id, view.row.timeframe, view.step]).toEqual(['BTCUSD', '5m', 5 * MINUTE]);
  expect(view.row.candles).toHaveLength(90);
  expect(view.stream).toBe('/live-trading/prices?symbol=BTCUSD');
  expect(view.chartAt).toBe('/live-trading?timeframe=5m&symbol=');
  const at = view.frames.find(({ label }) => label === '1h');
  expect(at).toEqual({ href: '/live-trading?symbol=BTCUSD&timeframe=1h', label: '1h', current: false });
});

test.each([
  ['gold', 'XAUUSD'],
  ['  Bitcoin ', 'BTCUSD'],
  ['nas100', 'NAS100'],
  ['EUR-USD', 'EURUSD'],
  ['pound', 'GBPUSD'],
  ['', undefined],
  ['q', undefined],
  ['no such thing', undefined],
  ['__proto__', undefined],
])('a search for "%s" finds %s', (text, id) => {
  expect(findInstrument(text)?.id).toBe(id);
});

test.each([
  'symbol=&timeframe=',
  'symbol=%00&timeframe=1y',
  'timeframe=constructor&symbol=../../x',
  `symbol=${'x'.repeat(5_000)}`,
])('invalid choices (%s) are replaced by the defaults', (query) => {
  const { row, unknown } = loadLiveView(new URLSearchParams(query));
  expect([row.instrument.id, row.timeframe]).toEqual(['XAUUSD', '1d']);
  expect((unknown ?? '').length).toBeLessThanOrEqual(40);
});

test('the stream is one for browsers, and no compression holds it back', async () => {
  const { args, leave } = await asking(await makeUser({ pdtUnlocked: true }), '/live-trading/prices?symbol=EURUSD');
  const answer = await prices(args);
  expect(answer.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8');
  expect(answer.headers.get('Cache-Control')).toBe('no-store, no-transform');
  const { next, rest } = reading(answer.body);
  expect(await next()).toBe('retry: 3000\n\n');
  expect(quoteIn(await next())).toMatchObject({ at: clock.at.toISOString(), source: 'simulated' });
  expect(openStreams()).toBe(1);
  leave();
  expect([openStreams(), await rest()]).toEqual([0, []]);
});

test('a request for the headers of the stream opens no stream', async () => {
  const { args } = await asking(await makeUser({ pdtUnlocked: true }), '/live-trading/prices', 'HEAD');
  const { status, body } = await prices(args);
  expect([status, body, openStreams()]).toEqual([200, null, 0]);
});

test('prices follow the product’s clock', async () => {
  const { body, end } = openPriceStream({ instrument: gold, userId: 'ann', mayGoOn: always, every: 1 });
  const { next } = reading(body);
  await next();
  const first = quoteIn(await next());
  clock.advance(MINUTE);
  const poll = async () => {
    const { at, price } = quoteIn(await next());
    expect([at, price === first.price]).toEqual([clock.at.toISOString(), false]);
  };
  await vi.waitFor(poll, { timeout: 20_000 });
  end();
});

test('a stream ends with the session, and with the lock', async () => {
  for (const how of ['signed out', 'idle', 'locked'] as const) {
    const user = await makeUser({ pdtUnlocked: true });
    const { hash } = await asking(user, '/live-trading/prices');
    let locked = false;
    const mayGoOn = async () => !locked && (await findInvestorByTokenHash(hash)) !== null;
    const { rest } = reading(openPriceStream({ instrument: gold, userId: user.id, mayGoOn, every: 1 }).body);
    if (how === 'signed out') await write((tx) => endAllSessions(tx, user.id));
    if (how === 'idle') clock.advance(31 * MINUTE);
    if (how === 'locked') locked = true;
    expect((await rest()).at(-1)).toBe('event: end\ndata: signed-out\n\n');
    expect(openStreams()).toBe(0);
  }
});

test('an open stream does not keep a session from becoming idle', async () => {
  const { hash } = await asking(await makeUser(), '/live-trading/prices');
  clock.advance(29 * MINUTE);
  expect(await findInvestorByTokenHash(hash)).not.toBeNull();
  clock.advance(2 * MINUTE);
  expect(await findInvestorByTokenHash(hash)).toBeNull();
  clock.advance(-HOUR);
});

test('a stream continues while the database does not answer', async () => {
  let looks = 0;
  const mayGoOn = async () => {
    looks += 1;
    throw new Error('away');
  };
  const { body, end } = openPriceStream({ instrument: gold, userId: 'ann', mayGoOn, every: 1 });
  const { next } = reading(body);
  while (looks < 2) expect(await next()).not.toBeNull();
  expect(openStreams()).toBe(1);
  end();
});

test('one person has a maximum of streams; one more ends the oldest, and no other person’s', async () => {
  const open = (userId: string) =>
    reading(openPriceStream({ instrument: gold, userId, mayGoOn: always, every: SECOND }).body);
  const [other, first] = [open('bea'), open('ann')];
  for (let more = 0; more < MAX_STREAMS_PER_USER; more++) open('ann');
  expect((await first.rest()).at(-1)).toBe('event: end\ndata: elsewhere\n\n');
  expect(openStreams()).toBe(MAX_STREAMS_PER_USER + 1);
  endStreams();
  expect(openStreams()).toBe(0);
  // The stream ends without a stop signal, so the browser reconnects to another process.
  expect((await other.rest()).join('')).not.toContain('event: end');
});

test('a reader that disconnects ends its stream', async () => {
  const { body } = openPriceStream({ instrument: gold, userId: 'ann', mayGoOn: always, every: 1 });
  await body.cancel();
  expect(openStreams()).toBe(0);
});
