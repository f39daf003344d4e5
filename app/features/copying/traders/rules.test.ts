import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeMedian, computeTradeFigures, getLeaderCapital, type TradeTotals } from './rules';

const totals = (some: Partial<TradeTotals>): TradeTotals => ({
  winners: 0,
  losers: 0,
  won: 0n,
  lost: 0n,
  openWinners: 0,
  openLosers: 0,
  openWon: 0n,
  openLost: 0n,
  meanMonthBps: null,
  ...some,
});

describe('the figures of a trader', () => {
  test('are as computed by hand', () => {
    expect(
      computeTradeFigures(totals({ winners: 2, losers: 2, won: 500_00n, lost: 150_00n, meanMonthBps: 120 })),
    ).toEqual({
      closed: 4,
      open: 0,
      openResult: 0n,
      winRateBps: 5_000,
      monthlyReturnBps: 120,
      profitFactor: 3.33,
      riskReward: 3.33,
    });
    const other = computeTradeFigures(totals({ winners: 3, losers: 1, won: 300_00n, lost: 200_00n }));
    expect(other).toMatchObject({ winRateBps: 7_500, profitFactor: 1.5, riskReward: 0.5 });
  });

  test('include unrealised losses, and show them next to the win rate', () => {
    // 97 of 99 closed trades won $10 each, and one open position has lost more than all of them.
    const hidden = { winners: 97, losers: 2, won: 970_00n, lost: 20_00n, openLosers: 1, openLost: 3_000_00n };
    expect(computeTradeFigures(totals(hidden))).toEqual({
      closed: 99,
      open: 1,
      openResult: -3_000_00n,
      winRateBps: 9_798,
      monthlyReturnBps: null,
      profitFactor: 0.32,
      riskReward: 0.01,
    });
    expect(computeTradeFigures(totals({ openWinners: 1, openWon: 5n }))).toMatchObject({
      closed: 0,
      winRateBps: null,
      profitFactor: 'no losses yet',
    });
  });

  test('show "no losses yet" rather than infinity, and nothing before the first trade', () => {
    const won = computeTradeFigures(totals({ winners: 2, won: 30_00n }));
    expect(won).toMatchObject({ profitFactor: 'no losses yet', riskReward: 'no losses yet' });
    const lost = computeTradeFigures(totals({ losers: 1, lost: 10_00n }));
    expect(lost).toMatchObject({ profitFactor: 0, riskReward: 0, winRateBps: 0 });
    for (const none of [null, totals({})]) {
      expect(computeTradeFigures(none)).toEqual({
        closed: 0,
        open: 0,
        openResult: 0n,
        winRateBps: null,
        monthlyReturnBps: null,
        profitFactor: null,
        riskReward: null,
      });
    }
  });

  test('are finite for any record', () => {
    const some = fc.nat({ max: 500 });
    const cents = fc.bigInt({ min: 0n, max: 10n ** 13n });
    const any = fc.record({
      winners: some,
      losers: some,
      won: cents,
      lost: cents,
      openWinners: some,
      openLosers: some,
      openWon: cents,
      openLost: cents,
      meanMonthBps: fc.constant(null),
    });
    fc.assert(
      fc.property(any, (each) => {
        const { winRateBps, profitFactor, riskReward } = computeTradeFigures(each);
        if (winRateBps !== null) expect(winRateBps >= 0 && winRateBps <= 10_000).toBe(true);
        for (const ratio of [profitFactor, riskReward]) {
          if (typeof ratio === 'number') expect(Number.isFinite(ratio) && ratio >= 0).toBe(true);
        }
        // The factor is above one only when money was made, including open positions.
        const net = each.won + each.openWon - each.lost - each.openLost;
        if (typeof profitFactor === 'number' && profitFactor > 1) expect(net > 0n).toBe(true);
      }),
    );
  });
});

test("a leader's capital is what is recorded, else the minimum to copy them", () => {
  expect(getLeaderCapital({ capital: 5n, minimumCapital: 3n })).toBe(5n);
  expect(getLeaderCapital({ capital: null, minimumCapital: 3n })).toBe(3n);
});

test('the midpoint of two amounts is rounded toward zero', () => {
  expect([computeMedian(1n, 2n), computeMedian(-3n, 0n), computeMedian(7n, 7n)]).toEqual([1n, -1n, 7n]);
});
