import { SECOND } from '../clock';
import { log } from '../log/index.server';
import { singleton } from '../singleton';

/** Interval of the checks in milliseconds, which is the longest delay until a change by another process is seen. */
const REFRESH_INTERVAL_MS = SECOND / 2;

type WatchedValue = { refresh: () => Promise<void> };

const watchedValues = singleton('watched', () => new Map<string, WatchedValue>());

/** Returns a cached value that every request needs, refreshed twice a second after `startWatching`. */
export function createWatchedValue<T>(name: string, read: () => Promise<T>, first: T) {
  const cached = singleton(`watched ${name}`, () => ({ value: first }));
  const refresh = async () => {
    cached.value = await read();
  };
  watchedValues.set(name, { refresh });
  return {
    now: (): T => cached.value,
    refresh,
  };
}

export async function startWatching(): Promise<() => void> {
  for (const { refresh } of watchedValues.values()) await refresh();
  let isRefreshing = false;
  // Allows one read at a time. On a slow database, several would use all connections.
  const refreshAll = async () => {
    if (isRefreshing) return;
    isRefreshing = true;
    for (const [name, { refresh }] of watchedValues) {
      // While the database is unavailable, the last known value stays.
      await refresh().catch((err) => log().warn({ err, what: name }, 'a watched value could not be read'));
    }
    isRefreshing = false;
  };
  const timer = setInterval(refreshAll, REFRESH_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
