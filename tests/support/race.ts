import { sql } from 'drizzle-orm';
import { afterAll } from 'vitest';
import { onPostgres } from '#drizzle/columns';
import type { Engine } from '~/platform/db/engine';
import { type Handle, read, rows, type WriteLocks, write } from '~/platform/db/index.server';
import { singleton } from '~/platform/singleton';
import { databaseUrl } from './database';

/* Two concurrent transactions, as two processes run them. */

type Work<T> = (tx: Handle) => Promise<T>;

let beside: { engine: Engine; url: string } | null = null;
afterAll(async () => {
  await beside?.engine.close();
  beside = null;
});

/** Runs `work` on a separate connection, as another process would. */
async function writeBeside<T>(work: Work<T>, locks?: WriteLocks): Promise<T> {
  if (beside?.url !== databaseUrl()) {
    await beside?.engine.close();
    const { open } = await import('~/platform/db/engines/postgres.server');
    beside = { engine: await open(databaseUrl()), url: databaseUrl() };
  }
  const held = singleton<{ engine?: Engine }>('database', () => ({}));
  const own = held.engine;
  held.engine = beside.engine;
  // The engine is chosen when the write is requested, before its first wait.
  const written = write(work, locks);
  held.engine = own;
  return await written;
}

/** Creates a promise with the functions that resolve and reject it. */
export function deferred() {
  let resolve = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<void>((done, fail) => {
    [resolve, reject] = [done, fail];
  });
  return { promise, resolve, reject };
}

/** Polls, at most 300 times, until another connection waits for a lock. */
async function blocked(): Promise<void> {
  for (let poll = 0; poll < 300; poll++) {
    const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    if ((await rows(read(), waiting)).length > 0) return;
  }
}

/**
 * Runs two transactions concurrently: on PostgreSQL the second starts before the first commits. Without `locks` each
 * runs alone.
 */
export async function race<A, B>(
  first: Work<A>,
  second: Work<B>,
  locks: [WriteLocks?, WriteLocks?] = [],
): Promise<{ first: A; second: B; tried: A }> {
  const tried: A[] = [];
  const [go, reached] = [deferred(), deferred()];
  const held = write(async (tx) => {
    const answer = await first(tx);
    tried.push(answer);
    reached.resolve();
    if (onPostgres) await go.promise;
    return answer;
  }, locks[0]);
  held.catch(reached.reject);
  if (onPostgres) await reached.promise;
  const other = onPostgres ? writeBeside(second, locks[1]) : write(second, locks[1]);
  if (onPostgres) await Promise.race([other.catch(() => {}), blocked()]);
  go.resolve();
  const [one, two] = await Promise.all([held, other]);
  return { first: one, second: two, tried: tried[0] as A };
}
