import { setImmediate as letOthersIn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE, SECOND } from '~/platform/clock';
import { sizeOf } from '../../../tests/support/depth';
import { type Account, EMPTY_ACCOUNT, type Order } from '../accounts/account';
import { advanceAccount, midsAt } from '../accounts/advance';
import { calculateEquity, withLeverage } from '../accounts/margin';
import { requireContract } from '../contracts';
import { NO_SPREAD } from '../copying/daySpread';
import { type Follower, type FollowTerms, follow, leaderOrders } from '../copying/follow';
import type { SecondsFeed } from '../market';
import { UNITS_PER_WHOLE } from '../numbers';
import { createPrices, type Prices, type ValidQuote } from '../prices/prices';
import { createPricesFromQuotes } from '../prices/storedPrices';
import { amend, cancel, place, recordFlow } from './place';

const TERMS: FollowTerms = {
  cap: null,
  floor: () => 0n,
  paused: () => false,
  daySpread: () => null,
  lacksStake: () => false,
};

// A price is public before it is stored: an act of an investor between the two must not change the fills at that price.

const BTC = requireContract('BTCUSD');
const ID = BTC.id;
const COVERED = new Set([ID]);
const START = Date.UTC(2026, 2, 4, 21, 50);
const CAPITAL = 100_000_00n;

/** Acts of a strategy, at an instant in milliseconds. */
type Act =
  | { at: number; does: 'order'; kind: 'market' | 'limit' | 'stop'; size: bigint; level: bigint; stop: bigint | null }
  | { at: number; does: 'cancel'; key: number }
  | { at: number; does: 'amend'; stop: bigint | null; takeProfit: bigint | null }
  | { at: number; does: 'close' };

function begun(leverage = 2n): { account: Account; orders: Order[] } {
  const { account, order } = recordFlow(EMPTY_ACCOUNT, CAPITAL, 'investor', START, 0n);
  return { account: withLeverage(account, ID, leverage, BTC.maxLeverage) as Account, orders: [order] };
}

function performed(account: Account, prices: Prices, act: Act): { account: Account; orders: readonly Order[] } {
  const nothing = { account, orders: [] };
  if (act.does === 'cancel') return { account: cancel(account, prices, act.key, act.at), orders: [] };
  if (act.does === 'amend') return amend(account, prices, { ...act, id: ID, by: 'investor' }, act.at) ?? nothing;
  const held = account.positions[ID]?.size ?? 0n;
  if (act.does === 'close' && held === 0n) return nothing;
  const request =
    act.does === 'close'
      ? { id: ID, size: -held, by: 'investor' as const, reduceOnly: true }
      : {
          id: ID,
          size: act.size,
          by: 'investor' as const,
          stop: act.stop,
          level: act.kind === 'market' ? undefined : { kind: act.kind, price: act.level },
        };
  const placed = place(account, prices, request, act.at);
  return placed.ok ? placed.value : nothing;
}

/** An account on which acts are performed in sequence, each with the prices that are known at its instant. */
class Life {
  account: Account;
  orders: Order[];
  #until = START;

  constructor(readonly pricesAt: (at: number) => Prices) {
    ({ account: this.account, orders: this.orders } = begun());
  }

  goOn(at: number): Prices {
    const prices = this.pricesAt(at);
    const to = Math.max(this.#until, prices.until(at));
    const advanced = advanceAccount(this.account, prices, this.#until, to);
    this.account = advanced.account;
    this.orders.push(...advanced.orders);
    this.#until = to;
    return prices;
  }

  act(act: Act): void {
    const prices = this.goOn(act.at);
    const { account, orders } = performed(this.account, prices, act);
    this.account = account;
    this.orders.push(...orders);
  }
}

/** Returns the prices known at an instant: each quote is stored `delay` milliseconds after it was requested. */
const knownOf =
  (quotes: readonly ValidQuote[], delay: number) =>
  (at: number): Prices => {
    const horizon = quotes.findLast(({ observedAt }) => observedAt + delay <= at)?.observedAt ?? START;
    return createPricesFromQuotes(new Map([[ID, quotes]]), COVERED, horizon);
  };

const price = fc.integer({ min: 900, max: 1_100 }).map((dollars) => BigInt(dollars) * BTC.scale);
const instant = fc.integer({ min: 0, max: 10 * MINUTE }).map((after) => START + after);
const size = fc
  .integer({ min: -60, max: 60 })
  .filter((coins) => coins !== 0)
  .map((coins) => BigInt(coins) * UNITS_PER_WHOLE);
const acts = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        at: instant,
        does: fc.constant('order' as const),
        kind: fc.constantFrom('market' as const, 'limit' as const, 'stop' as const),
        size,
        level: price,
        stop: fc.option(price),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ at: instant, does: fc.constant('cancel' as const), key: fc.integer({ min: 1, max: 8 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        at: instant,
        does: fc.constant('amend' as const),
        stop: fc.option(price),
        takeProfit: fc.option(price),
      }),
    },
    { weight: 1, arbitrary: fc.record({ at: instant, does: fc.constant('close' as const) }) },
  ),
  { minLength: 1, maxLength: 12 },
);
const answers = fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 40 }), price), {
  minLength: 5,
  maxLength: 40,
});

/** Returns valid quotes in order: the time of each is later than the previous one's. */
function quotesOf(samples: readonly (readonly [after: number, age: number, price: bigint])[]): ValidQuote[] {
  const quotes: ValidQuote[] = [];
  let observedAt = START;
  for (const [after, age, price] of samples) {
    observedAt += after * SECOND;
    const at = observedAt - age * SECOND;
    if (at > (quotes.at(-1)?.at ?? 0)) quotes.push({ price, at, observedAt });
  }
  return quotes;
}

describe('an account on quoted prices', () => {
  test('has the same fills at a quote, whatever is placed, changed or cancelled after the time of that quote', () => {
    const late = fc.tuple(acts, fc.nat(40), fc.integer({ min: 0, max: 10_000 }));
    const delays = fc.integer({ min: 0, max: 20_000 });
    fc.assert(
      fc.property(answers, acts, late, delays, (samples, unordered, [more, which, after], delay) => {
        const quotes = quotesOf(samples);
        // Soon after the time of a quote, as by an investor who saw it elsewhere.
        const from = (quotes[which % quotes.length]?.at ?? START) + after;
        const before = unordered.toSorted((a, b) => a.at - b.at).filter(({ at }) => at < from);
        const live = (input: readonly Act[]) => {
          const life = new Life(knownOf(quotes, delay));
          for (const act of input) life.act(act);
          life.goOn((quotes.at(-1)?.observedAt ?? START) + delay);
          return life.orders;
        };
        const stood = new Set(quotes.filter(({ at }) => at <= from).map(({ observedAt }) => observedAt));
        const fillsOf = (orders: Order[]) =>
          orders
            .filter(({ kind, at }) => ['market', 'limit', 'stop', 'take-profit'].includes(kind) && stood.has(at))
            .map(({ at, kind, size, price }) => ({ at, kind, size, price }));
        const lateActs = more.map((act) => ({ ...act, at: from }));
        expect(fillsOf(live([...before, ...lateActs]))).toEqual(fillsOf(live(before)));
      }),
      { numRuns: 500 },
    );
  });
});

describe('two coins whose prices arrive in one answer', () => {
  const ETH = requireContract('ETHUSD');
  const first = START + 10 * SECOND;
  const at = (after: number, dollars: bigint, observed = first): ValidQuote => ({
    price: dollars * BTC.scale,
    at: START + after,
    observedAt: observed,
  });

  /** Returns the prices of both coins as known at an instant. */
  const known = (btc: readonly ValidQuote[], eth: readonly ValidQuote[]) => (time: number) => {
    const quotes = new Map([
      [BTC.id, btc],
      [ETH.id, eth],
    ]);
    const horizon = [...btc, ...eth].reduce(
      (last, { observedAt }) => (observedAt <= time - SECOND ? Math.max(last, observedAt) : last),
      START,
    );
    return createPricesFromQuotes(quotes, new Set([BTC.id, ETH.id]), horizon);
  };

  /** Order of a leader with the same capital as the copy, who opens ten coins at $1,000. */
  const leaderOrder = (number: number, at: number, id: string) => ({
    number,
    at,
    id,
    by: 'investor' as const,
    kind: 'market' as const,
    size: 10n * UNITS_PER_WHOLE,
    held: 0n,
    price: 1_000n * BTC.scale,
    spread: 0n,
    leverage: 1n,
    stop: null,
    takeProfit: null,
    gap: false,
    flow: 0n,
    equityBefore: CAPITAL,
    result: 0n,
  });

  test('fill an earlier order even if a later order for the other coin uses its margin', () => {
    const prices = known([at(2_000, 950n)], [at(8_000, 1_100n)]);
    const requested = { size: 100n * UNITS_PER_WHOLE, by: 'investor' } as const;
    const limit = { ...requested, id: BTC.id, level: { kind: 'limit', price: 960n * BTC.scale } } as const;
    const provided = place(begun(1n).account, prices(START), limit, START + 1_000);
    if (!provided.ok) throw new Error(provided.error.message);
    // An investor who has seen the fall uses all margin for the other coin.
    const stop = {
      ...requested,
      size: 90n * UNITS_PER_WHOLE,
      id: ETH.id,
      level: { kind: 'stop', price: 1_050n * ETH.scale },
    } as const;
    const undone = place(provided.value.account, prices(START + 5_000), stop, START + 5_000);
    if (!undone.ok) throw new Error(undone.error.message);
    const { orders } = advanceAccount(undone.value.account, prices(first + SECOND), START, first);
    expect(orders.map(({ id, size }) => [id, size])).toEqual([[BTC.id, 100n * UNITS_PER_WHOLE]]);
  });

  test("are not bought by a copy at a price from before its start, even if the leader's order is known only afterwards", () => {
    const prices = known([at(3_000, 1_000n, START + 6 * SECOND), at(8_000, 1_010n)], [])(first + SECOND);
    const order = leaderOrder(2, START + SECOND, BTC.id);
    const began = START + 5 * SECOND;
    const copy: Follower = { account: begun().account, until: began, leaderOrder: 1, spread: NO_SPREAD };
    const { orders } = follow(copy, { orders: [order], last: 2 }, { ...TERMS, begun: began }, prices, first);
    expect(orders.map(({ at }) => at)).toEqual([first]);
  });

  test('are bought by a copy in the order of their prices', () => {
    const prices = known([at(8_000, 1_000n)], [at(2_000, 1_000n)])(first + SECOND);
    const rows = [BTC.id, ETH.id].map((id, index) => leaderOrder(index + 2, START + index * SECOND, id));
    const copy: Follower = { account: begun().account, until: START, leaderOrder: 1, spread: NO_SPREAD };
    const { orders } = follow(copy, { orders: rows, last: 3 }, TERMS, prices, first);
    expect(orders.map(({ id }) => id)).toEqual([ETH.id, BTC.id]);
  });
});

/** Generates numbers from 0 to 1, the same for the same seed (mulberry32). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a price for each second, with equally likely rises and falls of 0.5% of the first price, five times the whole spread. */
function walkOf(seed: number, seconds: number): bigint[] {
  const roll = dice(seed);
  const walk = [1_000n * BTC.scale];
  const step = BTC.scale * 5n;
  for (let second = 1; second <= seconds; second++)
    walk.push((walk[second - 1] as bigint) + (roll() < 0.5 ? step : -step));
  return walk;
}

const SECONDS = 5 * 60;
const ASKED_EVERY = 10;
/** Delay from the request of an answer to its storage, in milliseconds. */
const DELAY = 3 * SECOND;

const quotedWalk = (walk: readonly bigint[]): ValidQuote[] =>
  walk.flatMap((price, second) => {
    const at = START + second * SECOND;
    return second > 0 && second % ASKED_EVERY === 0 ? [{ price, at, observedAt: at }] : [];
  });

/** Returns the same walk as a market with a price for every second. */
function secondsOf(walk: readonly bigint[]): Prices {
  const at = (time: Date) =>
    Number(walk[Math.max(0, Math.min(Math.floor((time.getTime() - START) / SECOND), walk.length - 1))] as bigint) /
    Number(BTC.scale);
  const each = function* (from: Date, to: Date) {
    for (let time = from.getTime(); time <= to.getTime() && time <= START + walk.length * SECOND; time += SECOND)
      yield new Date(time);
  };
  const feed = {
    quote: (_: unknown, time: Date) => ({ price: at(time) }),
    range: (_: unknown, from: Date, to: Date) => {
      const prices = Array.from(each(new Date(Math.max(+from, START)), to), at);
      return { low: Math.min(...prices, at(from)), high: Math.max(...prices, at(from)) };
    },
    reach: (_: unknown, direction: 'up' | 'down', level: number, from: Date, to: Date) => {
      for (const time of each(from, to)) if (direction === 'up' ? at(time) >= level : at(time) <= level) return time;
      return null;
    },
  };
  return createPrices(feed as unknown as SecondsFeed);
}

/** Strategy that receives the public prices until now and its account, and returns its acts of this second. */
type Strategy = (seen: { second: number; walk: readonly bigint[]; account: Account; at: number }) => Act[];

const COINS = 40n * UNITS_PER_WHOLE;
const EDGE = BTC.scale * 10n;

/** Places stop orders on both sides, and cancels one if the public price already shows that it would lose. */
const cancelLosers: Strategy = ({ second, walk, account, at }) => {
  const now = walk[second] as bigint;
  const [waiting] = account.waiting;
  const held = account.positions[ID];
  if (held) return account.waiting.length > 0 ? [] : [{ at, does: 'close' }];
  if (second % ASKED_EVERY === 1 && !waiting) {
    const order = { at, does: 'order' as const, kind: 'stop' as const, stop: null };
    return [
      { ...order, size: COINS, level: now + EDGE },
      { ...order, size: -COINS, level: now - EDGE },
    ];
  }
  // The price requested within the last ten seconds is final but not stored yet.
  if (second % ASKED_EVERY > 3) return [];
  const requested = walk[second - (second % ASKED_EVERY)] as bigint;
  return account.waiting.flatMap(({ key, size, cancelledAt }): Act[] => {
    const wouldLose = size > 0n ? now < requested : now > requested;
    return wouldLose && cancelledAt === undefined ? [{ at, does: 'cancel', key }] : [];
  });
};

/** Holds a position with a stop, and moves the stop away whenever the public price would close it at a loss. */
const moveStops: Strategy = ({ second, walk, account, at }) => {
  const now = walk[second] as bigint;
  const held = account.positions[ID];
  if (!held) {
    if (account.waiting.length > 0) return [];
    return [{ at, does: 'order', kind: 'market', size: second % 2 === 0 ? COINS : -COINS, level: 0n, stop: null }];
  }
  const away = held.size > 0n ? -EDGE : EDGE;
  const entry = held.cost / (held.size > 0n ? held.size : -held.size);
  const winning = held.size > 0n ? now > entry : now < entry;
  return [{ at, does: 'amend', stop: now + (winning ? away / 3n : away * 3n), takeProfit: null }];
};

/** Enters at the previous price whenever the public price has moved since, and then closes. */
const tradeOnNews: Strategy = ({ second, walk, account, at }) => {
  if (account.waiting.length > 0) return [];
  if (account.positions[ID]) return [{ at, does: 'close' }];
  const requested = walk[second - (second % ASKED_EVERY)] as bigint;
  const ran = (walk[second] as bigint) - requested;
  if (ran === 0n) return [];
  return [{ at, does: 'order', kind: 'market', size: ran > 0n ? COINS : -COINS, level: 0n, stop: null }];
};

const STRATEGIES: Record<string, Strategy> = { cancelLosers, moveStops, tradeOnNews };

/** Trades a walk by a strategy. Returns the final equity of the account and of a copy of it, in cents. */
function traded(
  strategy: Strategy,
  walk: readonly bigint[],
  pricesAt: (at: number) => Prices,
): [own: bigint, copied: bigint] {
  const life = new Life(pricesAt);
  for (let second = 1; second < SECONDS; second++) {
    // The middle of a second: an investor who watches the source knows its price.
    const at = START + second * SECOND + 500;
    life.goOn(at);
    for (const act of strategy({ second, walk, account: life.account, at })) life.act(act);
  }
  const end = START + SECONDS * SECOND + DELAY;
  const prices = life.goOn(end);
  const copy: Follower = { account: begun().account, until: START, leaderOrder: 1, spread: NO_SPREAD };
  const rows = leaderOrders(life.account, life.orders.slice(1));
  const orders = { orders: rows, last: rows.at(-1)?.number ?? 1 };
  const followed = follow(copy, orders, TERMS, prices, prices.until(end));
  return [life.account, followed.account].map((account) =>
    calculateEquity(account, midsAt(prices, prices.until(end))),
  ) as [bigint, bigint];
}

/** Returns the mean of the results in standard errors. */
function luckOf(results: readonly number[]): number {
  const mean = results.reduce((sum, result) => sum + result, 0) / results.length;
  const spread = results.reduce((sum, result) => sum + (result - mean) ** 2, 0) / (results.length - 1);
  return spread === 0 ? Math.sign(mean) : mean / Math.sqrt(spread / results.length);
}

describe.each(Object.entries(STRATEGIES))(
  'a trader who uses %s on prices that are equally likely to rise and fall',
  (_, strategy) => {
    test.each(['quoted', 'simulated'] as const)(
      'earns no more than by chance on %s prices, and neither does a copy',
      async (kind) => {
        const results: [own: number, copied: number][] = [];
        for (let seed = 1; seed <= sizeOf('WALKS'); seed++) {
          await letOthersIn();
          const walk = walkOf(seed, SECONDS + 10);
          const seconds = secondsOf(walk);
          const pricesAt = kind === 'quoted' ? knownOf(quotedWalk(walk), DELAY) : () => seconds;
          const [own, copied] = traded(strategy, walk, pricesAt);
          results.push([Number(own - CAPITAL), Number(copied - CAPITAL)]);
        }
        expect(luckOf(results.map(([own]) => own))).toBeLessThan(3);
        expect(luckOf(results.map(([, copied]) => copied))).toBeLessThan(3);
      },
      1_200_000,
    );
  },
);
