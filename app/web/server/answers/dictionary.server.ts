import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Encoder } from '@toondepauw/node-zstd';
import { log } from '~/platform/log/index.server';

/* Compression dictionary made of the product's own pages (`scripts/dictionary.mjs`), which browsers cache (RFC 9842). Decision 085. */

type Dictionary = {
  bytes: Buffer;
  headerValue: string;
  href: string;
  /** Frame before each answer with the dictionary's hash, which decoders skip. */
  head: Buffer;
  encoders: Map<number, Encoder>;
  Encoder: typeof Encoder;
};

let openedDictionary: Dictionary | null = null;

export const DICTIONARY_FILE_PREFIX = 'dictionary-';

/** Reads the dictionary of a build. Without it, or if its compressor does not run here, pages are sent without one. */
export async function openDictionary(folder: string): Promise<void> {
  const name = readdirSync(`${folder}/assets`).find((file) => /^dictionary-\w+\.bin$/.test(file));
  if (!name) return;
  try {
    const { Encoder } = await import('@toondepauw/node-zstd');
    const bytes = readFileSync(`${folder}/assets/${name}`);
    const hash = createHash('sha256').update(bytes).digest();
    openedDictionary = {
      bytes,
      headerValue: `:${hash.toString('base64')}:`,
      href: `/assets/${name}`,
      head: Buffer.concat([Buffer.from('5e2a4d1820000000', 'hex'), hash]),
      encoders: new Map(),
      Encoder,
    };
  } catch (error) {
    log().warn({ err: error }, 'the compression dictionary is unavailable');
  }
}

export const hasDictionary = (): boolean => openedDictionary !== null;

/** Returns whether an `Available-Dictionary` header names the dictionary of this build. */
export const clientHasDictionary = (available: unknown): boolean =>
  available !== undefined && openedDictionary !== null && available === openedDictionary.headerValue;

export const dictionaryLinkHeader = (): string | null =>
  openedDictionary && `<${openedDictionary.href}>; rel="compression-dictionary"`;

/** Compresses a body against the dictionary (`dcz`) off the main thread, at a zstd level from 1 to 19. */
export async function compressWithDictionary(body: Buffer, level: number): Promise<Buffer> {
  if (!openedDictionary) throw new Error('There is no dictionary to compress with');
  const { encoders, Encoder, bytes, head } = openedDictionary;
  const encoder = encoders.get(level) ?? new Encoder(level, bytes);
  encoders.set(level, encoder);
  return Buffer.concat([head, await encoder.encode(body)]);
}
