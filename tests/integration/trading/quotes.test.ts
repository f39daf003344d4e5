import { and, eq, notInArray } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { notification, quote, quoteSource, tradingAccount, tradingOrder } from '#drizzle/schema';
import { alertChecks } from '~/alerts.server';
import { loadCopyWithTrades } from '~/features/copying/copy/following/comparison.server';
import { copyJobs } from '~/features/copying/copy/jobs.server';
import { topUpCopy } from '~/features/copying/copy/lifecycle/fundCopy.server';
import { limitDaySpread } from '~/features/copying/copy/lifecycle/limitDaySpread.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { findCopies } from '~/features/copying/copy/queries.server';
import { ownTradingJobs } from '~/features/copying/liveTrading/jobs.server';
import { putIntoTrading, withdrawFromTrading } from '~/features/copying/liveTrading/moneyInTrading.server';
import {
  amendOwnPosition,
  cancelOwnOrder,
  closeOwnPosition,
  giveOrder,
} from '~/features/copying/liveTrading/ownOrders.server';
import { loadOwnView } from '~/features/copying/liveTrading/ownView.server';
import { describeOtherFeedHoldings } from '~/features/copying/quotes/otherFeed.server';
import { quoteJobs } from '~/features/copying/quotes/pollQuotes.server';
import { findSourceSilenceStart } from '~/features/copying/quotes/silentSource.server';
import { signalJobs } from '~/features/copying/signals/jobs.server';
import { receiveSignal } from '~/features/copying/signals/receiveSignal.server';
import { saveNextFigures } from '~/features/copying/traders/record/internal/saveFigures.server';
import { setLiveTradingUnlocked } from '~/features/people/users/setLiveTradingUnlocked.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { DAY, HOUR, MINUTE, SECOND } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { prepareInstallation } from '~/platform/installation/index.server';
import { calculateMac } from '~/platform/mac';
import { forgetSingleton } from '~/platform/singleton';
import { createAdminActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { findSavedAccount } from '~/trading/accounts/accounts.server';
import { findOrders } from '~/trading/orders/orders.server';
import { quotesAlteredAt } from '~/trading/prices/quotes.server';
import { MAX_FILL_QUOTE_AGE_MS } from '~/trading/tradingTerms';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { must } from '../../support/must';
import { makeAdmin, makeUser } from '../../support/people/people';
import { Exchange } from '../../support/servers/exchange';
import { clean, copyOf, makeCopy, makeTrader, runAll } from '../../support/trading/copies';
import { giveNewKey } from '../../support/trading/signalKeys';

useDatabase();

let exchange: Exchange;
beforeEach(async () => {
  exchange = await Exchange.start(() => clock.machine.getTime());
  testEnv({ MARKET_FEED: 'public', EXCHANGE_URL: exchange.origin, BANK_URL: `${exchange.origin}/rates` });
  forgetSingleton('signals');
  await prepareInstallation();
});
afterEach(() => exchange.stop());

const jobs = [...quoteJobs, ...ownTradingJobs, ...signalJobs, ...copyJobs];

/** Advances the clock, requests prices once, and runs all due jobs. */
async function later(milliseconds: number, btc?: string | number): Promise<void> {
  clock.advance(milliseconds);
  if (btc !== undefined) exchange.prices.BTCUSDT = { price: btc };
  for (const { run } of jobs) await runAll(run);
}

/** Requests prices, and runs a function before the response is stored. */
async function whileAsking(btc: string, act: () => Promise<unknown>): Promise<void> {
  exchange.prices.BTCUSDT = { price: btc };
  let acted: Promise<unknown> = Promise.resolve();
  exchange.answer = (response, body) => {
    clock.advance(SECOND);
    acted = act().then(() => response.end(body));
  };
  clock.advance(10 * SECOND);
  await runAll(quoteJobs[0]!.run);
  await acted;
  exchange.answer = null;
  for (const { run } of jobs) await runAll(run);
}

/** Advances the clock by minutes, with a price every ten seconds. */
async function minutes(count: number, btc: string): Promise<void> {
  for (let poll = 0; poll < count * 6; poll++) await later(10 * SECOND, btc);
}

async function trader(): Promise<User> {
  const user = await makeUser({ pdtUnlocked: true }, { dollars: 20_000 });
  const put = await write((tx) => putIntoTrading(tx, user, 10_000_00n));
  expect(put.ok).toBe(true);
  return user;
}

type Asked = Parameters<typeof giveOrder>[2];
const BUY: Asked = { symbol: 'BTCUSD', side: 'buy', size: '0.1', type: 'market' };
const order = (user: User, request: Partial<Asked> = {}) => write((tx) => giveOrder(tx, user, { ...BUY, ...request }));
const close = (user: User) => write((tx) => closeOwnPosition(tx, user, { symbol: 'BTCUSD' }));
const view = async (user: User) => (await loadOwnView(user.id))!;
const codeOf = (result: { ok: boolean; error?: { code: string } }) => (result.ok ? null : result.error?.code);
/** Trades of an account: seconds since an instant, kind, size, and price in cents. */
const fillsOf = async (account: string, from = 0) =>
  (
    await read()
      .select()
      .from(tradingOrder)
      .where(and(eq(tradingOrder.accountId, account), notInArray(tradingOrder.kind, ['flow', 'amend'])))
      .orderBy(tradingOrder.number)
  ).map(({ at, kind, size, price }) => [(at.getTime() - from) / SECOND, kind, size, price]);
const stored = () => read().select().from(quote).orderBy(quote.observedAt, quote.instrument);

describe('an order', () => {
  test('waits visibly for the first price after it, and is filled there once, with the spread', async () => {
    const user = await trader();
    const input = await order(user);
    expect(input).toMatchObject({ ok: true, value: { filled: null, waiting: 1 } });
    expect(input.ok && input.value.text).toBe('The order for 0.1 BTC/USD waits for the next price of its source.');
    expect((await view(user)).orders).toMatchObject([{ waitsFor: 'the next price of its source' }]);
    const from = clock.at.getTime();
    await later(3 * SECOND, '61000.00');
    await later(10 * SECOND, '62000.00');
    expect(await fillsOf(user.id, from)).toEqual([[3, 'market', 10_000_000n, 61_030_50n]]);
    expect((await view(user)).positions).toMatchObject([{ price: '62000.00', result: 93_85n }]);
    expect(codeOf(await close(user))).toBe(null);
    await later(10 * SECOND, '62000.00');
    expect((await view(user)).positions).toEqual([]);
    expect(await readBalances(read(), user.id)).toMatchObject({ trading: 10_093_85n });
    await clean();
  });

  test('is not filled on a price that was requested or valid before it, however late it is seen', async () => {
    const user = await trader();
    exchange.prices.BTCUSDT = { price: '50000.00', at: clock.machine.getTime() };
    await order(user);
    clock.advance(SECOND);
    await runAll(quoteJobs[0]!.run);
    await later(20 * SECOND);
    expect(await fillsOf(user.id)).toEqual([]);
    await later(10 * SECOND, '60000.00');
    expect((await fillsOf(user.id)).map(([, ...fill]) => fill)).toEqual([['market', 10_000_000n, 60_030_00n]]);
  });

  test('waits through gaps, nonsense, zeros, old prices and jumps', async () => {
    const user = await trader();
    const good = { BTCUSDT: { price: '60000.00' } };
    const troubles: Pick<Exchange, 'answer' | 'prices'>[] = [
      { answer: (response) => response.writeHead(503).end(), prices: good },
      { answer: (response) => response.end('<html>'), prices: good },
      { answer: null, prices: { BTCUSDT: { price: '0.00' } } },
      { answer: null, prices: { ETHUSDT: { price: '3000.00' } } },
      { answer: null, prices: { BTCUSDT: { price: '60000', at: clock.machine.getTime() - MINUTE } } },
      { answer: null, prices: { BTCUSDT: { price: '90000' } } },
    ];
    for (const [number, trouble] of troubles.entries()) {
      await later(SECOND);
      await order(user, { size: '0.01' });
      Object.assign(exchange, trouble);
      for (let poll = 0; poll < 5; poll++) await later(10 * SECOND);
      expect(await fillsOf(user.id)).toHaveLength(number);
      Object.assign(exchange, { answer: null, prices: good });
      for (let poll = 0; poll < 14; poll++) await later(10 * SECOND);
      expect(await fillsOf(user.id)).toHaveLength(number + 1);
    }
    const [source] = await read().select().from(quoteSource);
    expect(source).toMatchObject({ failures: 0, refused: 5 });
    await clean();
  });

  test('can be cancelled while it waits, and is reported if the margin is too small', async () => {
    const user = await trader();
    await order(user);
    clock.advance(SECOND);
    const cancelled = await write((tx) => cancelOwnOrder(tx, user, 1));
    expect(cancelled.ok && cancelled.value.text).toContain('is cancelled at the next price');
    expect((await view(user)).orders).toMatchObject([{ cancelled: true, waitsFor: 'the next price, which ends it' }]);
    await order(user, { size: '0.2' });
    await later(10 * SECOND);
    expect(await fillsOf(user.id)).toEqual([]);
    expect((await view(user)).orders).toEqual([]);
    const notifications = await read().select().from(notification).where(eq(notification.userId, user.id));
    expect(notifications.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('was not filled: there was not enough margin'),
    );
  });

  test('for an instrument without quotes each minute is refused with a message', async () => {
    const user = await trader();
    for (const symbol of ['EURUSD', 'XAUUSD', 'AAPL']) expect(codeOf(await order(user, { symbol }))).toBe('not-quoted');
    expect(codeOf(await order(user, { symbol: 'US10Y' }))).toBe('not-tradable');
  });
});

describe('a price that is decided but not known here yet', () => {
  test('fills a market order that is cancelled meanwhile, and says so', async () => {
    const user = await trader();
    await later(0);
    await order(user);
    await whileAsking('61000.00', () => write((tx) => cancelOwnOrder(tx, user, 1)));
    expect((await fillsOf(user.id)).map(([, ...fill]) => fill)).toEqual([['market', 10_000_000n, 61_030_50n]]);
    const notifications = await read().select().from(notification).where(eq(notification.userId, user.id));
    expect(notifications.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('from before its cancellation'),
    );
    await clean();
  });

  test('fills an order, though live trading is locked meanwhile, and none that it has not decided', async () => {
    const user = await trader();
    await later(0);
    await order(user, { type: 'limit', price: '59000' });
    await order(user, { type: 'limit', price: '55000' });
    const by = createAdminActor((await makeAdmin()).id);
    await whileAsking('57000.00', () =>
      write((tx) => setLiveTradingUnlocked(tx, by, { userId: user.id, verified: false })),
    );
    await later(10 * SECOND, '50000.00');
    expect((await fillsOf(user.id)).map(([, ...fill]) => fill)).toEqual([['limit', 10_000_000n, 57_028_50n]]);
    expect((await view(user)).orders).toEqual([]);
    await clean();
  });

  test('fills a limit and a stop, whatever is cancelled, changed, taken out or set meanwhile', async () => {
    const user = await trader();
    await later(0);
    await order(user, { type: 'limit', price: '59000' });
    await order(user, { size: '0.05', stop: '58000' });
    await later(10 * SECOND, '60000.00');
    await whileAsking('57000.00', async () => {
      expect(codeOf(await write((tx) => cancelOwnOrder(tx, user, 1)))).toBe(null);
      expect(codeOf(await write((tx) => amendOwnPosition(tx, user, { symbol: 'BTCUSD', stop: '50000' })))).toBe(null);
      expect(codeOf(await write((tx) => withdrawFromTrading(tx, user, 1_00n)))).toBe('order-waits');
      expect(codeOf(await write((tx) => putIntoTrading(tx, user, 1_00n)))).toBe('order-waits');
      expect(codeOf(await order(user, { symbol: 'ETHUSD', size: '0.01', leverage: 2 }))).toBe(null);
      expect(codeOf(await order(user, { size: '0.01', leverage: 2 }))).toBe('leverage-held');
    });
    expect((await fillsOf(user.id)).slice(1).map(([, kind, size, price]) => [kind, size, price])).toEqual([
      ['stop', -5_000_000n, 56_971_50n],
      ['limit', 10_000_000n, 57_028_50n],
    ]);
    await clean();
  });

  test('has no effect while no price arrives: cancelled orders are gone, and money can be moved', async () => {
    const user = await trader();
    await later(0);
    await order(user, { symbol: 'SOLUSD', size: '1' });
    expect(codeOf(await write((tx) => cancelOwnOrder(tx, user, 1)))).toBe(null);
    expect(codeOf(await write((tx) => withdrawFromTrading(tx, user, 1_00n)))).toBe('order-waits');
    exchange.answer = (response) => response.writeHead(503).end();
    await later(2 * MINUTE);
    expect((await view(user)).orders).toEqual([]);
    expect(codeOf(await write((tx) => withdrawFromTrading(tx, user, 1_00n)))).toBe(null);
    await clean();
  });

  test('allows only a few changes of a position at once', async () => {
    const user = await trader();
    await later(0);
    await order(user, { size: '0.01' });
    await later(10 * SECOND, '60000.00');
    const change = (stop: number) =>
      write((tx) => amendOwnPosition(tx, user, { symbol: 'BTCUSD', stop: String(stop) }));
    const codes = [];
    for (let stop = 50_000; stop < 50_011; stop++) codes.push(codeOf(await change(stop)));
    expect(codes).toEqual([...Array(10).fill(null), 'too-many']);
    await later(10 * SECOND, '60000.00');
    expect((await view(user)).positions).toMatchObject([{ stop: '50009.00', changes: false }]);
  });

  test('closes a position out, whatever is put in meanwhile, and counts that afterwards', async () => {
    const user = await trader();
    await later(0);
    await order(user, { size: '0.3', leverage: 2 });
    await later(10 * SECOND, '60000.00');
    // Until the last response before a full minute.
    const left = MINUTE - (clock.at.getTime() % MINUTE);
    for (const price of ['46000.00', '36000.00']) await later((left - 10 * SECOND) / 2, price);
    await whileAsking('35000.00', () => write((tx) => putIntoTrading(tx, user, 5_000_00n)));
    expect((await fillsOf(user.id)).map(([, kind]) => kind)).toEqual(['market', 'close-out']);
    await later(10 * SECOND, '35000.00');
    const rows = await findOrders(read(), user.id);
    expect(rows.map(({ kind }) => kind)).toEqual(['flow', 'market', 'flow', 'close-out']);
    expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).toSorted((a, b) => a - b));
    expect((await readBalances(read(), user.id)).trading).toBe((await view(user)).cash);
    await clean();
  });

  test('fills nothing that is ordered meanwhile', async () => {
    const user = await trader();
    await later(0);
    await order(user, { size: '0.01' });
    await later(10 * SECOND, '60000.00');
    await whileAsking('40000.00', () => order(user, { type: 'limit', price: '45000' }));
    expect(await fillsOf(user.id)).toHaveLength(1);
    await later(10 * SECOND, '60000.00');
    expect(await fillsOf(user.id)).toHaveLength(1);
  });
});

describe('stops, limits and take-profits', () => {
  test('are filled at the first price after them that reaches them', async () => {
    const user = await trader();
    await later(0);
    await order(user);
    await later(SECOND, '60000.00');
    await later(10 * SECOND, '60000.00');
    const amended = await write((tx) =>
      amendOwnPosition(tx, user, { symbol: 'BTCUSD', stop: '59000', takeProfit: '61000' }),
    );
    expect(codeOf(amended)).toBe(null);
    // The change takes effect with the next price, and the price after that is the first that can reach it.
    await later(10 * SECOND, '60500.00');
    expect((await view(user)).positions).toMatchObject([{ stop: '59000.00', takeProfit: '61000.00' }]);
    const from = clock.at.getTime();
    await later(10 * SECOND, '58900.00');
    await later(10 * SECOND, '61500.00');
    expect((await fillsOf(user.id, from)).at(-1)).toEqual([10, 'stop', -10_000_000n, 58_870_55n]);
    await order(user, { type: 'limit', price: '59500' });
    await minutes(3, '59400.00');
    expect((await fillsOf(user.id)).at(-1)).toMatchObject([expect.anything(), 'limit', 10_000_000n, 59_429_70n]);
    await clean();
  });
});

describe('stored quotes that someone else changed', () => {
  type Source = typeof quoteSource.$inferSelect;
  const source = async () => (await read().select().from(quoteSource))[0] as Source;
  const setSource = (set: Partial<Source>) => write((tx) => tx.update(quoteSource).set(set));
  const newestBtc = async () => and(eq(quote.instrument, 'BTCUSD'), eq(quote.observedAt, (await source()).horizon));

  /** Runs all jobs except the price requests. */
  const work = async () => {
    for (const { run } of [...ownTradingJobs, ...signalJobs, ...copyJobs]) await runAll(run);
  };

  /** Places an order and stores the first later price, without filling the order. */
  async function ordered(): Promise<User> {
    const user = await trader();
    await order(user, { size: '0.01' });
    await later(10 * SECOND, '60000.00');
    await later(10 * SECOND, '60000.00');
    await order(user, { size: '0.02' });
    clock.advance(10 * SECOND);
    exchange.prices.BTCUSDT = { price: '61000.00' };
    await runAll(quoteJobs[0]!.run);
    return user;
  }

  const alterations: [string, () => Promise<unknown>][] = [
    ['held back', async () => setSource({ horizon: new Date((await source()).horizon.getTime() - 10 * SECOND) })],
    ['put off', async () => setSource({ horizon: new Date((await source()).horizon.getTime() + HOUR) })],
    ['marked as thinned out', async () => setSource({ prunedUntil: (await source()).horizon })],
    ['without the list of the newest', () => setSource({ newest: {} })],
    ['without a MAC', () => setSource({ mac: null })],
    ['without their source', () => write((tx) => tx.delete(quoteSource))],
    ['thinned at their end', async () => write(async (tx) => tx.delete(quote).where(await newestBtc()))],
    [
      'cut from the one before',
      async () =>
        write(async (tx) =>
          tx
            .update(quote)
            .set({ previousAt: null })
            .where(await newestBtc()),
        ),
    ],
    [
      'at another price',
      async () =>
        write(async (tx) =>
          tx
            .update(quote)
            .set({ price: 1n })
            .where(await newestBtc()),
        ),
    ],
  ];

  test.each(alterations)(
    '%s fill nothing, and the order is filled a minute later at the price of then',
    async (_, alter) => {
      const user = await ordered();
      await alter();
      await work();
      await later(10 * SECOND, '70000.00');
      expect(await fillsOf(user.id)).toHaveLength(1);
      expect(await quotesAlteredAt()).toEqual(expect.any(Date));
      await minutes(2, '70000.00');
      expect((await fillsOf(user.id)).slice(1).map(([, ...fill]) => fill)).toEqual([
        ['market', 2_000_000n, 70_035_00n],
      ]);
      expect((await alertChecks(() => [])['prices-silent']())[0]?.message).toContain(
        'altered or deleted in the database',
      );
    },
  );

  test('that were thinned out while an account was behind do not fill its orders', async () => {
    const user = await ordered();
    const first = await newestBtc();
    clock.advance(10 * SECOND);
    exchange.prices.BTCUSDT = { price: '66000.00' };
    await runAll(quoteJobs[0]!.run);
    await write((tx) => tx.delete(quote).where(first));
    await work();
    expect(await fillsOf(user.id)).toHaveLength(1);
  });

  test('that are processed too late fill orders at the price of that time', async () => {
    const user = await ordered();
    clock.advance(MAX_FILL_QUOTE_AGE_MS);
    await later(10 * SECOND, '75000.00');
    expect((await fillsOf(user.id)).slice(1).map(([, ...fill]) => fill)).toEqual([['market', 2_000_000n, 75_037_50n]]);
  });

  test('are those of version 1.0.0 after an upgrade: orders continue after a minute, and nothing is reported', async () => {
    const user = await ordered();
    for (const row of await stored()) {
      const { instrument, price, at, observedAt } = row;
      const parts = [instrument, String(price), String(at.getTime()), String(observedAt.getTime())];
      const set = { previousAt: null, mac: calculateMac('quote', parts) };
      await write((tx) => tx.update(quote).set(set).where(eq(quote.id, row.id)));
    }
    await setSource({ newest: null, mac: null });
    // Cached quotes are read again each day.
    clock.advance(DAY);
    await minutes(2, '62000.00');
    expect((await fillsOf(user.id)).slice(1).map(([, ...fill]) => fill)).toEqual([['market', 2_000_000n, 62_031_00n]]);
    expect(await quotesAlteredAt()).toBeNull();
    await clean();
  });
});

test('money can be taken out while prices arrive, and waits while they do not', async () => {
  const user = await trader();
  await order(user, { size: '0.05' });
  await later(SECOND);
  const take = () => write((tx) => withdrawFromTrading(tx, user, 1_000_00n));
  expect(codeOf(await take())).toBe(null);
  clock.advance(2 * MINUTE);
  expect(codeOf(await take())).toBe('no-quotes');
  expect(await view(user)).toMatchObject({ noPricesFor: '60 seconds', removable: 0n });
  await later(10 * SECOND);
  expect(codeOf(await take())).toBe(null);
});

describe('the source', () => {
  const tickers = () => exchange.asked.filter((path) => path.includes('ticker')).length;

  test('is requested once in ten seconds while something waits or is held, and rarely otherwise', async () => {
    await later(HOUR);
    expect(exchange.asked).toEqual([]);
    const user = await trader();
    await later(0);
    const before = tickers();
    for (let minute = 0; minute < 20; minute++) await later(MINUTE);
    expect(tickers() - before).toBeLessThanOrEqual(2);
    await order(user);
    exchange.asked = [];
    for (let second = 0; second < 60; second++) await later(SECOND);
    expect(tickers()).toBeGreaterThanOrEqual(5);
    expect(tickers()).toBeLessThanOrEqual(7);
    expect(new Set((await stored()).map(({ instrument }) => instrument))).toEqual(new Set(['BTCUSD', 'ETHUSD']));
  });

  test('that refuses is not requested for as long as it says, by every process', async () => {
    const user = await trader();
    await order(user);
    exchange.answer = (response) => response.writeHead(429, { 'Retry-After': '600' }).end();
    await later(SECOND);
    exchange.asked = [];
    for (let poll = 0; poll < 9; poll++) await later(MINUTE);
    expect(exchange.asked).toEqual([]);
    exchange.answer = null;
    await later(2 * MINUTE);
    expect(await fillsOf(user.id)).toHaveLength(1);
  });

  test('returns nothing while the clock is set back, and continues after', async () => {
    const user = await trader();
    await order(user);
    await later(SECOND);
    const before = await stored();
    clock.advance(-HOUR);
    await later(10 * SECOND);
    expect(codeOf(await order(user))).toBe('clock-back');
    expect(await stored()).toEqual(before);
    clock.advance(HOUR);
    await later(10 * SECOND);
    expect(codeOf(await order(user, { size: '0.01' }))).toBe(null);
    await later(10 * SECOND);
    expect(await fillsOf(user.id)).toHaveLength(2);
  });

  test('whose stored price is altered fills nothing on it', async () => {
    const user = await trader();
    await order(user);
    clock.advance(SECOND);
    await runAll(quoteJobs[0]!.run);
    await write((tx) => tx.update(quote).set({ price: 1n }));
    for (const { run } of ownTradingJobs) await runAll(run);
    expect(await fillsOf(user.id)).toEqual([]);
    expect(await view(user)).toMatchObject({ orders: [{ symbol: 'BTC/USD' }] });
  });

  test('keeps quotes that filled orders, and the last price of each day, when the rest is thinned out', async () => {
    const user = await trader();
    await order(user);
    await minutes(2, '60000.00');
    await close(user);
    await minutes(1, '60500.00');
    const all = (await stored()).length;
    await later(2 * DAY);
    await later(MINUTE);
    const left = await stored();
    expect(left.length).toBeLessThan(all);
    const fills = await fillsOf(user.id);
    for (const [at] of fills) {
      const seen = left.filter(
        ({ instrument, observedAt }) => instrument === 'BTCUSD' && +observedAt === Number(at) * SECOND,
      );
      expect(seen).toHaveLength(1);
    }
    const [source] = await read().select().from(quoteSource);
    expect(source?.prunedUntil).not.toBeNull();
    expect(await quotesAlteredAt()).toBeNull();
    const figures = await view(user);
    expect(figures.history).toHaveLength(3);
  });
});

describe('copies', () => {
  async function program() {
    const leader = await makeTrader();
    const admin = createAdminActor((await makeAdmin()).id);
    const input = must(await giveNewKey(admin, leader));
    const send = (
      id: string,
      action: 'buy' | 'sell' | 'close',
      more: { symbol?: string; size?: string; percent?: string; market_position?: 'short' } = {},
    ) => receiveSignal(input.key, { id, symbol: 'BTCUSD', action, ...more });
    return { leader, send };
  }

  test('of a signal leader follow on the next price, all on the same one, however late their jobs run', async () => {
    const { leader, send } = await program();
    const [one, two] = [await makeCopy(leader), await makeCopy(leader, 2_000_00n)];
    expect(await send('1', 'buy', { size: '0.1' })).toMatchObject({ ok: true, value: { status: 'waiting' } });
    const from = clock.at.getTime();
    await later(5 * SECOND, '60000.00');
    expect(await fillsOf(leader, from)).toEqual([[5, 'market', 10_000_000n, 60_030_00n]]);
    expect(await fillsOf(one.id)).toEqual([]);
    // The job of copies runs late: three more prices have been stored by then.
    for (const price of ['60100.00', '61000.00', '62000.00']) {
      clock.advance(10 * SECOND);
      exchange.prices.BTCUSDT = { price };
      for (const { run } of [...quoteJobs, ...signalJobs]) await runAll(run);
    }
    for (const { run } of copyJobs) await runAll(run);
    expect(await fillsOf(one.id, from)).toEqual([[15, 'market', 1_000_000n, 60_130_05n]]);
    expect(await fillsOf(two.id, from)).toEqual([[15, 'market', 2_000_000n, 60_130_05n]]);
    await send('2', 'close');
    await later(10 * SECOND, '63000.00');
    await later(10 * SECOND, '63000.00');
    expect((await fillsOf(one.id)).at(-1)).toMatchObject([expect.anything(), 'market', -1_000_000n, 62_968_50n]);
    expect((await copyOf(one.id)).result).toBe(28_38n);
    await clean();
  });

  test('continue with other coins while one has no price, and follow that order when it has one again', async () => {
    const { leader, send } = await program();
    const { id } = await makeCopy(leader);
    await send('1', 'buy', { size: '0.05' });
    await send('2', 'buy', { symbol: 'ETHUSD', size: '0.5' });
    for (let poll = 0; poll < 3; poll++) await later(10 * SECOND, '60000.00');
    expect(await fillsOf(id)).toHaveLength(2);
    await send('3', 'close', { symbol: 'ETHUSD' });
    const from = clock.at.getTime();
    await later(10 * SECOND);
    delete exchange.prices.ETHUSDT;
    await send('4', 'close');
    for (let poll = 0; poll < 12; poll++) await later(10 * SECOND, '61000.00');
    const closed = async (account: string) => (await fillsOf(account, from)).slice(2).map(([at, , size]) => [at, size]);
    expect(await closed(leader)).toEqual([
      [10, -50_000_000n],
      [20, -5_000_000n],
    ]);
    expect(await closed(id)).toEqual([[30, expect.any(BigInt)]]);
    const behind = () => read().select().from(tradingAccount).where(eq(tradingAccount.id, id));
    expect((await behind())[0]?.waiting).toMatchObject([
      { id: 'ETHUSD', follows: { leaderOrder: expect.any(Number) } },
    ]);
    await clean();
    exchange.prices.ETHUSDT = { price: '2900.00' };
    await later(10 * SECOND);
    expect(await closed(id)).toEqual([
      [30, expect.any(BigInt)],
      [140, expect.any(BigInt)],
    ]);
    expect((await behind())[0]?.waiting).toEqual([]);
    expect(Object.keys((await findSavedAccount(read(), id))?.account.positions ?? { some: 1 })).toEqual([]);
    await clean();
  });

  test('copy positions at the next price, and stop at the one after', async () => {
    const { leader, send } = await program();
    await send('1', 'buy', { size: '0.1' });
    await later(5 * SECOND, '60000.00');
    const { id, user } = await makeCopy(leader);
    expect(await fillsOf(id)).toEqual([]);
    const from = clock.at.getTime();
    await later(10 * SECOND, '61000.00');
    expect(await fillsOf(id, from)).toEqual([[10, 'market', expect.any(BigInt), 61_030_50n]]);
    const stopped = await write((tx) => stopCopy(tx, user, id));
    expect(stopped).toMatchObject({ ok: true, value: { closing: true } });
    expect((await copyOf(id)).status).toBe('stopping');
    await later(10 * SECOND, '62000.00');
    await later(MINUTE, '70000.00');
    expect((await copyOf(id)).status).toBe('stopped');
    expect((await fillsOf(id, from)).at(-1)).toMatchObject([20, 'market', expect.anything(), 61_969_00n]);
    await clean();
  });

  test('that end while orders of their leader wait for a price give the reason for each that was not followed', async () => {
    const { leader, send } = await program();
    const early = await makeCopy(leader);
    await send('1', 'buy', { symbol: 'ETHUSD', size: '0.5' });
    for (let poll = 0; poll < 3; poll++) await later(10 * SECOND, '60000.00');
    await send('2', 'close', { symbol: 'ETHUSD' });
    await send('3', 'sell', { symbol: 'ETHUSD', size: '0.7', market_position: 'short' });
    await send('4', 'buy', { size: '0.05' });
    await later(10 * SECOND, '60000.00');
    const late = await makeCopy(leader);
    for (const { id, user } of [early, late]) await write((tx) => stopCopy(tx, user, id));
    expect([(await copyOf(early.id)).status, (await copyOf(late.id)).status]).toEqual(['stopping', 'stopping']);
    await later(10 * SECOND, '61000.00');
    await later(MINUTE, '61000.00');
    const compared = async ({ user, id }: typeof early) => {
      const shown = await loadCopyWithTrades(user.id, id, 1);
      // An ended copy has no open position, and its parts are all of its results.
      expect([shown?.open, shown?.whole?.result]).toEqual([0, (await copyOf(id)).result]);
      const trades = shown?.trades.toReversed() ?? [];
      return trades.map(({ symbol, reasons, closedAt, own }) => [symbol, reasons, closedAt !== null, own.result]);
    };
    const { status, result } = await copyOf(early.id);
    expect(status).toBe('stopped');
    expect(result).toBeLessThan(0n);
    expect(await compared(early)).toEqual([
      ['ETH/USD', ['ended'], true, result],
      ['ETH/USD', ['ended'], false, 0n],
      ['BTC/USD', ['ended'], false, 0n],
    ]);
    expect(await compared(late)).toEqual([
      ['ETH/USD', ['ended'], false, 0n],
      ['BTC/USD', ['ended'], false, 0n],
    ]);
    await clean();
  });

  test('start only while their leader’s positions have a price, by which the leader’s stake is counted', async () => {
    const { leader, send } = await program();
    await send('1', 'buy', { size: '0.1' });
    await later(5 * SECOND, '60000.00');
    clock.advance(2 * MINUTE);
    const user = await makeUser({}, { dollars: 10_000 });
    const start = () => write((tx) => startCopy(tx, user, { trader: leader, amount: 1_000_00n }));
    expect(codeOf(await start())).toBe('no-quotes');
    await later(10 * SECOND, '60000.00');
    expect(codeOf(await start())).toBeNull();
    await clean();
  });

  test('are sized by their worth when their leader traded, whatever is put in before that is known', async () => {
    const { leader, send } = await program();
    const { id, user } = await makeCopy(leader);
    await later(0);
    await send('1', 'buy', { size: '0.1' });
    await whileAsking('60000.00', () => write((tx) => topUpCopy(tx, user, { id, amount: 9_000_00n })));
    const [, flow] = await findOrders(read(), id);
    expect(flow).toMatchObject({ kind: 'flow', flow: 9_000_00n });
    expect((await findCopies(user.id))[0]).toMatchObject({ contributed: 10_000_00n, standing: { equity: 10_000_00n } });
    await clean();
    await later(10 * SECOND, '60000.00');
    await later(10 * SECOND, '60000.00');
    // The size is a tenth of the leader's, based on $1,000 instead of $10,000.
    expect((await fillsOf(id)).map(([, , size]) => size)).toEqual([1_000_000n]);
    await send('2', 'buy', { size: '0.05' });
    for (let poll = 0; poll < 3; poll++) await later(10 * SECOND, '60000.00');
    expect(Number((await fillsOf(id)).at(-1)?.[2])).toBeGreaterThan(4_900_000);
    expect((await findSavedAccount(read(), id))?.account.later).toEqual([]);
    await clean();
  });

  test('fill what a price has decided by the time they are stopped, though it is known only afterwards', async () => {
    const { leader, send } = await program();
    const { id, user } = await makeCopy(leader);
    await send('1', 'buy', { size: '0.1' });
    for (let poll = 0; poll < 3; poll++) await later(10 * SECOND, '60000.00');
    await send('2', 'close');
    await later(10 * SECOND, '60000.00');
    const from = clock.at.getTime();
    // The closing order waits for its price; its owner sees it, and what came after it.
    await whileAsking('50000.00', () => write((tx) => stopCopy(tx, user, id)));
    await later(10 * SECOND, '61000.00');
    await later(MINUTE, '61000.00');
    expect((await fillsOf(id, from)).at(-1)).toEqual([10, 'market', -1_000_000n, 49_975_00n]);
    expect((await copyOf(id)).status).toBe('stopped');
    await clean();
  });

  test('limit the cost of a day as when their leader traded', async () => {
    const { leader, send } = await program();
    const { id, user } = await makeCopy(leader);
    await later(0);
    await send('1', 'buy', { size: '0.1' });
    await later(5 * SECOND, '60000.00');
    await whileAsking('60000.00', () => write((tx) => limitDaySpread(tx, user, { id, daySpreadBps: 1 })));
    await later(10 * SECOND, '60000.00');
    expect((await fillsOf(id)).map(([, , size]) => size)).toEqual([1_000_000n]);
    await clean();
  });

  test('that start before an order of their leader is known follow it at a price after they started', async () => {
    const { leader, send } = await program();
    await later(0);
    await send('1', 'buy', { size: '0.1' });
    let id = '';
    await later(5 * SECOND);
    const made = await makeUser({}, { dollars: 10_000 });
    await whileAsking('60000.00', async () => {
      const started = await write((tx) => startCopy(tx, made, { trader: leader, amount: 1_000_00n }));
      id = started.ok ? started.value.id : '';
    });
    const began = (await copyOf(id)).startedAt.getTime();
    await later(10 * SECOND, '60500.00');
    await later(10 * SECOND, '60500.00');
    const rows = await findOrders(read(), id);
    expect(rows.filter(({ size }) => size !== 0n).every(({ at }) => at > began)).toBe(true);
    await clean();
  });

  test('end at their floor, at the price after the one that reached it', async () => {
    const { leader, send } = await program();
    const { id } = await makeCopy(leader, 1_000_00n, 900_00n);
    await send('1', 'buy', { size: '0.15' });
    await minutes(1, '60000.00');
    await minutes(2, '52000.00');
    expect((await copyOf(id)).status).toBe('stopped');
    await runAll(saveNextFigures);
    await clean();
  });
});

test('positions opened on simulated prices keep them, and can only be closed until nothing is held', async () => {
  testEnv({ MARKET_FEED: 'simulated' });
  const user = await trader();
  expect(await order(user, { size: '0.01' })).toMatchObject({ ok: true, value: { waiting: null } });
  testEnv({ MARKET_FEED: 'public', EXCHANGE_URL: exchange.origin, BANK_URL: exchange.origin });
  clock.advance(MINUTE);
  expect(codeOf(await order(user, { size: '0.01' }))).toBe('other-feed');
  expect((await view(user)).closedFor).toContain('Close them before you open more');
  expect(await close(user)).toMatchObject({ ok: true, value: { waiting: null } });
  expect(await order(user, { size: '0.01' })).toMatchObject({ ok: true, value: { waiting: 1 } });
  const [account] = await read().select().from(tradingAccount);
  expect(account?.feed).toBe('exchange');
  await clean();
});

test('positions opened on the exchange are still priced there once prices are simulated, and pages say so', async () => {
  const user = await trader();
  await order(user, { size: '0.01' });
  await later(10 * SECOND);
  await later(10 * SECOND);
  expect(await describeOtherFeedHoldings()).toBeNull();
  testEnv({ MARKET_FEED: 'simulated', EXCHANGE_URL: exchange.origin, BANK_URL: exchange.origin });
  expect(await describeOtherFeedHoldings()).toContain('1 account trades on the prices of an exchange');
  clock.advance(MINUTE);
  expect(codeOf(await order(user, { size: '0.01' }))).toBe('other-feed');
  expect(codeOf(await close(user))).toBe(null);
  await later(10 * SECOND, '61000.00');
  await later(MINUTE);
  expect((await fillsOf(user.id)).at(-1)).toMatchObject([expect.anything(), 'market', -1_000_000n, 60_969_50n]);
  expect(await describeOtherFeedHoldings()).toBeNull();
  exchange.asked = [];
  await later(20 * MINUTE);
  expect(exchange.asked).toEqual([]);
  await clean();
});

test('a source that fails, or repeats itself, for more than a minute is reported with its last prices’ time', async () => {
  expect(await findSourceSilenceStart()).toBeNull();
  const user = await trader();
  await order(user, { size: '0.01' });
  await later(10 * SECOND, '60000.00');
  await later(10 * SECOND, '60000.00');
  const last = clock.at;
  expect(await findSourceSilenceStart()).toBeNull();
  exchange.answer = (response) => response.writeHead(503).end();
  await later(50 * SECOND);
  expect(await findSourceSilenceStart()).toBeNull();
  await later(MINUTE);
  expect(await findSourceSilenceStart()).toEqual(last);
  // The source answers again, with an earlier price.
  Object.assign(exchange, {
    answer: null,
    prices: { BTCUSDT: { price: '60000.00', at: clock.machine.getTime() - HOUR } },
  });
  await later(5 * MINUTE);
  await later(MINUTE);
  expect(await findSourceSilenceStart()).toEqual(last);
  await later(10 * SECOND, '60100.00');
  expect(await findSourceSilenceStart()).toBeNull();
  exchange.answer = (response) => response.writeHead(503).end();
  await later(2 * MINUTE);
  expect(await findSourceSilenceStart()).not.toBeNull();
  testEnv({ MARKET_FEED: 'simulated', EXCHANGE_URL: exchange.origin, BANK_URL: exchange.origin });
  expect(await findSourceSilenceStart()).toBeNull();
});
