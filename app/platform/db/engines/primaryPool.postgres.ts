import pg from 'pg';
import { ConfigurationError } from '../../env';
import { DatabaseUnavailableError } from '../errors';
import { splitServers } from '../servers';
import { NamingClient } from './namedStatements.postgres';

/** Error of a connection to a server that is a replica or was made read-only. Nothing was written. */
export class ReadOnlyServerError extends DatabaseUnavailableError {
  override name = 'ReadOnlyServerError';
  /** SQLSTATE of a write to a read-only server. */
  code = '25006';
}

/** Returns whether an error means that the server accepts no writes. */
export const isReadOnly = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return (code ?? cause?.code) === '25006';
};

/** Longest wait for one server before the next is tried, milliseconds. */
const SERVER_TIMEOUT_MS = 4_000;
/** Message of the pool that all its connections are in use. Trying another server would not help. */
const POOL_FULL_MESSAGE = /timeout exceeded when trying to connect/;

/** Servers listed in a connection URL. `current` is the last known primary, or the next server to try. */
export class ServerList {
  readonly all: string[];
  private at = 0;

  constructor(url: string) {
    this.all = splitServers(url);
  }

  get current(): string {
    return this.all[this.at] as string;
  }

  /** Switches from a server to the next one, unless another connection has already done so. */
  advanceFrom(server: string): void {
    if (server === this.current) this.at = (this.at + 1) % this.all.length;
  }
}

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/**
 * Connection pool for an address with one or more servers. It connects to the one that currently accepts writes: a connection to a
 * read-only server is closed immediately, and the next server is tried. Connections have no session settings, since a pooler may change the
 * session between transactions.
 */
export class PrimaryPool extends pg.Pool {
  private readonly open = new Set<pg.PoolClient>();

  constructor(
    private readonly servers: ServerList,
    settings: pg.PoolConfig & { connectionTimeoutMillis: number },
  ) {
    const { connectionTimeoutMillis } = settings;
    const patience =
      servers.all.length > 1 ? Math.min(SERVER_TIMEOUT_MS, connectionTimeoutMillis) : connectionTimeoutMillis;
    super({
      ...settings,
      Client: NamingClient,
      connectionTimeoutMillis: patience,
      // The pool awaits this promise and closes the connection if it rejects, although its types do not say so.
      onConnect: (client) => assertWritable(client, patience),
    });
    Object.defineProperty(this.options, 'connectionString', { get: () => servers.current });
    // An error of a connection must not end the process. The pool drops broken idle ones, and queries on others fail.
    this.on('error', () => {});
    this.on('connect', (client) => {
      client.on('error', () => {});
      this.open.add(client);
    });
    this.on('remove', (client) => this.open.delete(client));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const connected = this.toPrimary();
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  private async toPrimary(): Promise<pg.PoolClient> {
    for (let tried = 1; ; tried++) {
      const address = this.servers.current;
      try {
        return await super.connect();
      } catch (error) {
        if (tried >= this.servers.all.length || POOL_FULL_MESSAGE.test((error as Error).message)) throw error;
        this.servers.advanceFrom(address);
      }
    }
  }

  /** Closes all connections, because their server no longer accepts writes. */
  dropAll(): void {
    for (const client of this.open) (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
  }
}

/** Throws `ReadOnlyServerError` for a read-only server. */
async function assertWritable(client: pg.ClientBase, patience: number): Promise<void> {
  const query = { text: 'show transaction_read_only', query_timeout: patience } as pg.QueryConfig;
  const { rows } = await client.query(query);
  if (rows[0]?.transaction_read_only === 'on') throw new ReadOnlyServerError('The server takes no writes');
}

/** Number of transactions after which a connection counts as having a session of its own. */
const SESSION_CHECK_COUNT = 5;
const POOLER_MESSAGE = 'what stands before PostgreSQL there (PgBouncer?) gives each transaction another session, and';

const readSessionId = async (client: pg.PoolClient): Promise<number> =>
  (await client.query('select pg_backend_pid() as pid')).rows[0]?.pid;

/** Throws `ConfigurationError` for a pooler in transaction mode, since some locks belong to a session. */
export async function requireOwnSessions(pool: pg.Pool): Promise<void> {
  if (await hasStableSession(pool, readSessionId)) return;
  throw new ConfigurationError(
    `DATABASE_URL: ${POOLER_MESSAGE} locks of this process would be lost. Name PostgreSQL itself in DATABASE_DIRECT_URL, or set pool_mode = session.`,
  );
}

/** Throws `ConfigurationError` if the next transaction may run in a session without the prepared statements. */
export async function requireNamedStatements(pool: pg.Pool): Promise<void> {
  const prepared = { name: 'kept', text: 'select 1' };
  const isStored = (client: pg.PoolClient) =>
    client.query(prepared).then(
      () => true,
      () => false,
    );
  if (await hasStableSession(pool, isStored)) return;
  throw new ConfigurationError(
    `DATABASE_URL: ${POOLER_MESSAGE} prepared statements are lost between two. Set max_prepared_statements = 200 (PgBouncer 1.21 or later), or add ?prepared_statements=false to the address.`,
  );
}

/**
 * Returns whether a connection keeps its session. A pooler in transaction mode gives the session to other clients
 * between transactions.
 */
async function hasStableSession(pool: pg.Pool, see: (client: pg.PoolClient) => Promise<unknown>): Promise<boolean> {
  const one = await pool.connect();
  try {
    // The server's process number differs from the driver's behind a pooler, which reports a number of its own.
    if ((await readSessionId(one)) === (one as unknown as { processID: number }).processID) return true;
    const other = await pool.connect();
    try {
      for (let attempt = 0; attempt < SESSION_CHECK_COUNT; attempt++) {
        const before = await see(one);
        await other.query('begin');
        await readSessionId(other);
        const since = await see(one);
        await other.query('rollback');
        if (since !== before) return false;
      }
      return true;
    } finally {
      other.release(true);
    }
  } finally {
    one.release();
  }
}
