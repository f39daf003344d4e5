import { describe, expect, test } from 'vitest';
import { MINUTE, SECOND } from '~/platform/clock';
import { mustContract } from '../contracts';
import type { Trigger } from '../orders/fills';
import type { Minute } from './prices';
import { fillingQuote, fillOnMinutes, fillOnQuotes, flawOf, type GoodQuote, goodQuotes } from './quotes';

const gold = mustContract('XAUUSD');
const noon = Date.UTC(2026, 2, 4, 12);
const quote = (price: bigint | null, seconds: number, late = 1) => ({
  price,
  at: noon + seconds * SECOND,
  observedAt: noon + (seconds + late) * SECOND,
});

describe('a quote', () => {
  const before = quote(100_000n, 0) as GoodQuote;

  test.each([
    ['no-price', quote(null, 10)],
    ['zero', quote(0n, 10)],
    ['old', quote(100_000n, 10, 61)],
    ['jump', quote(125_001n, 10)],
    ['jump', quote(74_999n, 10)],
    [null, quote(125_000n, 10)],
    [null, quote(100_000n, 10, 60)],
    // The last good one is more than a minute back: the price may have come this far.
    [null, quote(200_000n, 90)],
  ])('is good or not: %s', (flaw, given) => {
    expect(flawOf(given, before)).toBe(flaw);
  });

  test('that jumped waits for those after it', () => {
    const quotes = [quote(100n, 0), quote(900n, 20), quote(101n, 40), quote(900n, 60), quote(900n, 110)];
    expect(goodQuotes(quotes).map(({ price }) => price)).toEqual([100n, 101n, 900n]);
  });
});

describe('an order on a live source', () => {
  const quotes = [quote(100_000n, -5, 2), quote(100_100n, -1, 3), quote(0n, 4), quote(100_200n, 8)];

  test('waits for the first good quote that neither stood nor was seen before it', () => {
    expect(fillingQuote(quotes, noon)?.price).toBe(100_200n);
    expect(fillOnQuotes(gold, 1n, noon, quotes)).toEqual({
      at: noon + 9 * SECOND,
      price: 100_211n,
      spread: 11n,
      gap: false,
    });
  });

  test('waits on when there is none', () => {
    expect(fillOnQuotes(gold, 1n, noon + 10 * SECOND, quotes)).toBeNull();
  });
});

describe('orders that wait on a stored feed', () => {
  const stop: Trigger = { kind: 'stop', side: -1n, level: 99_000n };
  const profit: Trigger = { kind: 'take-profit', side: -1n, level: 101_000n };
  const minute = (at: number, open: bigint, high: bigint, low: bigint): Minute => ({ at: noon + at, open, high, low });

  test('are filled at the end of the first whole minute after them', () => {
    const minutes = [minute(-MINUTE, 98_000n, 98_000n, 98_000n), minute(0, 100_000n, 100_500n, 98_900n)];
    expect(fillOnMinutes(gold, [stop], noon - 1, minutes)).toEqual({
      trigger: stop,
      fill: { at: noon + MINUTE, price: 98_990n, spread: 10n, gap: false },
    });
    expect(fillOnMinutes(gold, [stop], noon + 1, minutes)).toBeNull();
  });

  test('are stopped before they take a profit of the same minute', () => {
    const minutes = [minute(0, 100_000n, 102_000n, 98_000n)];
    expect(fillOnMinutes(gold, [profit, stop], noon, minutes)?.trigger).toBe(stop);
    expect(fillOnMinutes(gold, [profit], noon, minutes)?.fill).toMatchObject({ price: 101_000n, gap: false });
  });

  test('are filled at the first price beyond their level when the minute begins there, and that is told', () => {
    const minutes = [minute(0, 97_000n, 97_500n, 96_000n)];
    expect(fillOnMinutes(gold, [stop], noon, minutes)?.fill).toMatchObject({ price: 96_990n, gap: true });
  });
});
