import type { RequestHandler } from 'express';
import { isProgram } from './program';

/** Pattern of a mailed verification link and of its JSON counterpart. Secrets of this product contain no dot. */
const VERIFICATION_LINK_PATTERN = /^\/[^/]+\/verify\/[\w-]+(\/status)?\/?$/i;

export const isVerificationLink = (path: string): boolean => VERIFICATION_LINK_PATTERN.test(path);

export const routeProgramsToVerificationStatus: RequestHandler = (request, _response, next) => {
  const found = VERIFICATION_LINK_PATTERN.exec(request.path);
  if (request.method === 'GET' && found && !found[1] && isProgram((name) => request.get(name) ?? null)) {
    const [path = '', query] = request.originalUrl.split('?', 2);
    const address = `${path.replace(/\/$/, '')}/status${query === undefined ? '' : `?${query}`}`;
    request.url = address;
    // Remix reads this property.
    request.originalUrl = address;
  }
  next();
};
