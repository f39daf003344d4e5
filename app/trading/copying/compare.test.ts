import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '~/platform/clock';
import { EMPTY_ACCOUNT, type Order } from '../accounts/account';
import { advanceAccount, midsAt } from '../accounts/advance';
import { calculateEquity, withLeverage } from '../accounts/margin';
import { marketOpensAt, requireContract } from '../contracts';
import { simulatedFeed } from '../market';
import { abs, UNITS_PER_WHOLE } from '../numbers';
import { place, recordFlow } from '../orders/place';
import { createPrices } from '../prices/prices';
import { closeAll } from './closeAll';
import { type CopiedRow, type CopyRecord, compareTrades, isOpenTrade, scaledAt } from './compare';
import { NO_SPREAD } from './daySpread';
import { type FollowTerms, follow, leaderOrders } from './follow';
import { takeOverPositions } from './takeOver';

const prices = createPrices(simulatedFeed());
/** A Monday. */
const START = Date.UTC(2026, 2, 2, 9);
const UNITS = { XAUUSD: UNITS_PER_WHOLE, EURUSD: 1_000n * UNITS_PER_WHOLE, BTCUSD: UNITS_PER_WHOLE / 100n } as const;

type Given = { after: number; id: keyof typeof UNITS; size: number };
type Terms = Partial<FollowTerms> & { takesOver?: boolean };

/** Leader with $100,000 who trades before and after the start of a copy with $10,000. The copy closes at its floor. */
function compared(input: readonly Given[], terms: Terms = {}, before: readonly Given[] = []) {
  const { takesOver = true, ...chosen } = terms;
  const started = recordFlow(EMPTY_ACCOUNT, 10_000_000n, 'engine', START, 0n);
  let leader = started.account;
  for (const id of Object.keys(UNITS)) {
    const maxLeverage = requireContract(id).maxLeverage;
    leader = withLeverage(leader, id, 2n, maxLeverage) ?? leader;
  }
  const leaderRows: Order[] = [started.order];
  let at = START;
  const lets = (passing: number) => {
    const advanced = advanceAccount(leader, prices, at, at + passing);
    at += passing;
    leader = advanced.account;
    leaderRows.push(...advanced.orders);
  };
  const trades = (orders: readonly Given[]) => {
    for (const { after, id, size } of orders) {
      lets(after);
      const placed = place(leader, prices, { id, size: BigInt(size) * UNITS[id], by: 'engine' }, at);
      if (!placed.ok) continue;
      leader = placed.value.account;
      leaderRows.push(...placed.value.orders);
    }
  };
  trades(before);
  const startedAt = at;
  const queues = Object.keys(leader.positions).some((id) => marketOpensAt(id, new Date(at)) !== null);
  const leaderThen = calculateEquity(leader, midsAt(prices, at));
  const put = recordFlow(EMPTY_ACCOUNT, 1_000_000n, 'investor', at, 0n);
  const all: FollowTerms = {
    cap: null,
    floor: () => 0n,
    paused: () => false,
    daySpread: () => null,
    lacksStake: () => false,
    ...chosen,
  };
  const follower = { account: put.account, until: at, leaderOrder: leader.orders, spread: NO_SPREAD };
  const lastOf = (id: string) => leaderRows.findLast((row) => row.id === id)?.number ?? 0;
  const taken = takesOver ? takeOverPositions(follower, leader, lastOf, all, prices) : null;
  trades(input);
  lets(MINUTE);
  const log = { orders: leaderOrders(leader, leaderRows), last: leader.orders };
  const copy = follow(taken ?? follower, log, all, prices, at);
  const copied = [...(taken?.copied ?? []), ...copy.copied];
  const copyRows = [put.order, ...(taken?.orders ?? []), ...copy.orders];
  let { account, until } = copy;
  if (copy.atFloor) {
    const closed = closeAll(copy, all, prices, { from: until, to: until + 5 * DAY });
    ({ account, until } = closed);
    copyRows.push(...closed.orders);
    copied.push(...closed.copied);
  }
  const record: CopyRecord = {
    copied: copied.map(({ orders, ...row }): CopiedRow => {
      return { ...row, firstOrder: orders[0]?.number ?? null, lastOrder: orders.at(-1)?.number ?? null };
    }),
    leaderRows,
    copyRows,
    until,
    at,
    endedAt: copy.atFloor ? copy.until : null,
    priceAt: (id, instant) => midsAt(prices, instant)(id),
  };
  const shown = compareTrades(record);
  const mids = midsAt(prices, at);
  /** Results of the leader and the copy since the copy started, including open positions. */
  const gained = {
    leader: calculateEquity(leader, mids) - leaderThen,
    copy: calculateEquity(account, mids) - 1_000_000n,
  };
  return { trades: shown, record, leaderRows, copyRows, gained, ended: copy.atFloor, startedAt, queues, at, leader };
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

describe('trades of a leader and a copy', () => {
  test('run from flat to flat, with their sizes and prices; an order through zero belongs to two trades', () => {
    const { trades, leaderRows, gained } = compared([
      { after: HOUR, id: 'XAUUSD', size: 10 },
      { after: HOUR, id: 'XAUUSD', size: -4 },
      { after: HOUR, id: 'XAUUSD', size: -12 },
    ]);
    expect(trades.map(({ side, closedAt, leader, copy }) => [side, closedAt, leader.size, copy.size])).toEqual([
      ['long', START + 3 * HOUR, 10n * UNITS_PER_WHOLE, UNITS_PER_WHOLE],
      ['short', null, 6n * UNITS_PER_WHOLE, expect.any(BigInt)],
    ]);
    const [long, short] = trades;
    expect(long?.difference).toMatchObject({ followed: 0n, own: 0n, result: long?.copy.result });
    expect(trades.map(isOpenTrade)).toEqual([false, true]);
    // An open position is valued at the price that would close it now.
    expect(short?.leader).toMatchObject({ exit: null, result: gained.leader - (long?.leader.result ?? 0n) });
    expect(short?.copy.result).toBe(gained.copy - (long?.copy.result ?? 0n));
    expect(long?.leader.result).toBe(leaderRows.reduce((all, { result }) => all + result, 0n));
  });

  test('name the reasons for skipped orders, and the result that the copy missed', () => {
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

  test('name the reason at the trade that was not opened, if an order through zero only closed the previous one', () => {
    const provided = [
      { after: HOUR, id: 'BTCUSD', size: 50 },
      { after: DAY, id: 'BTCUSD', size: -80 },
      { after: DAY, id: 'BTCUSD', size: 30 },
    ] satisfies Given[];
    const { trades } = compared(provided, { paused: (at) => at > START + 2 * HOUR });
    expect(trades.map(({ side, reasons, copy }) => [side, reasons, copy.size > 0n])).toEqual([
      ['long', [], true],
      ['short', ['paused', 'nothing-held'], false],
    ]);
  });

  test('start with the take-over, without earlier gains of the position', () => {
    const { trades, gained, startedAt, leaderRows } = compared([{ after: DAY, id: 'BTCUSD', size: -40 }], {}, [
      { after: HOUR, id: 'BTCUSD', size: 40 },
      { after: 40 * DAY, id: 'EURUSD', size: 1 },
    ]);
    const [trade] = trades.filter(({ id }) => id === 'BTCUSD');
    expect(trade).toMatchObject({ takenOver: true, openedAt: startedAt, side: 'long' });
    const euro = trades.find(({ id }) => id === 'EURUSD');
    // The entry price of a take-over is rounded to the cent for each position.
    expect(abs((trade?.leader.result ?? 0n) + (euro?.leader.result ?? 0n) - gained.leader)).toBeLessThanOrEqual(1n);
    const closing = leaderRows.find(({ id, size }) => id === 'BTCUSD' && size < 0n);
    expect(trade?.leader.result).not.toBe(closing?.result);
    // The take-over pays at most the spread of 0.1% of the position and as much again for the delay of a second.
    const { price = 0n, rest = 0n } = trade?.difference ?? {};
    const takenOver = Number(((trade?.copy.size ?? 0n) * (trade?.copy.entry ?? 0n)) / UNITS_PER_WHOLE);
    expect(Number(price)).toBeLessThan(0);
    expect(Math.abs(Number(price))).toBeLessThan(takenOver * 0.002);
    expect(abs(rest)).toBeLessThan(6n);
  });

  test('include only the followed parts if the copy did not take over existing positions', () => {
    const { trades, gained } = compared(
      [
        { after: HOUR, id: 'XAUUSD', size: 5 },
        { after: HOUR, id: 'XAUUSD', size: -9 },
        { after: HOUR, id: 'XAUUSD', size: -6 },
      ],
      { takesOver: false },
      [{ after: HOUR, id: 'XAUUSD', size: 10 }],
    );
    expect(trades).toMatchObject([
      { opening: 3, closedAt: expect.any(Number), leader: { size: 5n * UNITS_PER_WHOLE } },
    ]);
    expect(trades[0]?.copy.result).toBe(gained.copy);
    expect(abs(trades[0]?.difference.rest ?? 99n)).toBeLessThan(6n);
  });

  test('have the same scaled result at an earlier moment as a comparison at that moment', () => {
    const { record, startedAt, at } = compared(
      [
        { after: HOUR, id: 'XAUUSD', size: 5 },
        { after: DAY, id: 'BTCUSD', size: -30 },
        { after: DAY, id: 'XAUUSD', size: -9 },
        { after: 2 * DAY, id: 'BTCUSD', size: 30 },
      ],
      {},
      [{ after: HOUR, id: 'EURUSD', size: 10 }],
    );
    const moments = [0, 1, 2, 3, 4].map((day) => startedAt + day * DAY + 3 * HOUR).filter((moment) => moment < at);
    const trades = compareTrades({ ...record, moments });
    const then = moments.map((moment) => {
      const upTo = <T extends { at: number }>(rows: readonly T[]) => rows.filter((row) => row.at <= moment);
      const [copied, leaderRows, copyRows] = [upTo(record.copied), upTo(record.leaderRows), upTo(record.copyRows)];
      const made = compareTrades({ ...record, copied, leaderRows, copyRows, until: moment, at: moment });
      return sum(made.map(({ difference }) => difference.scaled));
    });
    expect(moments.length).toBeGreaterThan(3);
    expect(new Set(then).size).toBe(moments.length);
    expect(moments.map((moment) => scaledAt(trades, moment))).toEqual(then);
    expect(scaledAt(trades, at)).not.toBe(then.at(-1));
  });

  test("are closed at the price of the copy's own closing if the copy ended", () => {
    const { trades, gained, ended, copyRows } = compared(
      [
        { after: HOUR, id: 'BTCUSD', size: 60 },
        { after: MINUTE, id: 'XAUUSD', size: 3 },
        { after: 30 * DAY, id: 'XAUUSD', size: 3 },
      ],
      { floor: () => 997_000n },
    );
    expect(ended).toBe(true);
    const last = copyRows.findLast(({ id }) => id === 'BTCUSD');
    expect(trades.map(({ id, closedAt, endedAt }) => [id, closedAt, endedAt !== null])).toEqual([
      ['BTCUSD', null, true],
      ['XAUUSD', null, true],
    ]);
    expect(trades[0]).toMatchObject({ endedAt: last?.at, copy: { exit: last?.price } });
    expect(sum(trades.map(({ copy }) => copy.result))).toBe(gained.copy);
    // The leader's scaled loss until then is close to the copy's loss.
    for (const { difference } of trades) {
      expect(abs(difference.scaled - difference.result)).toBeLessThan(abs(difference.scaled) / 5n + 500n);
      expect(difference.own).toBe(0n);
    }
  });

  test('contain the whole results of both, with parts that add up to the cent, for any take-over and any end', () => {
    const orders = fc.record({
      after: fc.integer({ min: 1, max: 30 * 3_600 }).map((seconds) => seconds * SECOND),
      id: fc.constantFrom('XAUUSD', 'EURUSD', 'BTCUSD'),
      size: fc.integer({ min: -40, max: 40 }).filter((size) => size !== 0),
    });
    const cases = [
      fc.array(orders, { minLength: 1, maxLength: 8 }),
      fc.array(orders, { maxLength: 3 }),
      fc.record({ paused: fc.boolean(), takesOver: fc.boolean(), floor: fc.constantFrom(0n, 960_000n, 998_000n) }),
    ] as const;
    // The copy starts on a Tuesday at 22:27, when the market for gold is closed.
    const before = [54_409, 80_459].map((seconds) => ({ after: seconds * SECOND, id: 'XAUUSD' as const, size: 1 }));
    const afterwards = [{ after: 1_872 * SECOND, id: 'XAUUSD' as const, size: 1 }];
    const queued = [afterwards, before, { paused: false, takesOver: true, floor: 0n as const }] as const;
    fc.assert(
      fc.property(...cases, (input, before, { paused, floor, ...terms }) => {
        const chosen = { ...terms, floor: () => floor, paused: () => paused };
        const all = compared(input as Given[], chosen, before as Given[]);
        const { trades, gained, ended, copyRows, queues } = all;
        expect(sum(trades.map(({ copy }) => copy.result))).toBe(gained.copy);
        if (ended) {
          expect(trades.filter(isOpenTrade)).toEqual([]);
          expect(sum(trades.map(({ copy }) => copy.result))).toBe(sum(copyRows.map(({ result }) => result)));
        }
        // A take-over counts from a price rounded to the cent for each position, and a queued one from its opening.
        else if (terms.takesOver && !queues) {
          expect(abs(sum(trades.map(({ leader }) => leader.result)) - gained.leader)).toBeLessThanOrEqual(6n);
        }
        for (const { difference } of trades) {
          const { scaled, followed, size, own, price, cost, rest, result } = difference;
          expect(scaled + followed + size + own + price + cost + rest).toBe(result);
          // The rest is only the rounding of each order to the cent.
          expect(abs(rest)).toBeLessThanOrEqual(12n);
        }
      }),
      { numRuns: 60, examples: [[...queued]] },
    );
  });
});
