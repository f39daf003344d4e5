import { env } from '../env';
import { singleton } from '../singleton';

const listeningState = singleton('site', () => ({ origin: '' }));

export function setListeningOrigin(origin: string): void {
  listeningState.origin = origin;
}

/** Returns the public origin without a trailing slash. It is taken from the configuration, never from a request. */
export function getPublicOrigin(): string {
  const { PUBLIC_URL, HOST, PORT } = env();
  // The configured port is used until the server listens, which is after the demonstration is filled.
  return (PUBLIC_URL ?? (listeningState.origin || `http://${HOST}:${PORT}`)).replace(/\/+$/, '');
}

export const createPublicLink = (path: string): string => `${getPublicOrigin()}${path}`;

export const isHttps = (): boolean => getPublicOrigin().startsWith('https:');

/** Returns a path on this site, or `/`. Rejects another host (`//evil`, `/\evil`), another scheme, and line breaks. */
export function toSafePath(target: string | null | undefined): string {
  if (!target || !/^\/(?![/\\])[\x21-\x7e]*$/.test(target) || target.includes('\\')) return '/';
  return target;
}
