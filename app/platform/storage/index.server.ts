import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { env } from '../env';
import { singleton } from '../singleton';
import { diskStorage } from './disk.server';
import { s3Storage } from './s3.server';
import type { Storage } from './storage';

export function storage(): Storage {
  const url = env().STORAGE_URL;
  return singleton(`storage ${url}`, () => (url.startsWith('s3:') ? s3Storage(url) : diskStorage(folderOf(url))));
}

/** `file:data/files`, `file:/var/files` and `file:///var/files` all name a folder. */
export function folderOf(url: string): string {
  return url.startsWith('file://') ? fileURLToPath(url) : resolve(url.slice('file:'.length));
}
