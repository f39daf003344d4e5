import { expect, test } from 'vitest';
import { extendCoverage, formatCoverage, getCoveredRangeOfDays, reasonDayNotCovered } from './coverage';

const at = (text: string) => new Date(`${text}Z`);
const range = (from: string, until: string) => ({ from: at(from), until: at(until) });
const NOW = at('2026-03-03T12:00');
const JANUARY = range('2026-01-01T00:00', '2026-02-01T00:00');

test('a person states whole days, and a file covers the current day only until now', () => {
  expect(getCoveredRangeOfDays({ from: '2026-01-01', until: '2026-01-31' }, NOW)).toEqual(JANUARY);
  expect(getCoveredRangeOfDays({ from: '2026-03-03', until: '2026-03-03' }, NOW)).toEqual(
    range('2026-03-03T00:00', '2026-03-03T12:00'),
  );
});

test('touching ranges are joined, and of two with a gap the later one counts', () => {
  const february = range('2026-02-01T00:00', '2026-03-01T00:00');
  const whole = range('2026-01-01T00:00', '2026-03-01T00:00');
  expect(extendCoverage(null, february)).toEqual(february);
  expect(extendCoverage(JANUARY, february)).toEqual(whole);
  expect(extendCoverage(february, JANUARY)).toEqual(whole);
  expect(extendCoverage(whole, JANUARY)).toEqual(whole);
  const beyond = range('2026-02-02T00:00', '2026-03-01T00:00');
  expect(extendCoverage(JANUARY, beyond)).toEqual(beyond);
  expect(extendCoverage(beyond, JANUARY)).toEqual(beyond);
});

test('a day is covered by statements that contain all of it', () => {
  expect(reasonDayNotCovered(null, '2026-01-31')).toBe(
    'No day is covered yet. Sign 31 Jan 2026 once it is covered whole.',
  );
  expect(reasonDayNotCovered(JANUARY, '2026-01-31')).toBeNull();
  expect(reasonDayNotCovered(JANUARY, '2026-02-01')).toContain('Sign 1 Feb 2026');
  expect(reasonDayNotCovered(JANUARY, '2025-12-31')).toContain('Sign 31 Dec 2025');
  const chain = range('1970-01-01T00:00', '2026-03-02T23:59');
  expect(reasonDayNotCovered(chain, '2026-03-01')).toBeNull();
  expect(reasonDayNotCovered(chain, '2026-03-02')).toBe(
    'Statements are complete until 2 Mar 2026 at 23:59 UTC. Sign 2 Mar 2026 once it is covered whole.',
  );
  expect(formatCoverage(JANUARY)).toBe(
    'Statements are complete from 1 Jan 2026 at 00:00 UTC until 1 Feb 2026 at 00:00 UTC.',
  );
});
