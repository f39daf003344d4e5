import type { RequestHandler } from 'express';
import { isProgram } from './program';

/** A mailed verification link, or the address beside it that answers in JSON. Secrets of this product have no dot. */
const LINK = /^\/[^/]+\/verify\/[\w-]+(\/status)?\/?$/i;

export const isVerificationLink = (path: string): boolean => LINK.test(path);

export const verificationForPrograms: RequestHandler = (request, _response, next) => {
  const found = LINK.exec(request.path);
  if (request.method === 'GET' && found && !found[1] && isProgram((name) => request.get(name) ?? null)) {
    const [path = '', query] = request.originalUrl.split('?', 2);
    const address = `${path.replace(/\/$/, '')}/status${query === undefined ? '' : `?${query}`}`;
    request.url = address;
    // Remix reads this one.
    request.originalUrl = address;
  }
  next();
};
