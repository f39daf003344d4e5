import { useSyncExternalStore } from 'react';
import { useRouteLoaderData } from '~/web/router';

const listeners = new Set<() => void>();

const STORAGE_KEY = 'moves though data is saved';

/** Setting until the next reload, if storage is forbidden or full. */
let isMotionTurnedOn = false;

function isDataSavingRequested(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return (connection?.saveData ?? false) || matchMedia('(prefers-reduced-data: reduce)').matches;
}

function isMotionAllowed(): boolean {
  try {
    return isMotionTurnedOn || localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return isMotionTurnedOn;
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

const useSetting = (fact: () => boolean): boolean => useSyncExternalStore(subscribe, fact, () => false);

export const useIsMotionPaused = (): boolean => useSetting(() => isDataSavingRequested() && !isMotionAllowed());

export const useIsMotionForced = (): boolean => useSetting(() => isDataSavingRequested() && isMotionAllowed());

/** Allows moving figures on this device although its browser saves data, or pauses them again. */
export function setMotionAllowed(moves: boolean): void {
  isMotionTurnedOn = false;
  try {
    if (moves) localStorage.setItem(STORAGE_KEY, 'yes');
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    isMotionTurnedOn = moves;
  }
  for (const listener of listeners) listener();
}

/** Returns whether the request's `Save-Data` header asks to omit unnecessary pictures; works without scripts. */
export const useOmitsPictures = (): boolean => useRouteLoaderData<{ savesData: boolean }>('root')?.savesData ?? false;
