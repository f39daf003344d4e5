import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { env } from '../env';
import { singleton } from '../singleton';
import { diskStorage } from './disk.server';
import { s3Storage } from './s3.server';

/** A part of a file, bytes from 0, both ends in it. */
export type ByteRange = { start: number; end: number };

/**
 * Where the bytes of uploads are. Keys are ids of our own making; anything else is a mistake in the code, and throws. What
 * can't be done because the place is down or full throws too: callers turn that into an answer.
 */
export type Storage = {
  /**
   * Keeps the bytes under the key, all of them or none; they survive a power cut once this resolves.
   * @param type the MIME type, for places that record one
   */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
  /** The bytes, or a part of them, as a stream, opened and ready; null when there are none under the key. */
  get(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Removes what is under the key; nothing there is fine. */
  remove(key: string): Promise<void>;
  /** Resolves when files can be stored now. */
  ready(): Promise<void>;
  /** What is kept away from this machine only: copies of large files. */
  bucket?: {
    /** Keeps a whole file under the key, read as it is sent. */
    putFile(key: string, path: string): Promise<void>;
    /** The keys that begin so, in no order. */
    list(prefix: string): Promise<string[]>;
  };
};

/** The storage that STORAGE_URL names. */
export function storage(): Storage {
  const url = env().STORAGE_URL;
  return singleton(`storage ${url}`, () => (url.startsWith('s3:') ? s3Storage(url) : diskStorage(folderOf(url))));
}

/** `file:data/files`, `file:/var/files` and `file:///var/files` all name a folder. */
export function folderOf(url: string): string {
  return url.startsWith('file://') ? fileURLToPath(url) : resolve(url.slice('file:'.length));
}
