import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { UnknownVersionError } from './errors';
import { migrationsFolder } from './migrations';

/*
 * Migrations of both engines in order. Table layouts are derived from PostgreSQL's migrations, whose column types are
 * more specific.
 */

type ColumnKind = 'text' | 'whole' | 'flag' | 'json';

export type TableLayout = { name: string; columns: { name: string; kind: ColumnKind }[] };

const COLUMN_KINDS: Record<string, ColumnKind> = {
  text: 'text',
  integer: 'whole',
  bigint: 'whole',
  boolean: 'flag',
  jsonb: 'json',
};

const readMigrationJournal = (engine: 'sqlite' | 'postgres'): { tag: string; when: number }[] =>
  JSON.parse(readFileSync(join(migrationsFolder(engine), 'meta', '_journal.json'), 'utf8')).entries;

/** Returns the names of all migrations, oldest first. */
export const listLevels = (): string[] => readMigrationJournal('postgres').map(({ tag }) => tag);

/**
 * Returns whether a database lacks migrations; false for an empty one. Throws `UnknownVersionError`.
 * @param applied creation time of the newest applied migration, milliseconds; null for none
 */
export function hasPendingLevel(engine: 'sqlite' | 'postgres', applied: number | null): boolean {
  const known = readMigrationJournal(engine).map(({ when }) => when);
  const newest = known.at(-1) ?? 0;
  if (applied === null || applied === newest) return applied === null;
  if (known.includes(applied)) return true;
  throw new UnknownVersionError(
    applied > newest
      ? 'This database was written by a newer version of Mirrorbook. Start that version, or restore an older backup.'
      : 'This database was written by a version of Mirrorbook before 1.0.0, or between two releases, which this one can’t bring up to date. Name another DATABASE_URL or DATA_DIR, or move this one away, and start again.',
  );
}

/**
 * Returns the name of a database's newest migration; null for an empty one. Throws `UnknownVersionError`.
 * @param applied creation time of the newest applied migration, milliseconds; null for none
 */
export function findLevel(engine: 'sqlite' | 'postgres', applied: number | null): string | null {
  hasPendingLevel(engine, applied);
  if (applied === null) return null;
  return readMigrationJournal(engine).findLast(({ when }) => when <= applied)?.tag ?? null;
}

export function getTablesAtLevel(level: string): TableLayout[] {
  const tables = new Map<string, TableLayout>();
  for (const statement of listMigrationsAfter('postgres', null, level).flatMap(({ sql }) => sql))
    applyStatement(tables, statement);
  return [...tables.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const CREATE_PATTERN = /^\s*create table "(\w+)" \((.*)\)/is;
const COLUMN_PATTERN = /^\s*"(\w+)" (\w+)/gm;
const ALTER_PATTERN = /^\s*alter table "(\w+)" (add|drop)(?: column)? "(\w+)"(?: (\w+))?/i;
const DROP_PATTERN = /^\s*drop table "(\w+)"/i;

/** Applies a migration's statement to table layouts, ignoring indexes, keys and rows. */
function applyStatement(tables: Map<string, TableLayout>, text: string): void {
  const statement = text.replace(/^--.*$/gm, '');
  const [, made, lines = ''] = CREATE_PATTERN.exec(statement) ?? [];
  if (made) {
    const columns = Array.from(lines.matchAll(COLUMN_PATTERN), ([, column = '', type = '']) =>
      toColumnLayout(made, column, type),
    );
    tables.set(made, { name: made, columns });
  }
  const [, name = '', how, column = '', type = ''] = ALTER_PATTERN.exec(statement) ?? [];
  const altered = tables.get(name);
  if (altered && how?.toLowerCase() === 'add') altered.columns.push(toColumnLayout(name, column, type));
  else if (altered) altered.columns = altered.columns.filter((each) => each.name !== column);
  const [, dropped] = DROP_PATTERN.exec(statement) ?? [];
  if (dropped) tables.delete(dropped);
}

function toColumnLayout(table: string, name: string, type: string): TableLayout['columns'][number] {
  const kind = COLUMN_KINDS[type];
  if (!kind) throw new Error(`A backup has no form for ${table}.${name}, which is ${type}`);
  return { name, kind };
}

/**
 * Returns the migrations up to `level` that a database lacks.
 * @param applied creation time of the newest applied migration, milliseconds; null for none
 */
export function listMigrationsAfter(engine: 'sqlite' | 'postgres', applied: number | null, level?: string) {
  const upTo = level === undefined ? Number.POSITIVE_INFINITY : getMigrationTime(engine, level);
  return readMigrationFiles({ migrationsFolder: migrationsFolder(engine) }).filter(
    ({ folderMillis }) => folderMillis > (applied ?? 0) && folderMillis <= upTo,
  );
}

function getMigrationTime(engine: 'sqlite' | 'postgres', level: string): number {
  const found = readMigrationJournal(engine).find(({ tag }) => tag === level);
  if (!found) throw new Error(`There is no migration ${level}`);
  return found.when;
}
