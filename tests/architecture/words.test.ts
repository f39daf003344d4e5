import { expect, test } from 'vitest';
import { sourcesOf } from './sources';

/** Words that leave a reader asking who is meant, and the ones that say it. */
const VAGUE = /\b(whoever|nobody|somebody|anybody)\b(?!@)/gi;

/** Documents that people read, as text. */
const documents = import.meta.glob<string>(['../../docs/**/*.md', '../../README.md'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

const texts = [
  ...sourcesOf('app', 'scripts', 'drizzle', 'tests').filter(({ path }) => !path.endsWith('architecture/words.test.ts')),
  ...Object.entries(documents).map(([path, text]) => ({ path: path.replace('../../', ''), text })),
];

test('sources and documents name who is meant: a user, an administrator, a visitor', () => {
  expect(texts.some(({ path }) => path === 'docs/trading.md')).toBe(true);
  const found = texts.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => (line.match(VAGUE) ?? []).map((word) => `${path}:${at + 1} ${word}`)),
  );
  expect(found).toEqual([]);
});

test('an object or a list is written out, not spread line by line to make it shorter', () => {
  const folded = /^\s*\.\.\.(\{ |\[)\w[^()=]*(\}|\]),$/;
  const found = texts
    .filter(({ path }) => /\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) => (folded.test(line) ? [`${path}:${at + 1}`] : [])),
    );
  expect(found).toEqual([]);
});
