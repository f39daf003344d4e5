import { expect, test } from 'vitest';
import { PROTECTION, protectedTables } from '#drizzle/protection';
import { sourcesOf } from './sources';

test('every table of the schema says how it is kept from being changed behind the back of the product', () => {
  const tables = protectedTables().map(({ name }) => name);
  expect(Object.keys(PROTECTION).sort()).toEqual([...tables].sort());
});

test('what the audit compares is compared by a check of that name', () => {
  const audit = sourcesOf('app/ledger').find(({ path }) => path.endsWith('audit.server.ts'))?.text ?? '';
  const said = JSON.stringify(PROTECTION).matchAll(/"compared":"([^"]*)"/g);
  const checks = [...new Set(Array.from(said, ([, check = '']) => check))];
  expect(checks.length).toBeGreaterThan(3);
  expect(checks.filter((check) => !audit.includes(check))).toEqual([]);
});
