import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Encoder } from '@toondepauw/node-zstd';
import { log } from '~/platform/log/index.server';

/* Compression dictionary made of the product's own pages (`scripts/dictionary.mjs`), which browsers cache (RFC 9842). Decision 085. */

type Dictionary = {
  bytes: Buffer;
  mark: string;
  href: string;
  /** Frame before each answer with the dictionary's hash, which decoders skip. */
  head: Buffer;
  encoders: Map<number, Encoder>;
  Encoder: typeof Encoder;
};

let open: Dictionary | null = null;

export const DICTIONARY_NAME = 'dictionary-';

/** Reads the dictionary of a build. Without it, or if its compressor does not run here, pages are sent without one. */
export async function openDictionary(folder: string): Promise<void> {
  const name = readdirSync(`${folder}/assets`).find((file) => /^dictionary-\w+\.bin$/.test(file));
  if (!name) return;
  try {
    const { Encoder } = await import('@toondepauw/node-zstd');
    const bytes = readFileSync(`${folder}/assets/${name}`);
    const hash = createHash('sha256').update(bytes).digest();
    open = {
      bytes,
      mark: `:${hash.toString('base64')}:`,
      href: `/assets/${name}`,
      head: Buffer.concat([Buffer.from('5e2a4d1820000000', 'hex'), hash]),
      encoders: new Map(),
      Encoder,
    };
  } catch (error) {
    log().warn({ err: error }, 'pages go without a dictionary');
  }
}

export const hasDictionary = (): boolean => open !== null;

/** Returns whether an `Available-Dictionary` header names the dictionary of this build. */
export const clientHasDictionary = (available: unknown): boolean =>
  available !== undefined && open !== null && available === open.mark;

export const dictionaryLink = (): string | null => open && `<${open.href}>; rel="compression-dictionary"`;

/** Compresses a body against the dictionary (`dcz`) off the main thread, at a zstd level from 1 to 19. */
export async function withDictionary(body: Buffer, level: number): Promise<Buffer> {
  if (!open) throw new Error('There is no dictionary to compress with');
  const { encoders, Encoder, bytes, head } = open;
  const encoder = encoders.get(level) ?? new Encoder(level, bytes);
  encoders.set(level, encoder);
  return Buffer.concat([head, await encoder.encode(body)]);
}
