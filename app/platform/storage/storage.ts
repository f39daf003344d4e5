import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';

/** A part of a file, bytes from 0, both ends in it. */
export type ByteRange = { start: number; end: number };

/** Storage of uploads. Keys are IDs of our own; any other throws. A place that is down or full throws too. */
export type Storage = {
  /** Stores all bytes under the key, or none; they survive a power cut once this resolves. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Opens the bytes, or a part of them, as a stream; null when the key has none. */
  get(key: string, range?: ByteRange): Promise<Readable | null>;
  remove(key: string): Promise<void>;
  ready(): Promise<void>;
  bucket?: {
    putFile(key: string, path: string): Promise<void>;
    list(prefix: string): Promise<string[]>;
  };
};

/** Keys of uploads, the only ones that a restored installation reads as they were before. */
const UPLOAD_KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** Wraps a storage that installations may share: keys are written with the first prefix and read with all (newest first). */
export function namedStorage(shared: Storage, names: readonly [string, ...string[]]): Storage {
  const { bucket } = shared;
  const [own] = names;
  const underOwn = (key: string) => `${own}-${key}`;
  return {
    put: (key, bytes, type) => shared.put(underOwn(key), bytes, type),
    get: async (key, range) => {
      const keys = UPLOAD_KEY.test(key) ? [...names.map((name) => `${name}-${key}`), key] : [underOwn(key)];
      for (const each of keys) {
        const found = await shared.get(each, range);
        if (found) return found;
      }
      return null;
    },
    remove: (key) => shared.remove(underOwn(key)),
    ready: () => shared.ready(),
    bucket: bucket && {
      putFile: (key, path) => bucket.putFile(underOwn(key), path),
      list: async (prefix) => (await bucket.list(underOwn(prefix))).map((key) => key.slice(own.length + 1)),
    },
  };
}

const KEY = /^[a-z0-9-]{1,100}$/i;

export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error('A storage key is letters, digits and dashes');
  return key;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Makes a private folder and its parents, one at a time: Node's `recursive` never returns where nothing can be made (`/proc`). */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(path)) throw error;
  }
}
