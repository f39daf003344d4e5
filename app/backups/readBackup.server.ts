import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import type { BackupValue, RestoreTarget, RowCounts } from '~/platform/db/engine';
import { replaceDatabase } from '~/platform/db/index.server';
import { getTablesAtLevel, listLevels, type TableLayout } from '~/platform/db/levels';
import {
  assertEqual,
  BACKUP_FORMAT,
  BackupError,
  type BackupHead,
  type BackupTrailer,
  CHUNK_BYTES,
  countContents,
  digestOf,
  footSchema,
  headSchema,
  tableSchema,
} from './backupFormat.server';

const BATCH_ROWS = 1_000;

/** Restores a backup into the open database, completely or not at all. Throws `InUseError` or `NotEmptyError`. */
export const restoreDatabase = (path: string, { level }: BackupHead, replace: boolean): Promise<void> =>
  replaceDatabase(level, (filling) => fillFromBackup(path, filling), replace);

export async function checkBackup(path: string): Promise<BackupHead> {
  const found: RowCounts = {};
  let name = '';
  const { head } = await readAndVerify(path, {
    table: async ({ table }) => {
      name = table;
      found[name] = 0;
    },
    rows: async (lines) => {
      found[name] = (found[name] ?? 0) + lines.length;
    },
  });
  assertEqual('This backup does not match its header', head.rows, found);
  return head;
}

/** Fills an empty database with a backup, reads it again, and compares rows, balances and the last seal. */
export async function fillFromBackup(path: string, filling: RestoreTarget): Promise<void> {
  let layout: TableLayout | undefined;
  const tables: TableLayout[] = [];
  const { head, foot } = await readAndVerify(path, {
    table: async ({ table, columns }, { level }) => {
      const known = getTablesAtLevel(level).find(({ name }) => name === table)?.columns ?? [];
      layout = { name: table, columns: columns.flatMap((one) => known.find(({ name }) => name === one) ?? []) };
      if (layout.columns.length !== columns.length || columns.length !== known.length)
        throw unreleasedFormatError(table);
      tables.push(layout);
    },
    rows: async (lines) => {
      if (!layout) throw new BackupError(ALTERED_MESSAGE);
      for (let at = 0; at < lines.length; at += BATCH_ROWS) {
        await filling.insert(
          layout,
          lines.slice(at, at + BATCH_ROWS).map((line) => JSON.parse(line) as BackupValue[]),
        );
      }
    },
  });
  const missing = getTablesAtLevel(head.level).find(({ name }) => !tables.some((table) => table.name === name));
  if (missing) throw unreleasedFormatError(missing.name);
  for (const table of tables) {
    const digest = digestOf(table);
    for await (const page of filling.pages(table)) for (const row of page) digest.add(row);
    if (digest.text() !== foot.digests[table.name]) {
      throw new BackupError(
        `The rows of ${table.name} differ from the backup: this database stores a value in another way`,
      );
    }
  }
  const { rows, books } = await countContents(filling, tables);
  assertEqual('The restored data differs from the backup', head.rows, rows);
  assertEqual('The books differ from the backup', head.books, books);
}

type Reader = {
  table(table: z.infer<typeof tableSchema>, head: BackupHead): Promise<void>;
  rows(lines: string[]): Promise<void>;
};

/** Refuses a backup whose tables differ from those of its migration. A migration may change until its release. */
const unreleasedFormatError = (table: string) =>
  new BackupError(
    `The table ${table} of this backup does not belong to a released version of Mirrorbook. Restore it with the version that created it`,
  );

const CUT_MESSAGE = 'This backup is incomplete: its end is missing. Use another one';
const ALTERED_MESSAGE = 'This backup was altered after it was created, or is damaged. Use another one';

/** Reads a backup line by line, and verifies its last line against all others. */
async function readAndVerify(path: string, reader: Reader): Promise<{ head: BackupHead; foot: BackupTrailer }> {
  await assertBackupFile(path);
  const sum = createHash('sha256');
  let head: BackupHead | undefined;
  let foot: BackupTrailer | undefined;
  let rows: string[] = [];
  const flush = async () => {
    const waiting = rows;
    rows = [];
    if (waiting.length > 0) await reader.rows(waiting);
  };
  for await (const lines of chunksOf(path)) {
    for (const line of lines) {
      if (foot) throw new BackupError(ALTERED_MESSAGE);
      if (line.startsWith('{"digests"')) {
        foot = parseLine(footSchema, line);
        continue;
      }
      sum.update(line).update('\n');
      if (!head) head = headOf(line);
      else if (line.startsWith('[')) rows.push(line);
      else {
        await flush();
        await reader.table(parseLine(tableSchema, line), head);
      }
    }
    await flush();
  }
  if (!head || !foot) throw new BackupError(CUT_MESSAGE);
  if (sum.digest('hex') !== foot.sha256) throw new BackupError(ALTERED_MESSAGE);
  return { head, foot };
}

/** Checks the first bytes, to distinguish another file from a damaged backup. */
async function assertBackupFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    if (bytesRead === 0)
      throw new BackupError(`${path} is empty: nothing was ever written to it, or its disk was full`);
    if (buffer.readUInt16BE(0) !== 0x1f8b) throw new BackupError(`${path} is not a backup of Mirrorbook`);
  } finally {
    await file.close();
  }
}

function headOf(line: string): BackupHead {
  if (!line.startsWith('{"mirrorbook":"backup"')) throw new BackupError('This is not a backup of Mirrorbook');
  const head = parseLine(z.looseObject({ format: z.number(), level: z.string() }), line);
  if (head.format > BACKUP_FORMAT || !listLevels().includes(head.level)) {
    throw new BackupError(
      'This backup was created by a newer version of Mirrorbook. Restore it with that version, or a later one',
    );
  }
  return parseLine(headSchema, line);
}

function parseLine<T>(schema: z.ZodType<T>, line: string): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch (error) {
    throw new BackupError(ALTERED_MESSAGE, { cause: error });
  }
}

async function* chunksOf(path: string): AsyncGenerator<string[]> {
  const text = createGunzip({ chunkSize: CHUNK_BYTES }).setEncoding('utf8');
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES }).on('error', (error) => text.destroy(error));
  let rest = '';
  try {
    for await (const chunk of file.pipe(text)) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      yield lines;
    }
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'Z_BUF_ERROR') throw new BackupError(CUT_MESSAGE, { cause: error });
    if (code?.startsWith('Z_')) throw new BackupError(ALTERED_MESSAGE, { cause: error });
    throw error;
  } finally {
    file.destroy();
  }
  // The last line must end with a line break too.
  if (rest !== '') throw new BackupError(CUT_MESSAGE);
}
