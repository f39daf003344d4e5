import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SIZES } from '../support/depth';
import { sourcesOf } from './sources';

/** The first four cells of the table's rows: the name, and its size in each form. */
const told = readFileSync('docs/reliability.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| `[A-Z]+`/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, 5)
      .map((cell) => cell.replaceAll('`', '').trim()),
  );

test('docs/reliability.md says how long each form is', () => {
  expect(told.map(([name, ...sizes]) => [name, ...sizes.map(Number)])).toEqual(
    Object.entries(SIZES).map(([name, sizes]) => [name, ...sizes]),
  );
});

test('tests read their sizes from one place', () => {
  const elsewhere = sourcesOf('tests').filter(({ text }) => /Number\(process\.env\.(?!SEED)/.test(text));
  expect(elsewhere.map(({ path }) => path)).toEqual([]);
});
