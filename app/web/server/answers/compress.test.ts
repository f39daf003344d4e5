import { expect, test } from 'vitest';
import { chooseEncoding, choosePageEncoding } from './compress.server';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0 , gzip;q=0', 'identity'],
  ['GZIP', 'gzip'],
  ['brotli, x-gzip', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('%s is answered with %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});

test('no answer is compressed against a dictionary that the build lacks, whatever a browser requests', () => {
  const hash = `:${Buffer.alloc(32).toString('base64')}:`;
  for (const available of [hash, ':', '', 'x', undefined]) {
    expect(choosePageEncoding('gzip, br, zstd, dcb, dcz', available)).toBe('br');
  }
});
