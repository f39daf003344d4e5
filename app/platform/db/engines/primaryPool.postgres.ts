import pg from 'pg';
import { ConfigurationError } from '../../env';
import { DatabaseUnavailableError } from '../errors';
import { serversOf } from '../servers';
import { NamingClient } from './namedStatements.postgres';

/** The server is a replica, or was made read-only; nothing was done. */
export class ReadOnlyServerError extends DatabaseUnavailableError {
  override name = 'ReadOnlyServerError';
  /** As PostgreSQL says it of a statement. */
  code = '25006';
}

/** Is the reason that the server takes no writes? */
export const isReadOnly = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return (code ?? cause?.code) === '25006';
};

/** How long one server may take to answer before the next is tried, milliseconds. */
const NEXT_AFTER = 4_000;
/** All connections of the pool are in use: no other server has more. */
const IS_FULL = /timeout exceeded when trying to connect/;

/** The servers of an address, which may be one, and which of them takes writes as far as is known. */
export class Servers {
  readonly all: string[];
  private at = 0;

  constructor(url: string) {
    this.all = serversOf(url);
  }

  /** The address of the one to connect to. */
  get address(): string {
    return this.all[this.at] as string;
  }

  /** Goes on to the next, unless another connection has found out already that this one takes no writes. */
  leave(address: string): void {
    if (address === this.address) this.at = (this.at + 1) % this.all.length;
  }
}

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/**
 * Connections to the server that takes writes, whichever of the address's it is now. One that a server opens while it only reads is
 * closed at once and the next server tried. Settings are given by a statement: a pooler between refuses them among the parameters of a
 * connection.
 */
export class PrimaryPool extends pg.Pool {
  private readonly open = new Set<pg.PoolClient>();

  /** @param session settings of PostgreSQL's that hold for each connection, milliseconds */
  constructor(
    private readonly servers: Servers,
    settings: pg.PoolConfig & { connectionTimeoutMillis: number },
    session: Record<string, number>,
  ) {
    const { connectionTimeoutMillis } = settings;
    const said = Object.entries(session).map(([name, value]) => `set ${name} = ${value}; `);
    const patience = servers.all.length > 1 ? Math.min(NEXT_AFTER, connectionTimeoutMillis) : connectionTimeoutMillis;
    super({
      ...settings,
      Client: NamingClient,
      connectionTimeoutMillis: patience,
      // The pool waits for it and closes the connection when it fails, which its types do not say.
      onConnect: (client) => mustTakeWrites(client, said.join(''), patience),
    });
    Object.defineProperty(this.options, 'connectionString', { get: () => servers.address });
    // A connection that breaks (a restart of the server) must not end the process. An idle one is left out by the pool, and whoever uses
    // one learns of it by the query.
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
      const { address } = this.servers;
      try {
        return await super.connect();
      } catch (error) {
        if (tried >= this.servers.all.length || IS_FULL.test((error as Error).message)) throw error;
        this.servers.leave(address);
      }
    }
  }

  /** Breaks every connection: the server that they lead to is no longer the one that takes writes. */
  dropAll(): void {
    for (const client of this.open) (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
  }
}

/** Throws `ReadOnlyServerError` for a server that takes no writes. */
async function mustTakeWrites(client: pg.ClientBase, settings: string, patience: number): Promise<void> {
  const asked = { text: `${settings}show transaction_read_only`, query_timeout: patience };
  const answers = (await client.query(asked)) as pg.QueryResult | pg.QueryResult[];
  const last = Array.isArray(answers) ? answers.at(-1) : answers;
  if (last?.rows[0]?.transaction_read_only === 'on') throw new ReadOnlyServerError('The server takes no writes');
}

/** How often it is looked whether a connection leads to another session in its next transaction. */
const LOOKS = 5;

/**
 * Throws `ConfigurationError` where something between hands each transaction to any of its sessions (PgBouncer in the mode `transaction`
 * or `statement`): our locks, prepared statements and settings are those of a session.
 */
export async function mustKeepSessions(pool: pg.Pool): Promise<void> {
  const one = await pool.connect();
  try {
    // What stands between gives each connection a number of its own.
    if ((await sessionOf(one)) === (one as unknown as { processID: number }).processID) return;
    const other = await pool.connect();
    try {
      for (let look = 0; look < LOOKS; look++) {
        const before = await sessionOf(one);
        // Takes the session that `one` had last, if that is free.
        await other.query('begin');
        await sessionOf(other);
        const since = await sessionOf(one);
        await other.query('rollback');
        if (since !== before) throw new Error('A session was handed on');
      }
    } catch (cause) {
      throw new ConfigurationError(
        'DATABASE_URL: what stands before PostgreSQL there (PgBouncer?) gives each transaction another session, and locks and prepared statements are lost between two. Set pool_mode = session, or name PostgreSQL itself.',
        { cause },
      );
    } finally {
      other.release();
    }
  } finally {
    one.release();
  }
}

const sessionOf = async (client: pg.PoolClient): Promise<number> =>
  (await client.query('select pg_backend_pid() as pid')).rows[0]?.pid;
