import { describe, expect, test } from 'vitest';
import { DAY } from '~/platform/clock';
import { listUnmetRequirements } from './rules';

const SINCE = new Date('2026-01-01T12:00:00Z');
const later = (passed: number) => new Date(SINCE.getTime() + passed);

describe('an investor may apply to be copied', () => {
  test.each([
    [0, 0, ['0 of 30 days of trading', '0 of 20 closed trades']],
    [30 * DAY - 1, 20, ['29 of 30 days of trading']],
    [40 * DAY, 12, ['12 of 20 closed trades']],
    [30 * DAY, 20, []],
  ])('after %i ms and %i closed trades: %o is missing', (passed, closed, missing) => {
    expect(listUnmetRequirements({ since: SINCE, closed }, later(passed))).toEqual(missing);
  });

  test('is never possible without own trading', () => {
    expect(listUnmetRequirements({ since: null, closed: 0 }, SINCE)).toHaveLength(2);
    expect(listUnmetRequirements({ since: SINCE, closed: 30 }, later(-DAY))).toEqual(['0 of 30 days of trading']);
  });
});
