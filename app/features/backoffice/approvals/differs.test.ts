import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasChangedNumbers, isDifferentByMore } from './differs';

test('returns true exactly when the difference is larger than the share, above and below', () => {
  const cents = fc.bigInt({ min: 1n, max: 10n ** 12n });
  fc.assert(
    fc.property(cents, cents, fc.integer({ min: 0, max: 10_000 }), (stated, received, bps) => {
      const difference = Number(stated > received ? stated - received : received - stated);
      const exact = difference / Number(stated) - bps / 10_000;
      fc.pre(Math.abs(exact) > 1e-9);
      expect(isDifferentByMore(stated, received, bps)).toBe(exact > 0);
    }),
  );
});

test('a difference of exactly the share is allowed', () => {
  expect(isDifferentByMore(100n, 105n, 500)).toBe(false);
  expect(isDifferentByMore(100n, 95n, 500)).toBe(false);
  expect(isDifferentByMore(10_000n, 10_501n, 500)).toBe(true);
  expect(isDifferentByMore(100n, 100n, 0)).toBe(false);
});

describe('a large change of a number requires a reason', () => {
  test.each<[string, unknown, unknown, boolean]>([
    ['by exactly 5%', 100n, 105n, false],
    ['by more', 100n, 106n, true],
    ['of two kinds', 100, 106n, true],
    ['not at all', 100, 100, false],
    ['taken away', 100, null, true],
    ['given where none was', null, 100n, true],
    ['none before and after', null, null, false],
    ['of a text that is no number', 'gold', 'Gold', false],
    ['of a text taken away', 'gold', null, false],
    ['of a text given', null, 'gold', false],
    ['of a flag', true, false, false],
  ])('%s', (_, was, value, wants) => {
    expect(hasChangedNumbers({ value: was }, { value })).toBe(wants);
    // One large change among small ones is enough.
    expect(hasChangedNumbers({ value: was, more: 1n }, { value, more: 1n })).toBe(wants);
  });
});
