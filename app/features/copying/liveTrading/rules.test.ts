import { describe, expect, test } from 'vitest';
import type { Contract } from '~/trading/contracts';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import {
  findContract,
  findExitLevelProblem,
  getOrderSide,
  type RequestedOrder,
  readOrder,
  readPrice,
  readSize,
} from './rules';

/** Contract of which the test uses only the number of decimals, two. */
const contract = { id: 'BTCUSD', symbol: 'BTC/USD', scale: 100n } as Contract;
const MID = 60_000_00n;
const ask = (more: Partial<RequestedOrder> = {}) =>
  readOrder({ side: 'buy', size: '0.5', type: 'market', ...more }, contract, MID);
const faultOf = (read: { ok: boolean; error?: { code: string; field?: string } }) => [
  read.error?.code,
  read.error?.field,
];

test('buying adds to a position and selling takes from it', () => {
  expect([getOrderSide({ side: 'buy' }), getOrderSide({ side: 'sell' })]).toEqual([1n, -1n]);
});

test('an instrument with quotes that can be traded has a contract; a yield and an unknown name have none', () => {
  expect(findContract({ id: 'EURUSD', symbol: 'EUR/USD' }, 'EUR/USD')).toMatchObject({
    ok: true,
    value: { id: 'EURUSD' },
  });
  expect(findContract(undefined, 'NONE')).toEqual({
    ok: false,
    error: { code: 'unknown-symbol', message: 'There is no symbol “NONE”.', field: 'symbol' },
  });
  expect(findContract({ id: 'nothing', symbol: 'US10Y' }, 'US10Y')).toEqual({
    ok: false,
    error: {
      code: 'not-tradable',
      message: 'US10Y can’t be traded: its quote is a yield.',
      field: 'symbol',
    },
  });
});

describe('a size', () => {
  test('is more than zero, in units', () => {
    expect(readSize('0.00000001')).toEqual({ ok: true, value: 1n });
    expect(readSize('2')).toEqual({ ok: true, value: 2n * UNITS_PER_WHOLE });
  });

  test.each([
    ['', 'bad-size', /number with at most eight decimals, such as 0\.5/],
    ['-1', 'bad-size', /number with at most eight decimals/],
    ['1e3', 'bad-size', /at most eight decimals/],
    ['0.000000001', 'bad-size', /eight/],
    ['0', 'no-size', /more than zero/],
    ['0.000', 'no-size', /more than zero/],
  ])('%j is refused with a message at its field', (input, code, words) => {
    const error = { code, message: expect.stringMatching(words) };
    expect(readSize(input)).toEqual({ ok: false, error: { ...error, field: 'size' } });
    expect(readSize(input, 'part')).toEqual({ ok: false, error: { ...error, field: 'part' } });
  });
});

describe('a price', () => {
  test('may be omitted, and has the decimals of its instrument', () => {
    for (const none of [undefined, '', '  ']) {
      expect(readPrice(none, contract, 'stop')).toEqual({ ok: true, value: null });
    }
    expect(readPrice('0.01', contract, 'stop')).toEqual({ ok: true, value: 1n });
  });

  test.each(['0', '0.00', '1.001', 'x', '-5'])(
    '%j is refused with a message at its field that names its decimals',
    (input) => {
      expect(readPrice(input, contract, 'stop')).toEqual({
        ok: false,
        error: {
          code: 'bad-price',
          message: 'Enter the price of BTC/USD as a positive number with at most 2 decimals.',
          field: 'stop',
        },
      });
    },
  );
});

describe('an order', () => {
  test('at the market has no price of its own, whatever price is sent with it', () => {
    const plain = { size: UNITS_PER_WHOLE / 2n, level: undefined, stop: null, takeProfit: null };
    expect(ask()).toEqual({ ok: true, value: plain });
    expect(ask({ price: 'nonsense' })).toEqual({ ok: true, value: plain });
    expect(ask({ side: 'sell' })).toEqual({ ok: true, value: { ...plain, size: -UNITS_PER_WHOLE / 2n } });
  });

  test.each(['limit', 'stop'] as const)('of kind %s waits for the price that it names', (type) => {
    const level = { kind: type, price: 55_000_00n };
    expect(ask({ type, price: '55000' })).toMatchObject({ ok: true, value: { level } });
    const without = ask({ type });
    expect(without).toMatchObject({ ok: false, error: { code: 'no-price', field: 'price' } });
    expect(without.ok ? '' : without.error.message).toBe(`Enter the price of the ${type} order.`);
    expect(faultOf(ask({ type, price: '0' }))).toEqual(['bad-price', 'price']);
  });

  test('says which of its numbers is wrong', () => {
    expect(faultOf(ask({ size: '0' }))).toEqual(['no-size', 'size']);
    expect(faultOf(ask({ stop: 'x' }))).toEqual(['bad-price', 'stop']);
    expect(faultOf(ask({ takeProfit: 'x' }))).toEqual(['bad-price', 'takeProfit']);
  });

  test('that waits is checked against its own price, and a market order against the current price', () => {
    const levels = { stop: '54000', takeProfit: '56000' };
    expect(ask(levels).ok).toBe(false);
    expect(faultOf(ask(levels))).toEqual(['bad-take-profit', 'takeProfit']);
    expect(ask({ type: 'limit', price: '55000', ...levels })).toMatchObject({
      ok: true,
      value: { stop: 54_000_00n, takeProfit: 56_000_00n },
    });
  });
});

describe('a stop and a take-profit', () => {
  test('need a price to compare with; an order without them needs none', () => {
    const none = { stop: null, takeProfit: null };
    const message = 'There is no price yet to check the stop and take-profit against. Try again in a minute.';
    expect(findExitLevelProblem(1n, null, none)).toBeNull();
    expect(findExitLevelProblem(1n, null, { ...none, stop: 1n })).toEqual({
      code: 'no-quotes',
      message,
      field: 'stop',
    });
    expect(findExitLevelProblem(1n, null, { ...none, takeProfit: 1n })).toEqual({
      code: 'no-quotes',
      message,
      field: 'takeProfit',
    });
    expect(findExitLevelProblem(1n, MID, { ...none, stop: MID - 1n })).toBeNull();
  });

  test.each([
    [1n, 'bought', 'below', 'above'],
    [-1n, 'sold', 'above', 'below'],
  ] as const)('of a %s are refused where they would be reached at once', (side, what, stopLies, profitLies) => {
    const at = (distance: bigint) => MID + side * distance;
    const none = { stop: null, takeProfit: null };
    expect(findExitLevelProblem(side, MID, none)).toBeNull();
    expect(findExitLevelProblem(side, MID, { stop: at(-1n), takeProfit: at(1n) })).toBeNull();
    for (const stop of [at(0n), at(1n)]) {
      expect(findExitLevelProblem(side, MID, { ...none, stop })).toEqual({
        code: 'bad-stop',
        message: `The stop of what is ${what} lies ${stopLies} its price.`,
        field: 'stop',
      });
    }
    for (const takeProfit of [at(0n), at(-1n)]) {
      expect(findExitLevelProblem(side, MID, { ...none, takeProfit })).toEqual({
        code: 'bad-take-profit',
        message: `The take-profit of what is ${what} lies ${profitLies} its price.`,
        field: 'takeProfit',
      });
    }
  });
});
