import { describe, expect, test } from 'vitest';
import { parseTradeTime } from './schema';

const NOW = new Date('2026-03-02T09:00:00Z');

describe('when a trade closed', () => {
  test.each([
    ['', '2026-03-02T09:00:00.000Z'],
    ['2026-03-02', '2026-03-02T09:00:00.000Z'],
    ['2026-03-01', '2026-03-01T23:59:59.999Z'],
    ['2026-03-01T14:30', '2026-03-01T14:30:00.000Z'],
    ['2026-03-01T14:30:15.250Z', '2026-03-01T14:30:15.250Z'],
    ['2026-03-05', '2026-03-05T23:59:59.999Z'],
  ])('%j is %s', (text, at) => expect(parseTradeTime(text, NOW)?.toISOString()).toBe(at));

  test.each([
    'yesterday',
    '2026-02-30',
    '2026-13-01',
    '2026-03-01T25:00',
    '02/03/2026',
    '2026-03-01T14:30+02:00',
    '1e9',
  ])('%j is no date', (text) => expect(parseTradeTime(text, NOW)).toBeNull());
});
