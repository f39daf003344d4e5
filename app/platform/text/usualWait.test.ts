import { describe, expect, it } from 'vitest';
import { MINUTE } from '../durations';
import { usualWaitText } from './usualWait';

const of = (...minutes: number[]) => minutes.map((each) => each * MINUTE);

describe('the usual wait', () => {
  it('is the median of the decided ones, and is shown only if there are enough', () => {
    expect(usualWaitText(of(1, 2, 3))).toBeNull();
    expect(usualWaitText(of(900, 1, 3, 2, 4))).toBe('3 minutes');
    expect(usualWaitText(of(60, 10, 30, 50))).toBe('40 minutes');
  });

  it('is shown in a suitable unit', () => {
    expect(
      [0.5, 1, 20, 89, 180, 26 * 60, 3 * 24 * 60].map((each) => usualWaitText(of(each, each, each, each))),
    ).toEqual(['less than a minute', '1 minute', '20 minutes', '89 minutes', '3 hours', '26 hours', '3 days']);
  });
});
