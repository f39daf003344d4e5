import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { desc } from 'drizzle-orm';
import { z } from 'zod';
import { seal } from '#drizzle/schema';
import { systemNow } from '~/platform/clock';
import { type Reader, read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { getSecretFingerprints } from '~/platform/installation/index.server';
import { openAfterMove } from '~/platform/installation/move.server';
import { recordRestore } from '~/platform/installation/restored.server';
import { parseFolderUrl } from '~/platform/storage/index.server';
import { isUpload } from '~/platform/storage/storage';
import { assertEqual, type BackupHead } from './backupFormat.server';
import { checkBackup, restoreDatabase } from './readBackup.server';
import { backUpDatabase } from './writeBackup.server';

/**
 * Backup: a folder with the database in one file, the uploads (if they are stored in a folder), and a list of its
 * contents.
 */
export const DATABASE_FILE_NAME = 'database.jsonl.gz';
const UPLOADS_FOLDER_NAME = 'files';
const LIST_FILE_NAME = 'backup.json';

const filesSchema = z.object({ count: z.number(), bytes: z.number() });
const listSchema = z.object({
  madeAt: z.string(),
  mode: z.string(),
  sha256: z.string(),
  rows: z.record(z.string(), z.number()),
  files: filesSchema.nullable(),
});

export type Backup = z.infer<typeof listSchema>;

const uploadsFolder = (): string | null =>
  env().STORAGE_URL.startsWith('file:') ? parseFolderUrl(env().STORAGE_URL) : null;

/**
 * Backs up the open database into a new folder, then the uploads, and reads the backup again. If it differs, the
 * function deletes it and throws.
 */
export async function makeBackup(folder: string): Promise<Backup> {
  if (existsSync(folder)) throw new Error(`${folder} already exists, and a backup needs a new folder`);
  const part = `${folder}.part`;
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  await mkdir(part, { mode: 0o700 });
  try {
    const database = join(part, DATABASE_FILE_NAME);
    const head = await backUpDatabase(database, systemNow());
    const { rows, mode, madeAt } = await checkBackup(database);
    assertEqual('The written backup differs from its source', head.rows, rows);
    const from = uploadsFolder();
    if (from && existsSync(from)) await cp(from, join(part, UPLOADS_FOLDER_NAME), { recursive: true });
    const files = from === null ? null : await measure(join(part, UPLOADS_FOLDER_NAME));
    const list: Backup = { madeAt, mode, sha256: await hashOf(database), rows, files };
    await writeFile(join(part, LIST_FILE_NAME), `${JSON.stringify(list, null, 2)}\n`, { mode: 0o600 });
    await rename(part, folder);
    return list;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

export type RestoreResult = Pick<BackupHead, 'engine' | 'madeAt' | 'rows' | 'books'> &
  Pick<Backup, 'files'> & { moved: boolean };

/**
 * Restores a backup (its folder or database file) after verification. Throws `NotEmptyError` for existing data unless
 * `replace` is set. `isNewest` says that nothing was booked after the backup.
 */
export async function restoreBackup(
  path: string,
  { replace, isNewest = async () => false }: { replace: boolean; isNewest?: (handle: Reader) => Promise<boolean> },
): Promise<RestoreResult> {
  const { database, folder } = partsOf(path);
  const head = await checkBackup(database);
  const files =
    folder && existsSync(join(folder, UPLOADS_FOLDER_NAME)) ? await measure(join(folder, UPLOADS_FOLDER_NAME)) : null;
  const list = folder && (await readManifest(folder));
  if (list) {
    if (list.sha256 !== (await hashOf(database))) throw new Error('This backup was altered after it was created');
    assertEqual('This backup does not match its manifest', list.rows, head.rows);
    if (list.files) assertEqual('Uploads of this backup are missing', list.files, files ?? { count: 0, bytes: 0 });
  }
  if (head.mode !== env().MODE) {
    throw new Error(`This backup is of an installation in ${head.mode} mode, and this one is in ${env().MODE} mode`);
  }
  assertSameKeys(head);

  // If this restore fails before it changes anything, the mark of an earlier, unfinished restore must stay.
  const before = existsSync(restoringFile()) ? readFileSync(restoringFile(), 'utf8') : null;
  const { engine, madeAt, rows, books } = head;
  const restoring = { from: resolve(path), at: systemNow().toISOString(), madeAt, lastSeal: books.lastSeal };
  storeRestoreMark({ ...restoring, part: 'database' });
  try {
    await restoreDatabase(database, head, replace);
  } catch (error) {
    if (before === null) deleteRestoreMark();
    else writeFileSync(restoringFile(), before, { mode: 0o600 });
    throw error;
  }
  let moved: boolean;
  try {
    moved = await markRestored(restoring, isNewest);
  } catch (error) {
    throw new UnfinishedRestoreError((error as Error).message, { cause: error });
  }
  const to = uploadsFolder();
  if (to && files && folder) {
    try {
      await mkdir(to, { recursive: true, mode: 0o700 });
      const from = join(folder, UPLOADS_FOLDER_NAME);
      // Other uploads in the storage are harmless, and the newest head there may belong to a running installation.
      for (const name of (await readdir(from)).filter(isUpload)) await cp(join(from, name), join(to, name));
    } catch (error) {
      throw new UnfinishedRestoreError((error as Error).message, { cause: error });
    }
  }
  deleteRestoreMark();
  return { engine, madeAt, rows, books, files: to ? files : null, moved };
}

function partsOf(path: string): { database: string; folder: string | null } {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new Error(`${path} does not exist`);
  if (found.isFile()) return { database: path, folder: null };
  const database = join(path, DATABASE_FILE_NAME);
  if (!existsSync(database)) throw new Error(`${path} is not a backup: it contains no file "${DATABASE_FILE_NAME}"`);
  return { database, folder: path };
}

/** Refuses a backup that was made with other secrets, since this installation could not start with it. */
function assertSameKeys({ keys }: BackupHead): void {
  const { present, before } = getSecretFingerprints();
  for (const [name, made, known] of [
    ['SEAL_SECRET', keys.seal, [present.sealFingerprint, ...before.sealFingerprint]],
    ['SESSION_SECRET', keys.session, [present.sessionFingerprint, ...before.sessionFingerprint]],
  ] as const) {
    if (known.includes(made)) continue;
    throw new Error(
      `${name} is not the one that this backup was made with, so its seals and authenticator apps could not be checked. Set the right one (in paper mode copy secrets.json of the old DATA_DIR to this one), or list it in ${name}S_OLD`,
    );
  }
}

class UnfinishedRestoreError extends Error {
  override name = 'UnfinishedRestoreError';
}

const restoringSchema = z.object({
  from: z.string(),
  at: z.string(),
  part: z.enum(['database', 'uploads']),
  /** Time of the backup, and the hash of the last seal. Versions before 1.1 did not store them. */
  madeAt: z.string().optional(),
  lastSeal: z.string().optional(),
});

/** Marks a restored database. @returns whether the restore ends a planned move, so that nothing is unknown */
async function markRestored(
  restoring: { from: string; at: string; madeAt: string },
  isNewest: (handle: Reader) => Promise<boolean>,
): Promise<boolean> {
  const { from, at, madeAt } = restoring;
  const moved = await write(async (tx) => {
    const isMoved = await openAfterMove(tx, await isNewest(tx));
    if (!isMoved) await recordRestore(tx, { from: basename(from), madeAt: new Date(madeAt) });
    return isMoved;
  });
  storeRestoreMark({ from, at, part: 'uploads' });
  return moved;
}

export async function markUnfinishedRestore(): Promise<void> {
  const restoring = readRestoreMark();
  if (restoring?.part !== 'database' || restoring.madeAt === undefined) return;
  const { from, at, madeAt, lastSeal } = restoring;
  const [last] = await read().select({ hash: seal.hash }).from(seal).orderBy(desc(seal.position)).limit(1);
  if ((last?.hash ?? '') === lastSeal) await markRestored({ from, at, madeAt }, async () => false);
}
const restoringFile = () => join(env().DATA_DIR, 'restoring.json');

const storeRestoreMark = (restoring: z.infer<typeof restoringSchema>): void =>
  writeFileSync(restoringFile(), `${JSON.stringify(restoring)}\n`, { mode: 0o600 });

const readRestoreMark = () =>
  existsSync(restoringFile()) ? restoringSchema.parse(JSON.parse(readFileSync(restoringFile(), 'utf8'))) : null;

const deleteRestoreMark = (): void => rmSync(restoringFile(), { force: true });

export function describeUnfinishedRestore(): string | null {
  const restoring = readRestoreMark();
  if (!restoring) return null;
  const { from, at, part } = restoring;
  return part === 'database'
    ? `The restore of ${from} that began at ${at} was interrupted, and the database is unchanged. Restore it again.`
    : `The restore of ${from} that began at ${at} was interrupted after the database was restored: uploads may be missing. Restore it again, with --replace.`;
}

export const backupsFolder = (): string => join(env().DATA_DIR, 'backups');

export async function findNewestBackupTime(): Promise<Date | null> {
  const folder = backupsFolder();
  const names = existsSync(folder) ? await readdir(folder) : [];
  const times = await Promise.all(
    // A backup under another name is incomplete.
    names
      .filter((name) => !name.endsWith('.part') && existsSync(join(folder, name, DATABASE_FILE_NAME)))
      .map(async (name) => (await readManifest(join(folder, name)))?.madeAt ?? ''),
  );
  const newest = times.toSorted().at(-1);
  return newest ? new Date(newest) : null;
}

async function readManifest(folder: string): Promise<Backup | null> {
  const path = join(folder, LIST_FILE_NAME);
  if (!existsSync(path)) return null;
  const read = listSchema.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (!read.success) throw new Error(`${path} can't be read`);
  return read.data;
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
