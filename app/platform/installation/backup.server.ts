import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { systemNow } from '../clock';
import { backupTo, countRows, inspectBackup, type RowCounts, restoreFrom } from '../db/index.server';
import { env } from '../env';
import { folderOf } from '../storage/index.server';

/**
 * What a backup is: a folder with the database in one file, where uploads are in a folder too these beside it, and a list of
 * what was written, which a restore holds against what it finds.
 */
const DATABASE = 'database';
const FILES = 'files';
const LIST = 'backup.json';

const filesSchema = z.object({ count: z.number(), bytes: z.number() });
const listSchema = z.object({
  madeAt: z.string(),
  mode: z.string(),
  /** Of the database's file. */
  sha256: z.string(),
  rows: z.record(z.string(), z.number()),
  /** Null when uploads are in a bucket. */
  files: filesSchema.nullable(),
});

/** What a backup holds: rows by table, and uploads. */
export type Backup = z.infer<typeof listSchema>;

/** Where uploads are, when they are on this machine; a bucket is backed up where it is. */
const uploads = (): string | null => (env().STORAGE_URL.startsWith('file:') ? folderOf(env().STORAGE_URL) : null);

/**
 * Backs the open database up into a new folder, and the uploads: after it, so that every upload it speaks of is there. What
 * was written is read again and compared; when anything differs, or fails, nothing is left of it.
 */
export async function makeBackup(folder: string): Promise<Backup> {
  if (existsSync(folder)) throw new Error(`${folder} is there already, and a backup is a new folder`);
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  await mkdir(folder, { mode: 0o700 });
  try {
    const database = join(folder, DATABASE);
    const rows = await backupTo(database);
    const written = await inspectBackup(database);
    mustAgree('What was written is not what there is', rows, written.rows);
    const from = uploads();
    if (from && existsSync(from)) await cp(from, join(folder, FILES), { recursive: true });
    const files = from === null ? null : await measure(join(folder, FILES));
    const sha256 = await hashOf(database);
    const list: Backup = { madeAt: systemNow().toISOString(), mode: written.mode, sha256, rows, files };
    await writeFile(join(folder, LIST), `${JSON.stringify(list, null, 2)}\n`, { mode: 0o600 });
    return list;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Makes the open database, and the uploads, what a backup holds. All of the backup is checked before anything is touched, and
 * the restored rows are counted against it afterwards.
 * @param replace what is there may go; otherwise anything there is a `NotEmptyError`
 */
export async function restoreBackup(
  folder: string,
  { replace }: { replace: boolean },
): Promise<Omit<Backup, 'madeAt'>> {
  const database = join(folder, DATABASE);
  if (!existsSync(database)) throw new Error(`${folder} is no backup: there is no file "${DATABASE}" in it`);
  const found = { ...(await inspectBackup(database)), sha256: await hashOf(database) };
  const files = existsSync(join(folder, FILES)) ? await measure(join(folder, FILES)) : null;
  const list = await listOf(folder);
  if (list) {
    if (list.sha256 !== found.sha256) throw new Error('This backup was changed since it was made');
    mustAgree('This backup is not what its list says', list.rows, found.rows);
    if (list.files) mustAgree('Uploads of this backup are missing', list.files, files ?? { count: 0, bytes: 0 });
  }
  if (found.mode !== env().MODE) {
    throw new Error(`This backup is of an installation in ${found.mode} mode, and this one is in ${env().MODE} mode`);
  }

  await restoreFrom(database, replace);
  try {
    mustAgree('What was restored is not what the backup holds', found.rows, await countRows());
    const to = uploads();
    if (!to || !files) return { ...found, files: null };
    await mkdir(to, { recursive: true, mode: 0o700 });
    const from = join(folder, FILES);
    // What else is there is named by nothing, and the job that forgets unused uploads knows nothing of it: it does no harm.
    for (const name of await readdir(from)) await cp(join(from, name), join(to, name));
  } catch (error) {
    throw new HalfRestoredError((error as Error).message, { cause: error });
  }
  return { ...found, files };
}

/** The database was replaced, and then something failed. */
class HalfRestoredError extends Error {
  override name = 'HalfRestoredError';
}

/** What was written down when the backup was made; null of one from before there was a list. */
async function listOf(folder: string): Promise<Backup | null> {
  const path = join(folder, LIST);
  if (!existsSync(path)) return null;
  const read = listSchema.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (!read.success) throw new Error(`${path} can't be read`);
  return read.data;
}

/** Throws with the first thing that is counted differently. */
function mustAgree(what: string, expected: RowCounts, found: RowCounts): void {
  for (const name of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    if (expected[name] === found[name]) continue;
    throw new Error(`${what}: ${name} ${found[name] ?? 'missing'} instead of ${expected[name] ?? 'none'}`);
  }
}

async function measure(folder: string): Promise<z.infer<typeof filesSchema>> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  let bytes = 0;
  for (const name of names) bytes += (await stat(join(folder, name))).size;
  return { count: names.length, bytes };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
