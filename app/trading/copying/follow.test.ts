import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '~/platform/clock';
import { NaiveAccount } from '../../../tests/support/trading/naiveAccount';
import { type Account, calculateEntryPrice, EMPTY_ACCOUNT, foldOrders, type Order } from '../accounts/account';
import { advanceAccount, midsAt } from '../accounts/advance';
import { calculateEquity, withLeverage } from '../accounts/margin';
import { requireContract } from '../contracts';
import { simulatedFeed } from '../market';
import { abs, min, UNITS_PER_CENT, UNITS_PER_WHOLE } from '../numbers';
import { place, recordFlow } from '../orders/place';
import { createPrices } from '../prices/prices';
import { closeAll } from './closeAll';
import { NO_SPREAD } from './daySpread';
import { type Follower, type FollowTerms, follow, type LeaderLog, type LeaderOrder, leaderOrders } from './follow';
import { takeOverPositions } from './takeOver';

const prices = createPrices(simulatedFeed());
/** A Monday. */
const START = Date.UTC(2026, 2, 2, 9);
const TERMS: FollowTerms = {
  cap: null,
  floor: () => 0n,
  paused: () => false,
  daySpread: () => null,
  lacksStake: () => false,
};

type Given = { after: number; id: string; size: bigint };

/** Leader with $100,000 who places orders, each some time after the previous one. */
function leaderOf(input: readonly Given[], leverage = 1n) {
  const started = recordFlow(EMPTY_ACCOUNT, 10_000_000n, 'engine', START, 0n);
  let account: Account = started.account;
  for (const id of ['XAUUSD', 'EURUSD', 'BTCUSD', 'USDJPY']) {
    const limit = requireContract(id).maxLeverage;
    account = withLeverage(account, id, leverage < limit ? leverage : limit, limit) ?? account;
  }
  const rows: Order[] = [started.order];
  let at = START;
  for (const { after, id, size } of input) {
    const advanced = advanceAccount(account, prices, at, at + after);
    at += after;
    const placed = place(advanced.account, prices, { id, size, by: 'engine' }, at);
    account = placed.ok ? placed.value.account : advanced.account;
    rows.push(...advanced.orders, ...(placed.ok ? placed.value.orders : []));
  }
  return { account, rows, log: { orders: leaderOrders(account, rows), last: account.orders }, at };
}

const put = (cents: bigint): Follower => ({
  account: recordFlow(EMPTY_ACCOUNT, cents, 'investor', START, 0n).account,
  until: START,
  leaderOrder: 1,
  spread: NO_SPREAD,
});

describe('a copy', () => {
  test('follows each order a second later, scaled by the equities, and closes with its leader', () => {
    const { log, at } = leaderOf([
      { after: HOUR, id: 'XAUUSD', size: 10n * UNITS_PER_WHOLE },
      { after: HOUR, id: 'XAUUSD', size: -4n * UNITS_PER_WHOLE },
      { after: HOUR, id: 'XAUUSD', size: -12n * UNITS_PER_WHOLE },
    ]);
    const { account, orders, copied, leaderOrder } = follow(put(1_000_000n), log, TERMS, prices, at + MINUTE);
    expect(orders.map((order) => [order.at - START, order.size])).toEqual([
      [HOUR + SECOND, UNITS_PER_WHOLE],
      [2 * HOUR + SECOND, (-UNITS_PER_WHOLE * 4n) / 10n],
      // An order through zero closes the remaining position and opens the opposite one.
      [3 * HOUR + SECOND, (-UNITS_PER_WHOLE * 6n) / 10n],
      [3 * HOUR + SECOND, expect.any(BigInt)],
    ]);
    expect(account.positions.XAUUSD?.size).toBeLessThan(0n);
    expect(copied.map(({ leaderOrder: number, skipped, cut }) => [number, skipped, cut])).toEqual([
      [2, null, null],
      [3, null, null],
      [4, null, null],
    ]);
    expect(leaderOrder).toBe(log.last);
  });

  test('opens nothing while it is paused, and still closes positions', () => {
    const { log, at } = leaderOf([
      { after: HOUR, id: 'XAUUSD', size: 10n * UNITS_PER_WHOLE },
      { after: HOUR, id: 'EURUSD', size: 1_000n * UNITS_PER_WHOLE },
      { after: HOUR, id: 'XAUUSD', size: -10n * UNITS_PER_WHOLE },
    ]);
    const open = follow(put(1_000_000n), log, TERMS, prices, START + HOUR + MINUTE);
    const paused = follow(open, log, { ...TERMS, paused: () => true }, prices, at + MINUTE);
    expect(paused.copied.map(({ skipped }) => skipped)).toEqual(['paused', null]);
    expect(paused.account.positions).toEqual({});
  });

  test('follows two orders of one second in sequence, both sized by the equities of that second', () => {
    const { log, at } = leaderOf([
      { after: HOUR, id: 'BTCUSD', size: UNITS_PER_WHOLE / 2n },
      { after: 0, id: 'BTCUSD', size: UNITS_PER_WHOLE / 4n },
      { after: 0, id: 'BTCUSD', size: -UNITS_PER_WHOLE / 4n },
    ]);
    const { copied, orders } = follow(put(1_000_000n), log, TERMS, prices, at + MINUTE);
    expect(copied.map(({ leaderOrder, skipped, copyEquity }) => [leaderOrder, skipped, copyEquity])).toEqual([
      [2, null, 1_000_000n],
      [3, null, 1_000_000n],
      [4, null, 1_000_000n],
    ]);
    expect(orders.map((order) => [order.at - at, order.size > 0n])).toEqual([
      [SECOND, true],
      [SECOND, true],
      [SECOND, false],
    ]);
  });

  test("is sized by the equity at the leader's order, regardless of deposits and withdrawals before the fill", () => {
    const { log, at } = leaderOf([{ after: HOUR, id: 'BTCUSD', size: UNITS_PER_WHOLE / 2n }]);
    const whole = follow(put(1_000_000n), log, TERMS, prices, at + MINUTE);
    const until = follow(put(1_000_000n), log, TERMS, prices, at);
    const topped = { ...until, account: recordFlow(until.account, 5_000_000n, 'investor', at, 1_000_000n).account };
    expect(follow(topped, log, TERMS, prices, at + MINUTE).orders.map(({ size }) => size)).toEqual(
      whole.orders.map(({ size }) => size),
    );
    // A pause after the order changes nothing either, and a job waits until the second is over.
    const resumed = follow(
      follow(put(1_000_000n), log, TERMS, prices, at),
      log,
      { ...TERMS, paused: () => true },
      prices,
      at + MINUTE,
    );
    expect(resumed.orders).toEqual(whole.orders);
    expect(follow(put(1_000_000n), log, TERMS, prices, at, true)).toMatchObject({ leaderOrder: 1, until: at });
  });

  test('records the reason for a skipped opening if an order through zero only closed a position during a pause', () => {
    const { log, at } = leaderOf([
      { after: HOUR, id: 'XAUUSD', size: 10n * UNITS_PER_WHOLE },
      { after: HOUR, id: 'XAUUSD', size: -20n * UNITS_PER_WHOLE },
    ]);
    const paused = follow(put(1_000_000n), log, { ...TERMS, paused: (since) => since === at }, prices, at + MINUTE);
    expect(paused.copied.map(({ skipped, orders }) => [skipped, orders.length])).toEqual([
      [null, 1],
      ['paused', 1],
    ]);
    expect(paused.account.positions).toEqual({});
  });

  test('produces the same rows however often it is interrupted and resumed', () => {
    const ids = fc.constantFrom('XAUUSD', 'EURUSD', 'BTCUSD');
    const orders = fc.record({
      after: fc.integer({ min: 1, max: 30 * 3_600 }).map((seconds) => seconds * SECOND),
      id: ids,
      size: fc.integer({ min: -40, max: 40 }).filter((size) => size !== 0),
    });
    fc.assert(
      fc.property(
        fc.array(orders, { minLength: 1, maxLength: 6 }),
        fc.array(fc.integer({ min: 0, max: 7 * 86_400 }), { maxLength: 4 }),
        fc.constantFrom(0n, 600_000n, 970_000n),
        (input, cuts, floor) => {
          const units = {
            XAUUSD: UNITS_PER_WHOLE,
            EURUSD: 1_000n * UNITS_PER_WHOLE,
            BTCUSD: UNITS_PER_WHOLE / 100n,
          } as const;
          const sized = input.map(({ after, id, size }) => ({
            after,
            id,
            size: BigInt(size) * units[id as keyof typeof units],
          }));
          const { log, at } = leaderOf(sized, 5n);
          const terms = { ...TERMS, floor: () => floor };
          const to = at + DAY;
          const whole = follow(put(1_000_000n), log, terms, prices, to);
          let copy = { ...whole, ...put(1_000_000n), orders: [] as Order[], copied: [] as unknown[], atFloor: false };
          for (const cut of [...cuts.map((seconds) => START + seconds * SECOND).sort((a, b) => a - b), to]) {
            if (copy.atFloor || cut > to) continue;
            const next = follow(copy, log, terms, prices, cut);
            copy = {
              ...next,
              orders: [...copy.orders, ...next.orders],
              copied: [...copy.copied, ...next.copied],
            } as never;
          }
          expect(copy).toEqual(whole);
          // The stored rows fold to the same account.
          const started = recordFlow(EMPTY_ACCOUNT, 1_000_000n, 'investor', START, 0n).order;
          expect(foldOrders([started, ...whole.orders])).toEqual({ ...whole.account, leverage: {} });
          if (whole.atFloor) {
            expect(calculateEquity(whole.account, midsAt(prices, whole.until))).toBeLessThanOrEqual(floor);
            expect(whole.until % MINUTE).toBe(0);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test('stops at the first full minute in which it reaches its floor', () => {
    const { log, at } = leaderOf([{ after: HOUR, id: 'BTCUSD', size: 2n * UNITS_PER_WHOLE }], 2n);
    const held = follow(put(1_000_000n), log, TERMS, prices, at + MINUTE);
    const equityAt = (time: number) => calculateEquity(held.account, midsAt(prices, time));
    let first = at + 2 * MINUTE;
    const floor = equityAt(first) - 2_000n;
    while (first < at + 5 * DAY && equityAt(first) > floor) first += MINUTE;
    const whole = follow(put(1_000_000n), log, { ...TERMS, floor: () => floor }, prices, at + 5 * DAY);
    // Holding costs are added, so the floor may be reached earlier than by prices alone.
    if (whole.atFloor) expect(whole.until).toBeLessThanOrEqual(first);
    else expect(first).toBeGreaterThanOrEqual(at + 5 * DAY);
  });

  test('takes over the positions of its leader at the current price', () => {
    const { account: leader, at } = leaderOf([
      { after: HOUR, id: 'XAUUSD', size: 10n * UNITS_PER_WHOLE },
      { after: HOUR, id: 'BTCUSD', size: -UNITS_PER_WHOLE / 10n },
    ]);
    const now = put(1_000_000n);
    const taken = takeOverPositions({ ...now, until: at }, leader, () => 7, TERMS, prices);
    expect(taken.copied.map(({ instrument, skipped }) => [instrument, skipped])).toEqual([
      ['BTCUSD', null],
      ['XAUUSD', null],
    ]);
    expect(abs(taken.account.positions.XAUUSD?.size ?? 0n)).toBeLessThanOrEqual(
      UNITS_PER_WHOLE + UNITS_PER_WHOLE / 50n,
    );
  });

  describe('with a queued take-over of a position in a closed market', () => {
    const saturday = Date.UTC(2026, 2, 7, 12);
    const opening = Date.UTC(2026, 2, 8, 23);
    const { account: leader } = leaderOf([{ after: HOUR, id: 'XAUUSD', size: 10n * UNITS_PER_WHOLE }]);
    const copy = put(1_000_000n);
    const queued = takeOverPositions({ ...copy, until: saturday }, leader, () => 7, TERMS, prices);
    const closes = (at: number, size = -10n * UNITS_PER_WHOLE): LeaderLog => {
      const equityBefore = 10_000_000n;
      const fill = { ...calculateEntryPrice({ at, kind: 'market', by: 'engine', equityBefore }), id: 'XAUUSD', size };
      return {
        orders: [{ ...fill, number: 8, result: 0n, price: prices.at('XAUUSD', at), held: 10n * UNITS_PER_WHOLE }],
        last: 8,
      };
    };
    const none: LeaderLog = { orders: [], last: 7 };

    test('opens it once, a second after the market opens', () => {
      expect(queued.copied).toEqual([]);
      const before = follow(queued, none, TERMS, prices, opening);
      expect([before.orders, before.account.waiting.length]).toEqual([[], 1]);
      const open = follow(before, none, TERMS, prices, opening + DAY);
      expect(open.copied).toMatchObject([{ leaderOrder: 7, takenOver: true, skipped: null, at: opening + SECOND }]);
      expect(open.orders).toMatchObject([{ id: 'XAUUSD', at: opening + SECOND }]);
      expect(open.account.waiting).toEqual([]);
      expect(follow(queued, none, TERMS, prices, opening + DAY)).toMatchObject({ orders: open.orders });
    });

    test.each([
      ['its leader closes it as the market opens', { log: closes(opening) }, 'leader-closed'],
      ['the copy is paused then', { terms: { paused: () => true } }, 'paused'],
      ['the limit for one position is smaller', { terms: { cap: [1n, 100_000n] as const } }, 'cap'],
    ])(
      'skips it if %s',
      (_, { log = none, terms = {} }: { log?: LeaderLog; terms?: Partial<FollowTerms> }, skipped) => {
        const after = follow(queued, log, { ...TERMS, ...terms }, prices, opening + HOUR);
        expect(after.copied[0]).toMatchObject({ leaderOrder: 7, takenOver: true, skipped, size: 0n });
        expect([after.orders, after.account.waiting, after.account.positions]).toEqual([[], [], {}]);
      },
    );

    test('closes it with its leader a minute later, or opens only the remaining part', () => {
      const after = follow(queued, closes(opening + MINUTE), TERMS, prices, opening + HOUR);
      expect(after.orders.map(({ at }) => at)).toEqual([opening + SECOND, opening + MINUTE + SECOND]);
      expect(after.account.positions).toEqual({});
      const half = follow(queued, closes(opening, -5n * UNITS_PER_WHOLE), TERMS, prices, opening + HOUR);
      const whole = follow(queued, none, TERMS, prices, opening + HOUR).account.positions.XAUUSD?.size ?? 0n;
      expect(half.account.positions.XAUUSD?.size).toBe(whole - whole / 2n);
    });

    test('does not open it after the copy was stopped', () => {
      const stopped = closeAll(queued, TERMS, prices, { from: saturday, to: opening + DAY });
      expect(stopped).toMatchObject({ orders: [], copied: [{ takenOver: true, skipped: 'ended' }], dueAt: null });
    });
  });

  test('closes the positions of open markets at once, and the others when their markets open', () => {
    const { log, at } = leaderOf([
      { after: HOUR, id: 'XAUUSD', size: 10n * UNITS_PER_WHOLE },
      { after: HOUR, id: 'BTCUSD', size: UNITS_PER_WHOLE / 10n },
    ]);
    const saturday = Date.UTC(2026, 2, 7, 12);
    const held = follow(put(1_000_000n), log, TERMS, prices, saturday);
    expect(at).toBeLessThan(saturday);
    const stopped = closeAll(held, TERMS, prices, { from: saturday, to: saturday });
    expect(Object.keys(stopped.account.positions)).toEqual(['XAUUSD']);
    expect(stopped.dueAt).toBe(Date.UTC(2026, 2, 8, 23));
    const done = closeAll(stopped, TERMS, prices, { from: saturday, to: Date.UTC(2026, 2, 9, 12) });
    expect(done.account.positions).toEqual({});
    expect(done.dueAt).toBeNull();
    expect(done.orders.at(-1)?.at).toBe(Date.UTC(2026, 2, 8, 23));
  });
});

/** Computes a copy's rows from the formulas of docs/trading.md. `cap` is in percent, `bound` in hundredths of a percent. */
function followedByTheBook(log: readonly LeaderOrder[], to: number, { cap, bound }: { cap: bigint; bound: bigint }) {
  const copy = new NaiveAccount(1_000_000n);
  const dayOf = (at: number) => Math.floor(at / DAY);
  const worthOf = (size: bigint, spread: bigint, by: bigint) => (abs(size) * spread + by - 1n) / by;
  let day = { of: 0, paid: 0n };
  let reached = START;
  const reach = (at: number) => {
    copy.live(reached, at);
    reached = at;
  };
  const seconds = [...new Set(log.map(({ at }) => at))];
  for (const at of seconds) {
    reach(at);
    const equity = copy.equity(at);
    const fillsAt = at + SECOND;
    reach(fillsAt);
    for (const order of log.filter((each) => each.at === at)) {
      const { id, size, held } = order;
      const { dollarBase, scale } = requireContract(id);
      const mid = copy.mark(id, fillsAt);
      const half = copy.half(id, mid);
      const trade = (input: bigint) => {
        copy.leverage.set(id, order.leverage);
        copy.trade('market', id, input, fillsAt);
        const price = input > 0n ? mid + half : mid - half;
        const cost = worthOf(input, half, dollarBase ? price : scale);
        day = { of: dayOf(fillsAt), paid: cost + (day.of === dayOf(fillsAt) ? day.paid : 0n) };
      };
      const isOpening = held === 0n || held > 0n === size > 0n;
      const closes = isOpening ? 0n : min(abs(size), abs(held));
      const own = copy.held.get(id)?.size ?? 0n;
      const closing = (abs(own) * closes) / (abs(held) || 1n);
      if (closing > 0n) trade(own > 0n ? -closing : closing);
      const opens = abs(size) - closes;
      if (opens === 0n) continue;
      const price = size > 0n ? mid + half : mid - half;
      const isSmall = (part: bigint) => copy.worth(id, part, price) < 100n * UNITS_PER_CENT;
      // No price moves by 0.5% in a second here, so slippage leaves nothing out.
      let part = (opens * equity) / order.equityBefore;
      if (isSmall(part)) continue;
      const now = copy.held.get(id)?.size ?? 0n;
      const exposed = now === 0n ? 0n : (copy.worth(id, now, mid) + UNITS_PER_CENT - 1n) / UNITS_PER_CENT;
      const left = (copy.equity(fillsAt) * cap) / 100n - exposed;
      const capped = left <= 0n ? 0n : dollarBase ? left * UNITS_PER_CENT : (left * UNITS_PER_CENT * scale) / mid;
      if (capped < part) part = capped;
      if (isSmall(part)) continue;
      let stored = 0n;
      for (const [other, { size: has }] of copy.held) {
        const of = copy.mark(other, fillsAt);
        const contract = requireContract(other);
        stored += worthOf(has, copy.half(other, of), contract.dollarBase ? of : contract.scale);
      }
      const remaining =
        (equity * UNITS_PER_CENT * bound) / 10_000n - (day.of === dayOf(fillsAt) ? day.paid : 0n) - stored;
      const within = remaining <= 0n ? 0n : (remaining * (dollarBase ? mid : scale)) / (2n * half);
      if (within < part) part = within;
      if (isSmall(part)) continue;
      trade(size > 0n ? part : -part);
    }
  }
  reach(to);
  return copy.rows;
}

test('a copy has the rows that the formulas of the documentation compute from its leader’s orders', () => {
  const units = {
    XAUUSD: UNITS_PER_WHOLE,
    USDJPY: 1_000n * UNITS_PER_WHOLE,
    BTCUSD: UNITS_PER_WHOLE / 100n,
    EURUSD: 1_000n * UNITS_PER_WHOLE,
  } as const;
  const orders = fc.record({
    after: fc.integer({ min: 0, max: 10 * 3_600 }).map((seconds) => seconds * SECOND),
    id: fc.constantFrom(...(Object.keys(units) as (keyof typeof units)[])),
    size: fc.integer({ min: -30, max: 30 }).filter((size) => size !== 0),
  });
  const cuts = new Set<string | null>();
  fc.assert(
    fc.property(fc.array(orders, { minLength: 1, maxLength: 8 }), fc.constantFrom(2n, 200n), (input, bound) => {
      const sized = input.map(({ after, id, size }) => ({ after, id, size: BigInt(size) * units[id] }));
      const { log, at } = leaderOf(sized, 2n);
      const terms: FollowTerms = { ...TERMS, cap: [40n, 100n], daySpread: () => [bound, 10_000n] };
      const to = at + DAY;
      const { orders: rows, copied } = follow(put(1_000_000n), log, terms, prices, to);
      for (const { skipped, cut } of copied) cuts.add(skipped).add(cut);
      expect(
        rows.map(({ at: on, kind, id, size, price, result }) => ({ at: on, kind, id, size, price, result })),
      ).toEqual(followedByTheBook(log.orders, to, { cap: 40n, bound }));
    }),
    { numRuns: 12, seed: 8 },
  );
  // Both limits took effect at least once.
  expect([...cuts]).toEqual(expect.arrayContaining(['cap', 'day-spread']));
});
