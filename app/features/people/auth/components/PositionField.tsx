import { useEffect, useState } from 'react';
import { useHydrated } from '~/ui/browser/hydrated';
import { Muted } from '~/ui/Text';

/** Largest age of a position, and longest wait for a new one, in milliseconds. */
const POSITION_OPTIONS = { maximumAge: 600_000, timeout: 10_000 };

/**
 * Hidden fields with the browser's position, requested on load, from which the server derives the country. A refusal
 * has no effect.
 */
export function PositionFields() {
  const [found, setFound] = useState<{ latitude: number; longitude: number }>();
  const possible = useHydrated() && 'geolocation' in navigator;
  useEffect(() => {
    if (!possible) return;
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => setFound({ latitude, longitude }),
      () => {},
      POSITION_OPTIONS,
    );
  }, [possible]);
  if (!possible) return null;
  return (
    <span role="status" className="empty:hidden">
      {found && (
        <>
          <input type="hidden" name="_lat" value={found.latitude} />
          <input type="hidden" name="_lng" value={found.longitude} />
          <Muted>Your country will be filled in from your location, which is not stored.</Muted>
        </>
      )}
    </span>
  );
}
