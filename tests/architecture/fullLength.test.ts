import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SIZES } from '../support/depth';
import { LEFT_TO_ALL } from '../support/leftToAll';
import { sourcesOf } from './sources';

/** The first four cells of the table's rows: the name, and its size in each form. */
const told = readFileSync('docs/reliability.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| `[A-Z_]+`/.test(line))
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

test('what is left to --all is held by a test of the short run', () => {
  const tests = sourcesOf('tests', 'app');
  const left = tests.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/^ *heldBy\('([^']+)'/gm), ([, file = '']) => ({ path, file })),
  );
  expect(left.length).toBeGreaterThan(0);
  left.push(...Object.entries(LEFT_TO_ALL).map(([path, file]) => ({ path, file })));
  const textOf = (file: string) => tests.find(({ path }) => path === file)?.text ?? '';
  const isHeld = ({ path, file }: { path: string; file: string }) =>
    textOf(path) && file !== path && !(file in LEFT_TO_ALL) && /^ *test(?:\.each\(.*\))?\(/m.test(textOf(file));
  expect(left.filter((each) => !isHeld(each))).toEqual([]);
});

test('tests read their sizes from one place', () => {
  const elsewhere = sourcesOf('tests').filter(({ text }) => /Number\(process\.env\.(?!SEED)/.test(text));
  expect(elsewhere.map(({ path }) => path)).toEqual([]);
});
