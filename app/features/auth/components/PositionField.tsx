import { useEffect, useState } from 'react';
import { useHydrated } from '~/ui/browser/hydrated';
import { Muted } from '~/ui/Text';

/** A position found longer ago than this is asked for anew, and one not found within it is given up: milliseconds. */
const PATIENCE = { maximumAge: 600_000, timeout: 10_000 };

/**
 * With JavaScript: asks the browser for its position at once, from which the server tells the country. Nothing depends on it: the
 * form can be sent meanwhile, and a refusal says nothing.
 */
export function PositionField() {
  const [found, setFound] = useState<{ latitude: number; longitude: number }>();
  const possible = useHydrated() && 'geolocation' in navigator;
  useEffect(() => {
    if (!possible) return;
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => setFound({ latitude, longitude }),
      () => {},
      PATIENCE,
    );
  }, [possible]);
  if (!possible) return null;
  return (
    <span role="status" className="empty:hidden">
      {found && (
        <>
          <input type="hidden" name="_lat" value={found.latitude} />
          <input type="hidden" name="_lng" value={found.longitude} />
          <Muted>Your country will be filled in from your location, which is not kept.</Muted>
        </>
      )}
    </span>
  );
}
