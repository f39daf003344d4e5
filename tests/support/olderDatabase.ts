import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';

type Engine = 'sqlite' | 'postgres';

const folderOf = (engine: Engine) => join(import.meta.dirname, '../../drizzle', engine);

/** How many migrations of an engine were made before the first of this name. */
export function migrationsBefore(engine: Engine, name: string): number {
  const text = readFileSync(join(folderOf(engine), 'meta/_journal.json'), 'utf8');
  const { entries } = JSON.parse(text) as { entries: { tag: string }[] };
  const at = entries.findIndex(({ tag }) => tag.includes(name));
  if (at < 0) throw new Error(`There is no migration ${name}`);
  return at;
}

/** The statements that make a database as it was after the first so many migrations; below zero, without the last ones. */
export function* migratedTo(engine: Engine, count: number): Generator<string> {
  const table = engine === 'sqlite' ? '__drizzle_migrations' : 'drizzle.__drizzle_migrations';
  if (engine === 'postgres') yield 'create schema drizzle';
  yield `create table ${table} (id serial primary key, hash text not null, created_at ${engine === 'sqlite' ? 'numeric' : 'bigint'})`;
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: folderOf(engine) }).slice(
    0,
    count,
  )) {
    yield* sql;
    yield `insert into ${table} (hash, created_at) values ('${hash}', ${folderMillis})`;
  }
}

/** Runs statements on a database that the product has not opened. */
export async function runStatements(url: string, statements: Iterable<string>): Promise<void> {
  if (/^postgres/.test(url)) {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const text of statements) await client.query(text);
    return await client.end();
  }
  const { default: Database } = await import('better-sqlite3');
  const connection = new Database(url.replace(/^file:/, ''));
  for (const text of statements) connection.exec(text);
  connection.close();
}
