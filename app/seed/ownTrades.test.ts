import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '~/platform/clock';
import { requireContract } from '~/trading/contracts';
import { isOpen } from '~/trading/hours';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import { planOwnTrades, roundSizeWorth } from './ownTrades';

const BEGIN = Date.UTC(2026, 0, 1, 7, 20);
/** Days on which the demonstration may be filled. */
const STARTS = Array.from({ length: 21 }, (_, index) => BEGIN + index * (6 * DAY + 5 * HOUR + 7 * MINUTE));

describe('the trades of the demonstration’s investor who is copied', () => {
  test.each(STARTS)('from %i on are enough to apply to be copied, and fit the account', (from) => {
    const trades = planOwnTrades(from, from + 80 * DAY);
    // The application comes 38 days after the first possible one.
    expect(trades.filter(({ closeAt }) => closeAt < from + 38 * DAY).length).toBeGreaterThanOrEqual(20);
    for (const { market, openAt, closeAt } of trades) {
      const { hours, maxLeverage } = requireContract(market.id);
      expect([isOpen(hours, openAt), isOpen(hours, closeAt), closeAt > openAt + DAY - 1]).toEqual([true, true, true]);
      expect(BigInt(market.leverage) <= maxLeverage).toBe(true);
      const held = trades.filter((each) => each.openAt <= openAt && each.closeAt > openAt).map((each) => each.market);
      expect(new Set(held.map(({ id }) => id)).size).toBe(held.length);
      const margin = held.reduce((sum, { percent, leverage }) => sum + Number(percent) / leverage, 0);
      // The rest covers purchases of the last day, and losses.
      expect(margin).toBeLessThanOrEqual(75);
    }
  });

  test('are the same whatever day they are computed on', () => {
    const [from = 0] = STARTS;
    const later = planOwnTrades(from + 20 * DAY, from + 40 * DAY);
    expect(later.length).toBeGreaterThan(10);
    expect(planOwnTrades(from, from + 40 * DAY).slice(-later.length)).toEqual(later);
  });

  test('have sizes of two digits, in dollars where the dollar is the base', () => {
    const worth = 4_321n * UNITS_PER_WHOLE;
    expect(roundSizeWorth(worth, 147_500n, requireContract('USDJPY'))).toBe(4_300n * UNITS_PER_WHOLE);
    expect(roundSizeWorth(worth, 110_000n, requireContract('EURUSD'))).toBe(3_900n * UNITS_PER_WHOLE);
    expect(roundSizeWorth(worth, 6_000_000n, requireContract('BTCUSD'))).toBe((72n * UNITS_PER_WHOLE) / 1_000n);
  });
});
