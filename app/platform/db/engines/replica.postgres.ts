import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConfigurationError } from '../../env';
import type { ReplicaState } from '../engine';
import { placeOf } from '../servers';
import { NamingClient } from './namedStatements.postgres';
import { isReadOnly } from './primaryPool.postgres';

/** How often the position of the replica is checked, milliseconds. */
const LOOK_EVERY = 1_000;
/** The longest pause between two looks while it can't be used. */
const LONGEST_PAUSE = 30_000;
/** How long a look may take, and a connection to be had. */
const LOOK_LIMIT = 2_000;
/** How long a statement may take there before it is asked of the primary. */
const PATIENCE = 10_000;
/** A replica that lacks what was written so long ago is not read from. */
export const MOST_BEHIND = 10_000;
/** How long a page waits for the replica to have what its reader has written, and between two looks at that. */
const WAIT = 150;
const WAIT_STEP = 10;

/**
 * Where the primary's log ends, in bytes: every transaction that is committed by now lies before it. Where commits don't wait for the disk
 * that is the position of insertion, since some are not written yet. Otherwise it is the position of writing: at the edge of a page of
 * the log the other one stands behind the page's head, which a replica does not reach before more is written.
 */
const WRITTEN = `select (case current_setting('synchronous_commit')
  when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_lsn() end - '0/0')::text as position`;
/** And where the replica has come to. */
const REPLAYED = `select pg_is_in_recovery() as follows, (pg_last_wal_replay_lsn() - '0/0')::text as position`;
/** A copy made by replication has this of its primary, and nothing else has it. */
const IDENTITY = `select (select system_identifier from pg_control_system())::text
  || ' ' || (select oid from pg_database where datname = current_database()) as identity`;

/** It is no replica of the primary's. */
class OtherServerError extends ConfigurationError {}

/**
 * A server that follows the primary (streaming replication) and is read from where a figure may be some seconds old. Whatever it does not
 * answer is asked of the primary.
 */
export class Replica {
  private readonly pool: pg.Pool;
  private readonly open = new Set<pg.PoolClient>();
  /** What the primary had written, and when, milliseconds; of the last `MOST_BEHIND`. */
  private ahead: { position: bigint; at: number }[] = [];
  /** Does it follow a primary, and how far has it come? */
  private follows = false;
  private replayed = 0n;
  /** It has all that was written until then. */
  private has = performance.now();
  private hasCaughtUp = false;
  /** Why it is not read from; null while it is. */
  private trouble: string | null = 'it was not looked at yet';
  private other: OtherServerError | null = null;
  /** `trouble` as it was told last; undefined before the first look. */
  private last: string | null | undefined;
  private identity = '';
  private pause = LOOK_EVERY;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | null = null;
  private asking: Promise<void> | null = null;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly primary: pg.Pool,
    private readonly told: (trouble: string | null) => void,
  ) {
    this.pool = new pg.Pool({
      Client: NamingClient,
      connectionString: url,
      max: 10,
      connectionTimeoutMillis: LOOK_LIMIT,
      query_timeout: PATIENCE,
      // The pool waits for it and closes the connection when it fails, which its types do not say.
      onConnect: (client) => this.mustBeOurs(client),
    });
    this.pool.on('error', () => {});
    this.pool.on('connect', (client) => {
      client.on('error', () => {});
      this.open.add(client);
    });
    this.pool.on('remove', (client) => this.open.delete(client));
  }

  /** Begins to follow it. Throws `ConfigurationError` where it is a server of another installation. */
  async begin(): Promise<void> {
    const { rows } = await this.primary.query(IDENTITY);
    this.identity = rows[0]?.identity;
    await this.look();
    if (this.other) {
      await this.close();
      throw this.other;
    }
    this.lookAgain();
  }

  get state(): ReplicaState {
    const behind = (performance.now() - this.has) / 1_000;
    return { used: this.isUsed, behindSeconds: behind, trouble: this.isUsed ? null : (this.trouble ?? LATE) };
  }

  /**
   * Has the replica replayed the log up to a position? Waits a moment for that; false where the primary is to be read instead.
   * @param position null: whatever it has is enough
   */
  async reaches(position: bigint | null): Promise<boolean> {
    const until = performance.now() + WAIT;
    while (this.isUsed) {
      if (position === null || position <= this.replayed) return true;
      if (performance.now() >= until) return false;
      this.asking ??= this.ask()
        .catch(() => {})
        .finally(() => {
          this.asking = null;
        });
      await this.asking;
      if (position > this.replayed) await sleep(WAIT_STEP);
    }
    return false;
  }

  /** Where the primary is now. */
  async written(): Promise<bigint> {
    return positionIn(await this.primary.query(WRITTEN));
  }

  /** Answers as `pg.Pool` does: from the replica, or else from the primary. */
  async query(...asked: unknown[]): Promise<unknown> {
    if (this.isUsed) {
      try {
        return await Reflect.apply(this.pool.query, this.pool, asked);
      } catch (error) {
        if (isReadOnly(error)) throw error;
        // Gone, or it had to break off reading for what it replays. A statement that is wrong fails at the primary too.
        this.doubt();
      }
    }
    return await Reflect.apply(this.primary.query, this.primary, asked);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.looking;
    await this.pool.end();
  }

  private get isUsed(): boolean {
    return this.trouble === null && performance.now() - this.has <= MOST_BEHIND;
  }

  /** Reads from it no more until it was looked at, soon. */
  private doubt(): void {
    if (this.trouble !== null || this.closed) return;
    this.trouble = 'it did not answer';
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look().then(() => this.lookAgain()), WAIT_STEP).unref();
  }

  private lookAgain(): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look().then(() => this.lookAgain()), this.pause).unref();
  }

  /** Looks whether it can be read from; never throws. */
  private look(): Promise<void> {
    this.looking ??= this.found()
      .then((trouble) => this.tell(trouble))
      .finally(() => {
        this.looking = null;
      });
    return this.looking;
  }

  /** Why it can't be read from, or null. */
  private async found(): Promise<string | null> {
    const at = performance.now();
    try {
      this.ahead.push({ position: await this.written(), at });
    } catch {
      // The primary is away, and then nothing new is known; what the replica has gets older.
    }
    this.ahead = this.ahead.filter((each) => at - each.at <= MOST_BEHIND);
    try {
      await this.ask();
    } catch (error) {
      this.other = error instanceof OtherServerError ? error : null;
      for (const client of this.open) {
        (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
      }
      return this.other ? this.other.message : `it does not answer (${(error as Error).message})`;
    }
    if (!this.follows) return 'it is no replica, or no longer one: it takes writes';
    return this.hasCaughtUp && performance.now() - this.has <= MOST_BEHIND ? null : LATE;
  }

  /** Asks how far it has come. */
  private async ask(): Promise<void> {
    const answer = await this.pool.query({ text: REPLAYED, query_timeout: LOOK_LIMIT } as pg.QueryConfig);
    this.follows = answer.rows[0]?.follows === true;
    if (!this.follows) return;
    this.replayed = positionIn(answer);
    const reached = this.ahead.filter(({ position }) => position <= this.replayed).at(-1);
    if (!reached) return;
    this.hasCaughtUp = true;
    this.has = Math.max(this.has, reached.at);
  }

  /** Notes what was found, and says it when it is something else than before. */
  private tell(trouble: string | null): void {
    const isNew = trouble?.replace(/ \(.*/, '') !== this.last?.replace(/ \(.*/, '');
    this.trouble = trouble;
    this.pause = trouble === null || trouble === LATE ? LOOK_EVERY : Math.min(2 * this.pause, LONGEST_PAUSE);
    if (isNew) this.told(trouble);
    this.last = trouble;
  }

  /** Throws unless a new connection leads to a server with the primary's database, and lets nothing be written over it. */
  private async mustBeOurs(client: pg.ClientBase): Promise<void> {
    const text = `set default_transaction_read_only = on; set lock_timeout = ${PATIENCE}; ${IDENTITY}`;
    const answers = (await client.query({ text, query_timeout: LOOK_LIMIT } as pg.QueryConfig)) as unknown;
    const found = (answers as pg.QueryResult[]).at(-1)?.rows[0]?.identity;
    if (found === this.identity) return;
    throw new OtherServerError(
      `DATABASE_REPLICA_URL: the server at ${placeOf(this.url)} has another database than that of DATABASE_URL. Name a replica of that one, made by streaming replication.`,
    );
  }
}

const LATE = `it is more than ${MOST_BEHIND / 1_000} seconds behind`;

const positionIn = ({ rows }: pg.QueryResult): bigint => BigInt(rows[0]?.position ?? 0);
