import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isUnsupported, PROCESS_LOCK, USE_ADVISORY_LOCK_KEY } from './snapshot.postgres';

const CHANNEL_NAME = 'mirrorbook_news';
const RECONNECT_DELAY_MS = 1_000;

/**
 * Publishes a message to all subscribed processes, including this one. A process that is disconnected at that time
 * never gets it.
 */
export async function publish(pool: pg.Pool, text: string): Promise<void> {
  await pool.query('select pg_notify($1, $2)', [CHANNEL_NAME, text]);
}

/**
 * Direct session with PostgreSQL. A lock that it holds shows that this process is running, and it receives published
 * messages.
 */
export class ProcessSession {
  private connected: Promise<pg.PoolClient> | null = null;
  private isClosed = false;
  private subscriber: ((text: string) => void) | null = null;

  /** @param number number that identifies the process */
  constructor(
    private readonly pool: pg.Pool,
    private readonly number: number,
  ) {}

  /** Returns the connection once its locks are held. Throws if connecting failed. */
  async ready(): Promise<pg.PoolClient> {
    this.connected ??= this.connect();
    return await this.connected;
  }

  /** Subscribes to published messages. @returns the function that unsubscribes; null if the engine has no messages */
  async subscribe(subscriber: (text: string) => void): Promise<(() => Promise<void>) | null> {
    this.subscriber = subscriber;
    try {
      await (await this.ready()).query(`listen ${CHANNEL_NAME}`);
    } catch (error) {
      this.subscriber = null;
      if (isUnsupported(error)) return null;
      throw error;
    }
    return async () => {
      this.subscriber = null;
    };
  }

  /** Releases the locks until `ready` is called again. */
  async leave(): Promise<void> {
    const { connected } = this;
    this.connected = null;
    const client = await connected?.catch(() => null);
    // The server may notice a closed connection late, so the locks are released explicitly.
    await client?.query('select pg_advisory_unlock_all()').catch(() => {});
    client?.release(true);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.leave();
  }

  private async connect(): Promise<pg.PoolClient> {
    try {
      const client = await this.pool.connect();
      const { connected } = this;
      client.once('end', () => {
        if (this.connected !== connected) return;
        void this.leave().then(() => this.reconnect());
      });
      client.on('notification', ({ payload }) => payload && this.subscriber?.(payload));
      await client.query('select pg_advisory_lock_shared($1)', [USE_ADVISORY_LOCK_KEY]);
      await client.query('select pg_advisory_lock_shared($1, $2)', [PROCESS_LOCK, this.number]);
      if (this.subscriber) await client.query(`listen ${CHANNEL_NAME}`);
      return client;
    } catch (error) {
      this.connected = null;
      throw error;
    }
  }

  private async reconnect(): Promise<void> {
    while (!this.isClosed && !this.connected) {
      await sleep(RECONNECT_DELAY_MS, undefined, { ref: false });
      if (!this.isClosed) await this.ready().catch(() => {});
    }
  }
}
