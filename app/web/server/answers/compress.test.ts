import { expect, test } from 'vitest';
import { encodingFor } from './compress.server';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0 , gzip;q=0', 'identity'],
  ['GZIP', 'gzip'],
  ['brotli, x-gzip', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('%s is answered with %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});
