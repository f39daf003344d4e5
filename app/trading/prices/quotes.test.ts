import { describe, expect, test } from 'vitest';
import { SECOND } from '~/platform/clock';
import { goodQuotes } from '../../../tests/support/trading/goodQuotes';
import { requireContract } from '../contracts';
import type { Trigger } from '../orders/fills';
import { findTriggerFill } from '../orders/waiting';
import type { ValidQuote } from './prices';
import { quoteFault } from './quotes';
import { createPricesFromQuotes } from './storedPrices';

const gold = requireContract('XAUUSD');
const noon = Date.UTC(2026, 2, 4, 12);
const quote = (price: bigint | null, seconds: number, late = 1) => ({
  price,
  at: noon + seconds * SECOND,
  observedAt: noon + (seconds + late) * SECOND,
});

describe('a quote', () => {
  const before = quote(100_000n, 0) as ValidQuote;

  test.each([
    ['no-price', quote(null, 10)],
    ['zero', quote(0n, 10)],
    ['old', quote(100_000n, 10, 61)],
    ['jump', quote(125_001n, 10)],
    ['jump', quote(74_999n, 10)],
    [null, quote(125_000n, 10)],
    [null, quote(100_000n, 10, 60)],
    // The last valid quote is more than a minute old, in which the price may move this far.
    [null, quote(200_000n, 90)],
  ])('is valid or invalid: %s', (flaw, input) => {
    expect(quoteFault(input, before)).toBe(flaw);
  });

  test('is held back after a jump until later quotes confirm it', () => {
    const quotes = [quote(100n, 0), quote(900n, 20), quote(101n, 40), quote(900n, 60), quote(900n, 110)];
    expect(goodQuotes(quotes).map(({ price }) => price)).toEqual([100n, 101n, 900n]);
  });
});

describe('a limit, a stop or a take-profit on a live source', () => {
  const stop: Trigger = { kind: 'stop', side: -1n, level: 99_000n };
  const profit: Trigger = { kind: 'take-profit', side: -1n, level: 101_000n };
  const filled = (trigger: Trigger, quotes: ValidQuote[], since = noon) => {
    const horizon = quotes.at(-1)?.observedAt ?? noon;
    const prices = createPricesFromQuotes(new Map([['XAUUSD', quotes]]), new Set(['XAUUSD']), horizon);
    return findTriggerFill(prices, gold, trigger, { since, advancedTo: since, to: horizon })?.fill ?? null;
  };

  test('is filled by the first later quote that reaches it, at the price and the time of that quote', () => {
    const quotes = [quote(98_000n, -5), quote(100_000n, 10), quote(98_900n, 20), quote(97_000n, 30)] as ValidQuote[];
    expect(filled(stop, quotes)).toEqual({ at: noon + 21 * SECOND, price: 98_890n, spread: 10n, gap: true });
    expect(filled(profit, quotes)).toBeNull();
  });

  test('is not filled by a quote from before the order, however late that quote arrives', () => {
    expect(filled(stop, [quote(98_000n, -1, 30)] as ValidQuote[])).toBeNull();
  });

  test('is filled at the quoted price after a jump over its level, never at a price that was not quoted', () => {
    const gap = [quote(100_000n, 10), quote(96_000n, 20)] as ValidQuote[];
    expect(filled(stop, gap)).toMatchObject({ price: 95_990n, gap: true });
    const jump = [quote(100_000n, 10), quote(103_000n, 20)] as ValidQuote[];
    expect(filled(profit, jump)).toMatchObject({ price: 102_989n, gap: true });
  });
});
