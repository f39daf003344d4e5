import { expect, test } from 'vitest';
import { sourcesOf } from './sources';

test('an object or a list is written out, not spread line by line to make it shorter', () => {
  const folded = /^\s*\.\.\.(\{ |\[)\w[^()=]*(\}|\]),$/;
  const found = sourcesOf('app', 'scripts', 'drizzle', 'tests').flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => (folded.test(line) ? [`${path}:${at + 1}`] : [])),
  );
  expect(found).toEqual([]);
});
