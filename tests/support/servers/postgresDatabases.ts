import type { Client } from 'pg';
import { inject } from 'vitest';

const addressOf = (database: string): string => inject('template').replace(/[^/]+$/, database);

async function connect(database: string): Promise<Client> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: addressOf(database), lock_timeout: 1_000 });
  // The server stops before its last client does.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Creates a database from a template of the test server. @returns its address */
export async function createOnPostgres(name: string, template: string): Promise<string> {
  const client = await connect('postgres');
  await client.query(`create database ${name} template ${template}`);
  await client.end();
  return addressOf(name);
}

/** Database of a file's tests: its tables, what empties them, and its original schema. */
type Reused = { file: string; name: string; client: Client; tables: string[]; emptying: string; shape: string };
let reused: Reused | null = null;

/** Schema as migrations create it, constraints by name: if a test alters it, no other test reuses the database. */
const SHAPE = `
  select md5(concat(
    (select string_agg(concat(tgrelid, tgname, tgenabled, tgfoid), ',' order by tgrelid, tgname) from pg_trigger where not tgisinternal),
    (select string_agg(concat(oid, proname, prosrc), ',' order by oid) from pg_proc where pronamespace = 'public'::regnamespace),
    (select string_agg(concat(oid, relname, relkind), ',' order by oid) from pg_class where relnamespace = 'public'::regnamespace),
    (select string_agg(concat(conrelid, conname, convalidated, pg_get_constraintdef(oid)), ',' order by conrelid, conname) from pg_constraint where connamespace = 'public'::regnamespace),
    (select string_agg(concat(attrelid, attname, atttypid, attnotnull), ',' order by attrelid, attnum) from pg_attribute
      join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace and attnum > 0)
  )) as shape`;

/** Returns the file's empty database, recreated only where a test altered the schema or left a lock. */
export async function emptiedOnPostgres(file: string, newName: () => string): Promise<string> {
  if (reused?.file === file && (await isEmptied(reused))) return addressOf(reused.name);
  await reused?.client.end();
  reused = null;
  const name = newName();
  const address = await createOnPostgres(name, 'template_mirrorbook');
  const client = await connect(name);
  const { rows } = await client.query<{ table: string }>(
    `select quote_ident(relname) as table from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  // Disables triggers, so that append-only rows can be deleted too, in any order.
  const tables = rows.map(({ table }) => table);
  const emptying = `set session_replication_role = replica; ${tables.map((table) => `delete from ${table}`).join('; ')}`;
  reused = { file, name, client, tables, emptying, shape: await shapeOf(client) };
  return address;
}

/** Rows of tables as text: [table, a JSON list of its rows]. */
export type KeptRows = [table: string, rows: string][];

const current = (): Reused => {
  if (!reused) throw new Error('No test of this file has a database yet');
  return reused;
};

/** Returns all rows of the database of this test file. */
export async function rowsOnPostgres(): Promise<KeptRows> {
  const { client, tables } = current();
  const stored: KeptRows = [];
  for (const table of tables) {
    const { rows } = await client.query<{ rows: string | null }>(`select json_agg(t)::text as rows from ${table} t`);
    if (rows[0]?.rows) stored.push([table, rows[0].rows]);
  }
  return stored;
}

/** Puts rows into the empty database of this test file. */
export async function fillOnPostgres(stored: KeptRows): Promise<void> {
  const { client } = current();
  const inserts = stored.map(
    ([table], i) => `i${i} as (insert into ${table} select * from json_populate_recordset(null::${table}, $${i + 1}))`,
  );
  await client.query('set session_replication_role = replica');
  await client.query(
    `with ${inserts.join(', ')} select 1`,
    stored.map(([, rows]) => rows),
  );
}

const shapeOf = async (client: Client): Promise<string> =>
  (await client.query<{ shape: string }>(SHAPE)).rows[0]?.shape ?? '';

async function isEmptied({ client, emptying, shape }: Reused): Promise<boolean> {
  try {
    await client.query(emptying);
    return (await shapeOf(client)) === shape;
  } catch {
    // A process of the last test still holds rows.
    return false;
  }
}
