import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { env } from '../env';
import { singleton } from '../singleton';
import { diskStorage } from './disk.server';
import { s3Storage } from './s3.server';
import { namedStorage, type Storage } from './storage';

const named = singleton('storage-names', () => ({ names: '' }));

/** Sets the key prefixes of this installation, newest first and separated by commas; '' for none. */
export function setStorageNames(names: string): void {
  named.names = names;
}

export function storage(): Storage {
  const url = env().STORAGE_URL;
  const shared = singleton(`storage ${url}`, () =>
    url.startsWith('s3:') ? s3Storage(url) : diskStorage(folderOf(url)),
  );
  const [own, ...older] = named.names.split(',');
  return own ? singleton(`storage ${url} ${named.names}`, () => namedStorage(shared, [own, ...older])) : shared;
}

/** `file:data/files`, `file:/var/files` and `file:///var/files` all name a folder. */
export function folderOf(url: string): string {
  return url.startsWith('file://') ? fileURLToPath(url) : resolve(url.slice('file:'.length));
}
