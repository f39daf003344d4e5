import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '~/platform/clock';
import { type Account, EMPTY_ACCOUNT, foldOrders, type Order } from '../accounts/account';
import { advance, midsAt } from '../accounts/advance';
import { equityOf, withLeverage } from '../accounts/margin';
import { mustContract } from '../contracts';
import { simulatedFeed } from '../market';
import { abs, UNIT } from '../numbers';
import { flow, place } from '../orders/place';
import { pricesOf } from '../prices/prices';
import { closeAll } from './closeAll';
import { NO_SPREAD } from './daySpread';
import { type Follower, type FollowTerms, follow, leaderOrders } from './follow';
import { takeOver } from './takeOver';

const prices = pricesOf(simulatedFeed());
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

/** A leader with $100,000 that gives orders, each some time after the one before. */
function leaderOf(given: readonly Given[], leverage = 1n) {
  const begun = flow(EMPTY_ACCOUNT, 10_000_000n, 'engine', START, 0n);
  let account: Account = begun.account;
  for (const id of ['XAUUSD', 'EURUSD', 'BTCUSD']) {
    const limit = mustContract(id).maxLeverage;
    account = withLeverage(account, id, leverage < limit ? leverage : limit, limit) ?? account;
  }
  const rows: Order[] = [begun.order];
  let at = START;
  for (const { after, id, size } of given) {
    const advanced = advance(account, prices, at, at + after);
    at += after;
    const placed = place(advanced.account, prices, { id, size, by: 'engine' }, at);
    account = placed.ok ? placed.value.account : advanced.account;
    rows.push(...advanced.orders, ...(placed.ok ? placed.value.orders : []));
  }
  return { account, rows, log: { orders: leaderOrders(account, rows), last: account.orders }, at };
}

const put = (cents: bigint): Follower => ({
  account: flow(EMPTY_ACCOUNT, cents, 'investor', START, 0n).account,
  until: START,
  leaderOrder: 1,
  spread: NO_SPREAD,
});

describe('a copy', () => {
  test('follows each order a second later, scaled by the equities, and closes with its leader', () => {
    const { log, at } = leaderOf([
      { after: HOUR, id: 'XAUUSD', size: 10n * UNIT },
      { after: HOUR, id: 'XAUUSD', size: -4n * UNIT },
      { after: HOUR, id: 'XAUUSD', size: -12n * UNIT },
    ]);
    const { account, orders, copied, leaderOrder } = follow(put(1_000_000n), log, TERMS, prices, at + MINUTE);
    expect(orders.map((order) => [order.at - START, order.size])).toEqual([
      [HOUR + SECOND, UNIT],
      [2 * HOUR + SECOND, (-UNIT * 4n) / 10n],
      // Through zero: what was left is closed, and the rest opened.
      [3 * HOUR + SECOND, (-UNIT * 6n) / 10n],
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

  test('that is paused opens nothing and closes all the same', () => {
    const { log, at } = leaderOf([
      { after: HOUR, id: 'XAUUSD', size: 10n * UNIT },
      { after: HOUR, id: 'EURUSD', size: 1_000n * UNIT },
      { after: HOUR, id: 'XAUUSD', size: -10n * UNIT },
    ]);
    const open = follow(put(1_000_000n), log, TERMS, prices, START + HOUR + MINUTE);
    const paused = follow(open, log, { ...TERMS, paused: () => true }, prices, at + MINUTE);
    expect(paused.copied.map(({ skipped }) => skipped)).toEqual(['paused', null]);
    expect(paused.account.positions).toEqual({});
  });

  test('follows two orders of one second in their order, both sized by the equities of that second', () => {
    const { log, at } = leaderOf([
      { after: HOUR, id: 'BTCUSD', size: UNIT / 2n },
      { after: 0, id: 'BTCUSD', size: UNIT / 4n },
      { after: 0, id: 'BTCUSD', size: -UNIT / 4n },
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

  test('is sized by the equity of its instant, whatever money comes or goes before it is filled', () => {
    const { log, at } = leaderOf([{ after: HOUR, id: 'BTCUSD', size: UNIT / 2n }]);
    const whole = follow(put(1_000_000n), log, TERMS, prices, at + MINUTE);
    const until = follow(put(1_000_000n), log, TERMS, prices, at);
    const topped = { ...until, account: flow(until.account, 5_000_000n, 'investor', at, 1_000_000n).account };
    expect(follow(topped, log, TERMS, prices, at + MINUTE).orders.map(({ size }) => size)).toEqual(
      whole.orders.map(({ size }) => size),
    );
    // Paused and resumed after it likewise, and a job leaves the copy where it is until the second is over.
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

  test('that is paused keeps the reason of an opening where an order through zero closed', () => {
    const { log, at } = leaderOf([
      { after: HOUR, id: 'XAUUSD', size: 10n * UNIT },
      { after: HOUR, id: 'XAUUSD', size: -20n * UNIT },
    ]);
    const paused = follow(put(1_000_000n), log, { ...TERMS, paused: (since) => since === at }, prices, at + MINUTE);
    expect(paused.copied.map(({ skipped, orders }) => [skipped, orders.length])).toEqual([
      [null, 1],
      ['paused', 1],
    ]);
    expect(paused.account.positions).toEqual({});
  });

  test('comes to the same rows however often it was stopped and gone on with', () => {
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
        (given, cuts, floor) => {
          const units = { XAUUSD: UNIT, EURUSD: 1_000n * UNIT, BTCUSD: UNIT / 100n } as const;
          const sized = given.map(({ after, id, size }) => ({
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
          // What is written down makes the account again.
          const begun = flow(EMPTY_ACCOUNT, 1_000_000n, 'investor', START, 0n).order;
          expect(foldOrders([begun, ...whole.orders])).toEqual({ ...whole.account, leverage: {} });
          if (whole.atFloor) {
            expect(equityOf(whole.account, midsAt(prices, whole.until))).toBeLessThanOrEqual(floor);
            expect(whole.until % MINUTE).toBe(0);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test('stops at its floor at the first full minute that reaches it', () => {
    const { log, at } = leaderOf([{ after: HOUR, id: 'BTCUSD', size: 2n * UNIT }], 2n);
    const held = follow(put(1_000_000n), log, TERMS, prices, at + MINUTE);
    const equityAt = (time: number) => equityOf(held.account, midsAt(prices, time));
    let first = at + 2 * MINUTE;
    const floor = equityAt(first) - 2_000n;
    while (first < at + 5 * DAY && equityAt(first) > floor) first += MINUTE;
    const whole = follow(put(1_000_000n), log, { ...TERMS, floor: () => floor }, prices, at + 5 * DAY);
    // Charges for holding come on top, so it may be earlier than by prices alone.
    if (whole.atFloor) expect(whole.until).toBeLessThanOrEqual(first);
    else expect(first).toBeGreaterThanOrEqual(at + 5 * DAY);
  });

  test('takes over what its leader holds, at the price of now, but not where the market is closed', () => {
    const { account: leader, at } = leaderOf([
      { after: HOUR, id: 'XAUUSD', size: 10n * UNIT },
      { after: HOUR, id: 'BTCUSD', size: -UNIT / 10n },
    ]);
    const now = put(1_000_000n);
    const taken = takeOver({ ...now, until: at }, leader, () => 7, TERMS, prices);
    expect(taken.copied.map(({ instrument, skipped }) => [instrument, skipped])).toEqual([
      ['BTCUSD', null],
      ['XAUUSD', null],
    ]);
    expect(abs(taken.account.positions.XAUUSD?.size ?? 0n)).toBeLessThanOrEqual(UNIT + UNIT / 50n);
    // A Saturday.
    const later = takeOver({ ...now, until: Date.UTC(2026, 2, 7, 12) }, leader, () => 7, TERMS, prices);
    expect(later.copied.map(({ instrument, skipped }) => [instrument, skipped])).toEqual([
      ['BTCUSD', null],
      ['XAUUSD', 'closed-market'],
    ]);
  });

  test('closes what can be closed now, and the rest when its market opens', () => {
    const { log, at } = leaderOf([
      { after: HOUR, id: 'XAUUSD', size: 10n * UNIT },
      { after: HOUR, id: 'BTCUSD', size: UNIT / 10n },
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
