import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
const MIN_FREE_BYTES = 2 ** 31;

/** Folder for databases of tests: in memory where there is room, since commits wait for a disk otherwise. */
export function fastFolder(): string {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize >= MIN_FREE_BYTES) return MEMORY;
  } catch {
    // The folder does not exist on every system.
  }
  return tmpdir();
}
