import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';

/** Rows fetched, and inserted, at a time. */
const PAGE = 1_000;

/**
 * The first line of a snapshot; then each table's name is followed by its rows, one a line as JSON, as the engine
 * writes it.
 */
type Head = { mirrorbook: 'postgres'; migration: number };

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Writes every row of the database, as of one moment, to a file: one repeatable-read transaction, which holds up nobody. Our
 * own, since `pg_dump` is not always there, refuses servers newer than itself, and asks for no other rows than these.
 * @param migration the newest that the database has
 */
export async function dump(client: pg.PoolClient, path: string, migration: number): Promise<void> {
  async function* lines() {
    const head: Head = { mirrorbook: 'postgres', migration };
    yield `${JSON.stringify(head)}\n`;
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    try {
      for (const table of await tablesOf(client)) {
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
}

/** Puts the rows of a snapshot into an empty, migrated database: all of them or none. */
export async function load(client: pg.PoolClient, path: string, migration: number): Promise<void> {
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
        if (head.migration !== migration) throw new Error('This backup is of another version of Mirrorbook');
      } else if (line.startsWith('{')) {
        rows.push(line);
        if (rows.length === PAGE) await insert();
      } else {
        await insert();
        table = JSON.parse(line) as string | null;
      }
    }
    // The last line says so.
    if (table !== null) throw new Error('This backup is not whole');
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
