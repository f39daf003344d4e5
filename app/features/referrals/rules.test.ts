import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bonusOn, sameMailbox } from './rules';

test('the bonus is the rate of what arrived, never more, short of it by less than a cent', () => {
  const cents = fc.bigInt({ min: 1n, max: 1_000_000_000_000n });
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 10_000 }), (received, bps) => {
      const off = received * BigInt(bps) - bonusOn(received, bps) * 10_000n;
      expect(off >= 0n && off < 10_000n).toBe(true);
    }),
  );
  expect(bonusOn(1_000_00n, 1_000)).toBe(100_00n);
  expect(bonusOn(9n, 1_000)).toBe(0n);
  expect(bonusOn(1_000_00n, -1)).toBe(0n);
});

test.each([
  ['ann@example.com', 'Ann+two@Example.com', true],
  ['ann+1@example.com', 'ann+2@example.com', true],
  ['ann@example.com', 'anne@example.com', false],
  ['ann@example.com', 'ann@example.org', false],
])('%s and %s are one mailbox: %s', (a, b, same) => {
  expect(sameMailbox(a, b)).toBe(same);
});
