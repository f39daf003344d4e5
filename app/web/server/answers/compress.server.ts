import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { clientHasDictionary, hasDictionary, withDictionary } from './dictionary.server';

export type PlainEncoding = 'br' | 'gzip' | 'identity';

/** Content encoding; `dcz` is zstd with the browser's dictionary. */
export type Encoding = PlainEncoding | 'dcz';

/** Patterns of encodings with their weights. The library `negotiator` takes 0.9 µs per cached answer, these patterns 0.1. */
const BR = /(?:^|,)\s*br\s*(?:;\s*q=([\d.]+))?\s*(?:,|$)/i;
const GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=([\d.]+))?\s*(?:,|$)/i;

const DCZ = /(?:^|,)\s*dcz\s*(?:;\s*q=([\d.]+))?\s*(?:,|$)/i;

export const pageEncodingFor = (accepted: string | undefined, available: unknown): Encoding =>
  clientHasDictionary(available) && accepts(accepted ?? '', DCZ) ? 'dcz' : encodingFor(accepted);

export const pageVariesBy = (): string =>
  hasDictionary() ? 'Accept-Encoding, Available-Dictionary, Save-Data' : 'Accept-Encoding, Save-Data';

export const isSavingData = (header: unknown): boolean => typeof header === 'string' && header.toLowerCase() === 'on';

export function encodingFor(accepted: string | undefined): PlainEncoding {
  if (!accepted) return 'identity';
  if (accepts(accepted, BR)) return 'br';
  return accepts(accepted, GZIP) ? 'gzip' : 'identity';
}

function accepts(accepted: string, encoding: RegExp): boolean {
  const weight = encoding.exec(accepted);
  return weight !== null && Number(weight[1] ?? 1) > 0;
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

type Effort = { br: number; gzip: number; dcz: number };

export const FAST_EFFORT: Effort = { br: 5, gzip: 6, dcz: 12 };

export const THOROUGH: Effort = { br: 9, gzip: 8, dcz: 12 };

/** Compression level of pages that are rendered once: a tenth smaller than with `THOROUGH`, at four times the work. */
export const BEST_EFFORT: Effort = { br: 10, gzip: 9, dcz: 15 };

/** Brotli window as a power of two, about the size of a page. The default reserves 4 MB each time. */
const WINDOW_BITS = 17;

export async function encoded(body: Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      return await brotli(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: effort.br, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS },
      });
    case 'dcz':
      return await withDictionary(body, effort.dcz);
    case 'gzip':
      return await gzipped(body, { level: effort.gzip });
    case 'identity':
      return body;
  }
}
