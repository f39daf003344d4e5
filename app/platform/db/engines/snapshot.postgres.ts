import type pg from 'pg';
import type { BackupValue, DatabaseSnapshot, RestoreTarget } from '../engine';
import { InUseError, NotEmptyError } from '../errors';
import { findLevel, listMigrationsAfter, type TableLayout } from '../levels';
import { PrimaryPool, ServerList } from './primaryPool.postgres';

const BATCH_ROWS = 1_000;

/** Key of the lock of migrations: an arbitrary number, the same in every process. */
export const MIGRATION_LOCK = 7_146_021;
/** Lock of a start while it prepares the database: checks, adoption and initial rows. */
export const STARTUP_ADVISORY_LOCK_KEY = 7_146_023;
/** Lock that every writing process holds in shared mode, and a restore in exclusive mode. */
export const USE_ADVISORY_LOCK_KEY = 7_146_022;
/**
 * Class of the locks that show which processes run. Each process holds one with its own number while its writing
 * connection is open.
 */
export const PROCESS_LOCK = 7_146_024;
/**
 * Statement that excludes all other writers until the end of the transaction. Concurrent writers hold the table in `ROW
 * SHARE` mode.
 */
export const LOCK_OUT_WRITERS = 'LOCK TABLE drizzle.__drizzle_migrations IN EXCLUSIVE MODE';
/** Error codes of compatible servers that lack this lock: not supported, or unknown statement. */
const UNSUPPORTED_LOCK_CODES = new Set(['0A000', '42601']);
export const isUnsupported = (error: unknown): boolean =>
  UNSUPPORTED_LOCK_CODES.has((error as { code?: string }).code ?? '');
const CONNECT_TIMEOUT_MS = 10_000;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Runs `work` on a snapshot, in a repeatable-read transaction that blocks no other. */
export async function withSnapshot<T>(
  client: pg.PoolClient,
  work: (moment: DatabaseSnapshot) => Promise<T>,
): Promise<T> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    return await work(createSnapshot(client));
  } finally {
    await client.query('ROLLBACK');
  }
}

/** Expressions that read columns in the format that the other engine returns. */
const READ_EXPRESSIONS: Record<TableLayout['columns'][number]['kind'], string> = {
  text: '',
  whole: '',
  flag: '::int',
  json: '::text',
};

const createSnapshot = (client: pg.PoolClient): DatabaseSnapshot => ({
  level: async () => findLevel('postgres', await lastApplied(client)),
  rows: async (statement) => (await client.query(statement)).rows,
  pages: async function* ({ name, columns }) {
    const list = columns.map((column) => `${quoted(column.name)}${READ_EXPRESSIONS[column.kind]}`).join(', ');
    const whole = columns.flatMap(({ kind }, at) => (kind === 'whole' ? [at] : []));
    await client.query(`DECLARE every NO SCROLL CURSOR FOR SELECT ${list} FROM ${quoted(name)}`);
    const fetch = () => client.query({ text: `FETCH ${BATCH_ROWS} FROM every`, rowMode: 'array' });
    for (let { rows } = await fetch(); rows.length > 0; { rows } = await fetch()) {
      for (const row of rows) for (const at of whole) row[at] = toBackupValue(row[at]);
      yield rows as BackupValue[][];
    }
    await client.query('CLOSE every');
  },
});

/** Parses a `bigint`, which the driver returns as text. */
function toBackupValue(value: string | number | null): BackupValue {
  if (typeof value !== 'string') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Locks the database exclusively for this connection. Throws `InUseError` if another process uses it. */
export async function lockExclusively(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as alone', [USE_ADVISORY_LOCK_KEY]);
  if (!rows[0]?.alone) throw new InUseError('Another process works with this database');
}

/** Rebuilds the database in one transaction. Throws if another process uses it. Closes `client` afterwards. */
export async function rebuildDatabase(
  client: pg.PoolClient,
  level: string,
  fill: (filling: RestoreTarget) => Promise<void>,
  replace: boolean,
): Promise<void> {
  await lockExclusively(client);
  // A process that starts meanwhile waits for this lock, as for a migration.
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  await client.query('BEGIN');
  try {
    if ((await lastApplied(client)) !== null) {
      if (!replace) throw new NotEmptyError('There is a database already');
      await client.query('DROP SCHEMA public CASCADE; DROP SCHEMA drizzle CASCADE; CREATE SCHEMA public');
    }
    await applyMigrations(client, level);
    const putBack = await dropForeignKeys(client);
    await fill({ ...createSnapshot(client), insert: (table, rows) => insertRows(client, table, rows) });
    for (const statement of putBack) await client.query(statement);
    await applyMigrations(client);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

const SENT: typeof READ_EXPRESSIONS = { text: 'text', whole: 'bigint', flag: 'int', json: 'text' };
const BECOMES: typeof READ_EXPRESSIONS = { text: '', whole: '', flag: '::boolean', json: '::jsonb' };

async function insertRows(client: pg.PoolClient, { name, columns }: TableLayout, rows: BackupValue[][]): Promise<void> {
  const arrays = columns.map(({ kind }, at) => `$${at + 1}::${SENT[kind]}[]`).join(', ');
  const values = columns.map(({ kind }, at) => `c${at}${BECOMES[kind]}`).join(', ');
  await client.query({
    name: `fill ${name}`.slice(0, 63),
    text: `INSERT INTO ${quoted(name)} (${columns.map((column) => quoted(column.name)).join(', ')}) SELECT ${values} FROM unnest(${arrays}) AS u(${columns.map((_, at) => `c${at}`).join(', ')})`,
    values: columns.map((_, at) => rows.map((row) => row[at])),
  });
}

/** Applies pending migrations in the open transaction. */
export async function applyMigrations(client: pg.PoolClient, level?: string): Promise<void> {
  const migrations = listMigrationsAfter('postgres', await lastApplied(client), level);
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await client.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  );
  // Locks the writers' table before others, as writers do. The opposite order could cause a deadlock.
  await client.query(LOCK_OUT_WRITERS);
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement);
    const note = 'INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)';
    await client.query(note, [hash, folderMillis]);
  }
}

/**
 * Drops the foreign keys, since no order of the tables satisfies them. Restoring them later checks all references.
 * @returns statements that restore them
 */
async function dropForeignKeys(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; text: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS text
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quoted(name)}`);
  return rows.map(({ table, name, text }) => `ALTER TABLE ${table} ADD CONSTRAINT ${quoted(name)} ${text}`);
}

/** Returns whether this address names an installation's database. Creates nothing. */
export async function isInstallation(url: string): Promise<boolean> {
  const pool = new PrimaryPool(new ServerList(url), { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, max: 1 });
  try {
    const { rows } = await pool.query("select to_regclass('public.installation') as name");
    return Boolean(rows[0]?.name) && (await pool.query('select mode from installation')).rows.length > 0;
  } finally {
    await pool.end();
  }
}

/** Returns the creation time of the newest applied migration, milliseconds; null before the first. */
export async function lastApplied(client: pg.PoolClient): Promise<number | null> {
  const known = await client.query("select to_regclass('drizzle.__drizzle_migrations') as name");
  if (!known.rows[0]?.name) return null;
  const { rows } = await client.query('select max(created_at) as at from drizzle.__drizzle_migrations');
  return rows[0]?.at === null ? null : Number(rows[0]?.at);
}
