import { env } from '../env';
import { singleton } from '../singleton';

const listening = singleton('site', () => ({ origin: '' }));

export function setListeningOrigin(origin: string): void {
  listening.origin = origin;
}

/** Returns the public origin, without a slash at the end: from configuration, never from a request. */
export function publicOrigin(): string {
  const { PUBLIC_URL, HOST, PORT } = env();
  // Before it listens (the demonstration is filled then) the configured port is the best that is known.
  return (PUBLIC_URL ?? (listening.origin || `http://${HOST}:${PORT}`)).replace(/\/+$/, '');
}

export const publicLink = (path: string): string => `${publicOrigin()}${path}`;

export const isHttps = (): boolean => publicOrigin().startsWith('https:');

/** Returns a path on this site, or `/`: never another host (`//evil`, `/\evil`), another scheme, or a line break. */
export function safePath(target: string | null | undefined): string {
  if (!target || !/^\/(?![/\\])[\x21-\x7e]*$/.test(target) || target.includes('\\')) return '/';
  return target;
}
