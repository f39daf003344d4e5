import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Installation } from '../servers/installation';

/** Reads an installation's database from outside its process. */
function poll<T>({ dataDir }: Installation, read: (database: Database.Database) => T): T {
  const database = new Database(join(dataDir, 'mirrorbook.db'), { readonly: true });
  try {
    return read(database);
  } finally {
    database.close();
  }
}

/** Returns the number of rows of an installation's database, seen from outside its process. */
export function countRows(
  installation: Installation,
  { table, where = '1 = 1' }: { table: string; where?: string },
): number {
  return poll(installation, (database) => {
    const row = database.prepare(`select count(*) as n from "${table}" where ${where}`).get() as { n: number };
    return row.n;
  });
}

export const select = (installation: Installation, query: string): unknown[] =>
  poll(installation, (database) => database.prepare(query).all());

/** Returns one row by its ID. */
export const rowOf = (installation: Installation, table: string, id: string): Record<string, unknown> =>
  poll(
    installation,
    (database) => database.prepare(`select * from "${table}" where id = ?`).get(id) as Record<string, unknown>,
  );

/** Changes the database directly, for states that take too long or that no call can reach. */
export function change({ dataDir }: Installation, statement: string, values: unknown[] = []): void {
  const database = new Database(join(dataDir, 'mirrorbook.db'));
  try {
    database.prepare(statement).run(...values);
  } finally {
    database.close();
  }
}

/** Columns, or `all`, that change without a request or with every request, by table. */
const BY_ITSELF: Record<string, 'all' | string[]> = {
  // Jobs run all the time and update their leases and counters.
  job: 'all',
  // A job seals postings seconds later and records its start. Versions repeat the rows that are compared.
  seal: 'all',
  installation: ['chain_begun_at'],
  row_version: 'all',
  // An attempt is counted before it is made, whatever its result.
  throttle: 'all',
  // A valid token is marked as used, and an ended one is deleted.
  session: ['last_seen_at'],
  // Jobs advance accounts and compute figures of traders.
  trading_account: ['until'],
  trader_figures: 'all',
  // Jobs store findings about the books, and their progress.
  kept_answer: 'all',
  // A job delivers mails.
  mail: ['status', 'attempts', 'next_at', 'leased_until', 'leased_by', 'sent_at', 'error'],
};

type Contents = Record<string, { rows: number; digest: string }>;

/** Last contents of each installation, with a connection that notices commits of others. */
const known = new WeakMap<Installation, { database: Database.Database; version: unknown; contents: Contents | null }>();

/** Returns the contents of an installation's database, table by table, without spontaneous changes. */
export function contentsOf(installation: Installation): Contents {
  const path = join(installation.dataDir, 'mirrorbook.db');
  const last = known.get(installation) ?? {
    database: new Database(path, { readonly: true }),
    version: null,
    contents: null,
  };
  known.set(installation, last);
  // The contents are unchanged as long as no other connection has committed.
  const version = last.database.pragma('data_version', { simple: true });
  if (last.contents === null || version !== last.version) {
    last.contents = readContents(last.database);
    last.version = version;
  }
  return last.contents;
}

const readContents = (database: Database.Database): Contents =>
  database.transaction(() => {
    const tables = database
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name")
      .pluck()
      .all() as string[];
    const contents: Contents = {};
    for (const table of tables) {
      const leftOut = BY_ITSELF[table] ?? [];
      if (leftOut === 'all') continue;
      const columns = (database.prepare(`select name from pragma_table_info('${table}')`).pluck().all() as string[])
        .filter((column) => !leftOut.includes(column))
        .map((column) => `"${column}"`);
      const digest = createHash('sha256');
      let rows = 0;
      for (const row of database.prepare(`select ${columns} from "${table}" order by rowid`).raw().iterate()) {
        digest.update(JSON.stringify(row));
        rows += 1;
      }
      contents[table] = { rows, digest: digest.digest('base64url') };
    }
    return contents;
  })();

/** Returns the number of rows that each table has gained. */
export function gained(before: Contents, now: Contents): Record<string, number> {
  const more = Object.entries(now).map(([table, { rows }]) => [table, rows - (before[table]?.rows ?? 0)] as const);
  return Object.fromEntries(more.filter(([, rows]) => rows !== 0));
}

/**
 * Returns the audit's findings in an installation, one a line, without those about rows that a test inserted
 * directly.
 */
export async function findingsBut(
  installation: { audit(): Promise<{ output: string }> },
  planted: string[],
): Promise<string[]> {
  const findings = (await installation.audit()).output.split('\n').filter((line) => /^ {7}\S/.test(line));
  return findings.filter((line) => !planted.some((row) => line.includes(`${row}: has no version`)));
}
