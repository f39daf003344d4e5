import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '~/platform/clock';
import { EMPTY_ACCOUNT, type Order } from '../accounts/account';
import { advance } from '../accounts/advance';
import { withLeverage } from '../accounts/margin';
import { mustContract } from '../contracts';
import { simulatedFeed } from '../market';
import { UNIT } from '../numbers';
import { flow, place } from '../orders/place';
import { pricesOf } from '../prices/prices';
import { type CopiedRow, compareTrades } from './compare';
import { NO_SPREAD } from './daySpread';
import { type FollowTerms, follow, leaderOrders } from './follow';

const prices = pricesOf(simulatedFeed());
/** A Monday. */
const START = Date.UTC(2026, 2, 2, 9);
const UNITS = { XAUUSD: UNIT, EURUSD: 1_000n * UNIT, BTCUSD: UNIT / 100n } as const;

type Given = { after: number; id: keyof typeof UNITS; size: number };

/** What a leader with $100,000 did, what a copy with $10,000 made of it, and the two side by side. */
function compared(given: readonly Given[], terms: Partial<FollowTerms> = {}) {
  const begun = flow(EMPTY_ACCOUNT, 10_000_000n, 'engine', START, 0n);
  let leader = begun.account;
  for (const id of Object.keys(UNITS)) {
    const most = mustContract(id).maxLeverage;
    leader = withLeverage(leader, id, 2n, most) ?? leader;
  }
  const leaderRows: Order[] = [begun.order];
  let at = START;
  for (const { after, id, size } of given) {
    const advanced = advance(leader, prices, at, at + after);
    at += after;
    const placed = place(advanced.account, prices, { id, size: BigInt(size) * UNITS[id], by: 'engine' }, at);
    leader = placed.ok ? placed.value.account : advanced.account;
    leaderRows.push(...advanced.orders, ...(placed.ok ? placed.value.orders : []));
  }
  const put = flow(EMPTY_ACCOUNT, 1_000_000n, 'investor', START, 0n);
  const log = { orders: leaderOrders(leader, leaderRows), last: leader.orders };
  const follower = { account: put.account, until: START, leaderOrder: 1, spread: NO_SPREAD };
  const all = { cap: null, floor: 0n, paused: () => false, daySpread: null, lacksStake: () => false, ...terms };
  const copy = follow(follower, log, all, prices, at + MINUTE);
  const copied = copy.copied.map(({ orders, ...row }): CopiedRow => {
    return { ...row, firstOrder: orders[0]?.number ?? null, lastOrder: orders.at(-1)?.number ?? null };
  });
  return { trades: compareTrades(copied, leaderRows, copy.orders), leaderRows, copyRows: copy.orders };
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

describe('trades of a leader beside a copy’s', () => {
  test('run from flat to flat, each with its sizes and prices; one through zero is two', () => {
    const { trades, leaderRows } = compared([
      { after: HOUR, id: 'XAUUSD', size: 10 },
      { after: HOUR, id: 'XAUUSD', size: -4 },
      { after: HOUR, id: 'XAUUSD', size: -12 },
    ]);
    expect(trades.map(({ side, closedAt, leader, copy }) => [side, closedAt, leader.size, copy.size])).toEqual([
      ['long', START + 3 * HOUR, 10n * UNIT, UNIT],
      ['short', null, 6n * UNIT, expect.any(BigInt)],
    ]);
    const [long, short] = trades;
    expect(long?.difference).toMatchObject({ followed: 0n, result: long?.copy.result });
    expect(short?.difference).toBeNull();
    expect(short?.leader).toMatchObject({ exit: null, result: 0n });
    expect(long?.leader.result).toBe(leaderRows.reduce((all, { result }) => all + result, 0n));
  });

  test('of orders that were left out say why, and what that made', () => {
    const { trades } = compared(
      [
        { after: HOUR, id: 'BTCUSD', size: 50 },
        { after: DAY, id: 'BTCUSD', size: -50 },
      ],
      { paused: () => true },
    );
    const [trade] = trades;
    expect(trade).toMatchObject({ reasons: ['paused', 'nothing-held'], copy: { size: 0n, entry: null, result: 0n } });
    const { scaled = 0n, followed = 0n, rest = 0n, cost = 0n } = trade?.difference ?? {};
    expect(scaled + followed + cost + rest).toBe(0n);
    expect(trade?.leader.result).not.toBe(0n);
  });

  test('that were closed by an order through zero, and not opened again, say why on the trade that was not', () => {
    const given = [
      { after: HOUR, id: 'BTCUSD', size: 50 },
      { after: DAY, id: 'BTCUSD', size: -80 },
      { after: DAY, id: 'BTCUSD', size: 30 },
    ] satisfies Given[];
    const { trades } = compared(given, { paused: (at) => at > START + 2 * HOUR });
    expect(trades.map(({ side, reasons, copy }) => [side, reasons, copy.size > 0n])).toEqual([
      ['long', [], true],
      ['short', ['paused', 'nothing-held'], false],
    ]);
  });

  test('hold all that both realised, and parts of differences that add up to the cent', () => {
    const orders = fc.record({
      after: fc.integer({ min: 1, max: 30 * 3_600 }).map((seconds) => seconds * SECOND),
      id: fc.constantFrom('XAUUSD', 'EURUSD', 'BTCUSD'),
      size: fc.integer({ min: -40, max: 40 }).filter((size) => size !== 0),
    });
    fc.assert(
      fc.property(fc.array(orders, { minLength: 1, maxLength: 8 }), fc.boolean(), (given, paused) => {
        const { trades, leaderRows, copyRows } = compared(given as Given[], { paused: () => paused });
        expect(sum(trades.map(({ leader }) => leader.result))).toBe(sum(leaderRows.map(({ result }) => result)));
        expect(sum(trades.map(({ copy }) => copy.result))).toBe(sum(copyRows.map(({ result }) => result)));
        for (const { difference } of trades) {
          if (!difference) continue;
          const { scaled, followed, size, price, cost, rest, result } = difference;
          expect(scaled + followed + size + price + cost + rest).toBe(result);
        }
      }),
      { numRuns: 60 },
    );
  });
});
