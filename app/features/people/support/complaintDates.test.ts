import { expect, test } from 'vitest';
import { addWorkingDays } from './complaintDates';

test.each([
  // 2026-11-26 is a Thursday.
  ['2026-11-26T10:30:00.000Z', 1, '2026-11-27T10:30:00.000Z'],
  ['2026-11-26T10:30:00.000Z', 2, '2026-11-30T10:30:00.000Z'],
  ['2026-11-26T10:30:00.000Z', 5, '2026-12-03T10:30:00.000Z'],
  ['2026-11-26T10:30:00.000Z', 15, '2026-12-17T10:30:00.000Z'],
  ['2026-11-28T23:59:00.000Z', 1, '2026-11-30T23:59:00.000Z'],
])('%s plus %i working days is %s', (from, days, until) => {
  expect(addWorkingDays(new Date(from), days).toISOString()).toBe(until);
});
