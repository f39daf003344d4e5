import { existsSync } from 'node:fs';
import { cp, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backupTo, restoreFrom } from './db/index.server';
import { env } from './env';
import { folderOf } from './storage/index.server';

/** What a backup is: a folder with the database in one file and, where uploads are in a folder too, these beside it. */
const DATABASE = 'database';
const FILES = 'files';

/** Where uploads are, when they are on this machine; a bucket is backed up where it is. */
const uploads = (): string | null => (env().STORAGE_URL.startsWith('file:') ? folderOf(env().STORAGE_URL) : null);

/** Backs the open database up into a new folder, and the uploads: after it, so that every upload it speaks of is there. */
export async function makeBackup(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder, { mode: 0o700 });
  await backupTo(join(folder, DATABASE));
  const from = uploads();
  if (from && existsSync(from)) await cp(from, join(folder, FILES), { recursive: true });
}

/**
 * Makes the open database, and the uploads, what a backup holds. Its own integrity is checked first.
 * @param replace what is there may go; otherwise anything there is a `NotEmptyError`
 */
export async function restoreBackup(folder: string, { replace }: { replace: boolean }): Promise<void> {
  await restoreFrom(join(folder, DATABASE), replace);
  const [from, to] = [join(folder, FILES), uploads()];
  if (!to || !existsSync(from)) return;
  await mkdir(to, { recursive: true, mode: 0o700 });
  // What else is there is named by nothing, and the job that forgets unused uploads knows nothing of it: it harms nobody.
  for (const name of await readdir(from)) await cp(join(from, name), join(to, name));
}
