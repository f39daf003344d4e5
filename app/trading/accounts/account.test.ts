import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SECOND } from '~/platform/clock';
import { requireContract } from '../contracts';
import { floorDiv, min, toCentsUp, UNITS_PER_CENT, UNITS_PER_WHOLE } from '../numbers';
import { recordFlow } from '../orders/place';
import { type Account, apply, calculateEntryPrice, EMPTY_ACCOUNT, foldOrders, type Order } from './account';
import { addResult, balanceWorth, payWaitingProfit } from './balance';
import { bookedCash, maxCoveredLoss, withMoneyAt } from './later';
import {
  calculateAccountExposure,
  calculateEquity,
  hasMargin,
  isShort,
  largestWithMargin,
  type MidPriceOf,
  maxWithdrawal,
  nextToCloseOut,
  requiredMargin,
  withLeverage,
} from './margin';
import { holdingCost, type Position } from './position';

const IDS = ['EURUSD', 'USDJPY', 'BTCUSD', 'XAUUSD'] as const;
const noon = Date.UTC(2026, 2, 4, 12);

const ids = fc.constantFrom(...IDS);
const signs = fc.constantFrom(1n, -1n);
const sizes = fc.bigInt({ min: 1n, max: 10n ** 12n });
const prices = fc.bigInt({ min: 50_000n, max: 200_000n });

const put = (cents: bigint): Account => recordFlow(EMPTY_ACCOUNT, cents, 'investor', noon, 0n).account;

const fill = (id: string, size: bigint, price: bigint, leverage = 2n) =>
  calculateEntryPrice({ at: noon, kind: 'market', by: 'engine', equityBefore: 0n, id, size, price, leverage });

/** Account after some fills, with the rows of its log. */
function traded(account: Account, fills: { id: string; size: bigint; price: bigint; leverage?: bigint }[]) {
  const orders: Order[] = [];
  let now = account;
  for (const { id, size, price, leverage } of fills) {
    const applied = apply(now, fill(id, size, price, leverage));
    now = applied.account;
    orders.push(applied.order);
  }
  return { account: now, orders };
}

describe('adding a result to a balance', () => {
  test('pays a deficit first, lets waiting profits bear a loss first, and records the rest as a deficit', () => {
    const balance = { cash: 500n, waiting: 0n, deficit: 200n };
    expect(addResult(balance, 300n, 60n)).toEqual({ cash: 560n, waiting: 40n, deficit: 0n });
    expect(addResult({ cash: 500n, waiting: 40n, deficit: 0n }, -600n)).toEqual({
      cash: 0n,
      waiting: 0n,
      deficit: 60n,
    });
  });

  test('covers a loss neither with money that leaves later nor with money that arrives after the loss', () => {
    const flows = fc.array(fc.bigInt({ min: -1_000n, max: 1_000n }), { maxLength: 6 });
    const losses = fc.array(fc.bigInt({ min: 1n, max: 4_000n }), { maxLength: 4 });
    fc.assert(
      fc.property(flows, losses, (cents, lost) => {
        let account = put(3_000n);
        for (const [index, flow] of cents.entries()) {
          if (bookedCash(account) + flow < 0n) continue;
          const entry = calculateEntryPrice({ at: noon, kind: 'flow', by: 'investor', equityBefore: 0n, flow });
          account = apply(account, { ...entry, since: noon + index * SECOND }).account;
        }
        const { cash } = account.balance;
        expect(cash).toBe(3_000n);
        for (const loss of lost) {
          const balance = addResult(account.balance, -loss, undefined, maxCoveredLoss(account));
          expect(balanceWorth(balance)).toBe(balanceWorth(account.balance) - loss);
          account = { ...account, balance };
          // The cash is never below zero, whichever flows have joined the account by then.
          for (let second = 0; second <= cents.length; second++)
            expect(withMoneyAt(account, noon + second * SECOND).balance.cash).toBeGreaterThanOrEqual(0n);
        }
        expect(withMoneyAt(account).balance.cash).toBe(bookedCash(account));
      }),
    );
  });

  test('pays waiting profits up to the payable amount', () => {
    const balance = { cash: 500n, waiting: 40n, deficit: 0n };
    expect(payWaitingProfit(balance, 30n)).toEqual({ cash: 530n, waiting: 10n, deficit: 0n });
    expect(payWaitingProfit(balance, 100n)).toEqual({ cash: 540n, waiting: 0n, deficit: 0n });
  });

  test('changes the worth by exactly the result', () => {
    const amounts = fc.bigInt({ min: 0n, max: 10_000n });
    const results = fc.bigInt({ min: -20_000n, max: 20_000n });
    fc.assert(
      fc.property(amounts, amounts, amounts, results, amounts, (cash, waiting, deficit, result, payable) => {
        const before = { cash, waiting, deficit };
        const settled = addResult(before, result, payable);
        expect(balanceWorth(settled)).toBe(balanceWorth(before) + result);
        expect(Object.values(settled).every((amount) => amount >= 0n)).toBe(true);
      }),
    );
  });
});

describe('an account', () => {
  const fills = fc.array(
    fc.record({ id: ids, size: fc.tuple(signs, sizes).map(([side, size]) => side * size), price: prices }),
    { maxLength: 40 },
  );

  test('is worth its deposits plus its realised results, including forgiven deficits', () => {
    fc.assert(
      fc.property(fills, (initial) => {
        const { account, orders } = traded(put(1_000_000n), initial);
        const results = orders.reduce((sum, { result }) => sum + result, 0n);
        expect(balanceWorth(account.balance) - account.forgiven).toBe(1_000_000n + results);
        const { cash, waiting, deficit } = account.balance;
        expect(cash >= 0n && waiting === 0n && deficit >= 0n).toBe(true);
        if (Object.keys(account.positions).length === 0) expect(deficit).toBe(0n);
      }),
    );
  });

  test('holds the sum of its orders', () => {
    fc.assert(
      fc.property(fills, (initial) => {
        const { account, orders } = traded(put(1_000_000n), initial);
        for (const id of IDS) {
          const sum = initial.filter((order) => order.id === id).reduce((total, { size }) => total + size, 0n);
          expect(account.positions[id]?.size ?? 0n).toBe(sum);
        }
        const first = recordFlow(EMPTY_ACCOUNT, 1_000_000n, 'investor', noon, 0n).order;
        expect(foldOrders([first, ...orders])).toEqual(account);
      }),
    );
  });

  test('posts the exact result of a closed trade, rounded down, however many parts it was closed in', () => {
    const parts = fc.array(fc.record({ size: sizes, price: prices }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(ids, signs, parts, parts, prices, (id, side, opening, closing, last) => {
        const whole = opening.reduce((sum, { size }) => sum + size, 0n);
        let left = whole;
        const closes = closing.flatMap(({ size, price }) => {
          const part = min(size, left);
          left -= part;
          return part > 0n ? [{ size: part, price }] : [];
        });
        if (left > 0n) closes.push({ size: left, price: last });
        const run = traded(put(10n ** 15n), [
          ...opening.map((order) => ({ id, size: side * order.size, price: order.price })),
          ...closes.map((order) => ({ id, size: -side * order.size, price: order.price })),
        ]);
        expect(run.account.positions).toEqual({});
        const posted = run.orders.reduce((sum, { result }) => sum + result, 0n) * UNITS_PER_CENT;
        const { scale, dollarBase } = requireContract(id);
        if (dollarBase) return;
        const cost = opening.reduce((sum, { size, price }) => sum + size * price, 0n);
        const exact = side * (closes.reduce((sum, { size, price }) => sum + size * price, 0n) - cost);
        // Each close is rounded down to 10^-8 dollars, and the sum is rounded once to the cent.
        const lost = exact - posted * scale;
        expect(lost >= 0n && lost < (UNITS_PER_CENT + BigInt(closes.length)) * scale).toBe(true);
      }),
    );
  });

  test('closes a position and opens the opposite one with an order through zero', () => {
    const size = 1_000n * UNITS_PER_WHOLE;
    const { account, orders } = traded(put(100_000n), [
      { id: 'EURUSD', size, price: 110_000n },
      { id: 'EURUSD', size: -3n * size, price: 110_100n },
    ]);
    expect(orders.map(({ result }) => result)).toEqual([0n, 100n]);
    expect(account.positions.EURUSD).toMatchObject({ size: -2n * size, cost: 2n * size * 110_100n });
    expect(account.positions.EURUSD?.parts).toEqual({ sum: 0n, posted: 0n });
  });

  test('forgives a deficit only when it is flat, and lets later results pay for it', () => {
    const size = 1_000n * UNITS_PER_WHOLE;
    const lost = traded(put(500n), [
      { id: 'EURUSD', size, price: 110_000n },
      { id: 'XAUUSD', size: UNITS_PER_WHOLE, price: 240_000n },
      { id: 'EURUSD', size: -size, price: 109_000n },
    ]).account;
    expect(lost.balance).toEqual({ cash: 0n, waiting: 0n, deficit: 500n });
    const paid = traded(lost, [{ id: 'XAUUSD', size: -UNITS_PER_WHOLE / 2n, price: 240_400n }]).account;
    expect(paid.balance).toEqual({ cash: 0n, waiting: 0n, deficit: 300n });
    const flat = traded(paid, [{ id: 'XAUUSD', size: -UNITS_PER_WHOLE / 2n, price: 240_100n }]).account;
    expect(flat.balance).toEqual({ cash: 0n, waiting: 0n, deficit: 0n });
    expect(flat.forgiven).toBe(250n);
  });

  test('pays a holding cost on the borrowed part, and nothing without leverage', () => {
    const position = traded(put(1n), [
      { id: 'EURUSD', size: 10_000n * UNITS_PER_WHOLE, price: 110_000n, leverage: 30n },
    ]).account.positions.EURUSD as Position;
    // The position is worth 11,000 dollars. 29/30 of it, 10,633.33, is borrowed, and a night costs 0.01% of that.
    expect(holdingCost(position, 110_000n)).toBe(106_333_334n);
    expect(holdingCost({ ...position, leverage: 1n }, 110_000n)).toBe(0n);
  });

  /** Position charged on some nights: by the current rule, or rounded up to the cent each night as in older rows. */
  function nights(mids: readonly bigint[], roundedUp = false) {
    const opened = traded(put(1_000_00n), [
      { id: 'XAUUSD', size: UNITS_PER_WHOLE / 10n, price: 240_000n, leverage: 20n },
    ]);
    const orders = [...opened.orders];
    let { account } = opened;
    for (const price of mids) {
      const entry = { ...fill('XAUUSD', 0n, price, 20n), kind: 'holding' as const };
      const old = -toCentsUp(holdingCost(account.positions.XAUUSD as Position, price));
      const charged = apply(account, roundedUp ? { ...entry, result: old } : entry);
      account = charged.account;
      orders.push(charged.order);
    }
    return { account, orders };
  }

  test.each([
    // A tenth of an ounce at 2,400.00 costs 2.28 cents a night; the older rule charged 3 cents.
    { name: 'a fraction is posted once it adds up', mids: Array(4).fill(240_000n), results: [-2n, -2n, -2n, -3n] },
    { name: 'a cost under a cent is nothing at first', mids: Array(5).fill(40_000n), results: [0n, 0n, -1n, 0n, 0n] },
    { name: 'whole cents are posted as they come', mids: [200_000n, 400_000n], results: [-1n, -4n] },
  ])('carries the nightly cost in fractions of a cent: $name', ({ mids, results }) => {
    const { account, orders } = nights(mids);
    expect(orders.slice(1).map(({ result }) => result)).toEqual(results);
    const { sum, posted } = (account.positions.XAUUSD as Position).parts;
    expect(posted).toBe(results.reduce((all, one) => all + one, 0n));
    // No cost is charged in advance, and less than a cent is outstanding.
    expect(posted * UNITS_PER_CENT - sum).toBeGreaterThanOrEqual(0n);
    expect(posted * UNITS_PER_CENT - sum).toBeLessThan(UNITS_PER_CENT);
  });

  test('pays the exact rate for a year of nights, to the cent, for any size and any way of closing', () => {
    const year = fc.array(fc.bigInt({ min: 100_000n, max: 400_000n }), { minLength: 1, maxLength: 365 });
    const parts = fc.array(fc.bigInt({ min: 1n, max: UNITS_PER_WHOLE / 40n }), { maxLength: 3 });
    fc.assert(
      fc.property(
        fc.bigInt({ min: UNITS_PER_WHOLE / 1_000n, max: UNITS_PER_WHOLE / 10n }),
        year,
        parts,
        (size, mids, closed) => {
          const price = 240_000n;
          let { account } = traded(put(10_000_00n), [{ id: 'XAUUSD', size, price, leverage: 20n }]);
          let due = 0n;
          for (const [night, mid] of mids.entries()) {
            const held = account.positions.XAUUSD as Position;
            // A sale at the entry price has no result, and does not change the fractions of the charge.
            const part = closed[night];
            if (part !== undefined && part < held.size)
              account = apply(account, fill('XAUUSD', -part, price, 20n)).account;
            due += holdingCost(account.positions.XAUUSD as Position, mid);
            account = apply(account, { ...fill('XAUUSD', 0n, mid, 20n), kind: 'holding' }).account;
          }
          const { size: left } = account.positions.XAUUSD as Position;
          const flat = apply(account, fill('XAUUSD', -left, price, 20n)).account;
          expect(flat.balance.cash).toBe(10_000_00n + floorDiv(-due, UNITS_PER_CENT));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('takes older charges from their rounded rows, and carries no fraction from them into later charges', () => {
    const mids = fc.array(fc.bigInt({ min: 10_000n, max: 400_000n }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(mids, mids, (before, after) => {
        const old = nights(before, true);
        const booked = old.orders.slice(1).reduce((sum, { result }) => sum + result, 0n);
        expect(old.account.balance.cash).toBe(1_000_00n + booked);
        expect(foldOrders(old.orders).positions.XAUUSD?.parts.posted).toBe(old.account.positions.XAUUSD?.parts.posted);
        // The older rows followed by the current ones fold to the same account.
        let { account } = old;
        const orders = [...old.orders];
        for (const price of after) {
          const charged = apply(account, { ...fill('XAUUSD', 0n, price, 20n), kind: 'holding' });
          account = charged.account;
          orders.push(charged.order);
        }
        const read = foldOrders(orders);
        expect(read.positions).toEqual(account.positions);
        expect(balanceWorth(read.balance)).toBe(balanceWorth(account.balance) - 1_000_00n);
        const now = nights(after);
        expect(account.balance.cash - old.account.balance.cash).toBe(now.account.balance.cash - 1_000_00n);
      }),
      { numRuns: 60 },
    );
  });

  test('accepts a leverage up to the limit while it holds nothing of the instrument', () => {
    const { maxLeverage } = requireContract('EURUSD');
    expect(withLeverage(put(1n), 'EURUSD', 30n, maxLeverage)?.leverage).toEqual({ EURUSD: 30n });
    expect(withLeverage(put(1n), 'EURUSD', 31n, maxLeverage)).toBeNull();
    const holding = traded(put(1n), [{ id: 'EURUSD', size: UNITS_PER_WHOLE, price: 110_000n }]).account;
    expect(withLeverage(holding, 'EURUSD', 5n, maxLeverage)).toBeNull();
  });
});

describe('margin', () => {
  const mid: MidPriceOf = (id) =>
    ({ EURUSD: 110_000n, USDJPY: 150_000n, BTCUSD: 6_000_000n, XAUUSD: 240_000n })[id] as bigint;

  test('is the worth of a position divided by its leverage, and an order must leave enough equity for it', () => {
    const account = put(100_000n);
    const order = fill('EURUSD', 18_000n * UNITS_PER_WHOLE, 110_006n, 20n);
    expect(hasMargin(account, order, mid)).toBe(true);
    const held = apply(account, order).account;
    expect([requiredMargin(held, mid), calculateAccountExposure(held, mid)]).toEqual([99_000n, 1_980_000n]);
    expect(calculateEquity(held, mid)).toBe(100_000n - 216n);
    expect(maxWithdrawal(held, mid)).toBe(784n);
    expect(hasMargin(account, { ...order, size: 18_200n * UNITS_PER_WHOLE }, mid)).toBe(false);
    // An order that reduces a position requires no margin.
    expect(hasMargin(traded(held, []).account, fill('EURUSD', -UNITS_PER_WHOLE, 1n), mid)).toBe(true);
  });

  test('cuts an order to the largest size that it allows', () => {
    fc.assert(
      fc.property(ids, signs, sizes, fc.bigInt({ min: 0n, max: 10n ** 7n }), (id, side, size, cash) => {
        const order = fill(id, side * size, mid(id) + side, 2n);
        const cut = largestWithMargin(put(cash), order, mid);
        if (cut !== 0n) expect(hasMargin(put(cash), { ...order, size: cut }, mid)).toBe(true);
        if (cut !== order.size) expect(hasMargin(put(cash), { ...order, size: cut + side }, mid)).toBe(false);
      }),
    );
  });

  test('closes positions, the largest loss first, while less than half of it is covered', () => {
    const moves = fc.bigInt({ min: -20n, max: 20n });
    const held = fc.record({ id: ids, size: fc.tuple(signs, sizes).map(([side, size]) => side * size) });
    fc.assert(
      fc.property(
        fc.array(held, { minLength: 1, maxLength: 6 }),
        fc.array(moves, { minLength: 4, maxLength: 4 }),
        (initial, moved) => {
          let { account } = traded(
            put(500_000n),
            initial.map((one) => ({ ...one, price: mid(one.id), leverage: 10n })),
          );
          const now: MidPriceOf = (id) => mid(id) + (mid(id) * (moved[IDS.indexOf(id as never)] as bigint)) / 100n;
          for (
            let next = nextToCloseOut(account, now, () => true);
            next;
            next = nextToCloseOut(account, now, () => true)
          ) {
            const { id, size } = next;
            account = apply(account, fill(id, -size, now(id))).account;
            expect(account.positions[id]).toBeUndefined();
          }
          const flat = Object.keys(account.positions).length === 0;
          expect(flat || !isShort(calculateEquity(account, now), requiredMargin(account, now))).toBe(true);
        },
      ),
    );
  });
});
