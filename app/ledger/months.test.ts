import { expect, test } from 'vitest';
import { formatMonth, getMonth, getMonthBounds, getNextMonth, getPreviousMonth } from './months';

test('a month starts at its first instant and ends at the first of the next, also over the end of a year', () => {
  expect(getMonthBounds('2026-12')).toEqual({ start: new Date('2026-12-01'), end: new Date('2027-01-01') });
  expect([getNextMonth('2026-12'), getPreviousMonth('2026-01'), formatMonth('2026-02')]).toEqual([
    '2027-01',
    '2025-12',
    'February 2026',
  ]);
  expect(getMonth(new Date(getMonthBounds('2026-03').end.getTime() - 1))).toBe('2026-03');
});
