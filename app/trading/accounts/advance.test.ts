import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '~/platform/clock';
import { must } from '../../../tests/support/must';
import { NaiveAccount, naiveMid } from '../../../tests/support/trading/naiveAccount';
import { requireContract } from '../contracts';
import { simulatedFeed } from '../market';
import { amend, cancel, place, recordFlow } from '../orders/place';
import { createPrices } from '../prices/prices';
import { type Account, EMPTY_ACCOUNT, type Order } from './account';
import { advanceAccount, midsAt } from './advance';
import { calculateEquity, withLeverage } from './margin';

const prices = createPrices(simulatedFeed());
const IDS = ['EURUSD', 'USDJPY', 'BTCUSD', 'AAPL'] as const;
/** A Wednesday, half an hour before shares close and an hour and a half before the charge for holding. */
const evening = Date.UTC(2026, 2, 4, 20, 30);

const request = fc.record({
  id: fc.constantFrom(...IDS),
  side: fc.constantFrom(1n, -1n),
  /** Thousandths of the equity. */
  part: fc.bigInt({ min: 100n, max: 30_000n }),
  kind: fc.constantFrom('market' as const, 'limit' as const, 'stop' as const),
  /** Ten-thousandths of the price. */
  away: fc.bigInt({ min: 1n, max: 12n }),
  stop: fc.option(fc.bigInt({ min: 1n, max: 15n })),
  profit: fc.option(fc.bigInt({ min: 1n, max: 15n })),
});

const start = (cents: bigint): Account => {
  const { account } = recordFlow(EMPTY_ACCOUNT, cents, 'engine', evening, 0n);
  return IDS.reduce((now, id) => withLeverage(now, id, requireContract(id).maxLeverage, 30n) as Account, account);
};

/** Returns the order of a generated request, with prices and a size. */
function orderOf(
  { id, side, part, kind, away, stop, profit }: typeof request extends fc.Arbitrary<infer T> ? T : never,
  at: number,
) {
  const { scale, dollarBase } = requireContract(id);
  const mid = naiveMid(id, at);
  const level = (step: bigint) => mid + (mid * step) / 10_000n;
  const dollars = part * 10n ** 8n;
  return {
    id,
    size: side * (dollarBase ? dollars : (dollars * scale) / mid),
    kind,
    level: kind === 'market' ? null : level(kind === 'stop' ? side * away : -side * away),
    stop: stop === null ? null : level(-side * stop),
    profit: profit === null ? null : level(side * profit),
  };
}

const shown = (orders: readonly Order[]) =>
  orders.map(({ at, kind, id, size, price, result }) => ({ at, kind, id, size, price, result }));

describe('an account on the simulated market', () => {
  test('equals an account that checks every second, in however many intervals it is advanced', () => {
    const plan = fc.array(fc.tuple(request, fc.integer({ min: 0, max: 7_000 })), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(plan, fc.integer({ min: 0, max: 9_000 }), (initial, cut) => {
        const steps = [...initial].sort(([, a], [, b]) => a - b);
        const end = evening + 9_000 * SECOND;
        const naive = new NaiveAccount(100_000n);
        for (const id of IDS) naive.leverage.set(id, requireContract(id).maxLeverage);
        let account = start(100_000n);
        const orders: Order[] = [];
        let lived = evening;
        const live = (to: number) => {
          naive.live(lived, to);
          for (const [from, until] of [
            [lived, Math.max(lived, Math.min(evening + cut * SECOND, to))],
            [Math.max(lived, Math.min(evening + cut * SECOND, to)), to],
          ] as const) {
            const advanced = advanceAccount(account, prices, from, until);
            account = advanced.account;
            orders.push(...advanced.orders);
          }
          lived = to;
        };
        for (const [drawn, second] of steps) {
          const at = evening + second * SECOND;
          live(at);
          const { id, size, kind, level, stop, profit } = orderOf(drawn, at);
          naive.give({ id, size, kind, level, stop, profit }, at);
          const waits = kind !== 'market' && level !== null ? { level: { kind, price: level } } : {};
          const placed = place(account, prices, { id, size, by: 'engine', stop, takeProfit: profit, ...waits }, at);
          if (!placed.ok) continue;
          account = placed.value.account;
          orders.push(...placed.value.orders);
        }
        live(end);
        expect(shown(orders)).toEqual(naive.rows);
        expect(calculateEquity(account, midsAt(prices, end))).toBe(naive.equity(end));
      }),
      { numRuns: 40 },
    );
  });

  test('pays nothing for a night before its position: a limit order that is filled after the charge', () => {
    const at = Date.UTC(2026, 2, 4, 21, 54, 26);
    const id = 'USDJPY';
    const level = (prices.at(id, at) * 10_004n) / 10_000n;
    const request = { id, size: -(100n * 10n ** 8n), by: 'engine', level: { kind: 'limit', price: level } } as const;
    const placed = must(place(start(100_000n), prices, request, at));
    const { orders } = advanceAccount(placed.account, prices, at, Date.UTC(2026, 2, 4, 23));
    expect(orders.map(({ kind, at: filled }) => [kind, filled > Date.UTC(2026, 2, 4, 22)])).toEqual([['limit', true]]);
  });

  test('is closed out at a full minute when half of its margin is lost', () => {
    const id = 'BTCUSD';
    const at = Date.UTC(2026, 2, 4, 12);
    const mid = prices.at(id, at);
    // The position takes the whole margin at a leverage of 2, against the larger coming move of the price.
    const { low, high } = prices.range(id, at, at + 60 * 24 * HOUR);
    const side = high - mid > mid - low ? -1n : 1n;
    const account = withLeverage(
      recordFlow(EMPTY_ACCOUNT, 10_000_000n, 'engine', at, 0n).account,
      id,
      2n,
      2n,
    ) as Account;
    const size = (side * 198_000n * 10n ** 10n) / mid;
    const placed = must(place(account, prices, { id, size, by: 'engine' }, at));
    const { orders, account: after } = advanceAccount(placed.account, prices, at, at + 60 * 24 * HOUR);
    const closing = orders.find(({ kind }) => kind === 'close-out');
    expect(closing && closing.at % MINUTE).toBe(0);
    expect(after.positions).toEqual({});
  });

  test('stores an order that waits for its market, fills it at the opening, and can cancel it before', () => {
    const saturday = Date.UTC(2026, 2, 7, 12);
    const account = recordFlow(EMPTY_ACCOUNT, 1_000_000n, 'engine', saturday, 0n).account;
    const placed = must(place(account, prices, { id: 'AAPL', size: 10n ** 8n, by: 'investor' }, saturday));
    expect(placed.orders).toEqual([]);
    const waiting = placed.account;
    expect(waiting.waiting).toMatchObject([{ key: 1, kind: 'market', id: 'AAPL' }]);
    const opening = Date.UTC(2026, 2, 9, 14, 30);
    expect(advanceAccount(waiting, prices, saturday, opening).orders).toMatchObject([{ at: opening, kind: 'market' }]);
    expect(advanceAccount(cancel(waiting, prices, 1, saturday), prices, saturday, opening).orders).toEqual([]);
  });

  test('reduces a position by at most what is then held, and opens no position, by an order that may only reduce', () => {
    const friday = Date.UTC(2026, 2, 6, 20);
    const saturday = Date.UTC(2026, 2, 7, 12);
    const monday = Date.UTC(2026, 2, 9, 20);
    const share = { id: 'AAPL', size: 10n ** 8n, by: 'investor' } as const;
    const bought = must(place(start(10_000_000n), prices, { ...share, size: 3n * 10n ** 8n }, friday));
    const close = (account: Account, size: bigint) =>
      place(account, prices, { ...share, size, reduceOnly: true }, saturday);
    expect(close(bought.account, -4n * 10n ** 8n)).toMatchObject({ ok: false, error: { code: 'not-held' } });
    expect(close(bought.account, 10n ** 8n)).toMatchObject({ ok: false, error: { code: 'not-held' } });
    let waiting = bought.account;
    for (let initial = 0; initial < 3; initial++) {
      const placed = must(close(waiting, -2n * 10n ** 8n));
      waiting = placed.account;
    }
    const { account, orders } = advanceAccount(waiting, prices, saturday, monday);
    expect(orders.filter(({ kind }) => kind === 'market').map(({ size }) => size)).toEqual([
      -2n * 10n ** 8n,
      -(10n ** 8n),
    ]);
    expect([account.positions.AAPL, account.waiting]).toEqual([undefined, []]);
  });

  test("refuses instruments that can't be traded, sizes and prices of zero, and orders beyond the margin", () => {
    const account = recordFlow(EMPTY_ACCOUNT, 100n, 'engine', evening, 0n).account;
    const refused = (id: string, size: bigint, stop?: bigint) => {
      const placed = place(account, prices, { id, size, by: 'investor', stop }, evening);
      return placed.ok ? null : placed.error.code;
    };
    expect(refused('US10Y', 1n)).toBe('not-tradable');
    expect(refused('EURUSD', 0n)).toBe('no-size');
    expect(refused('EURUSD', 1n, 0n)).toBe('no-price');
    expect(refused('EURUSD', 10n ** 12n)).toBe('margin');
  });

  test('changes the stop and the take-profit of a position', () => {
    const id = 'BTCUSD';
    const placed = must(place(start(1_000_000n), prices, { id, size: 10n ** 6n, by: 'investor' }, evening));
    const amended = amend(placed.account, prices, { id, by: 'investor', stop: 5n, takeProfit: null }, evening);
    expect(amended?.account.positions[id]).toMatchObject({ stop: 5n, takeProfit: null, size: 10n ** 6n });
    expect(amend(start(1n), prices, { id, by: 'investor', stop: 5n, takeProfit: null }, evening)).toBeNull();
  });
});
