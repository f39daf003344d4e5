import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { PROCESS_LOCK, USE_LOCK } from './moment.postgres';
import { PrimaryPool, type Servers } from './primaryPool.postgres';

/** How long it waits before it connects again, milliseconds. */
const RECONNECT_DELAY_MS = 1_000;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * A connection that says that this process works with the database, by locks of its session: no restore begins meanwhile, and others see
 * that the process lives. It is opened anew when it breaks.
 */
export class Presence {
  private readonly pool: PrimaryPool;
  private connected: Promise<pg.PoolClient> | null = null;
  private isClosed = false;

  /** @param number of the process, unlike those of others */
  constructor(
    servers: Servers,
    private readonly number: number,
  ) {
    const settings = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, max: 1, idleTimeoutMillis: 0, keepAlive: true };
    this.pool = new PrimaryPool(servers, settings, {});
  }

  /** Waits until the locks are held, or connecting has failed, which it throws. */
  async ready(): Promise<void> {
    this.connected ??= this.connect();
    await this.connected;
  }

  /** Gives the locks back, until `ready` is called again. */
  async leave(): Promise<void> {
    const { connected } = this;
    this.connected = null;
    const client = await connected?.catch(() => null);
    // The server may notice only later that a connection was closed.
    await client?.query('select pg_advisory_unlock_all()').catch(() => {});
    client?.release(true);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.leave();
    await this.pool.end();
  }

  private async connect(): Promise<pg.PoolClient> {
    try {
      const client = await this.pool.connect();
      const { connected } = this;
      client.once('end', () => {
        if (this.connected !== connected) return;
        void this.leave().then(() => this.reconnect());
      });
      await client.query('select pg_advisory_lock_shared($1)', [USE_LOCK]);
      await client.query('select pg_advisory_lock_shared($1, $2)', [PROCESS_LOCK, this.number]);
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
