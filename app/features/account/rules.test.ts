import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { balancePoints, trendsOf } from './rules';

const START = Date.UTC(2026, 2, 2, 9);
const line = (minutes: number, cents: bigint) => ({ at: new Date(START + minutes * 60_000), fundedAfter: cents });

describe('the points of a balance chart', () => {
  test('are the moments that changed it, and now', () => {
    const points = balancePoints([line(0, 100n), line(5, 250n), line(5, 200n)], line(60, 0n).at);
    expect(points.map(({ at, value }) => [+at - START, value])).toEqual([
      [0, 100],
      [300_000, 200],
      [3_600_000, 200],
    ]);
  });

  test('are none before anything happened', () => {
    expect(balancePoints([], new Date(START))).toEqual([]);
  });

  test('stay few, in order, one a moment, and end with what is owed now', () => {
    const history = fc.array(
      fc.record({ at: fc.integer({ min: 0, max: 3_000_000 }), cents: fc.bigInt({ min: 0n, max: 10n ** 12n }) }),
      { minLength: 1, maxLength: 400 },
    );
    fc.assert(
      fc.property(history, (made) => {
        const lines = made.sort((a, b) => a.at - b.at).map(({ at, cents }) => line(at, cents));
        const points = balancePoints(lines, line(3_000_001, 0n).at);
        expect(points.length).toBeLessThanOrEqual(90);
        expect(points.at(-1)).toEqual({ at: line(3_000_001, 0n).at, value: Number(lines.at(-1)?.fundedAfter) });
        for (const [place, { at }] of points.entries()) expect(+at).toBeGreaterThan(+(points[place - 1]?.at ?? 0));
      }),
    );
  });
});

test('the trends are thirty days that end now, each total where its journals left it', () => {
  const booked = (
    daysAgo: number,
    kind: 'deposit' | 'withdrawal-approved' | 'plan-accrual',
    cents: bigint,
    left: bigint,
  ) => ({
    at: new Date(START - daysAgo * 86_400_000),
    kind,
    amount: cents,
    fundedAfter: left,
  });
  const lines = [
    booked(40, 'deposit', 500n, 500n),
    booked(29, 'plan-accrual', 10n, 510n),
    booked(1, 'withdrawal-approved', 200n, 310n),
    booked(0, 'deposit', 90n, 400n),
  ];
  const { funded, totalDeposit, totalWithdraw } = trendsOf(lines, new Date(START));
  expect(funded).toEqual([...Array(28).fill(510), 310, 400]);
  expect(totalDeposit).toEqual([...Array(29).fill(500), 590]);
  expect(totalWithdraw).toEqual([...Array(28).fill(0), 200, 200]);
});
