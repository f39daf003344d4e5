import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, SECOND } from '~/platform/clock';
import { cases } from '../../../tests/support/depth';
import { type Account, EMPTY_ACCOUNT, type Order } from '../accounts/account';
import { advanceAccount, midsAt } from '../accounts/advance';
import { calculateEquity, withLeverage } from '../accounts/margin';
import { requireContract } from '../contracts';
import { simulatedFeed } from '../market';
import { max, UNITS_PER_CENT, UNITS_PER_WHOLE } from '../numbers';
import { place, recordFlow } from '../orders/place';
import { createPrices } from '../prices/prices';
import { addSpreadOf, NO_SPREAD, spreadCost } from './daySpread';
import { type FollowedCopy, type Follower, type FollowTerms, follow, leaderOrders } from './follow';

const prices = createPrices(simulatedFeed());
/** A Monday. */
const START = Date.UTC(2026, 2, 2, 9);
const TERMS: FollowTerms = {
  cap: null,
  floor: () => 0n,
  paused: () => false,
  daySpread: () => [2n, 100n],
  lacksStake: () => false,
};

type Given = { at: number; id: string; size: bigint };

/** Log of a leader with this capital who places orders at instants, in order. Omits orders that the margin refuses. */
function leaderOf(cents: bigint, input: readonly Given[]) {
  const started = recordFlow(EMPTY_ACCOUNT, cents, 'investor', START, 0n);
  let account: Account = started.account;
  for (const id of ['XAUUSD', 'EURUSD', 'BTCUSD', 'USDJPY']) {
    const limit = requireContract(id).maxLeverage;
    account = withLeverage(account, id, limit, limit) ?? account;
  }
  const rows: Order[] = [started.order];
  let until = START;
  for (const { at, id, size } of input) {
    const advanced = advanceAccount(account, prices, until, at);
    until = at;
    const placed = place(advanced.account, prices, { id, size, by: 'investor' }, at);
    account = placed.ok ? placed.value.account : advanced.account;
    rows.push(...advanced.orders, ...(placed.ok ? placed.value.orders : []));
  }
  return { account, log: { orders: leaderOrders(account, rows), last: account.orders } };
}

const put = (cents: bigint): Follower => ({
  account: recordFlow(EMPTY_ACCOUNT, cents, 'investor', START, 0n).account,
  until: START,
  leaderOrder: 1,
  spread: NO_SPREAD,
});

const equityAt = ({ account, until }: Follower) => calculateEquity(account, midsAt(prices, until));
const reasons = ({ copied }: FollowedCopy) => [...new Set(copied.flatMap(({ skipped, cut }) => skipped ?? cut ?? []))];

describe('a leader who opens and closes positions repeatedly', () => {
  // Each position is worth $16; $10 of capital are enough for it at a leverage of 2.
  const size = (16n * UNITS_PER_WHOLE * requireContract('BTCUSD').scale) / prices.at('BTCUSD', START);
  /** 200 alternating orders within twelve seconds. */
  const churn = Array.from({ length: 200 }, (_, index) => ({
    at: START + HOUR + Math.floor(index / 16) * SECOND,
    id: 'BTCUSD',
    size: index % 2 === 0 ? size : -size,
  }));
  const { log, account: leader } = leaderOf(1_000n, churn);
  const end = START + 2 * HOUR;

  test('costs a copy without a limit more than an eighth of its worth within seconds, and the leader a dollar or two', () => {
    const burnt = follow(put(1_000_000n), log, { ...TERMS, daySpread: () => null }, prices, end);
    expect(equityAt(burnt)).toBeLessThan(870_000n);
    expect(1_000n - calculateEquity(leader, midsAt(prices, end))).toBeLessThan(250n);
  });

  test('costs a copy at most its daily limit, and all its positions are still closed', () => {
    const stored = follow(put(1_000_000n), log, TERMS, prices, end);
    expect(stored.spread.paid).toBeLessThanOrEqual(20_000n * UNITS_PER_CENT);
    expect(stored.spread.paid).toBeGreaterThan(19_000n * UNITS_PER_CENT);
    expect(equityAt(stored)).toBeGreaterThan(975_000n);
    expect(stored.account.positions).toEqual({});
    expect(reasons(stored)).toEqual(['day-spread', 'nothing-held']);
    expect(stored.copied).toHaveLength(log.orders.length);
  });

  test('costs a copy nothing if the leader has no stake, and the copy follows again the next day', () => {
    const none = follow(put(1_000_000n), log, { ...TERMS, lacksStake: () => true }, prices, end);
    expect([equityAt(none), reasons(none)]).toEqual([1_000_000n, ['no-stake', 'nothing-held']]);
    const tomorrow = { at: START + DAY, id: 'BTCUSD', size: size / 4n };
    const { log: longer } = leaderOf(1_000n, [...churn, tomorrow]);
    const next = follow(put(1_000_000n), longer, TERMS, prices, START + DAY + HOUR);
    expect(next.account.positions.BTCUSD?.size).toBeGreaterThan(0n);
    expect(next.spread.day).toBe(Math.floor((START + DAY) / DAY) * DAY);
  });
});

test('a copy pays at most its daily limit in spread, apart from price moves between opening and closing', () => {
  const order = fc.record({
    wait: fc.integer({ min: 0, max: 4 * 3_600 }),
    id: fc.constantFrom('XAUUSD', 'EURUSD', 'BTCUSD', 'USDJPY'),
    size: fc.integer({ min: -200, max: 200 }).filter((size) => size !== 0),
  });
  const units: Record<string, bigint> = {
    XAUUSD: UNITS_PER_WHOLE,
    EURUSD: 5_000n * UNITS_PER_WHOLE,
    BTCUSD: UNITS_PER_WHOLE / 50n,
    USDJPY: 5_000n * UNITS_PER_WHOLE,
  };
  const bounds = fc.constantFrom([2n, 100n], [5n, 1_000n], [1n, 10_000n]) as fc.Arbitrary<readonly [bigint, bigint]>;
  const cuts = fc.array(fc.integer({ min: 0, max: 4 * 86_400 }), { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(order, { minLength: 1, maxLength: 60 }), bounds, cuts, (orders, daySpread, instants) => {
      let at = START;
      const provided = orders.map(({ wait, id, size }) => {
        at += wait * SECOND;
        return { at, id, size: BigInt(size) * (units[id] ?? UNITS_PER_WHOLE) };
      });
      const { log } = leaderOf(10_000_000n, provided);
      const terms = { ...TERMS, daySpread: () => daySpread };
      const whole = follow(put(1_000_000n), log, terms, prices, at + DAY);
      // Highest worth of the copy at any order of its leader.
      const highest = whole.copied.reduce((highest, { copyEquity }) => max(highest, copyEquity), 1_000_000n);
      const bound = (highest * UNITS_PER_CENT * daySpread[0]) / daySpread[1];
      const days = new Map<number, bigint>();
      for (const row of whole.orders) {
        const { day, paid } = addSpreadOf(NO_SPREAD, [row]);
        days.set(day, (days.get(day) ?? 0n) + paid);
      }
      // The closing spread is reserved at the opening price, and changes with the price, here by less than a twentieth.
      for (const paid of days.values()) expect(paid).toBeLessThanOrEqual((bound * 21n) / 20n + closingOfOthers(whole));

      // The rows are the same however many runs they are computed in.
      let often = { ...put(1_000_000n), atFloor: false } as Follower & { atFloor: boolean };
      const rows: Order[] = [];
      for (const cut of [...instants.map((second) => START + second * SECOND).sort((a, b) => a - b), at + DAY]) {
        if (often.atFloor || cut > at + DAY) continue;
        const next = follow(often, log, terms, prices, cut);
        rows.push(...next.orders);
        often = next;
      }
      expect(rows).toEqual(whole.orders);
      expect(often.spread).toEqual(whole.spread);
    }),
    { numRuns: cases(60) },
  );
});

/** Returns the highest cost of one closing order: positions of the previous day may close on a day whose limit is used up. */
const closingOfOthers = ({ orders }: FollowedCopy): bigint =>
  orders.reduce(
    (highest, { id, size, spread, price }) =>
      id === null ? highest : max(highest, spreadCost(size, spread, price, requireContract(id))),
    0n,
  );
