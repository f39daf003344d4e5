import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import * as schema from '#drizzle/schema';
import { DatabaseUnavailableError, type Engine, type Handle } from './engine';
import { migrationsFolder, pending } from './migrations';

/** Serialization failure, deadlock: the engine asks for the transaction to be run again. */
const RETRY = new Set(['40001', '40P01']);
const TRIES = 40;
/** Any number, the same in every process: who holds it migrates. */
const MIGRATION_LOCK = 7_146_021;

/** PostgreSQL, or an engine that speaks its wire: SERIALIZABLE transactions, run again whole when they conflict. */
export async function open(url: string): Promise<Engine> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 });
  // An idle connection that breaks (a restart of the server) must not end the process; the next query opens another.
  pool.on('error', () => {});
  const read = drizzle(pool, { schema });

  async function attempt<T>(work: (tx: Handle) => Promise<T>): Promise<T> {
    return await read.transaction(async (tx) => await work(tx as unknown as Handle), { isolationLevel: 'serializable' });
  }

  return {
    read: read as unknown as Handle,
    write: async (work) => {
      for (let tried = 1; ; tried++) {
        try {
          return await attempt(work);
        } catch (error) {
          if (tried < TRIES && RETRY.has(codeOf(error))) {
            // Random and growing, so that two that collided do not collide again in step.
            await new Promise((resume) => setTimeout(resume, Math.random() * Math.min(2 ** tried, 200)));
            continue;
          }
          throw asUnavailable(error);
        }
      }
    },
    rows: async (handle, statement) =>
      ((await (handle as unknown as typeof read).execute(statement)) as { rows: never[] }).rows,
    migrate: async () => {
      const folder = migrationsFolder('postgres');
      const client = await pool.connect();
      try {
        await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
        if (pending(folder, await lastApplied(client))) await migrate(drizzle(client), { migrationsFolder: folder });
      } finally {
        await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
        client.release();
      }
    },
    ping: async () => {
      await pool.query('select 1');
    },
    close: () => pool.end(),
  };
}

async function lastApplied(client: pg.PoolClient): Promise<number | null> {
  const known = await client.query("select to_regclass('drizzle.__drizzle_migrations') as name");
  if (!known.rows[0]?.name) return null;
  const { rows } = await client.query('select max(created_at) as at from drizzle.__drizzle_migrations');
  return rows[0]?.at === null ? null : Number(rows[0]?.at);
}

/** Drizzle wraps the driver's error; the code is on the cause. */
function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return code ?? cause?.code ?? '';
}

function asUnavailable(error: unknown): unknown {
  const code = codeOf(error);
  // Class 08 connection, 53 resources (disk full), 57 operator intervention, and the driver's own socket errors.
  if (/^(08|53|57|ECONN|ETIMEDOUT|EPIPE)/.test(code) || RETRY.has(code)) {
    return new DatabaseUnavailableError(`The database can't take this now (${code})`, { cause: error });
  }
  return error;
}
