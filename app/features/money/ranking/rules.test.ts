import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  calculateRankedBalance,
  computeHighestHeld,
  listRankedChanges,
  listRanksReached,
  RANKS,
  rankAndNext,
  rankOf,
} from './rules';

describe('the ranks', () => {
  test('are named by their stored values', () => {
    expect(RANKS.map(({ id, name }) => [id, name])).toEqual([
      ['silver', 'Silver'],
      ['gold', 'Gold'],
      ['diamond', 'Diamond'],
    ]);
  });

  test('have no gaps, and each limit belongs to the lower rank', () => {
    expect(RANKS.map(({ above }) => above).slice(1)).toEqual(RANKS.map(({ upTo }) => upTo).slice(0, -1));
    expect([0n, 5_000_00n, 5_000_01n, 20_000_00n, 20_000_01n].map((cents) => rankOf(cents).id)).toEqual([
      'silver',
      'silver',
      'gold',
      'gold',
      'diamond',
    ]);
  });

  test('have a next rank, except for the last', () => {
    expect(rankAndNext(100n).next?.id).toBe('gold');
    expect(rankAndNext(20_000_01n).next).toBeNull();
  });

  test('are reached in order, and the last reached is the current rank', () => {
    expect(listRanksReached(0n)).toEqual([]);
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 50_000_00n }), (funded) => {
        const reached = listRanksReached(funded);
        expect(reached).toEqual(RANKS.slice(0, reached.length));
        expect(reached.at(-1)).toEqual(rankOf(funded));
      }),
    );
  });
});

type Kind = Parameters<typeof computeHighestHeld>[0][number]['kind'];

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const DAYS = 24 * 3_600_000;

const line = (kind: Kind, ref: string, dollars: number, on = 1) => {
  const change = BigInt(dollars) * 100n;
  return { kind, ref, change, amount: change < 0n ? -change : change, at: day(on) };
};

describe('the highest balance by a deposit', () => {
  const highest = (lines: Parameters<typeof computeHighestHeld>[0]) =>
    computeHighestHeld(lines, { period: 0, now: day(40) });

  test('counts the balance before the deposit, and no money that comes by itself', () => {
    expect(highest([line('deposit', 'a', 4_000), line('operator-credit', 'x', 9_000)])).toBe(4_000_00n);
    expect(highest([line('operator-credit', 'x', 9_000), line('deposit', 'a', 1)])).toBe(1_00n);
  });

  test('is not reduced by later withdrawals', () => {
    expect(highest([line('deposit', 'a', 6_000), line('operator-debit', 'w', -5_000)])).toBe(6_000_00n);
  });

  test('excludes every reversed deposit, in any order', () => {
    const lines = [
      line('deposit', 'a', 4_000),
      line('deposit', 'b', 2_000),
      line('deposit', 'c', 3_000),
      line('deposit-reversed', 'b', -2_000),
    ];
    expect(highest(lines)).toBe(7_000_00n);
    expect(highest([...lines, line('deposit-reversed', 'c', -3_000)])).toBe(4_000_00n);
    // A reversal does not reduce later deposits.
    expect(highest([...lines, line('deposit', 'd', 1_000)])).toBe(8_000_00n);
    // An entry that merely names the same entity is no part of that deposit.
    expect(highest([line('operator-credit', 'b', 500), ...lines])).toBe(7_000_00n);
  });
});

describe('the highest balance that was held for ten days', () => {
  const held = (lines: Parameters<typeof computeHighestHeld>[0], on = 40) =>
    computeHighestHeld(lines, { period: 10 * DAYS, now: day(on) });

  test('is the lowest of the ten days after a deposit, including both ends', () => {
    const deposit = line('deposit', 'a', 6_000, 1);
    expect(held([deposit, line('withdrawal-requested', 'w', 0, 11)])).toBe(6_000_00n);
    const requested = { ...line('withdrawal-requested', 'w', 0, 11), amount: 2_000_00n };
    expect(held([deposit, requested])).toBe(4_000_00n);
    expect(held([deposit, { ...requested, at: day(12) }])).toBe(6_000_00n);
  });

  test('is zero before the ten days are over', () => {
    expect([10, 11].map((on) => held([line('deposit', 'a', 6_000, 1)], on))).toEqual([0n, 6_000_00n]);
  });

  test('belongs to the best deposit, as if reversed ones had never been made', () => {
    const lines = [
      line('deposit', 'a', 6_000, 1),
      line('operator-debit', 'x', -5_000, 2),
      line('deposit', 'b', 25_000, 3),
    ];
    expect(held(lines)).toBe(26_000_00n);
    expect(held([...lines, line('deposit-reversed', 'b', -25_000, 20)])).toBe(1_000_00n);
  });
});

test('a withdrawal reduces the balance from its request, and no longer when it is refused', () => {
  const of = (kind: Kind, change: bigint) =>
    listRankedChanges([{ ...line(kind, 'w', 0), change, amount: 70n }])[0]?.change;
  expect(of('withdrawal-requested', 0n)).toBe(-70n);
  expect([of('withdrawal-cancelled', 0n), of('withdrawal-rejected', 0n)]).toEqual([70n, 70n]);
  expect([of('withdrawal-approved', -70n), of('withdrawal-bounced', 60n), of('copy-loss', -5n)]).toEqual([
    0n,
    60n,
    -5n,
  ]);
});

test('a rank counts no practice money, neither when it is given nor later', () => {
  expect(calculateRankedBalance({ funded: 12_000_00n }, { practiceMoney: 10_000_00n, operatorNet: 0n })).toBe(
    2_000_00n,
  );
  expect(calculateRankedBalance({ funded: 12_000_00n }, { practiceMoney: 0n, operatorNet: 0n })).toBe(12_000_00n);
  // Losses of practice money never reduce the count below zero.
  expect(calculateRankedBalance({ funded: 9_000_00n }, { practiceMoney: 10_000_00n, operatorNet: 0n })).toBe(0n);
  expect(listRankedChanges([line('practice-money', 'p', 10_000)])).toEqual([{ at: day(1), change: 0n }]);
});
