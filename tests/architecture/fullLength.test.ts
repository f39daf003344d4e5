import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourcesOf } from './sources';

const LINES = readFileSync('docs/reliability.md', 'utf8').split('\n');

/** What `npm run test:fault` sets, as its script writes it: `KILLS: '200'`. */
const set = Object.fromEntries(
  Array.from(readFileSync('scripts/fault.mjs', 'utf8').matchAll(/^ {2}([A-Z]+): '([^']+)',$/gm), ([, name, value]) => [
    name,
    value,
  ]),
);

/** The first three cells of the table's rows: variable, its value in `npm test`, its value in `npm run test:fault`. */
const told = LINES.filter((line) => /^\| `[A-Z]+`/.test(line)).map((line) =>
  line
    .split('|')
    .slice(1, 4)
    .map((cell) => cell.replaceAll('`', '').trim()),
);

test('docs/reliability.md says what only npm run test:fault runs', () => {
  expect(Object.keys(set).length).toBeGreaterThan(4);
  expect(Object.fromEntries(told.map(([name, , full]) => [name, full]))).toEqual(set);
});

test('each length that a variable sets in a test is one of these', () => {
  const read = sourcesOf('tests').flatMap(({ text }) =>
    Array.from(
      text.matchAll(/Number\(process\.env\.([A-Z]+)|(?:runIf|skipIf)\(process\.env\.([A-Z]+)/g),
      (found) => found,
    ),
  );
  const names = new Set(read.map(([, length, condition]) => length ?? condition));
  // A seed repeats a random run; it makes none longer.
  names.delete('SEED');
  expect([...names].filter((name) => !(name && name in set))).toEqual([]);
  expect(names.size).toBeGreaterThan(3);
});

test('the lengths in npm test are those of the code', () => {
  const source = sourcesOf('tests')
    .map(({ text }) => text)
    .join('\n');
  for (const [name, usual] of told.filter(([, value]) => value !== 'not set')) {
    expect(source).toMatch(new RegExp(`process\\.env\\.${name} (\\?\\?|\\|\\|) ('${usual}'|${usual}\\b|[A-Z]+\\b)`));
  }
});
