import { expect, test } from 'vitest';
import { describeAddress, splitServers } from './servers';

test.each([
  ['postgres://me:pass@db/books', ['postgres://me:pass@db/books']],
  ['postgres:///books', ['postgres:///books']],
  [
    'postgresql://me:p%40ss@one:5432,two,[::1]:7/books?sslmode=verify-full',
    [
      'postgresql://me:p%40ss@one:5432/books?sslmode=verify-full',
      'postgresql://me:p%40ss@two/books?sslmode=verify-full',
      'postgresql://me:p%40ss@[::1]:7/books?sslmode=verify-full',
    ],
  ],
  ['postgres://one,two', ['postgres://one', 'postgres://two']],
  // A password ends at the last at sign, and a comma in it separates nothing.
  ['postgres://me:a,b@c@one,two/books', ['postgres://me:a,b@c@one/books', 'postgres://me:a,b@c@two/books']],
])('%s names these servers', (url, servers) => {
  expect(splitServers(url)).toEqual(servers);
});

test('neither user nor password is shown', () => {
  expect(describeAddress('postgres://me:a,b@c@one:1,two/books?password=x')).toBe('one:1,two/books');
});
