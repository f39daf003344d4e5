import { readdirSync } from 'node:fs';
import { basename, extname } from 'node:path';
import express, { type Express, type Response } from 'express';
import { chooseEncoding } from './compress.server';
import { DICTIONARY_FILE_PREFIX } from './dictionary.server';

const ENCODING_BY_EXTENSION: Record<string, string> = { '.br': 'br', '.gz': 'gzip' };
const EXTENSION_BY_ENCODING = { br: '.br', gzip: '.gz', identity: '' } as const;

export function serveFiles(app: Express, folder: string): void {
  const built = new Set(readdirSync(`${folder}/assets`));
  // Names contain a hash of the content, so files never change, and a missing file stays missing.
  const asset = express.static(`${folder}/assets`, {
    immutable: true,
    maxAge: '1y',
    index: false,
    fallthrough: false,
    setHeaders: setCopyHeaders,
  });
  app.use('/assets', (request, response, next) => {
    const copy = request.path + EXTENSION_BY_ENCODING[chooseEncoding(request.headers['accept-encoding'])];
    if (built.has(copy.slice(1))) request.url = copy;
    asset(request, response, next);
  });
  const there = new Set(readdirSync(folder));
  // Express does not know the type of this file.
  const input = (response: Response, path: string) => path.endsWith('.avif') && response.type('image/avif');
  const file = express.static(folder, { maxAge: '1h', index: false, setHeaders: input });
  // All other URLs are pages. Looking for them on the disk first would delay every page.
  app.use((request, response, next) => (there.has(request.path.slice(1)) ? file(request, response, next) : next()));
}

function setCopyHeaders(response: Response, path: string): void {
  response.vary('Accept-Encoding');
  // Browsers use the dictionary only for pages.
  if (basename(path).startsWith(DICTIONARY_FILE_PREFIX)) {
    response.set('Use-As-Dictionary', 'match="/*", match-dest=("document")');
  }
  const ending = extname(path);
  const encoding = ENCODING_BY_EXTENSION[ending];
  if (encoding) response.set('Content-Encoding', encoding).type(extname(path.slice(0, -ending.length)));
}
