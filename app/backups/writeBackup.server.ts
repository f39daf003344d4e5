import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { onPostgres } from '#drizzle/columns';
import type { DatabaseSnapshot } from '~/platform/db/engine';
import { withSnapshot } from '~/platform/db/index.server';
import { getTablesAtLevel } from '~/platform/db/levels';
import {
  BACKUP_FORMAT,
  BackupError,
  type BackupHead,
  type BackupTrailer,
  CHUNK_BYTES,
  countContents,
  digestOf,
} from './backupFormat.server';

export const backUpDatabase = (path: string, madeAt: Date): Promise<BackupHead> =>
  withSnapshot((moment) =>
    writeBackup(moment, path, { engine: onPostgres ? 'postgres' : 'sqlite', madeAt: madeAt.toISOString() }),
  );

export async function writeBackup(
  moment: DatabaseSnapshot,
  path: string,
  about: Pick<BackupHead, 'engine' | 'madeAt'>,
): Promise<BackupHead> {
  const level = await moment.level();
  if (level === null) throw new BackupError('There is no installation here: its database is empty');
  const tables = getTablesAtLevel(level);
  const head: BackupHead = {
    mirrorbook: 'backup',
    format: BACKUP_FORMAT,
    ...about,
    level,
    ...(await countContents(moment, tables)),
  };
  async function* text() {
    const sum = createHash('sha256');
    const add = (lines: string) => {
      sum.update(lines);
      return lines;
    };
    yield add(`${JSON.stringify(head)}\n`);
    const digests: BackupTrailer['digests'] = {};
    for (const table of tables) {
      const digest = digestOf(table);
      yield add(`${JSON.stringify({ table: table.name, columns: table.columns.map(({ name }) => name) })}\n`);
      for await (const page of moment.pages(table)) {
        yield add(page.map((row) => `${digest.add(row)}\n`).join(''));
      }
      digests[table.name] = digest.text();
    }
    yield `${JSON.stringify({ digests, sha256: sum.digest('hex') } satisfies BackupTrailer)}\n`;
  }
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(Readable.from(text()), createGzip({ level: 1, chunkSize: CHUNK_BYTES }), file);
  return head;
}
