import { SECOND } from '../clock';
import { log } from '../log/index.server';
import { singleton } from '../singleton';

/** Interval of the checks in milliseconds, which is the longest delay until a change by another process is seen. */
const INTERVAL_MS = SECOND / 2;

type Watched = { look: () => Promise<void> };

const all = singleton('watched', () => new Map<string, Watched>());

/** Returns a cached value that every request needs, refreshed twice a second after `startWatching`. */
export function watched<T>(name: string, read: () => Promise<T>, first: T) {
  const held = singleton(`watched ${name}`, () => ({ value: first }));
  const look = async () => {
    held.value = await read();
  };
  all.set(name, { look });
  return {
    now: (): T => held.value,
    refresh: look,
  };
}

export async function startWatching(): Promise<() => void> {
  for (const { look } of all.values()) await look();
  let isLooking = false;
  // Allows one read at a time. On a slow database, several would use all connections.
  const lookAgain = async () => {
    if (isLooking) return;
    isLooking = true;
    for (const [name, { look }] of all) {
      // While the database is unavailable, the last known value stays.
      await look().catch((err) => log().warn({ err, what: name }, 'what is watched could not be read'));
    }
    isLooking = false;
  };
  const timer = setInterval(lookAgain, INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
