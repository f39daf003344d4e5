import { describe, expect, test } from 'vitest';
import * as ledger from '#drizzle/schema/ledger';
import { sourcesOf } from './sources';

/** Ledger tables: their names in code are their names in the database. */
const LEDGER_TABLES = Object.keys(ledger);

/** Returns the local names of ledger tables: `import { account as books } from '#drizzle/schema'` gives `books`. */
function ledgerNames(text: string): string[] {
  return [...text.matchAll(/import\s*\{([^}]*)\}\s*from\s*'#drizzle\/schema'/g)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().split(/\s+as\s+/))
    .filter(([table = '']) => LEDGER_TABLES.includes(table))
    .map(([table = '', alias]) => alias ?? table);
}

const WRITTEN_IN_SQL = `\\b(insert into|update|delete from)\\s+"?(${LEDGER_TABLES.join('|')})"?\\s+(set|values|where|\\()`;

/** Returns writes to ledger tables in a source, by the query builder, in bulk, or in its own SQL. */
function ledgerWrites(text: string): string[] {
  const names = ledgerNames(text).join('|') || '(?!)';
  const built = `(\\.(insert|update|delete)|insertAll)\\((\\s*\\w+,)?\\s*(${names})\\b`;
  return matches(new RegExp(`${built}|${WRITTEN_IN_SQL}`, 'gi'))(text);
}

/** Returns the sources that break a rule, with the code that does. */
const breaking = (sources: { path: string; text: string }[], rule: (text: string) => string[]) =>
  sources.map(({ path, text }) => ({ path, found: rule(text) })).filter(({ found }) => found.length > 0);

const matches = (pattern: RegExp) => (text: string) => Array.from(text.matchAll(pattern), ([found]) => found);

test('only the ledger module writes the ledger', () => {
  const breakers = (...folders: string[]) => breaking(sourcesOf(...folders), ledgerWrites).map(({ path }) => path);
  // Benchmarks measure the ledger against bare inserts, in databases of their own.
  const others = breakers('app', 'scripts').filter((path) => !/^(app\/ledger|scripts\/bench)\//.test(path));
  expect([others, breakers('app/ledger').length > 2]).toEqual([[], true]);
});

test('only calls act without a preview: every page shows the effect first', () => {
  const calling = sourcesOf('app').filter(({ text }) => /\bperform(<[^>]*>)?\(/.test(text));
  // Actions on several entries: the same function has just previewed the effect on each entry and in total.
  const shown = 'app/features/backoffice/approvals/performSeveral.server.ts';
  const others = calling.map(({ path }) => path).filter((path) => !path.startsWith('app/api/') && path !== shown);
  expect([calling.length > 0, others]).toEqual([true, []]);
});

test('mails and notifications contain names only through the functions that remove addresses from them', () => {
  const telling = sourcesOf('app').filter(
    ({ path, text }) =>
      /\.server\.ts$/.test(path) && /\b(enqueueMail|mailNotification|mailSupport|notify)\(/.test(text),
  );
  expect(telling.length).toBeGreaterThan(10);
  const bare = (text: string) =>
    matches(/\$\{([^{}]*)\}/g)(text).filter(
      (inside) =>
        /\b(first|last|user)name\b/i.test(inside) &&
        !/^\$\{format(?:NameForMail|UsernameForMail|FullName|Greeting)\(/.test(inside),
    );
  expect(breaking(telling, bare)).toEqual([]);
});

test('a gate reads the address of a request only to find its holder', () => {
  const gates = sourcesOf('app/web/server');
  const uses = gates.flatMap(({ text }) => matches(/.*\brequest\.ip\b.*/g)(text));
  expect(uses.length).toBeGreaterThan(4);
  expect(uses.filter((line) => !line.includes('getNetworkOrigin(request.ip)'))).toEqual([]);
});

test('only intentOf reads the intent of a form with several buttons', () => {
  const others = sourcesOf('app').filter(({ path }) => path !== 'app/web/guard/postedForm.server.ts');
  // These fields contain the origin of a form, its page and whether it was sent before, but not its intent.
  const reads = /\b(form|fields)\.(has|get)\(['"]_(?!csrf'|form'|key'|preview'|again'|token'|lat'|lng'|back')\w+/g;
  expect(breaking(others, matches(reads))).toEqual([]);
});

describe('tests', () => {
  test('wait for events, never for time', () => {
    const others = sourcesOf('tests').filter(({ path }) => path !== 'tests/architecture/rules.test.ts');
    expect(breaking(others, matches(/waitForTimeout|\bsleep\(|timers\/promises/g))).toEqual([]);
  });

  test('leave the environment of their process unchanged, since the files after them share it', () => {
    const others = sourcesOf('tests').filter(
      ({ path }) => !/^tests\/(support\/\w+\/([\w]+\.global|s3)|architecture\/rules\.test)\.ts$/.test(path),
    );
    const writes = /process\.env(\.\w+|\[[^\]]+\])\s*(\?\?)?=[^=]|Object\.assign\(process\.env|delete process\.env/g;
    expect(breaking(others, matches(writes))).toEqual([]);
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
