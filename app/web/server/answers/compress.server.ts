import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { clientHasDictionary, compressWithDictionary, hasDictionary } from './dictionary.server';

export type PlainEncoding = 'br' | 'gzip' | 'identity';

/** Content encoding; `dcz` is zstd with the browser's dictionary. */
export type Encoding = PlainEncoding | 'dcz';

/** Patterns of encodings with their weights. The library `negotiator` takes 0.9 µs per cached answer, these patterns 0.1. */
const BR_ACCEPTED = /(?:^|,)\s*br\s*(?:;\s*q=([\d.]+))?\s*(?:,|$)/i;
const GZIP_ACCEPTED = /(?:^|,)\s*gzip\s*(?:;\s*q=([\d.]+))?\s*(?:,|$)/i;

const DCZ_ACCEPTED = /(?:^|,)\s*dcz\s*(?:;\s*q=([\d.]+))?\s*(?:,|$)/i;

export const choosePageEncoding = (accepted: string | undefined, available: unknown): Encoding =>
  clientHasDictionary(available) && isAccepted(accepted ?? '', DCZ_ACCEPTED) ? 'dcz' : chooseEncoding(accepted);

export const pageVaryHeader = (): string =>
  hasDictionary() ? 'Accept-Encoding, Available-Dictionary, Save-Data' : 'Accept-Encoding, Save-Data';

export const isSavingData = (header: unknown): boolean => typeof header === 'string' && header.toLowerCase() === 'on';

export function chooseEncoding(accepted: string | undefined): PlainEncoding {
  if (!accepted) return 'identity';
  if (isAccepted(accepted, BR_ACCEPTED)) return 'br';
  return isAccepted(accepted, GZIP_ACCEPTED) ? 'gzip' : 'identity';
}

function isAccepted(accepted: string, encoding: RegExp): boolean {
  const weight = encoding.exec(accepted);
  return weight !== null && Number(weight[1] ?? 1) > 0;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

type CompressionLevels = { br: number; gzip: number; dcz: number };

export const FAST_EFFORT: CompressionLevels = { br: 5, gzip: 6, dcz: 12 };

export const THOROUGH_LEVELS: CompressionLevels = { br: 9, gzip: 8, dcz: 12 };

/** Compression levels of pages that are rendered once: a tenth smaller than with `THOROUGH_LEVELS`, at four times the work. */
export const BEST_LEVELS: CompressionLevels = { br: 10, gzip: 9, dcz: 15 };

/** Brotli window as a power of two, about the size of a page. The default reserves 4 MB each time. */
const BROTLI_WINDOW_BITS = 17;

export async function encodeBody(body: Buffer, encoding: Encoding, effort: CompressionLevels): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      return await compressBrotli(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: effort.br, [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS },
      });
    case 'dcz':
      return await compressWithDictionary(body, effort.dcz);
    case 'gzip':
      return await compressGzip(body, { level: effort.gzip });
    case 'identity':
      return body;
  }
}
