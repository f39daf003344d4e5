import { useSyncExternalStore } from 'react';
import { useRouteLoaderData } from '~/web/router';

const listeners = new Set<() => void>();

const STORAGE_KEY = 'moves though data is saved';

/** Setting until the next reload, if storage is forbidden or full. */
let isTurnedOn = false;

function isDataSavingRequested(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return (connection?.saveData ?? false) || matchMedia('(prefers-reduced-data: reduce)').matches;
}

function isOverruled(): boolean {
  try {
    return isTurnedOn || localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return isTurnedOn;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // The event comes from other tabs of the same browser.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

const useFact = (fact: () => boolean): boolean => useSyncExternalStore(subscribe, fact, () => false);

export const useIsMotionPaused = (): boolean => useFact(() => isDataSavingRequested() && !isOverruled());

export const useIsMotionForced = (): boolean => useFact(() => isDataSavingRequested() && isOverruled());

/** Lets figures move on this device though its browser saves data, or pauses them again. It stays so until it is changed. */
export function setMotionAllowed(moves: boolean): void {
  isTurnedOn = false;
  try {
    if (moves) localStorage.setItem(STORAGE_KEY, 'yes');
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    isTurnedOn = moves;
  }
  for (const listener of listeners) listener();
}

/** Returns whether the request's `Save-Data` header asks to omit unnecessary pictures; works without scripts. */
export const useOmitsPictures = (): boolean => useRouteLoaderData<{ savesData: boolean }>('root')?.savesData ?? false;
