import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';

/** Range of bytes in a file, starting at 0 and including both ends. */
export type ByteRange = { start: number; end: number };

/**
 * Storage of uploads. Throws for keys that the product did not create, and for writes while the storage is full or
 * unavailable.
 */
export type Storage = {
  /** Stores all bytes under the key, or none. The stored bytes survive a power cut once the promise resolves. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Opens all or part of the bytes as a stream; null if there is nothing under the key. */
  get(key: string, range?: ByteRange): Promise<Readable | null>;
  remove(key: string): Promise<void>;
  ready(): Promise<void>;
  bucket?: {
    putFile(key: string, path: string): Promise<void>;
    list(prefix: string): Promise<string[]>;
  };
};

/** Pattern of upload keys, which are unique across installations. All other keys may be shared. */
const UPLOAD_KEY_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** Returns whether a file of the storage's folder is an upload of this installation or of a restore. */
export const isUpload = (name: string): boolean =>
  UPLOAD_KEY_PATTERN.test(name.replace(/^[0-9a-f]{8}-(?=[0-9a-f]{8}-)/, ''));

/** Prefixes of keys ('' for none): `write` for storing, `read` for lookups in that order. */
export type Prefixes = { write: readonly [string, ...string[]]; read: readonly string[] };

/** Names of an installation in a shared storage, newest first: `own` from its secrets, and those of its restores. */
export type StorageNames = { own: readonly [string, ...string[]]; restores: readonly string[]; isIsolated: boolean };

/**
 * Returns the prefixes of a key. An isolated restore writes and removes under its own name; from other names it only
 * reads uploads.
 */
export function getPrefixes(key: string, { own, restores, isIsolated }: StorageNames): Prefixes {
  const [newest = ''] = restores;
  if (UPLOAD_KEY_PATTERN.test(key)) return { write: [isIsolated ? newest : ''], read: [...restores, ''] };
  if (isIsolated) return { write: [newest], read: [newest] };
  // Includes former names, so that a database reset to an earlier restore is recognised.
  return { write: [own[0], ...restores], read: [...own, ''] };
}

/** Wraps a storage that several installations may share. */
export function createPrefixedStorage(shared: Storage, names: () => StorageNames): Storage {
  const { bucket } = shared;
  const named = (prefix: string, key: string) => (prefix === '' ? key : `${prefix}-${key}`);
  const each = async (prefixes: readonly string[], key: string, act: (key: string) => Promise<unknown>) => {
    for (const prefix of prefixes) await act(named(prefix, key));
  };
  return {
    put: (key, bytes, type) => each(getPrefixes(key, names()).write, key, (name) => shared.put(name, bytes, type)),
    get: async (key, range) => {
      for (const prefix of getPrefixes(key, names()).read) {
        const found = await shared.get(named(prefix, key), range);
        if (found) return found;
      }
      return null;
    },
    remove: (key) => {
      const { write, read } = getPrefixes(key, names());
      return each(names().isIsolated ? write : read, key, (name) => shared.remove(name));
    },
    ready: () => shared.ready(),
    bucket: bucket && {
      putFile: (key, path) => bucket.putFile(named(getPrefixes(key, names()).write[0], key), path),
      list: async (start) => {
        const lists = getPrefixes(start, names()).read.map(async (prefix) =>
          (await bucket.list(named(prefix, start))).map((key) => key.slice(named(prefix, '').length)),
        );
        return [...new Set((await Promise.all(lists)).flat())];
      },
    },
  };
}

const STORAGE_KEY_PATTERN = /^[a-z0-9-]{1,100}$/i;

export function assertValidKey(key: string): string {
  if (!STORAGE_KEY_PATTERN.test(key)) throw new Error('A storage key is letters, digits and dashes');
  return key;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Creates a private folder and its parents one at a time. Node's `recursive` never returns if a folder can't be created (`/proc`). */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(path)) throw error;
  }
}
