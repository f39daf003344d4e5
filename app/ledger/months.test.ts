import { expect, test } from 'vitest';
import { monthBefore, monthBounds, monthOf, monthTitle, nextMonth } from './months';

test('a month starts at its first instant and ends at the first of the next, also over the end of a year', () => {
  expect(monthBounds('2026-12')).toEqual({ start: new Date('2026-12-01'), end: new Date('2027-01-01') });
  expect([nextMonth('2026-12'), monthBefore('2026-01'), monthTitle('2026-02')]).toEqual([
    '2027-01',
    '2025-12',
    'February 2026',
  ]);
  expect(monthOf(new Date(monthBounds('2026-03').end.getTime() - 1))).toBe('2026-03');
});
