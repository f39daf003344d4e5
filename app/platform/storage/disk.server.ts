import { constants } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newSecret } from '../ids';
import { assertValidKey, makeFolder, type Storage } from './storage';

export function createDiskStorage(folder: string): Storage {
  const pathOf = (key: string): string => join(folder, assertValidKey(key));

  return {
    put: async (key, bytes) => {
      const path = pathOf(key);
      makeFolder(folder);
      // Writes under another name and renames, so that a reader never gets a partial file.
      const unfinished = `${path}.${newSecret(6)}.unfinished`;
      try {
        await writeDurably(unfinished, bytes);
        await rename(unfinished, path);
        await flushFolder(folder);
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {});
        throw error;
      }
    },
    get: async (key, range) => {
      try {
        // Opens the file now, so that a missing one is reported instead of failing in the middle of a response.
        return (await open(pathOf(key), 'r')).createReadStream(range);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    remove: async (key) => await rm(pathOf(key), { force: true }),
    ready: async () => {
      makeFolder(folder);
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    },
  };
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Flushes a folder, so that a rename is durable. Windows neither needs nor allows this. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
