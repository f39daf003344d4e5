import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE, SECOND } from '~/platform/clock';
import { type Account, EMPTY_ACCOUNT, type Order } from './account';
import { advance } from './advance';
import { mustContract } from './contracts';
import { type Follower, type FollowTerms, follow, leaderOrders } from './copying/follow';
import { sideOf } from './fills';
import { withLeverage } from './margin';
import { UNIT } from './numbers';
import { flow, place } from './place';
import { fillOnQuotes, type GoodQuote, goodQuotes, type LiveQuote } from './quotes';
import { pricesOfQuotes } from './storedPrices';

const BTC = mustContract('BTCUSD');
const start = Date.UTC(2026, 2, 4, 21, 50);
const COVERED = new Set(['BTCUSD']);

/** What a source is seen to say: seconds since the last answer, how long ago the price stood, and the price, in dollars. */
const answers = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 45 }), fc.integer({ min: 0, max: 50 }), fc.integer({ min: 900, max: 1_100 })),
  {
    minLength: 5,
    maxLength: 60,
  },
);

function quotesOf(told: readonly (readonly [number, number, number])[]): LiveQuote[] {
  let observedAt = start;
  return told.map(([after, age, price]) => {
    observedAt += after * SECOND;
    return { price: BigInt(price) * BTC.scale, at: observedAt - age * SECOND, observedAt };
  });
}

/** Orders: milliseconds since the beginning, kind, thousandths of a coin with their side, level and stop in dollars. */
const asked = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 15 * MINUTE }),
    kind: fc.constantFrom('market' as const, 'limit' as const, 'stop' as const),
    size: fc.integer({ min: -1_500, max: 1_500 }).filter((size) => size !== 0),
    level: fc.integer({ min: 930, max: 1_070 }),
    stop: fc.option(fc.integer({ min: 900, max: 1_100 })),
  }),
  { maxLength: 6 },
);
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never;

function begun(): { account: Account; orders: Order[] } {
  const { account, order } = flow(EMPTY_ACCOUNT, 1_000_00n, 'investor', start, 0n);
  return { account: withLeverage(account, 'BTCUSD', 2n, BTC.leverage) as Account, orders: [order] };
}

/** Lives through quotes and orders, looking at the account at each of some instants beside the orders' own. */
function lived(quotes: readonly GoodQuote[], given: Asked, looks: readonly number[]) {
  const end = quotes.at(-1)?.observedAt ?? start;
  const book = new Map([['BTCUSD', quotes]]);
  const horizonAt = (at: number) => quotes.findLast(({ observedAt }) => observedAt <= at)?.observedAt ?? start;
  const steps = [
    ...given.map((order) => ({ at: start + order.at, order })),
    ...looks.map((at) => ({ at, order: null })),
  ];
  steps.sort((a, b) => a.at - b.at);
  let { account, orders } = begun();
  let until = start;
  const go = (at: number) => {
    const prices = pricesOfQuotes(book, COVERED, horizonAt(at));
    const to = Math.max(until, prices.until(at));
    const advanced = advance(account, prices, until, to);
    account = advanced.account;
    orders = [...orders, ...advanced.orders];
    until = to;
    return prices;
  };
  for (const { at, order } of steps) {
    const prices = go(Math.min(at, end));
    if (!order) continue;
    const level = order.kind === 'market' ? undefined : { kind: order.kind, price: BigInt(order.level) * BTC.scale };
    const request = { id: 'BTCUSD', size: (BigInt(order.size) * UNIT) / 1_000n, by: 'investor', level } as const;
    const stop = order.stop === null ? null : BigInt(order.stop) * BTC.scale;
    const placed = place(account, prices, { ...request, stop }, at);
    if (placed.ok) ({ account } = placed.value);
  }
  go(end);
  return { account, orders, until };
}

test('an account is the same whenever it is looked at while the quotes come', () => {
  const looks = fc.array(fc.integer({ min: 0, max: 20 * MINUTE }), { maxLength: 30 });
  fc.assert(
    fc.property(answers, asked, looks, (told, given, instants) => {
      const quotes = goodQuotes(quotesOf(told));
      const often = lived(
        quotes,
        given,
        instants.map((at) => start + at),
      );
      expect(often).toEqual(lived(quotes, given, []));
    }),
  );
});

test('a single order at the market is filled as the rule of live quotes has it, found the plain way', () => {
  fc.assert(
    fc.property(answers, fc.integer({ min: 0, max: 15 * MINUTE }), fc.constantFrom(-1n, 1n), (told, at, side) => {
      const seen = quotesOf(told);
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

test('prices of a stretch are the lowest and highest that stood in it, and no more than is known', () => {
  fc.assert(
    fc.property(answers, fc.nat(20), fc.nat(20), fc.nat(25), (told, from, length, minutes) => {
      const quotes = goodQuotes(quotesOf(told));
      const horizon = start + minutes * MINUTE;
      const prices = pricesOfQuotes(new Map([['BTCUSD', quotes]]), COVERED, horizon);
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

test('copies are the same however late they are carried, each order at the first quote after its leader’s', () => {
  const terms: FollowTerms = { cap: null, floor: 300_00n, paused: false };
  const copied = { account: { ...begun().account, leverage: {} }, until: start, leaderOrder: 1 };
  fc.assert(
    fc.property(
      answers,
      asked,
      fc.array(fc.integer({ min: 0, max: 20 * MINUTE }), { maxLength: 10 }),
      (told, given, looks) => {
        const quotes = goodQuotes(quotesOf(told));
        const leader = lived(quotes, given, []);
        const rows = leaderOrders(leader.account, leader.orders.slice(1));
        const book = new Map([['BTCUSD', quotes]]);
        const carry = (from: Follower, to: number) => {
          const prices = pricesOfQuotes(book, COVERED, Math.min(to, leader.until));
          const known = rows.filter(({ at }) => at <= prices.until(to));
          const last = known.at(-1)?.number ?? from.leaderOrder;
          return follow(
            from,
            { orders: known, last: Math.max(last, from.leaderOrder) },
            terms,
            prices,
            Math.max(prices.until(to), from.until),
          );
        };
        const atOnce = carry(copied, leader.until);
        let often: Follower = copied;
        const made: Order[] = [];
        for (const at of [...looks.map((look) => start + look), leader.until].sort((a, b) => a - b)) {
          const followed = carry(often, Math.min(at, leader.until));
          made.push(...followed.orders);
          often = followed;
          if (followed.atFloor) break;
        }
        expect(made).toEqual(atOnce.orders);
        for (const { leaderOrder, orders } of atOnce.copied) {
          const of = rows.find(({ number }) => number === leaderOrder);
          for (const { at, size } of orders) {
            expect(at).toBe(fillOnQuotes(BTC, sideOf(size), of?.at ?? 0, quotes)?.at);
          }
        }
      },
    ),
  );
});
