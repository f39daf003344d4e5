import { describe, expect, test } from 'vitest';
import { DAY } from '~/platform/clock';
import { mean } from '~/trading/leaders/strategy';
import { simulateHistory, type TraderSeed } from './simulate';

const CAPITAL = 50_000_00n;
const from = new Date('2025-03-01T00:00:00Z');
const to = new Date(from.getTime() + 365 * DAY);
const year = (style: TraderSeed['style'], seed = 'ann') =>
  simulateHistory({ seed, style, capital: CAPITAL }, { from, to, count: 300 });

describe('a simulated past', () => {
  test('is the same for the same seed and another for another', () => {
    expect(year('steady')).toEqual(year('steady'));
    expect(year('steady')).not.toEqual(year('steady', 'bob'));
  });

  test('is in order, within its bounds, and never of nothing', () => {
    for (const style of ['steady', 'trend', 'scalper', 'crypto', 'stocks'] as const) {
      const trades = year(style);
      expect(trades).toHaveLength(300);
      for (const [index, { at, amount }] of trades.entries()) {
        expect(at >= (trades[index - 1]?.at ?? from) && at < to).toBe(true);
        expect(amount > 0n && amount < CAPITAL / 10n).toBe(true);
      }
    }
  });

  test('has the character of its style', () => {
    const of = (style: TraderSeed['style']) => {
      const sizes = { profit: [] as number[], loss: [] as number[] };
      for (const { type, amount } of year(style)) sizes[type].push(Number(amount));
      return { wins: sizes.profit.length / 300, riskReward: mean(sizes.profit) / mean(sizes.loss) };
    };
    expect(of('steady').wins).toBeGreaterThan(0.6);
    expect(of('trend').wins).toBeLessThan(0.45);
    expect(of('trend').riskReward).toBeGreaterThan(2);
    expect(of('scalper').riskReward).toBeLessThan(1.2);
  });
});
