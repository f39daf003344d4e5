import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE, SECOND } from '~/platform/clock';
import { fillOnQuotes, goodQuotes } from '../../../tests/support/trading/goodQuotes';
import { type Account, EMPTY_ACCOUNT, type Order } from '../accounts/account';
import { advanceAccount } from '../accounts/advance';
import { withLeverage } from '../accounts/margin';
import { requireContract } from '../contracts';
import { NO_SPREAD } from '../copying/daySpread';
import { type Follower, type FollowTerms, follow, leaderOrders } from '../copying/follow';
import { UNITS_PER_WHOLE } from '../numbers';
import { getSide } from '../orders/fills';
import { place, recordFlow } from '../orders/place';
import type { LiveQuote, ValidQuote } from './prices';
import { createPricesFromQuotes } from './storedPrices';

const BTC = requireContract('BTCUSD');
const start = Date.UTC(2026, 2, 4, 21, 50);
const COVERED = new Set(['BTCUSD']);

/** Answers of a source: seconds since the previous answer, age of the price in seconds, and the price in dollars. */
const answers = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 45 }), fc.integer({ min: 0, max: 50 }), fc.integer({ min: 900, max: 1_100 })),
  {
    minLength: 5,
    maxLength: 60,
  },
);

function quotesOf(samples: readonly (readonly [number, number, number])[]): LiveQuote[] {
  let observedAt = start;
  return samples.map(([after, age, price]) => {
    observedAt += after * SECOND;
    return { price: BigInt(price) * BTC.scale, at: observedAt - age * SECOND, observedAt };
  });
}

/** Orders: milliseconds since the start, kind, signed thousandths of a coin, level and stop in dollars. */
const requested = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 15 * MINUTE }),
    kind: fc.constantFrom('market' as const, 'limit' as const, 'stop' as const),
    size: fc.integer({ min: -1_500, max: 1_500 }).filter((size) => size !== 0),
    level: fc.integer({ min: 930, max: 1_070 }),
    stop: fc.option(fc.integer({ min: 900, max: 1_100 })),
  }),
  { maxLength: 6 },
);
type AskedOrders = typeof requested extends fc.Arbitrary<infer T> ? T : never;

function begun(): { account: Account; orders: Order[] } {
  const { account, order } = recordFlow(EMPTY_ACCOUNT, 1_000_00n, 'investor', start, 0n);
  return { account: withLeverage(account, 'BTCUSD', 2n, BTC.maxLeverage) as Account, orders: [order] };
}

/** Advances an account through quotes and orders, and also at each of the other instants. */
function lived(quotes: readonly ValidQuote[], input: AskedOrders, looks: readonly number[]) {
  const end = quotes.at(-1)?.observedAt ?? start;
  const book = new Map([['BTCUSD', quotes]]);
  const horizonAt = (at: number) => quotes.findLast(({ observedAt }) => observedAt <= at)?.observedAt ?? start;
  const steps = [
    ...input.map((order) => ({ at: start + order.at, order })),
    ...looks.map((at) => ({ at, order: null })),
  ];
  steps.sort((a, b) => a.at - b.at);
  let { account, orders } = begun();
  let until = start;
  const go = (at: number) => {
    const prices = createPricesFromQuotes(book, COVERED, horizonAt(at));
    const to = Math.max(until, prices.until(at));
    const advanced = advanceAccount(account, prices, until, to);
    account = advanced.account;
    orders = [...orders, ...advanced.orders];
    until = to;
    return prices;
  };
  for (const { at, order } of steps) {
    const prices = go(Math.min(at, end));
    if (!order) continue;
    const level = order.kind === 'market' ? undefined : { kind: order.kind, price: BigInt(order.level) * BTC.scale };
    const request = {
      id: 'BTCUSD',
      size: (BigInt(order.size) * UNITS_PER_WHOLE) / 1_000n,
      by: 'investor',
      level,
    } as const;
    const stop = order.stop === null ? null : BigInt(order.stop) * BTC.scale;
    const placed = place(account, prices, { ...request, stop }, at);
    if (placed.ok) ({ account } = placed.value);
  }
  go(end);
  return { account, orders, until };
}

test('an account is the same however often it is advanced between the quotes', () => {
  const looks = fc.array(fc.integer({ min: 0, max: 20 * MINUTE }), { maxLength: 30 });
  fc.assert(
    fc.property(answers, requested, looks, (samples, input, instants) => {
      const quotes = goodQuotes(quotesOf(samples));
      const often = lived(
        quotes,
        input,
        instants.map((at) => start + at),
      );
      expect(often).toEqual(lived(quotes, input, []));
    }),
  );
});

test('a single market order is filled as a direct implementation of the rule for live quotes fills it', () => {
  fc.assert(
    fc.property(answers, fc.integer({ min: 0, max: 15 * MINUTE }), fc.constantFrom(-1n, 1n), (samples, at, side) => {
      const seen = quotesOf(samples);
      const order = { at, kind: 'market', size: Number(side) * 500, level: 1_000, stop: null } as const;
      const { orders, account } = lived(goodQuotes(seen), [order], []);
      const fill = fillOnQuotes(BTC, side, start + at, seen);
      expect(orders.slice(1).filter(({ kind }) => kind === 'market')).toMatchObject(
        fill ? [{ at: fill.at, price: fill.price, spread: fill.spread }] : [],
      );
      expect(account.waiting).toHaveLength(fill ? 0 : 1);
    }),
  );
});

test('the range of an interval has the lowest and highest of its prices, among those that are known', () => {
  fc.assert(
    fc.property(answers, fc.nat(20), fc.nat(20), fc.nat(25), (samples, from, length, minutes) => {
      const quotes = goodQuotes(quotesOf(samples));
      const horizon = start + minutes * MINUTE;
      const prices = createPricesFromQuotes(new Map([['BTCUSD', quotes]]), COVERED, horizon);
      const [begin, end] = [start + from * MINUTE, start + (from + length) * MINUTE];
      const known = quotes.filter(({ observedAt }) => observedAt <= Math.min(end, horizon));
      const stood = known.filter((_, index) => (known[index + 1]?.observedAt ?? Number.POSITIVE_INFINITY) > begin);
      const low = stood.reduce<bigint | null>(
        (least, { price }) => (least === null || price < least ? price : least),
        null,
      );
      expect(prices.range('BTCUSD', begin, end).low).toBe(low ?? 0n);
      expect(prices.at('BTCUSD', end)).toBe(stood.at(-1)?.price ?? 0n);
    }),
  );
});

/** Two coins of one source: each has its own answers, and an answer for either advances the horizon. */
const COINS = ['BTCUSD', 'ETHUSD'] as const;
const coinOrders = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 12 * MINUTE }),
    id: fc.constantFrom(...COINS),
    size: fc.integer({ min: -600, max: 600 }).filter((size) => size !== 0),
  }),
  { maxLength: 6 },
);

/** Returns the log of a leader: each order is filled at the first later quote of its coin. */
function leaderOn(
  book: ReadonlyMap<string, readonly ValidQuote[]>,
  input: typeof coinOrders extends fc.Arbitrary<infer T> ? T : never,
  end: number,
) {
  const prices = createPricesFromQuotes(book, new Set(COINS), end);
  let { account, orders } = begun();
  let until = start;
  for (const { at, id, size } of input.toSorted((a, b) => a.at - b.at)) {
    const to = Math.max(until, Math.min(start + at, end));
    const advanced = advanceAccount(account, prices, until, to);
    orders = [...orders, ...advanced.orders];
    until = to;
    const request = { id, size: (BigInt(size) * UNITS_PER_WHOLE) / 1_000n, by: 'investor' } as const;
    const placed = place(advanced.account, prices, request, start + at);
    account = placed.ok ? placed.value.account : advanced.account;
  }
  const advanced = advanceAccount(account, prices, until, end);
  return { account: advanced.account, orders: [...orders, ...advanced.orders] };
}

test('copies are the same however late they are advanced: each order at the first quote of its coin after the leader’s order', () => {
  const terms: FollowTerms = {
    cap: null,
    floor: () => 300_00n,
    paused: () => false,
    daySpread: () => [2n, 100n],
    lacksStake: () => false,
  };
  const copied = { account: { ...begun().account, leverage: {} }, until: start, leaderOrder: 1, spread: NO_SPREAD };
  const looks = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 * MINUTE }), fc.boolean()), { maxLength: 10 });
  fc.assert(
    fc.property(answers, answers, coinOrders, looks, (btc, eth, input, instants) => {
      const all = { BTCUSD: quotesOf(btc), ETHUSD: quotesOf(eth) };
      const book = new Map(COINS.map((id) => [id, goodQuotes(all[id])]));
      const end = Math.max(...[...book.values()].map((quotes) => quotes.at(-1)?.observedAt ?? start));
      const leader = leaderOn(book, input, end);
      const rows = leaderOrders(leader.account, leader.orders.slice(1));
      const advance = (from: Follower, to: number, mayHoldBack: boolean) => {
        const prices = createPricesFromQuotes(book, new Set(COINS), to);
        const known = rows.filter(({ at }) => at <= to);
        const last = Math.max(known.at(-1)?.number ?? 0, from.leaderOrder);
        return follow(from, { orders: known, last }, terms, prices, Math.max(to, from.until), mayHoldBack);
      };
      const atOnce = advance(copied, end, false);
      let often: Follower = copied;
      const made: Order[] = [];
      const orders: number[] = [];
      const times = instants.map(([look, holds]) => ({ at: Math.min(start + look, end), holds }));
      for (const { at, holds } of [...times.sort((a, b) => a.at - b.at), { at: end, holds: false }]) {
        const followed = advance(often, at, holds);
        made.push(...followed.orders);
        orders.push(...followed.copied.map(({ leaderOrder }) => leaderOrder));
        often = followed;
        if (followed.atFloor) break;
      }
      expect(made).toEqual(atOnce.orders);
      expect(orders).toEqual(atOnce.copied.map(({ leaderOrder }) => leaderOrder));
      expect(new Set(orders).size).toBe(orders.length);
      for (const { leaderOrder, instrument, orders } of atOnce.copied) {
        const of = rows.find(({ number }) => number === leaderOrder);
        for (const { at, size } of orders) {
          const fill = fillOnQuotes(
            requireContract(instrument),
            getSide(size),
            of?.at ?? 0,
            all[instrument as 'BTCUSD'],
          );
          expect(at).toBe(fill?.at);
        }
      }
      // Every order whose coin has had a quote since is copied, even if the other coin has had none.
      if (!atOnce.atFloor) {
        const quotedSince = rows.filter(({ id, at }) =>
          book.get(id as 'BTCUSD')?.some((quote) => quote.at > at && quote.observedAt > at),
        );
        expect(new Set(orders)).toEqual(new Set(quotedSince.map(({ number }) => number)));
      }
    }),
  );
});
