import { readdirSync, readFileSync } from 'node:fs';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { protectedTables } from '#drizzle/protection';
import { getTablesAtLevel, listLevels } from '~/platform/db/levels';

/*
 * Checks that migrations only expand the schema, since older processes run during an upgrade. A migration may drop
 * objects only if it names the released version that stopped using them.
 */

const ENGINES = ['sqlite', 'postgres'] as const;

/** Migrations after 1.0.0, oldest first: [engine and file, SQL]. */
const later = ENGINES.flatMap((engine) =>
  readdirSync(`drizzle/${engine}`)
    .filter((file) => file.endsWith('.sql') && !file.startsWith('0000_'))
    .sort()
    .map((file): [string, string] => [`${engine}/${file}`, readFileSync(`drizzle/${engine}/${file}`, 'utf8')]),
);

/** SQL of all migrations, including the first. */
const allSql = ENGINES.flatMap((engine) =>
  readdirSync(`drizzle/${engine}`)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => readFileSync(`drizzle/${engine}/${file}`, 'utf8')),
).join('\n');

const NAME = '[`"]?(?:public[`"]?\\.[`"]?)?(\\w+)[`"]?';
const groups = (pattern: string, text: string): string[] => new RegExp(pattern, 'is').exec(text)?.slice(1) ?? [];

/** Columns that a migration adds to existing tables: `table.column`. */
const columnsAdded = (sql: string): Set<string> =>
  new Set(
    [...sql.matchAll(new RegExp(`^ALTER TABLE ${NAME} ADD (?!CONSTRAINT)(?:COLUMN )?${NAME} `, 'gim'))].map(
      ([, table, column]) => `${table}.${column}`,
    ),
  );

const tablesMade = (sql: string): Set<string> =>
  new Set([...sql.matchAll(new RegExp(`^CREATE TABLE ${NAME}`, 'gim'))].map(([, table = '']) => table));

/** Returns the statements of a migration that older code could not work with. */
function unbearable(sql: string): string[] {
  const [added, made] = [columnsAdded(sql), tablesMade(sql)];
  const isNew = (table = '', columns = '') =>
    made.has(table) || (columns.match(/\w+/g) ?? []).some((column) => added.has(`${table}.${column}`));
  const bears = (statement: string): boolean => {
    if (/^CREATE TABLE /i.test(statement)) return true;
    const [unique, table, columns] = groups(
      `^CREATE (UNIQUE )?INDEX ${NAME} ON ${NAME}(?: USING \\w+)? \\(([^)]*)\\)`,
      statement,
    ).filter((_, at) => at !== 1);
    // Older code does not know a new unique constraint.
    if (table) return !unique || isNew(table, columns);
    const [dropped] = groups(`^DROP INDEX ${NAME};?$`, statement);
    // An index that is recreated with more columns holds rows of older code, with the defaults of the new columns.
    if (dropped && new RegExp(`CREATE UNIQUE INDEX [\`"]?${dropped}[\`"]? ON`, 'i').test(sql)) return true;
    // "Insert unless it exists" needs the unique index.
    if (dropped) return !new RegExp(`CREATE UNIQUE INDEX [\`"]?${dropped}[\`"]?`, 'i').test(allSql);
    const [of, constraint] = groups(`^ALTER TABLE ${NAME} ADD CONSTRAINT \\S+ FOREIGN KEY \\(([^)]*)\\)`, statement);
    if (of) return isNew(of, constraint);
    const [, column, rest = ''] = groups(`^ALTER TABLE ${NAME} ADD (?!CONSTRAINT)(?:COLUMN )?${NAME} (.*)$`, statement);
    return Boolean(column) && (!/NOT NULL/i.test(rest) || /DEFAULT/i.test(rest)) && !/CHECK|UNIQUE/i.test(rest);
  };
  return statementsOf(sql).filter((statement) => !bears(statement));
}

const statementsOf = (sql: string): string[] =>
  sql
    .split('--> statement-breakpoint')
    .map((statement) => statement.replace(/^--.*$/gm, '').trim())
    .filter(Boolean);

/** Version that a migration names as the first that no longer uses the dropped objects. */
const firstWithout = (sql: string): string | undefined => /^-- Unused since (\d+\.\d+\.\d+)$/m.exec(sql)?.[1];

test.each(later)('older code works with what %s creates', (_file, sql) => {
  const since = firstWithout(sql);
  // A released version has stopped using the dropped objects.
  if (since) expect(readFileSync('CHANGELOG.md', 'utf8')).toContain(`\n## [${since}]`);
  else expect(unbearable(sql)).toEqual([]);
});

/** Columns of sealed tables added by migrations after `0001_after_1_0_0`, the first that runs while older processes run. */
function addedBeside(): string[] {
  const added = new Set(later.flatMap(([file, sql]) => (/0001_/.test(file) ? [] : [...columnsAdded(sql)])));
  return protectedTables().flatMap(({ table, protection }) =>
    Object.entries(getTableColumns(table)).flatMap(([key, { name }]) => {
      const column = `${getTableName(table)}.${name}`;
      return 'sealed' in protection && !(key in (protection.except ?? {})) && added.has(column) ? column : [];
    }),
  );
}

test('columns of sealed tables that are added beside older processes have a digest of their own', () => {
  const declared = protectedTables().flatMap(({ table, protection }) =>
    (('sealed' in protection && protection.later) || []).map(
      (key) => `${getTableName(table)}.${getTableColumns(table)[key]?.name}`,
    ),
  );
  expect(declared.sort()).toEqual(addedBeside().sort());
});

const columnsOf = (tables: { name: string; columns: { name: string }[] }[]): string[] =>
  tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)).sort();

test('one migration since the last release, whose snapshot is the only one stored, creates the tables of the schema', () => {
  for (const engine of ENGINES) {
    const [snapshot = '', ...more] = readdirSync(`drizzle/${engine}/meta`).filter((file) => file !== '_journal.json');
    expect(more).toEqual([]);
    expect([0, 1]).toContain(listLevels().length - 1 - Number.parseInt(snapshot, 10));
  }
  const expected = protectedTables().map(({ table }) => ({
    name: getTableName(table),
    columns: Object.values(getTableColumns(table)),
  }));
  expect(expected.length).toBeGreaterThan(50);
  expect(columnsOf(getTablesAtLevel(listLevels().at(-1) ?? ''))).toEqual(columnsOf(expected));
});

test.each([
  ['a dropped table', 'DROP TABLE "mail";'],
  ['a dropped column', 'ALTER TABLE "mail" DROP COLUMN "lane";'],
  ['a renamed column', 'ALTER TABLE `mail` RENAME COLUMN `lane` TO `way`;'],
  ['a column that must be given', 'ALTER TABLE `mail` ADD `way` text NOT NULL;'],
  ['a column that becomes needed', 'ALTER TABLE "mail" ALTER COLUMN "lane" SET NOT NULL;'],
  ['a rule for what older code writes', 'CREATE UNIQUE INDEX "one" ON "mail" USING btree ("recipient");'],
  ['another one', 'ALTER TABLE "mail" ADD CONSTRAINT "few" CHECK (tries < 3);'],
  [
    'a key of what older code writes',
    'ALTER TABLE "mail" ADD CONSTRAINT "k" FOREIGN KEY ("lane") REFERENCES "x"("id");',
  ],
  ['a unique index that goes', 'DROP INDEX "user_email";'],
  ['a table that is made anew', 'CREATE TABLE `__new_mail` (`id` text);--> statement-breakpoint\nDROP TABLE `mail`;'],
  ['rows that are altered', `UPDATE "user" SET "phone" = '';`],
])('%s is detected', (_what, sql) => {
  expect(unbearable(sql)).toHaveLength(1);
});
