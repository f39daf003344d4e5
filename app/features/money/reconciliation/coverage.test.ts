import { expect, test } from 'vitest';
import { type Coverage, coverageText, extendCoverage, spanOf, whyNotCovered } from './coverage';

const at = (text: string) => new Date(`${text}Z`);
const span = (from: string, until: string) => ({ from: at(from), until: at(until) });
const NOW = at('2026-03-03T12:00');
const JANUARY = span('2026-01-01T00:00', '2026-02-01T00:00');
const OPENS = at('2026-01-01T00:00');

test('a person says whole days, and of the day that goes on a file has what was until now', () => {
  expect(spanOf({ from: '2026-01-01', until: '2026-01-31' }, NOW)).toEqual(JANUARY);
  expect(spanOf({ from: '2026-03-03', until: '2026-03-03' }, NOW)).toEqual(
    span('2026-03-03T00:00', '2026-03-03T12:00'),
  );
});

test('files that meet are one, and one beyond a gap adds nothing', () => {
  const february = span('2026-02-01T00:00', '2026-03-01T00:00');
  const whole = span('2026-01-01T00:00', '2026-03-01T00:00');
  expect(extendCoverage(null, february, OPENS)).toEqual(february);
  expect(extendCoverage(JANUARY, february, OPENS)).toEqual(whole);
  expect(extendCoverage(february, JANUARY, OPENS)).toEqual(whole);
  expect(extendCoverage(whole, JANUARY, OPENS)).toEqual(whole);
  const beyond = span('2026-02-02T00:00', '2026-03-01T00:00');
  expect(extendCoverage(JANUARY, beyond, OPENS)).toEqual(JANUARY);
  expect(extendCoverage(beyond, JANUARY, OPENS)).toEqual(beyond);
  // Nobody asks for what was before the statements begin.
  expect(extendCoverage(JANUARY, beyond, at('2026-02-02T00:00'))).toEqual(beyond);
});

test('a day is covered by files that have it whole, or by its chain from its first whole day on', () => {
  const chain = span('2026-02-10T09:00', '2026-03-02T23:59');
  const of = (given: Partial<Coverage>, day: string) =>
    whyNotCovered({ files: null, chain: null, isChainRead: false, ...given }, day);
  expect(of({}, '2026-01-31')).toBe('No file has a whole day yet. Import one that has 31 Jan 2026 whole.');
  expect(of({ files: JANUARY }, '2026-01-31')).toBeNull();
  expect(of({ files: JANUARY }, '2026-02-01')).toBe(
    'Files go from 1 Jan 2026 to the end of 31 Jan 2026. Import one that has 1 Feb 2026 whole.',
  );
  expect(of({ files: JANUARY }, '2025-12-31')).toContain('has 31 Dec 2025 whole');
  expect(of({ chain, isChainRead: true }, '2026-02-10')).toContain('has 10 Feb 2026 whole');
  expect(of({ chain, isChainRead: true }, '2026-02-11')).toBeNull();
  expect(of({ chain, isChainRead: true }, '2026-03-02')).toBe(
    'The chain is read until 2 Mar 2026 at 23:59 UTC only. Sign this day once it was read beyond it.',
  );
  // Files stand in for a chain that is read no more, and only for that.
  const files = span('2026-01-01T00:00', '2026-03-03T00:00');
  expect(of({ files, chain, isChainRead: true }, '2026-03-02')).toContain('The chain is read until');
  expect(of({ files, chain }, '2026-03-02')).toBeNull();
  expect(of({ files, chain }, '2026-02-11')).toBeNull();
});

test('what is covered is told source by source', () => {
  const chain = span('2026-02-10T09:00', '2026-03-02T23:59');
  expect(coverageText({ files: null, chain: null, isChainRead: true })).toBe('No statement has a whole day yet.');
  expect(coverageText({ files: JANUARY, chain, isChainRead: true })).toBe(
    'Files go from 1 Jan 2026 to the end of 31 Jan 2026. The chain is read until 2 Mar 2026 at 23:59 UTC.',
  );
  expect(coverageText({ files: span('2026-03-03T00:00', '2026-03-03T12:00'), chain: null, isChainRead: false })).toBe(
    'No statement has a whole day yet.',
  );
});
