import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR, SECOND } from '~/platform/clock';
import { marketOpensAt, priceInstant } from './contracts';
import { FOREX_HOURS, firstOpen, isOpen, LONG_HOURS, lastOpen, SHARE_HOURS } from './hours';
import { TRADING_TERMS } from './tradingTerms';

const time = (text: string) => Date.parse(`${text}Z`);

test.each([
  // 2026-03-06 is a Friday.
  [FOREX_HOURS, '2026-03-06T21:59:59', true],
  [FOREX_HOURS, '2026-03-06T22:00:00', false],
  [FOREX_HOURS, '2026-03-08T21:59:59', false],
  [FOREX_HOURS, '2026-03-08T22:00:00', true],
  [FOREX_HOURS, '2026-03-04T22:30:00', true],
  [LONG_HOURS, '2026-03-04T22:30:00', false],
  [LONG_HOURS, '2026-03-04T23:00:00', true],
  [LONG_HOURS, '2026-03-08T22:30:00', false],
  [LONG_HOURS, '2026-03-08T23:00:00', true],
  [SHARE_HOURS, '2026-03-04T14:29:59', false],
  [SHARE_HOURS, '2026-03-04T14:30:00', true],
  [SHARE_HOURS, '2026-03-04T21:00:00', false],
  [SHARE_HOURS, '2026-03-07T16:00:00', false],
  [null, '2026-03-07T16:00:00', true],
] as const)('a market with hours %# is open or closed at an instant', (hours, at, open) => {
  expect(isOpen(hours, time(at))).toBe(open);
});

test('a market returns its next opening and its last close', () => {
  const saturday = time('2026-03-07T12:00:00');
  expect(new Date(firstOpen(SHARE_HOURS, saturday)).toISOString()).toBe('2026-03-09T14:30:00.000Z');
  expect(new Date(lastOpen(SHARE_HOURS, saturday)).toISOString()).toBe('2026-03-06T20:59:59.000Z');
  expect(new Date(lastOpen(LONG_HOURS, time('2026-03-08T22:59:00'))).toISOString()).toBe('2026-03-06T21:59:59.000Z');
  expect([firstOpen(null, saturday), lastOpen(null, saturday)]).toEqual([saturday, saturday]);
});

test('the next opening and the last close enclose exactly the time in which a market is closed', () => {
  const hours = fc.constantFrom(...Object.values(TRADING_TERMS).map((terms) => terms.hours));
  const instants = fc.integer({ min: 0, max: 2_000_000_000 }).map((second) => second * SECOND);
  fc.assert(
    fc.property(hours, instants, (open, at) => {
      const [from, to] = [lastOpen(open, at), firstOpen(open, at)];
      expect([isOpen(open, from), isOpen(open, to)]).toEqual([true, true]);
      expect(from === at || !isOpen(open, from + SECOND)).toBe(true);
      expect(to === at || !isOpen(open, to - SECOND)).toBe(true);
      for (let between = from + SECOND; between < to; between += HOUR) expect(isOpen(open, between)).toBe(false);
    }),
  );
});

test('a closed market shows when it opens, and its last price', () => {
  const saturday = new Date(Date.UTC(2026, 2, 7, 12));
  expect(marketOpensAt('EURUSD', saturday)).toEqual(new Date(Date.UTC(2026, 2, 8, 22)));
  expect(marketOpensAt('US10Y', saturday)).toEqual(new Date(Date.UTC(2026, 2, 8, 23)));
  expect(priceInstant('EURUSD', saturday)).toEqual(new Date(Date.UTC(2026, 2, 6, 21, 59, 59)));
  expect([marketOpensAt('BTCUSD', saturday), priceInstant('BTCUSD', saturday)]).toEqual([null, saturday]);
});
