import { useSyncExternalStore } from 'react';
import { useRouteLoaderData } from '~/web/router';

const listeners = new Set<() => void>();
/** Its reader wants figures to move all the same, until the page is loaded anew. */
let isTurnedOn = false;

/** By the browser's setting, which it also sends (`Save-Data`), or its reader's wish. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return !isTurnedOn && ((connection?.saveData ?? false) || matchMedia('(prefers-reduced-data: reduce)').matches);
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** Does this tab pause what moves by itself, to save data? */
export const usePaused = (): boolean => useSyncExternalStore(subscribe, savesData, () => false);

/** Lets figures move in this tab, though its browser saves data. */
export function turnOn(): void {
  isTurnedOn = true;
  for (const tell of listeners) tell();
}

/** Are pictures left out that a page can do without? The browser has asked for it with `Save-Data`, so also without scripts. */
export const usePicturesLeftOut = (): boolean => useRouteLoaderData<{ savesData: boolean }>('root')?.savesData ?? false;
