import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Returns false on the server and for the first paint, then true; for controls that need JavaScript. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
