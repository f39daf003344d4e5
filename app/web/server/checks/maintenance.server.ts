import type { RequestHandler } from 'express';
import type { ServerBuild } from '../../responses.server';
import { fullPath, normalizePath } from '../routes';
import { sendRefusal } from './refusal.server';

type MaintenanceHandle = { inMaintenance?: boolean };

export const pathsOpenInMaintenance = (routes: ServerBuild['routes']): string[] =>
  Object.entries(routes)
    .filter(([, { module }]) => ((module.handle ?? {}) as MaintenanceHandle).inMaintenance)
    .map(([id]) => fullPath(routes, id).toLowerCase());

/**
 * Creates the middleware that refuses posts during maintenance (503), except to the `open` addresses, such as the
 * login.
 */
export function createMaintenanceGate(
  open: readonly string[],
  pause: () => { message: string; retryAfter: number } | null,
): RequestHandler {
  const paths = new Set(open.map((path) => path.toLowerCase()));
  return (request, response, next) => {
    if (request.method !== 'POST') return next();
    const paused = pause();
    if (!paused || paths.has(normalizePath(request.path))) return next();
    response.set('Retry-After', String(paused.retryAfter));
    sendRefusal(request, response, 503, paused.message);
  };
}
