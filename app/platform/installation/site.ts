import { env } from '../env';
import { singleton } from '../singleton';

const listening = singleton('site', () => ({ origin: '' }));

/** Told by the server when it listens, for when PUBLIC_URL is not configured. */
export function setListeningOrigin(origin: string): void {
  listening.origin = origin;
}

/** Where people reach this installation, without a slash at the end. From configuration, never from a request. */
export function publicOrigin(): string {
  const { PUBLIC_URL, HOST, PORT } = env();
  // Before it listens (the demonstration is filled then) the configured port is the best that is known.
  return (PUBLIC_URL ?? (listening.origin || `http://${HOST}:${PORT}`)).replace(/\/+$/, '');
}

/** A link for a mail. */
export const publicLink = (path: string): string => `${publicOrigin()}${path}`;

export const isHttps = (): boolean => publicOrigin().startsWith('https:');

/**
 * A path on this site to go back to, or `/`: never another host (`//evil`, `/\evil`), another scheme, or a line break.
 */
export function safePath(target: string | null | undefined): string {
  if (!target || !/^\/(?![/\\])[\x21-\x7e]*$/.test(target) || target.includes('\\')) return '/';
  return target;
}
