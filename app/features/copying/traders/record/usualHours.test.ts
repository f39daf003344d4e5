import { expect, test } from 'vitest';
import { describeUsualHours } from './usualHours';

const MONDAY = Date.UTC(2026, 10, 30);
const at = (day: number, hour: number) => new Date(MONDAY + (day * 24 + hour) * 3_600_000);

test('returns the hours and days in which most trades were made, and nothing for a few trades', () => {
  expect(describeUsualHours([0, 1, 2, 3].map((day) => at(day, 15)))).toBeNull();
  expect(describeUsualHours([0, 1, 2, 3, 4].map((day) => at(day, 15.5)))).toBe(
    'between 15:00 and 16:00 UTC, Monday to Friday',
  );
  // One of six trades at another hour does not count; weekends count, and midnight is inside the range.
  expect(describeUsualHours([23, 24, 47, 48, 143, 12].map((hour) => at(0, hour)))).toBe(
    'between 23:00 and 01:00 UTC, every day',
  );
  expect(describeUsualHours([0, 4, 8, 12, 16, 20].map((hour) => at(0, hour)))).toBe('at any hour, Monday to Friday');
});
