import { createHmac } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { env } from '../env';
import { singleton } from '../singleton';
import { createDiskStorage } from './disk.server';
import { createS3Storage } from './s3.server';
import { createPrefixedStorage, type Storage, type StorageNames } from './storage';

const storageState = singleton('storage-names', () => ({ restores: [] as string[], isIsolated: false }));

/** Sets the names that restores gave to this installation, newest first, and whether it is isolated under the newest. */
export function setStorageNames(restores: string[], isIsolated: boolean): void {
  Object.assign(storageState, { restores, isIsolated: isIsolated && restores.length > 0 });
}

/** Returns the names of this installation. They are derived from its secrets, so that an intruder in the database can't change them. */
function getStorageNames(): StorageNames {
  const { SEAL_SECRET, SEAL_SECRETS_OLD } = env();
  const nameOf = (secret: string) =>
    createHmac('sha256', secret).update('mirrorbook storage').digest('hex').slice(0, 8);
  return { own: [nameOf(SEAL_SECRET), ...SEAL_SECRETS_OLD.map(nameOf)], ...storageState };
}

/** Returns the storage of STORAGE_URL without a prefix, which contains the objects of all installations that use it. */
export function getSharedStorage(): Storage {
  const url = env().STORAGE_URL;
  return singleton(`storage ${url}`, () =>
    url.startsWith('s3:') ? createS3Storage(url) : createDiskStorage(parseFolderUrl(url)),
  );
}

/** Returns the storage of this installation's objects. */
export const getStorage = (): Storage =>
  singleton(`named storage ${env().STORAGE_URL}`, () => createPrefixedStorage(getSharedStorage(), getStorageNames));

/** Returns the path of a folder in the form `file:data/files`, `file:/var/files` or `file:///var/files`. */
export function parseFolderUrl(url: string): string {
  return url.startsWith('file://') ? fileURLToPath(url) : resolve(url.slice('file:'.length));
}
