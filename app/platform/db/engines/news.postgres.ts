import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isUnsupported } from './moment.postgres';
import { PrimaryPool, type Servers } from './primaryPool.postgres';

/** What processes on one database tell each other is told here. */
const CHANNEL = 'mirrorbook_news';
/** How long it waits before it tries again to hear, milliseconds. */
const AGAIN = 1_000;
const PATIENCE = 10_000;

/** Tells all processes that hear, this one too. What is told while one of them has no connection it never hears. */
export async function tellNews(pool: pg.Pool, text: string): Promise<void> {
  await pool.query('select pg_notify($1, $2)', [CHANNEL, text]);
}

/**
 * Hears what processes tell each other, over a connection of its own, which is opened anew when it breaks.
 * @returns a function that stops it; null on an engine that has no such thing
 */
export async function hearNews(servers: Servers, heard: (text: string) => void): Promise<(() => Promise<void>) | null> {
  const settings = { connectionTimeoutMillis: PATIENCE, max: 1, idleTimeoutMillis: 0, keepAlive: true };
  const pool = new PrimaryPool(servers, settings, {});
  let open: pg.PoolClient | null = null;
  let isEnding = false;

  async function connect(): Promise<void> {
    const client = await pool.connect();
    client.on('notification', ({ payload }) => payload && heard(payload));
    try {
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      client.release(true);
      throw error;
    }
    if (isEnding) return client.release(true);
    open = client;
    client.once('end', () => {
      if (open !== client) return;
      open = null;
      client.release(true);
      void reconnect();
    });
  }

  async function reconnect(): Promise<void> {
    while (!isEnding && !open) {
      await sleep(AGAIN, undefined, { ref: false });
      if (!isEnding) await connect().catch(() => {});
    }
  }

  try {
    await connect();
  } catch (error) {
    await pool.end();
    if (isUnsupported(error)) return null;
    throw error;
  }
  return async () => {
    isEnding = true;
    const client = open;
    open = null;
    client?.release(true);
    await pool.end();
  };
}
