import { expect, test } from 'vitest';
import { halfSipHash } from './halfSipHash';

test('is the hash of the reference: of its key of the bytes 0 to 7, and the bytes 0 to 3', () => {
  const hash = halfSipHash(0x03020100, 0x07060504, 0x03020100);
  expect([0, 8, 16, 24].map((shift) => (hash >>> shift) & 0xff)).toEqual([0x2a, 0x6e, 0x46, 0x89]);
});
