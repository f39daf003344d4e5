import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Encoder } from '@toondepauw/node-zstd';
import { log } from '~/platform/log/index.server';

/*
 * A dictionary that browsers keep and pages are compressed against (RFC 9842), so that what every page has in common travels once.
 * The build makes it of the product's own pages (`scripts/dictionary.mjs`). Decision 085.
 */

type Dictionary = {
  bytes: Buffer;
  /** What a browser that holds it says of itself in `Available-Dictionary`. */
  mark: string;
  /** Where browsers get it. */
  href: string;
  /** What stands before each answer that is compressed with it: a frame that decoders skip, with its hash. */
  head: Buffer;
  encoders: Map<number, Encoder>;
  Encoder: typeof Encoder;
};

/** Read by the process that serves; null where there is none. */
let open: Dictionary | null = null;

/** The beginning of the file's name in the folder of assets, before its hash. */
export const DICTIONARY_NAME = 'dictionary-';

/**
 * Reads the dictionary of a build. Pages are compressed without one where the build has none, or where its compressor is not to be had
 * for this machine.
 * @param folder the build's files for browsers
 */
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

/** Is there a dictionary to compress with? */
export const hasDictionary = (): boolean => open !== null;

/**
 * Does a browser hold the dictionary of this build? Any other that it names counts as none.
 * @param available its `Available-Dictionary`
 */
export const holdsDictionary = (available: unknown): boolean =>
  available !== undefined && open !== null && available === open.mark;

/** The `Link` by which a browser finds the dictionary, to fetch it when it has nothing else to do; null where there is none. */
export const dictionaryLink = (): string | null => open && `<${open.href}>; rel="compression-dictionary"`;

/**
 * A body compressed against the dictionary (`dcz`). It is made beside the thread that answers.
 * @param level of zstd: 1 to 19
 */
export async function withDictionary(body: Buffer, level: number): Promise<Buffer> {
  if (!open) throw new Error('There is no dictionary to compress with');
  const { encoders, Encoder, bytes, head } = open;
  const encoder = encoders.get(level) ?? new Encoder(level, bytes);
  encoders.set(level, encoder);
  return Buffer.concat([head, await encoder.encode(body)]);
}
