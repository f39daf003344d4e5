import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { type Inspected, InUseError, NotEmptyError, type RowCounts } from './engine';
import { migrationsFolder } from './migrations';

/** Rows fetched, and inserted, at a time. */
const PAGE = 1_000;

/**
 * The first line of a snapshot; then each table's name is followed by its rows, one a line as JSON, as the engine
 * writes it.
 */
type Head = { mirrorbook: 'postgres'; migration: number };

/** Any number, the same in every process: the one that holds it migrates. */
export const MIGRATION_LOCK = 7_146_021;
/** The same of a start that prepares the database: it checks, takes over, fills. */
export const START_LOCK = 7_146_023;
/** And: every process that writes holds it, shared; a restore holds it alone. */
export const USE_LOCK = 7_146_022;
/** How long the server may take to answer when it is looked for, milliseconds. */
const CONNECT_MS = 10_000;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Writes every row of the database, as of one moment, to a file: one repeatable-read transaction, which blocks no other. Our
 * own, since `pg_dump` is not always there, refuses servers newer than itself, and asks for no other rows than these.
 * @param migration the newest that the database has
 * @returns the rows that there were at that moment
 */
export async function dump(client: pg.PoolClient, path: string, migration: number): Promise<RowCounts> {
  let counts: RowCounts = {};
  async function* lines() {
    const head: Head = { mirrorbook: 'postgres', migration };
    yield `${JSON.stringify(head)}\n`;
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    try {
      counts = await countRows(client);
      for (const table of Object.keys(counts)) {
        yield `${JSON.stringify(table)}\n`;
        await client.query(`DECLARE every CURSOR FOR SELECT to_jsonb(t)::text AS row FROM ${quoted(table)} t`);
        for (;;) {
          const { rows } = await client.query<{ row: string }>(`FETCH ${PAGE} FROM every`);
          if (rows.length === 0) break;
          yield rows.map(({ row }) => `${row}\n`).join('');
        }
        await client.query('CLOSE every');
      }
    } finally {
      await client.query('ROLLBACK');
    }
    yield 'null\n';
  }
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return counts;
}

/** The rows of each table, tables in order of their names. */
export async function countRows(client: pg.PoolClient): Promise<RowCounts> {
  const counts: RowCounts = {};
  for (const name of await tablesOf(client)) {
    const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${quoted(name)}`);
    counts[name] = Number(rows[0]?.n);
  }
  return counts;
}

/** Reads a snapshot to its end: that it is one, of this migration, whole, and what it holds. */
export async function inspect(path: string, migration: number): Promise<Inspected> {
  let head: Head | undefined;
  let table: string | null | undefined;
  let mode: string | undefined;
  const counts: RowCounts = {};
  try {
    for await (const line of linesOf(path)) {
      const value = JSON.parse(line);
      if (!head) {
        head = value as Head;
        checkVersion(head, migration);
      } else if (!line.startsWith('{')) {
        table = value as string | null;
        if (table !== null) counts[table] = 0;
      } else if (table) {
        counts[table] = (counts[table] ?? 0) + 1;
        if (table === 'installation') mode = (value as { mode: string }).mode;
      }
    }
  } catch (error) {
    if (error instanceof VersionError) throw error;
    throw new Error('This is no backup of a database of this kind (PostgreSQL), or it is damaged', { cause: error });
  }
  if (table !== null) throw new Error(NOT_WHOLE);
  if (!mode) throw new Error('There is no installation in this backup');
  return { mode, rows: counts };
}

const NOT_WHOLE = 'This backup is not whole';

class VersionError extends Error {}

function checkVersion(head: Head, migration: number): void {
  if (head.migration !== migration) throw new VersionError('This backup is of another version of Mirrorbook');
}

/**
 * Makes the database what a snapshot holds: by itself, so long as no other process works with it.
 * @param client a connection of its own, whose locks go when it is closed
 */
export async function restoreInto(client: pg.PoolClient, path: string, replace: boolean): Promise<void> {
  const asked = await client.query('select pg_try_advisory_lock($1) as alone', [USE_LOCK]);
  if (!asked.rows[0]?.alone) throw new InUseError('Another process works with this database');
  // One that starts meanwhile waits here, as for a migration.
  await client.query('set lock_timeout = 0');
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  if ((await lastApplied(client)) !== null) {
    if (!replace) throw new NotEmptyError('There is a database already');
    await client.query('DROP SCHEMA public CASCADE; DROP SCHEMA drizzle CASCADE; CREATE SCHEMA public');
  }
  await migrate(drizzle(client), { migrationsFolder: migrationsFolder('postgres') });
  await load(client, path, (await lastApplied(client)) ?? 0);
}

/** Puts the rows of a snapshot into an empty, migrated database: all of them or none. */
async function load(client: pg.PoolClient, path: string, migration: number): Promise<void> {
  let head: Head | undefined;
  let table: string | null | undefined;
  let rows: string[] = [];
  const insert = async () => {
    if (!table || rows.length === 0) return;
    const name = quoted(table);
    const text = `INSERT INTO ${name} SELECT * FROM jsonb_populate_recordset(NULL::${name}, $1::jsonb)`;
    await client.query(text, [`[${rows.join(',')}]`]);
    rows = [];
  };
  await client.query('BEGIN');
  try {
    const putBack = await takeReferencesOff(client);
    for await (const line of linesOf(path)) {
      if (!head) {
        head = JSON.parse(line) as Head;
        checkVersion(head, migration);
      } else if (line.startsWith('{')) {
        rows.push(line);
        if (rows.length === PAGE) await insert();
      } else {
        await insert();
        table = JSON.parse(line) as string | null;
      }
    }
    // The last line says so.
    if (table !== null) throw new Error(NOT_WHOLE);
    for (const statement of putBack) await client.query(statement);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const text = createGunzip().setEncoding('utf8');
  const file = createReadStream(path).on('error', (error) => text.destroy(error));
  let rest = '';
  for await (const chunk of file.pipe(text)) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

async function tablesOf(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
  );
  return rows.map(({ name }) => name);
}

/** Tables refer to each other, so no order of them would do. Putting the references back checks them all. */
async function takeReferencesOff(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; text: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS text
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quoted(name)}`);
  return rows.map(({ table, name, text }) => `ALTER TABLE ${table} ADD CONSTRAINT ${quoted(name)} ${text}`);
}

/** Does this address name the database of an installation? Looks only: nothing is made where there is none. */
export async function isInstallation(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  try {
    await client.connect();
    const { rows } = await client.query("select to_regclass('public.installation') as name");
    return Boolean(rows[0]?.name) && (await client.query('select mode from installation')).rows.length > 0;
  } finally {
    await client.end();
  }
}

/** When the newest migration that the database has was made, milliseconds; null before the first. */
export async function lastApplied(client: pg.PoolClient): Promise<number | null> {
  const known = await client.query("select to_regclass('drizzle.__drizzle_migrations') as name");
  if (!known.rows[0]?.name) return null;
  const { rows } = await client.query('select max(created_at) as at from drizzle.__drizzle_migrations');
  return rows[0]?.at === null ? null : Number(rows[0]?.at);
}
