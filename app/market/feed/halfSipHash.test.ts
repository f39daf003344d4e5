import { expect, test } from 'vitest';
import { halfSipHash } from './halfSipHash';

test('matches the reference: the hash of bytes 0 to 3 with the key of bytes 0 to 7', () => {
  const hash = halfSipHash(0x03020100, 0x07060504, 0x03020100);
  expect([0, 8, 16, 24].map((shift) => (hash >>> shift) & 0xff)).toEqual([0x2a, 0x6e, 0x46, 0x89]);
});
