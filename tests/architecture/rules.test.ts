import { describe, expect, test } from 'vitest';
import * as ledger from '#drizzle/schema/ledger';
import { sourcesOf } from './sources';

/** The ledger's tables: their names in code are their names in the database. */
const LEDGER_TABLES = Object.keys(ledger);

/** Names that a source gives to ledger tables: `import { account as books } from '#drizzle/schema'` gives `books`. */
function ledgerNames(text: string): string[] {
  return [...text.matchAll(/import\s*\{([^}]*)\}\s*from\s*'#drizzle\/schema'/g)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().split(/\s+as\s+/))
    .filter(([table = '']) => LEDGER_TABLES.includes(table))
    .map(([table = '', alias]) => alias ?? table);
}

/** Writes to ledger tables in a source, by the query builder, in bulk, or in SQL of its own. */
function ledgerWrites(text: string): string[] {
  const names = ledgerNames(text).join('|');
  const built = names
    ? [
        ...text.matchAll(new RegExp(`\\.(insert|update|delete)\\(\\s*(${names})\\b`, 'g')),
        ...text.matchAll(new RegExp(`insertAll\\(\\s*\\w+,\\s*(${names})\\b`, 'g')),
      ]
    : [];
  const tables = LEDGER_TABLES.join('|');
  const said = text.matchAll(
    new RegExp(`\\b(insert into|update|delete from)\\s+"?(${tables})"?\\s+(set|values|where|\\()`, 'gi'),
  );
  return [...built, ...said].map(([found]) => found);
}

/** The sources that break a rule, with what in them does. */
const breaking = (sources: { path: string; text: string }[], rule: (text: string) => string[]) =>
  sources.map(({ path, text }) => ({ path, found: rule(text) })).filter(({ found }) => found.length > 0);

const matches = (pattern: RegExp) => (text: string) => Array.from(text.matchAll(pattern), ([found]) => found);

describe('the ledger', () => {
  test('is written by no other code', () => {
    // Benchmarks measure the ledger against bare inserts, in databases of their own.
    const others = sourcesOf('app', 'scripts').filter(({ path }) => !/^(app\/ledger|scripts\/bench)\//.test(path));
    expect(breaking(others, ledgerWrites)).toEqual([]);
  });

  test('has writers that this test sees', () => {
    const found = sourcesOf('app/ledger').flatMap(({ text }) => ledgerWrites(text));
    expect(found.length).toBeGreaterThan(4);
    expect(ledgerWrites('tx.execute(sql`update account set debits = 0`)')).toHaveLength(1);
  });
});

test('databases are opened by platform/db alone', () => {
  const others = sourcesOf('app', 'drizzle').filter(({ path }) => !path.startsWith('app/platform/db/'));
  const driver = /(from |import\()'(better-sqlite3|pg|drizzle-orm\/(better-sqlite3|node-postgres)[^']*)'/g;
  expect(breaking(others, matches(driver))).toEqual([]);
});

test('what a form with several buttons asks for is read by intentOf alone', () => {
  const others = sourcesOf('app').filter(({ path }) => path !== 'app/web/guard/postedForm.server.ts');
  // These say where a form comes from, where its browser is and whether it was sent before, not what it asks for.
  const reads = /\b(form|fields)\.(has|get)\(['"]_(?!csrf'|form'|key'|preview'|again'|token'|lat'|lng'|back')\w+/g;
  expect(breaking(others, matches(reads))).toEqual([]);
});

describe('tests', () => {
  test('wait for what happens, never for time', () => {
    const others = sourcesOf('tests').filter(({ path }) => path !== 'tests/architecture/rules.test.ts');
    expect(breaking(others, matches(/waitForTimeout|\bsleep\(|timers\/promises/g))).toEqual([]);
  });

  const machines = sourcesOf('app/features').flatMap(({ text }) =>
    Array.from(text.matchAll(/export const (\w+Machine)\b/g), ([, machine = '']) => machine),
  );
  const tests = sourcesOf('app', 'tests').filter(({ path }) => /\.test\.tsx?$/.test(path));

  test('know the state machines', () => {
    expect(machines).toContain('withdrawalMachine');
  });

  test.each(machines)('go through every event of %s', (machine) => {
    const goesThrough = new RegExp(`Object\\.(entries|keys|values)\\(\\s*${machine}\\.events`);
    expect(tests.some(({ text }) => goesThrough.test(text))).toBe(true);
  });
});
