import Database from 'better-sqlite3';
import pg from 'pg';
import { onPostgres } from './database';

/**
 * Effect of a failing statement: the transaction stays open, or it is lost, as after a full disk or a lost
 * connection.
 */
export type Failure = 'of the statement' | 'of the transaction';

/** Statements that control transactions. They are never made to fail. */
const BRACKET = /^\s*(begin|commit|rollback|savepoint|release|lock|set|show)\b/i;

const memory = new Database(':memory:');
const Statement = Object.getPrototypeOf(memory.prepare('select 1')) as Database.Statement;
memory.close();

/**
 * Runs `work`, and fails the `nth` statement of this process's transactions.
 * @returns whether there was such a statement
 */
export async function whileFailing(nth: number, failure: Failure, work: () => Promise<unknown>): Promise<boolean> {
  let left = nth;
  const isTheOne = (text: string) => !BRACKET.test(text) && --left === 0;
  const restore = onPostgres ? failOnPostgres(isTheOne, failure) : failOnSqlite(isTheOne, failure);
  try {
    await work();
  } finally {
    restore();
  }
  return left <= 0;
}

function failOnSqlite(isTheOne: (text: string) => boolean, failure: Failure): () => void {
  const { run, get, all } = Statement;
  const failing = (method: Database.Statement['run']) =>
    function (this: Database.Statement, ...values: unknown[]) {
      const { database, source } = this;
      if (!database.inTransaction || !isTheOne(source)) return method.apply(this, values) as never;
      if (failure === 'of the transaction') database.exec('ROLLBACK');
      throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_WRITE');
    };
  Object.assign(Statement, { run: failing(run), get: failing(get as never), all: failing(all as never) });
  return () => void Object.assign(Statement, { run, get, all });
}

/**
 * Fails a statement of a writing transaction on PostgreSQL. Statements of readers, which are in no transaction,
 * continue.
 */
function failOnPostgres(isTheOne: (text: string) => boolean, failure: Failure): () => void {
  const original = pg.Client.prototype.query as (...input: unknown[]) => unknown;
  const writing = new WeakSet<object>();
  const FULL = "do $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$";
  pg.Client.prototype.query = function (this: pg.Client, ...input: unknown[]) {
    const request = input[0] as string | { text: string };
    const text = typeof request === 'string' ? request : request.text;
    if (/^BEGIN ISOLATION/.test(text)) writing.add(this);
    if (/^(COMMIT|ROLLBACK$)/.test(text)) writing.delete(this);
    if (!writing.has(this) || !isTheOne(text)) return original.apply(this, input);
    if (failure === 'of the statement') return original.call(this, FULL);
    (this as unknown as { connection: pg.Connection }).connection.stream.destroy();
    return original.apply(this, input);
  } as never;
  return () => {
    pg.Client.prototype.query = original as never;
  };
}
