import { useState } from 'react';
import { Button } from '~/ui/Button';
import { useHydrated } from '~/ui/hydrated';
import { Stack } from '~/ui/Layout';
import { Notice } from '~/ui/Notice';
import { Muted } from '~/ui/Text';

type State = { at: 'start' | 'asking' | 'refused' } | { at: 'known'; latitude: number; longitude: number };

/** A position found longer ago than this is asked for anew, and one not found within it is given up: milliseconds. */
const PATIENCE = { maximumAge: 600_000, timeout: 10_000 };

/** With JavaScript: lets a person give their position, from which the server tells the country. Nothing depends on it. */
export function PositionField() {
  const [state, setState] = useState<State>({ at: 'start' });
  if (!useHydrated() || !('geolocation' in navigator)) return null;
  const ask = () => {
    setState({ at: 'asking' });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => setState({ at: 'known', latitude, longitude }),
      () => setState({ at: 'refused' }),
      PATIENCE,
    );
  };
  return (
    <Stack gap="tight">
      {state.at === 'known' ? (
        <>
          <input type="hidden" name="_lat" value={state.latitude} />
          <input type="hidden" name="_lng" value={state.longitude} />
        </>
      ) : (
        <Button type="button" onClick={ask} disabled={state.at === 'asking'}>
          Use my position for my country
        </Button>
      )}
      <span role="status">
        {state.at === 'known' && <Muted>Your country will be filled in from your position, which is not kept.</Muted>}
        {state.at === 'refused' && (
          <Notice tone="warning">Your position could not be found. You can sign up without it.</Notice>
        )}
      </span>
    </Stack>
  );
}
