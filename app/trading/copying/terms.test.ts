import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  calculateFloor,
  calculateLeaderShare,
  getMonthEndingAt,
  listMonthEnds,
  markAfterFlow,
  safeMove,
} from './terms';

describe('a floor', () => {
  test('is an amount, a part of the deposits, or none', () => {
    expect(calculateFloor({ part: [60n, 100n] }, 100_001n)).toBe(60_000n);
    expect(calculateFloor({ cents: 5_000n }, 1n)).toBe(5_000n);
    expect(calculateFloor(null, 1n)).toBeNull();
  });

  test('is not checked while no move of prices can reach it', () => {
    // With a floor at 6,000, 4,000 of 10,000 can be lost, but a move of at most 9% is considered safe.
    expect(safeMove(1_000_000n, 600_000n, 1_000_000n, 0n)).toBe(90_000n);
    expect(safeMove(1_000_000n, 950_000n, 1_000_000n, 0n)).toBe(45_000n);
    expect(safeMove(1_000_000n, 0n, 10_000_000n, 500_000n)).toBe(42_857n);
    expect(safeMove(600_000n, 600_000n, 1_000_000n, 0n)).toBe(0n);
    expect(safeMove(1_000_000n, 0n, 0n, 0n)).toBe(90_000n);
  });
});

describe("a leader's profit share", () => {
  test('of 20% is 40 for a growth from 1,000 to 1,200, and raises the mark to 1,160', () => {
    expect(calculateLeaderShare(120_000n, 120_000n, 100_000n, [20n, 100n])).toEqual({ paid: 4_000n, mark: 116_000n });
  });

  test('is computed from the lesser of cash and equity, and is zero below the mark', () => {
    expect(calculateLeaderShare(120_000n, 110_000n, 100_000n, [20n, 100n])).toEqual({ paid: 2_000n, mark: 108_000n });
    expect(calculateLeaderShare(105_000n, 130_000n, 100_000n, [20n, 100n])).toEqual({ paid: 1_000n, mark: 104_000n });
    expect(calculateLeaderShare(90_000n, 130_000n, 100_000n, [20n, 100n])).toEqual({ paid: 0n, mark: 100_000n });
  });

  test('is never charged twice for one gain', () => {
    const changes = fc.array(fc.bigInt({ min: -50_000n, max: 50_000n }));
    fc.assert(
      fc.property(changes, fc.bigInt({ min: 0n, max: 30n }), (results, share) => {
        let [equity, mark, paid, best] = [100_000n, 100_000n, 0n, 0n];
        for (const result of results) {
          equity += result;
          const shared = calculateLeaderShare(equity, equity, mark, [share, 100n]);
          expect(shared.mark).toBeGreaterThanOrEqual(mark);
          [equity, mark, paid] = [equity - shared.paid, shared.mark, paid + shared.paid];
          // Highest gain so far, before any profit share.
          const gained = equity + paid - 100_000n;
          if (gained > best) best = gained;
          expect(paid * 100n).toBeLessThanOrEqual(best * share);
        }
      }),
    );
  });

  test('is not changed by deposits and withdrawals', () => {
    expect(markAfterFlow(116_000n, 50_000n)).toBe(166_000n);
    // 1,000 grew to 2,000 and 1,900 were withdrawn: the gain is still 1,000.
    const mark = markAfterFlow(100_000n, -190_000n);
    expect(mark).toBe(-90_000n);
    expect(calculateLeaderShare(10_000n, 10_000n, mark, [5n, 100n])).toEqual({ paid: 5_000n, mark: 5_000n });
    expect(calculateLeaderShare(10_000n, 10_000n, mark, [30n, 100n])).toEqual({ paid: 10_000n, mark: 0n });
  });

  test('is due when a month ends in UTC', () => {
    const at = (text: string) => Date.parse(text);
    expect(listMonthEnds(at('2026-01-31T23:59:59Z'), at('2026-03-01T00:00:00Z'))).toEqual([
      at('2026-02-01T00:00:00Z'),
      at('2026-03-01T00:00:00Z'),
    ]);
    expect(listMonthEnds(at('2026-02-01T00:00:00Z'), at('2026-02-28T23:59:59Z'))).toEqual([]);
    expect(listMonthEnds(at('2026-12-05T00:00:00Z'), at('2027-01-01T00:00:00Z')).map(getMonthEndingAt)).toEqual([
      '2026-12',
    ]);
  });
});
