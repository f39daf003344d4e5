import { env } from '../env';
import { singleton } from '../singleton';

const listeningState = singleton('site', () => ({ origin: '' }));

export function setListeningOrigin(origin: string): void {
  listeningState.origin = origin;
}

/** Returns the public origin without a trailing slash. It is taken from the configuration, never from a request. */
export function publicOrigin(): string {
  const { PUBLIC_URL, HOST, PORT } = env();
  // The configured port is used until the server listens, which is after the demonstration is filled.
  return (PUBLIC_URL ?? (listeningState.origin || `http://${HOST}:${PORT}`)).replace(/\/+$/, '');
}

export const publicLink = (path: string): string => `${publicOrigin()}${path}`;

export const isHttps = (): boolean => publicOrigin().startsWith('https:');

/** Returns a path on this site, or `/`. Rejects another host (`//evil`, `/\evil`), another scheme, and line breaks. */
export function safePath(target: string | null | undefined): string {
  if (!target || !/^\/(?![/\\])[\x21-\x7e]*$/.test(target) || target.includes('\\')) return '/';
  return target;
}
