import { createHash, hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import type { Filling, Moment, Plain, RowCounts } from './engine';
import { levels, type TableLayout, tablesAt } from './levels';
import { canonicalJson } from './sealedTable';

/*
 * A backup: lines of JSON, compressed (gzip). The first says what it holds; then each table's name and columns are followed by
 * its rows, one a line; the last has a digest of each table and a checksum of all lines before it. Nothing in it is an
 * engine's own, so what was one engine's is restored into the other.
 */

const FORMAT = 1;
/** Of the text, and in rows, that is worked on at a time. */
const CHUNK = 256 * 1024;
const PAGE = 1_000;

const countsSchema = z.record(z.string(), z.number());

const headSchema = z.object({
  mirrorbook: z.literal('backup'),
  format: z.number(),
  madeAt: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** The newest migration that the database had. */
  level: z.string(),
  mode: z.string(),
  /** Fingerprints of the secrets that it works with; null in one of before these were kept. */
  keys: z.object({ seal: z.string().nullable(), session: z.string().nullable() }),
  rows: countsSchema,
  /** What accounts and seals come to. */
  books: z.object({ debits: z.string(), credits: z.string(), seals: z.number(), lastSeal: z.string() }),
});

const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()) });
const footSchema = z.object({ digests: z.record(z.string(), z.string()), sha256: z.string() });

/** What a backup says of itself in its first line. */
export type BackupHead = z.infer<typeof headSchema>;
type Foot = z.infer<typeof footSchema>;

/** A file that can't be restored, and why, in words. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const quoted = (name: string) => `"${name}"`;

/**
 * Writes what the database holds at one moment to a new file.
 * @param about engine, and the machine's time
 */
export async function writeBackup(
  moment: Moment,
  path: string,
  about: Pick<BackupHead, 'engine' | 'madeAt'>,
): Promise<BackupHead> {
  const level = await moment.level();
  if (level === null) throw new BackupError('There is no installation here: its database is empty');
  const tables = tablesAt(level);
  const head: BackupHead = {
    mirrorbook: 'backup',
    format: FORMAT,
    ...about,
    level,
    ...(await measured(moment, tables)),
  };
  async function* text() {
    const sum = createHash('sha256');
    const add = (lines: string) => {
      sum.update(lines);
      return lines;
    };
    yield add(`${JSON.stringify(head)}\n`);
    const digests: Foot['digests'] = {};
    for (const table of tables) {
      const digest = digestOf(table);
      yield add(`${JSON.stringify({ table: table.name, columns: table.columns.map(({ name }) => name) })}\n`);
      for await (const page of moment.pages(table)) {
        yield add(page.map((row) => `${digest.add(row)}\n`).join(''));
      }
      digests[table.name] = digest.text();
    }
    yield `${JSON.stringify({ digests, sha256: sum.digest('hex') } satisfies Foot)}\n`;
  }
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(Readable.from(text()), createGzip({ level: 1, chunkSize: CHUNK }), file);
  return head;
}

/** What the first line of a backup says of the database that a restore compares. */
async function measured(
  moment: Moment,
  tables: TableLayout[],
): Promise<Pick<BackupHead, 'mode' | 'keys' | 'rows' | 'books'>> {
  const [installation] = await moment.rows('select * from installation');
  if (!installation) throw new BackupError('There is no installation here: its database was never started');
  const fingerprint = (value: unknown) => (typeof value === 'string' ? value : null);
  const rows: RowCounts = {};
  for (const { name } of tables) {
    const [found] = await moment.rows(`select count(*) as n from ${quoted(name)}`);
    rows[name] = Number(found?.n);
  }
  return {
    mode: String(installation.mode),
    keys: { seal: fingerprint(installation.seal_fingerprint), session: fingerprint(installation.session_fingerprint) },
    rows,
    books: await booksOf(moment),
  };
}

/** As text: a sum may be past what a driver gives exactly. */
const BALANCES = 'select cast(sum(debits) as text) as debits, cast(sum(credits) as text) as credits from account';

async function booksOf(moment: Moment): Promise<BackupHead['books']> {
  const [totals] = await moment.rows(BALANCES);
  const [last] = await moment.rows('select position, hash from seal order by position desc limit 1');
  return {
    debits: String(totals?.debits ?? 0),
    credits: String(totals?.credits ?? 0),
    seals: Number(last?.position ?? 0),
    lastSeal: String(last?.hash ?? ''),
  };
}

/** Adds up the hashes of a table's rows: the same in whatever order they come, and however an engine writes JSON. */
function digestOf({ columns }: TableLayout) {
  const json = columns.flatMap(({ kind }, at) => (kind === 'json' ? [at] : []));
  let sum = 0n;
  return {
    /** @returns the row as a line has it */
    add: (row: Plain[]): string => {
      const line = JSON.stringify(row);
      let canonical = line;
      if (json.length > 0) {
        const same = [...row];
        for (const at of json) same[at] = row[at] === null ? null : canonicalJson(row[at]);
        canonical = JSON.stringify(same);
      }
      sum = BigInt.asUintN(64, sum + hash('sha256', canonical, 'buffer').readBigUInt64LE(0));
      return line;
    },
    text: () => sum.toString(16),
  };
}

/** Reads a backup to its end: that it is one, whole, as it was written, and not of a later version. */
export async function checkBackup(path: string): Promise<BackupHead> {
  const found: RowCounts = {};
  let name = '';
  const { head } = await readThrough(path, {
    table: async ({ table }) => {
      name = table;
      found[name] = 0;
    },
    rows: async (lines) => {
      found[name] = (found[name] ?? 0) + lines.length;
    },
  });
  mustAgree('This backup is not what its first line says', head.rows, found);
  return head;
}

/**
 * Puts the rows of a backup into an empty database of its level, reads them again and compares them with the backup: the rows
 * of each table, balances, and where the chain of seals ends.
 */
export async function fillFrom(path: string, filling: Filling): Promise<void> {
  let layout: TableLayout | undefined;
  const tables: TableLayout[] = [];
  const { head, foot } = await readThrough(path, {
    table: async ({ table, columns }, { level }) => {
      const known = tablesAt(level).find(({ name }) => name === table);
      layout = known && {
        name: table,
        columns: columns.flatMap((one) => known.columns.find(({ name }) => name === one) ?? []),
      };
      if (!layout || layout.columns.length !== columns.length)
        throw new BackupError(`This backup has a table ${table} that its version had not`);
      tables.push(layout);
    },
    rows: async (lines) => {
      if (!layout) throw new BackupError(ALTERED);
      for (let at = 0; at < lines.length; at += PAGE) {
        await filling.insert(
          layout,
          lines.slice(at, at + PAGE).map((line) => JSON.parse(line) as Plain[]),
        );
      }
    },
  });
  for (const table of tables) {
    const digest = digestOf(table);
    for await (const page of filling.pages(table)) for (const row of page) digest.add(row);
    if (digest.text() !== foot.digests[table.name]) {
      throw new BackupError(
        `The rows of ${table.name} are not what the backup has: this database keeps a value in another way`,
      );
    }
  }
  const { rows, books } = await measured(filling, tables);
  mustAgree('What was restored is not what the backup holds', head.rows, rows);
  mustAgree('The books are not those of the backup', head.books, books);
}

type Reader = {
  table(table: z.infer<typeof tableSchema>, head: BackupHead): Promise<void>;
  rows(lines: string[]): Promise<void>;
};

const CUT = 'This backup is cut off: its end is missing. Take another one';
const ALTERED = 'This backup was altered since it was made, or is damaged. Take another one';

/** Reads a backup from its first line to its last, which has to fit all before it. */
async function readThrough(path: string, reader: Reader): Promise<{ head: BackupHead; foot: Foot }> {
  await mustBeBackup(path);
  const sum = createHash('sha256');
  let head: BackupHead | undefined;
  let foot: Foot | undefined;
  let rows: string[] = [];
  const flush = async () => {
    const waiting = rows;
    rows = [];
    if (waiting.length > 0) await reader.rows(waiting);
  };
  for await (const lines of chunksOf(path)) {
    for (const line of lines) {
      if (foot) throw new BackupError(ALTERED);
      if (line.startsWith('{"digests"')) {
        foot = parsed(footSchema, line);
        continue;
      }
      sum.update(line).update('\n');
      if (!head) head = headOf(line);
      else if (line.startsWith('[')) rows.push(line);
      else {
        await flush();
        await reader.table(parsed(tableSchema, line), head);
      }
    }
    await flush();
  }
  if (!head || !foot) throw new BackupError(CUT);
  if (sum.digest('hex') !== foot.sha256) throw new BackupError(ALTERED);
  return { head, foot };
}

/** Looks at the first bytes, which tell what earlier versions made from what this one does. */
async function mustBeBackup(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(16), 0, 16, 0);
    if (bytesRead === 0)
      throw new BackupError(`${path} is empty: nothing was ever written to it, or its disk was full`);
    if (buffer.toString('latin1', 0, 15) === 'SQLite format 3') throw new BackupError(OF_SQLITE);
    if (buffer.readUInt16BE(0) !== 0x1f8b) throw new BackupError(`${path} is no backup of Mirrorbook`);
  } finally {
    await file.close();
  }
}

const OF_SQLITE =
  'This is an SQLite database as it is, which backups were in earlier versions. With the server stopped, move mirrorbook.db, mirrorbook.db-wal and mirrorbook.db-shm of DATA_DIR away, copy this file there as mirrorbook.db, and its uploads (the folder "files" beside it, if there is one) to the folder of STORAGE_URL; the next start brings it up to date. To move to PostgreSQL, back that up then';

const OF_POSTGRES =
  'This is a snapshot of PostgreSQL as earlier versions made them, and they are restored by the version that made them alone. Restore it with that one, then start this one on the same database, which brings it up to date';

function headOf(line: string): BackupHead {
  if (line.startsWith('{"mirrorbook":"postgres"')) throw new BackupError(OF_POSTGRES);
  if (!line.startsWith('{"mirrorbook":"backup"')) throw new BackupError('This is no backup of Mirrorbook');
  const head = parsed(z.looseObject({ format: z.number(), level: z.string() }), line);
  if (head.format > FORMAT || !levels().includes(head.level)) {
    throw new BackupError(
      'This backup was made by a newer version of Mirrorbook. Restore it with that version, or a later one',
    );
  }
  return parsed(headSchema, line);
}

function parsed<T>(schema: z.ZodType<T>, line: string): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch (error) {
    throw new BackupError(ALTERED, { cause: error });
  }
}

/** The lines of a compressed file, many at a time. */
async function* chunksOf(path: string): AsyncGenerator<string[]> {
  const text = createGunzip({ chunkSize: CHUNK }).setEncoding('utf8');
  const file = createReadStream(path, { highWaterMark: CHUNK }).on('error', (error) => text.destroy(error));
  let rest = '';
  try {
    for await (const chunk of file.pipe(text)) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      yield lines;
    }
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'Z_BUF_ERROR') throw new BackupError(CUT, { cause: error });
    if (code?.startsWith('Z_')) throw new BackupError(ALTERED, { cause: error });
    throw error;
  } finally {
    file.destroy();
  }
  // The last line ends like all others.
  if (rest !== '') throw new BackupError(CUT);
}

/** Throws with the first thing that differs. */
export function mustAgree(what: string, expected: Record<string, unknown>, found: Record<string, unknown>): void {
  for (const name of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    if (expected[name] === found[name]) continue;
    throw new BackupError(`${what}: ${name} ${found[name] ?? 'missing'} instead of ${expected[name] ?? 'none'}`);
  }
}
