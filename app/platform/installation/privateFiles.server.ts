import { chmodSync, existsSync, lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { env } from '../env';
import { log } from '../log/index.server';
import { parseFolderUrl } from '../storage/index.server';

const [FOLDER, FILE] = [0o700, 0o600];

/** Restricts the permissions of data folder, database and uploads, in case a copy or another program widened them. */
export function restrictPermissions(): void {
  // Windows does not have these permissions.
  if (process.platform === 'win32') return;
  const { DATA_DIR, DATABASE_URL, STORAGE_URL } = env();
  restrictMode(DATA_DIR, FOLDER);
  // A shared folder may contain files of other programs.
  const own = ['secrets.json', 'clock', 'demonstration.json', 'heads.log'].map((name) => join(DATA_DIR, name));
  const folders = [join(DATA_DIR, 'backups')];
  if (DATABASE_URL.startsWith('file:')) {
    const path = DATABASE_URL.slice('file:'.length);
    const siblings = existsSync(dirname(path)) ? readdirSync(dirname(path)) : [];
    own.push(...siblings.filter((name) => name.startsWith(basename(path))).map((name) => join(dirname(path), name)));
  }
  if (STORAGE_URL.startsWith('file:')) folders.push(parseFolderUrl(STORAGE_URL));
  for (const path of own) restrictMode(path, FILE);
  for (const folder of folders) restrictRecursively(folder);
}

function restrictRecursively(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  restrictMode(path, found?.isDirectory() ? FOLDER : FILE);
  if (found?.isDirectory()) for (const name of readdirSync(path)) restrictRecursively(join(path, name));
}

/** Removes permissions beyond `mode` from a file or folder. Skips links, since they may lead to files of others. */
function restrictMode(path: string, mode: number): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink() || (found.mode & 0o777 & ~mode) === 0) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    // The file belongs to another user of the machine. The server can still use it.
    log().warn({ path, err: error }, 'a path is readable by other users');
  }
}
