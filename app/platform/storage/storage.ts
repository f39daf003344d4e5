import type { Readable } from 'node:stream';

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

const KEY = /^[a-z0-9-]{1,100}$/i;

/** A key, as it names a file or an object; throws when it is not one of our making. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error('A storage key is letters, digits and dashes');
  return key;
}
