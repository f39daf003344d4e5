import { getTableName } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { PROTECTION, protectedTables } from '#drizzle/protection';
import { sourcesOf } from './sources';

test('every table of the schema names its protection against changes that bypass the product', () => {
  const tables = protectedTables().map(({ name }) => name);
  expect(Object.keys(PROTECTION).sort()).toEqual([...tables].sort());
});

test('each table that the audit compares has a check of that name', () => {
  const audit = sourcesOf('app/ledger').find(({ path }) => path.endsWith('audit.server.ts'))?.text ?? '';
  const output = JSON.stringify(PROTECTION).matchAll(/"compared":"([^"]*)"/g);
  const checks = [...new Set(Array.from(output, ([, check = '']) => check))];
  expect(checks.length).toBeGreaterThan(3);
  expect(checks.filter((check) => !audit.includes(check))).toEqual([]);
});

/** Returns SQL statements in a text that write append-only tables. */
function rawWrites(text: string): string[] {
  const names = protectedTables()
    .filter(({ protection }) => !('free' in protection))
    .flatMap(({ name, table }) => [getTableName(table), `\\$\\{${name}(Table)?\\}`]);
  const writes = new RegExp(
    `\\b(insert\\s+(or\\s+\\w+\\s+)?into|replace\\s+into|update|delete\\s+from|truncate(\\s+table)?)\\s+["'\`]?(${names.join('|')})["'\`]?(?!\\w)`,
    'gi',
  );
  // A sentence in a comment may start like that.
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return Array.from(code.matchAll(writes), ([statement]) => statement);
}

test('no SQL outside the folder of the database writes sealed rows or the ledger', () => {
  const others = sourcesOf('app', 'scripts').filter(({ path }) => !/^app\/platform\/db\/|\.test\.tsx?$/.test(path));
  expect(others.length).toBeGreaterThan(500);
  const found = others.flatMap(({ path, text }) => rawWrites(text).map((statement) => `${path}: ${statement}`));
  expect(found).toEqual([]);
});

test('such a statement is detected in any spelling', () => {
  const tried = [
    'update "user" set a = 1',
    'UPDATE\n  deposit set',
    'insert or ignore into seal (',
    `delete from \${journal}`,
  ];
  expect(tried.filter((text) => rawWrites(text).length === 0)).toEqual([]);
  const fine = [
    'update mail set',
    'update user_settings',
    '/* update user now */',
    '// delete from seal',
    'select * from seal',
  ];
  expect(fine.flatMap(rawWrites)).toEqual([]);
});

test('no SQL statement reads a table that readers compare', () => {
  const names = ['deposit_method', 'withdrawal_method', 'plan', 'setting', 'withdrawal'];
  const statement = new RegExp(`\\b(from|join)\\s+["\`]?(${names.join('|')})\\b`, 'i');
  const others = sourcesOf('app').filter(
    ({ path }) => !/^app\/(platform\/db|ledger\/proof|seed)\/|\.test\.tsx?$/.test(path),
  );
  expect(others.filter(({ text }) => statement.test(text)).map(({ path }) => path)).toEqual([]);
});
