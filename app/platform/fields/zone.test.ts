import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDayInZone, formatTimeInZone, getDayRange, getNextDay, getStartOfDay, UTC } from './zone';

const zone = fc.constantFrom(
  'UTC',
  'Europe/Dublin',
  'America/New_York',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'Asia/Beirut',
);
const instant = fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });

describe('a day of a time zone', () => {
  test('is in UTC where no other was chosen', () => {
    const day = { from: new Date('2026-03-02T00:00:00Z'), to: new Date('2026-03-03T00:00:00Z') };
    expect(getDayRange(UTC, new Date('2026-03-02T00:00:00.000Z'))).toEqual(day);
    expect(getDayRange(UTC, new Date('2026-03-02T23:59:59.999Z'))).toEqual(day);
  });

  test('has 23 hours when clocks go forward', () => {
    const { from, to } = getDayRange('Europe/Dublin', new Date('2026-03-29T12:00:00Z'));
    expect([from.toISOString(), to.toISOString()]).toEqual(['2026-03-29T00:00:00.000Z', '2026-03-29T23:00:00.000Z']);
    expect(formatTimeInZone('Europe/Dublin', to)).toBe('2026-03-30 00:00:00');
  });

  test('starts after midnight where midnight is skipped', () => {
    const starts = getStartOfDay('Africa/Cairo', '2026-04-24');
    expect(formatTimeInZone('Africa/Cairo', starts)).toBe('2026-04-24 01:00:00');
    expect(formatDayInZone('Africa/Cairo', new Date(+starts - 1))).toBe('2026-04-23');
  });

  test('contains its instant, and ends where the next one starts', () => {
    fc.assert(
      fc.property(zone, instant, (where, at) => {
        const { from, to } = getDayRange(where, at);
        expect(+from <= +at && +at < +to).toBe(true);
        expect(formatDayInZone(where, new Date(+from - 1)) < formatDayInZone(where, from)).toBe(true);
        expect(formatDayInZone(where, to)).toBe(getNextDay(formatDayInZone(where, at)));
      }),
    );
  });
});
