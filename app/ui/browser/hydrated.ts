import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and for the first paint, true once scripts run: what needs JavaScript is drawn only then. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
