import type { RequestHandler } from 'express';
import type { ServerBuild } from '../../responses.server';
import { fullPath, plainPath } from '../routes';
import { refuse } from './refusal.server';

/** A route says with `handle.inMaintenance` that what is posted to it is taken meanwhile. */
type MaintenanceHandle = { inMaintenance?: boolean };

/** The addresses of a build whose posts are taken during maintenance, in lower case. */
export const openInMaintenance = (routes: ServerBuild['routes']): string[] =>
  Object.entries(routes)
    .filter(([, { module }]) => ((module.handle ?? {}) as MaintenanceHandle).inMaintenance)
    .map(([id]) => fullPath(routes, id).toLowerCase());

/**
 * Refuses what could change something while maintenance is on: 503, with words and when to come back. What is only read goes on.
 * @param open the addresses that are left open: signing in and out, and ending it
 * @param pause why nothing can be changed now; null while there is no maintenance
 */
export function maintenanceGate(
  open: readonly string[],
  pause: () => { words: string; retryAfter: number } | null,
): RequestHandler {
  const paths = new Set(open.map((path) => path.toLowerCase()));
  return (request, response, next) => {
    if (request.method !== 'POST') return next();
    const paused = pause();
    if (!paused || paths.has(plainPath(request.path))) return next();
    response.set('Retry-After', String(paused.retryAfter));
    refuse(request, response, 503, paused.words);
  };
}
