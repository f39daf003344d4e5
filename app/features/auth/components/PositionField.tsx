import { useEffect, useState } from 'react';
import { useHydrated } from '~/ui/hydrated';
import { Stack } from '~/ui/layout/Layout';
import { Muted } from '~/ui/Text';

type State = { at: 'asking' | 'refused' } | { at: 'known'; latitude: number; longitude: number };

/** A position found longer ago than this is asked for anew, and one not found within it is given up: milliseconds. */
const PATIENCE = { maximumAge: 600_000, timeout: 10_000 };

/**
 * With JavaScript: asks the browser for its position at once, from which the server tells the country. Nothing depends on it: a
 * refusal is a warning, and the form can be sent meanwhile.
 */
export function PositionField() {
  const [state, setState] = useState<State>({ at: 'asking' });
  const possible = useHydrated() && 'geolocation' in navigator;
  useEffect(() => {
    if (!possible) return;
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => setState({ at: 'known', latitude, longitude }),
      () => setState({ at: 'refused' }),
      PATIENCE,
    );
  }, [possible]);
  if (!possible) return null;
  return (
    <Stack gap="tight">
      {state.at === 'known' && (
        <>
          <input type="hidden" name="_lat" value={state.latitude} />
          <input type="hidden" name="_lng" value={state.longitude} />
        </>
      )}
      <span role="status">
        {state.at === 'known' && <Muted>Your country will be filled in from your location, which is not kept.</Muted>}
        {state.at === 'refused' && <Muted>Your location could not be found. You can sign up without it.</Muted>}
      </span>
    </Stack>
  );
}
