import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { contentPolicy, shields } from '../checks/protect.server';
import { type Encoding, encodingFor } from './encoding';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const SUFFIXES = { br: '.br', gzip: '.gz', identity: '' } as const;

type Copy = { headers: string[]; body: Buffer };

/**
 * The build's scripts and styles, which carry a hash of their content in their names: from memory, compressed when they
 * were built, for ever. Returns false for any other request.
 */
export function createStaticFiles(folder: string): (request: IncomingMessage, response: ServerResponse) => boolean {
  const there = new Set(readdirSync(folder));
  const copies = new Map<string, Copy>();

  /** Null for a file that is gone: a build was made anew under the server. */
  function copyOf(name: string, wanted: Encoding): Copy | null {
    const encoding = there.has(name + SUFFIXES[wanted]) ? wanted : 'identity';
    const file = name + SUFFIXES[encoding];
    let copy = copies.get(file);
    if (!copy) {
      const body = bytesOf(join(folder, file));
      if (!body) return null;
      const headers = {
        ...shields(contentPolicy("'self'")),
        'Content-Type': TYPES[extname(name)] ?? '',
        'Content-Length': String(body.length),
        'Cache-Control': 'public, max-age=31536000, immutable',
        Vary: 'Accept-Encoding',
        ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
      };
      copy = { body, headers: Object.entries(headers).flat() };
      copies.set(file, copy);
    }
    return copy;
  }

  return ({ method, url = '', headers }, response) => {
    if (!url.startsWith('/assets/') || (method !== 'GET' && method !== 'HEAD')) return false;
    const name = url.slice('/assets/'.length);
    if (!there.has(name) || !(extname(name) in TYPES)) return false;
    const copy = copyOf(name, encodingFor(headers['accept-encoding'] as string | undefined));
    if (!copy) return false;
    response.writeHead(200, copy.headers).end(method === 'HEAD' ? undefined : copy.body);
    return true;
  };
}

function bytesOf(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
