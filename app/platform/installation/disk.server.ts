import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { env } from '../env';
import { parseFolderUrl } from '../storage/index.server';

const MIN_FREE_BYTES = 100 * 1024 * 1024;

function listDataFolders(): { variable: string; folder: string }[] {
  const { DATA_DIR, DATABASE_URL, STORAGE_URL } = env();
  const all = [{ variable: 'DATA_DIR', folder: DATA_DIR }];
  if (DATABASE_URL.startsWith('file:')) {
    all.push({ variable: 'DATABASE_URL', folder: dirname(DATABASE_URL.slice('file:'.length)) });
  }
  if (STORAGE_URL.startsWith('file:')) all.push({ variable: 'STORAGE_URL', folder: parseFolderUrl(STORAGE_URL) });
  return all.filter(({ folder }) => existsSync(folder));
}

const formatMegabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);

/** Describes the free space; `full` names the places that are almost full, without their paths. */
export async function describeFreeSpace(): Promise<{ freeText: string; full: string[] }> {
  const found = await Promise.all(
    listDataFolders().map(async ({ variable, folder }) => {
      const { bavail, bsize } = await statfs(folder);
      return { variable, free: bavail * bsize };
    }),
  );
  return {
    freeText: found.map(({ variable, free }) => `${variable} ${formatMegabytes(free)} MB`).join(', '),
    full: found
      .filter(({ free }) => free < MIN_FREE_BYTES)
      .map(
        ({ variable, free }) =>
          `The disk of ${variable} is nearly full: ${formatMegabytes(free)} MB are free, ${formatMegabytes(MIN_FREE_BYTES)} are needed. Free some space.`,
      ),
  };
}
