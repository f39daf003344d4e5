import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '~/platform/clock';
import { requireInstrument } from '../instruments';
import { publicFeed } from './public.server';
import { simulatedFeed } from './simulated';
import { retryDelay } from './source.server';

const START = Date.UTC(2026, 2, 4, 12);
const [btc, eth, eur, yen, gold] = [
  requireInstrument('BTCUSD'),
  requireInstrument('ETHUSD'),
  requireInstrument('EURUSD'),
  requireInstrument('USDJPY'),
  requireInstrument('XAUUSD'),
];

let server: Server;
let origin: string;
let time: number;
let requested: string[];
/** Answer to the next requests; a test replaces it. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;

const json = (response: ServerResponse, body: unknown) => {
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(body));
};

const ticker = (symbol: string, price: string, at = time) => ({
  symbol,
  priceChangePercent: '1.0',
  lastPrice: price,
  openPrice: '60000.00',
  openTime: at - 24 * HOUR,
  closeTime: at,
});

const kline = (at: number, close: number) => [
  at,
  '100.0',
  String(Math.max(100, close) + 1),
  '90.5',
  String(close),
  '12.5',
  at + HOUR - 1,
  '1250',
  3,
];

const ratesXml = (...days: [string, string][]) =>
  `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope><gesmes:subject>Reference rates</gesmes:subject><Cube>${days
    .map(
      ([day, dollar]) =>
        `<Cube time='${day}'><Cube currency='USD' rate='${dollar}'/><Cube currency="JPY" rate="160.5"/></Cube>`,
    )
    .join('')}</Cube></gesmes:Envelope>`;

const wellBehaved = (request: IncomingMessage, response: ServerResponse) => {
  if (request.url?.startsWith('/rates'))
    response.end(ratesXml(['2026-03-04', '1.07'], ['2026-03-03', '1.06'], ['2026-02-20', '1.00']));
  else if (request.url?.includes('klines')) json(response, [kline(time - 2 * HOUR, 101), kline(time - HOUR, 102.5)]);
  else json(response, [ticker('BTCUSDT', '61234.50'), ticker('ETHUSDT', '3000.10')]);
};

const feed = (options = {}) =>
  publicFeed({ exchange: origin, bank: `${origin}/rates`, patience: 10_000, time: () => time, ...options });

/** Reads, waits for the fetch that this started, and reads again. */
async function looked(source: ReturnType<typeof feed>, instrument = btc) {
  source.quote(instrument, new Date(time));
  await source.settled();
  return source.quote(instrument, new Date(time));
}

beforeEach(async () => {
  time = START;
  requested = [];
  answer = wellBehaved;
  server = createServer((request, response) => {
    requested.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('sources that work', () => {
  test('coins come from the exchange, with their own time', async () => {
    expect(await looked(feed())).toEqual({ price: 61_234.5, at: new Date(START), source: 'exchange' });
    expect(decodeURIComponent(requested[0] as string)).toMatch(
      /^\/api\/v3\/ticker\/24hr\?symbols=\["BTCUSDT","ETHUSDT",/,
    );
  });

  test('currencies come from the bank, across the euro, with the day of the rates', async () => {
    const source = feed();
    expect(await looked(source, eur)).toEqual({
      price: 1.07,
      at: new Date('2026-03-04T15:00:00Z'),
      source: 'central bank',
    });
    expect(source.quote(yen, new Date(time))?.price).toBe(150);
    expect(source.changes(eur, new Date(time))).toEqual({
      hour: null,
      day: expect.closeTo(1.07 / 1.06 - 1, 4),
      week: expect.closeTo(0.07, 4),
      month: null,
      year: null,
    });
    expect(source.closes(eur, '1d', 10, new Date(time))).toEqual([1, 1.06, 1.07]);
    expect(source.candles(eur, '1h', 10, new Date(time))).toEqual([]);
  });

  test('candles come from the exchange', async () => {
    const source = feed();
    source.candles(btc, '1h', 10, new Date(time));
    await source.settled();
    expect(source.candles(btc, '1h', 10, new Date(time))).toEqual([
      { at: new Date(START - 2 * HOUR), open: 100, high: 102, low: 90.5, close: 101 },
      { at: new Date(START - HOUR), open: 100, high: 103.5, low: 90.5, close: 102.5 },
    ]);
    expect(source.closes(btc, '1h', 1, new Date(time))).toEqual([102.5]);
  });

  test('a hundred simultaneous readers cause one request, and another only when the answer has aged', async () => {
    const source = feed();
    for (let poll = 0; poll < 100; poll++) source.quote(btc, new Date(time));
    await looked(source);
    time += 9 * SECOND;
    await looked(source);
    expect(requested).toHaveLength(1);
    time += 2 * SECOND;
    await looked(source);
    expect(requested).toHaveLength(2);
  });

  test('an instrument without a source is simulated and says so, or has no price', async () => {
    expect(await looked(feed({ otherwise: simulatedFeed() }), gold)).toMatchObject({ source: 'simulated' });
    expect(await looked(feed(), gold)).toBeNull();
    expect([btc, eur, gold].map(feed().covers)).toEqual([true, true, false]);
    expect(feed({ otherwise: simulatedFeed() }).covers(gold)).toBe(true);
  });

  test('before the first answer there is a simulated price or none, without waiting', () => {
    answer = () => {};
    const completed = feed({ otherwise: simulatedFeed() });
    expect(completed.quote(btc, new Date(time))?.source).toBe('simulated');
    expect(completed.candles(btc, '1h', 5, new Date(time))).toHaveLength(5);
    expect(completed.closes(btc, '1h', 5, new Date(time))).toHaveLength(5);
    expect(feed().quote(btc, new Date(time))).toBeNull();
    expect(feed().changes(btc, new Date(time)).day).toBeNull();
  });
});

describe('a source that fails keeps its last good values with their time', () => {
  const failures: [string, (request: IncomingMessage, response: ServerResponse) => void][] = [
    ['never answers', () => {}],
    [
      'starts to answer and stops',
      (_, response) => {
        response.writeHead(200);
        response.write('[{"symbol":"BTCUSDT",');
      },
    ],
    ['hangs up', (request) => request.socket.destroy()],
    ['answers 500', (_, response) => response.writeHead(500).end('no')],
    ['answers 429', (_, response) => response.writeHead(429, { 'Retry-After': '120' }).end()],
    ['leads elsewhere', (_, response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()],
    ['answers a page', (_, response) => response.end('<html><body>Maintenance</body></html>')],
    ['answers nothing', (_, response) => response.end()],
    ['answers 3 MB', (_, response) => response.end(Buffer.alloc(3 * 1024 * 1024, 32))],
    ['answers an empty list', (_, response) => json(response, [])],
    ['answers another shape', (_, response) => json(response, { BTCUSDT: 1 })],
    [
      'answers prices that are none',
      (_, response) =>
        json(
          response,
          ['-1', '0', 'NaN', '1e999', '', null].map((price) => ticker('BTCUSDT', price as string)),
        ),
    ],
    ['goes back in time', (_, response) => json(response, [ticker('BTCUSDT', '50000', START - HOUR)])],
    ['comes from the future', (_, response) => json(response, [ticker('BTCUSDT', '90000', START + 48 * HOUR)])],
  ];

  test.each(failures)('one that %s', async (name, failure) => {
    // Long enough for an answer on a machine that does other things as well, short where there is none.
    const source = feed(/never|stops/.test(name) ? { patience: 1_500 } : {});
    const good = await looked(source);
    answer = failure;
    time += MINUTE;
    expect(await looked(source)).toEqual(good);
    expect(requested).toHaveLength(2);
    // The source is not requested for a while, then works again.
    answer = wellBehaved;
    time += 10 * SECOND;
    expect(await looked(source)).toEqual(good);
    expect(requested).toHaveLength(2);
    time += 30 * MINUTE;
    expect(await looked(source)).toEqual({ ...good, at: new Date(time) });
  });

  test('a quote dated later than now counts as of now, and the next answer replaces it', async () => {
    const source = feed();
    answer = (_, response) => json(response, [ticker('BTCUSDT', '90000', START + 59 * MINUTE)]);
    expect(await looked(source)).toMatchObject({ price: 90_000, at: new Date(START) });
    answer = wellBehaved;
    time += MINUTE;
    expect(await looked(source)).toMatchObject({ price: 61_234.5, at: new Date(time) });
  });

  test('a stored answer counts from the time when it was received', async () => {
    const stored = { body: JSON.stringify([ticker('BTCUSDT', '90000', START + 59 * MINUTE)]), at: START - MINUTE };
    const source = feed({ cache: { take: () => stored, put: () => {} } });
    expect(source.quote(btc, new Date(time))).toMatchObject({ price: 90_000, at: new Date(START - MINUTE) });
    expect(await looked(source)).toMatchObject({ price: 61_234.5, at: new Date(START) });
  });

  test('one invalid coin does not affect the others', async () => {
    const source = feed();
    await looked(source);
    time += MINUTE;
    answer = (_, response) => json(response, [ticker('BTCUSDT', 'soon'), ticker('ETHUSDT', '3100')]);
    expect((await looked(source))?.at).toEqual(new Date(START));
    expect(source.quote(eth, new Date(time))).toMatchObject({ price: 3_100, at: new Date(time) });
  });

  test('a coin that the exchange does not know affects no other, and is excluded from the next requests', async () => {
    const unknown = 'XRPUSDT';
    answer = (request, response) => {
      const symbols = JSON.parse(new URL(request.url ?? '', origin).searchParams.get('symbols') ?? '[]') as string[];
      if (symbols.includes(unknown)) response.writeHead(400).end('{"code":-1121,"msg":"Invalid symbol."}');
      else
        json(
          response,
          symbols.map((symbol) => ticker(symbol, '3000.10')),
        );
    };
    const source = feed();
    expect(await looked(source)).toMatchObject({ price: 3_000.1 });
    expect(source.quote(eth, new Date(time))).toMatchObject({ price: 3_000.1 });
    expect(source.quote(requireInstrument('XRPUSD'), new Date(time))).toBeNull();
    const requests = requested.length;
    time += MINUTE;
    expect((await looked(source))?.at).toEqual(new Date(time));
    expect(requested).toHaveLength(requests + 1);
    expect(requested.at(-1)).not.toContain(unknown);
  });

  test.each<[string, (candles: unknown[][]) => unknown]>([
    ['doubled', (candles) => candles.splice(50, 0, candles[50] as unknown[])],
    ['out of order', (candles) => candles.splice(50, 0, candles[3] as unknown[])],
    ['with a low above its prices', (candles) => (candles[50] as unknown[]).splice(3, 1, '120')],
    ['with a price of zero', (candles) => (candles[50] as unknown[]).splice(3, 1, '0.00000000')],
    ['that is none', (candles) => candles.splice(50, 1, [null])],
    ['of the future', (candles) => candles.push(kline(START + 48 * HOUR, 101))],
  ])('one candle of many that is %s is excluded from the chart', async (_name, spoil) => {
    const candles: unknown[][] = Array.from({ length: 100 }, (_, index) => kline(START - (100 - index) * HOUR, 101));
    spoil(candles);
    answer = (_, response) => json(response, candles);
    const source = feed();
    source.candles(btc, '1h', 200, new Date(time));
    await source.settled();
    const chart = source.candles(btc, '1h', 200, new Date(time));
    expect(chart.length).toBeGreaterThanOrEqual(99);
    expect(chart.length).toBeLessThanOrEqual(100);
    expect(chart.every(({ at, low }, index) => low === 90.5 && at > (chart[index - 1]?.at ?? new Date(0)))).toBe(true);
    expect(chart.at(-1)?.at).toEqual(new Date(START - HOUR));
  });

  test.each([
    ['a page', '<html></html>'],
    ['older rates', ratesXml(['2026-02-27', '1.5'])],
    ['rates of next year', ratesXml(['2027-02-27', '1.5'])],
    ['rates that are none', ratesXml(['2026-03-05', '-1'])],
    ['a rate of nothing', ratesXml(['2026-03-05', '0'])],
  ])('a bank that sends %s', async (_name, body) => {
    const source = feed();
    const good = await looked(source, eur);
    time += HOUR;
    answer = (_, response) => response.end(body);
    expect(await looked(source, eur)).toEqual(good);
  });

  test.each([
    ['out of order', () => [kline(START, 101), kline(START - HOUR, 101)]],
    ['older than those known', () => [kline(START - 9 * HOUR, 101)]],
    ['of the future', () => [kline(START + 48 * HOUR, 101)]],
    ['that contradict themselves', () => [[START, '100', '99', '98', '100']]],
  ])('candles %s', async (_name, candles) => {
    const source = feed();
    source.candles(btc, '1h', 10, new Date(time));
    await source.settled();
    const good = source.candles(btc, '1h', 10, new Date(time));
    expect(good).toHaveLength(2);
    time += HOUR;
    answer = (_, response) => json(response, candles());
    source.candles(btc, '1h', 10, new Date(time));
    await source.settled();
    expect(source.candles(btc, '1h', 10, new Date(time))).toEqual(good);
    expect(requested.filter((url) => url.includes('klines'))).toHaveLength(2);
  });

  test('a source that asks for two minutes is not requested for two minutes', async () => {
    const source = feed();
    answer = (_, response) => response.writeHead(429, { 'Retry-After': '120' }).end();
    await looked(source);
    time += 119 * SECOND;
    await looked(source);
    expect(requested).toHaveLength(1);
    time += SECOND;
    await looked(source);
    expect(requested).toHaveLength(2);
  });
});

test('waits double from a quarter of a minute to half an hour, whatever the source asks for', () => {
  expect([1, 2, 3, 20].map((failures) => retryDelay(failures) / SECOND)).toEqual([15, 30, 60, 1_800]);
  expect(retryDelay(1, 24 * HOUR)).toBe(30 * MINUTE);
});
