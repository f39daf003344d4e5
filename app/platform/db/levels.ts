import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrationsFolder, pending } from './migrations';

/*
 * The migrations as both engines have them: by name and in one order. What each of them left, tables with their columns, is read
 * from the descriptions beside PostgreSQL's, which have a type for each kind of column; SQLite keeps several kinds as one.
 */

/** How a column's values are kept. */
type Kind = 'text' | 'whole' | 'flag' | 'json';

/** A table at some level: its columns in one order. */
export type TableLayout = { name: string; columns: { name: string; kind: Kind }[] };

const KINDS: Record<string, Kind> = { text: 'text', integer: 'whole', bigint: 'whole', boolean: 'flag', jsonb: 'json' };

type Description = {
  tables: Record<string, { name: string; columns: Record<string, { name: string; type: string }> }>;
};

const journalOf = (engine: 'sqlite' | 'postgres'): { tag: string; when: number }[] =>
  JSON.parse(readFileSync(join(migrationsFolder(engine), 'meta', '_journal.json'), 'utf8')).entries;

/** The names of all migrations, oldest first. */
export const levels = (): string[] => journalOf('postgres').map(({ tag }) => tag);

/**
 * The name of the newest migration that a database has; throws `UnknownVersionError` for one that is not known here.
 * @param applied when that was made, as the engine's own table records it; null for a database without any
 */
export function levelAt(engine: 'sqlite' | 'postgres', applied: number | null): string | null {
  pending(migrationsFolder(engine), applied);
  if (applied === null) return null;
  return journalOf(engine).findLast(({ when }) => when <= applied)?.tag ?? null;
}

/** The tables that there are after a migration. */
export function tablesAt(level: string): TableLayout[] {
  const number = String(levels().indexOf(level)).padStart(4, '0');
  const path = join(migrationsFolder('postgres'), 'meta', `${number}_snapshot.json`);
  const { tables } = JSON.parse(readFileSync(path, 'utf8')) as Description;
  return Object.values(tables)
    .map(({ name, columns }) => ({
      name,
      columns: Object.values(columns).map((column) => ({
        name: column.name,
        kind: kindOf(`${name}.${column.name}`, column.type),
      })),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function kindOf(column: string, type: string): Kind {
  const kind = KINDS[type];
  if (!kind) throw new Error(`A backup has no form for ${column}, which is ${type}`);
  return kind;
}

/**
 * The migrations that a database has yet to get.
 * @param applied when the newest that it has was made; null for a database without any
 * @param level the last to apply; all of them without it
 */
export function migrationsAfter(engine: 'sqlite' | 'postgres', applied: number | null, level?: string) {
  const upTo = level === undefined ? Number.POSITIVE_INFINITY : whenOf(engine, level);
  return readMigrationFiles({ migrationsFolder: migrationsFolder(engine) }).filter(
    ({ folderMillis }) => folderMillis > (applied ?? 0) && folderMillis <= upTo,
  );
}

function whenOf(engine: 'sqlite' | 'postgres', level: string): number {
  const found = journalOf(engine).find(({ tag }) => tag === level);
  if (!found) throw new Error(`There is no migration ${level}`);
  return found.when;
}
