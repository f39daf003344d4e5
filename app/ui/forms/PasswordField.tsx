import { useState } from 'react';
import { useHydrated } from '../browser/hydrated';
import { cx } from '../cx';
import { Icon } from '../pictures/Icon';
import { FIELD_CLASS, type InputProps, Labelled, nativeProps } from './Field';

export function PasswordField(props: Omit<InputProps, 'type'>) {
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  return (
    <Labelled {...props}>
      {(wiring) => (
        <span className="relative block">
          <input
            autoComplete="current-password"
            {...nativeProps(props)}
            {...wiring}
            type={shown ? 'text' : 'password'}
            className={cx(FIELD_CLASS, 'pe-12')}
          />
          {hydrated && (
            <button
              type="button"
              aria-controls={wiring.id}
              onClick={() => setShown(!shown)}
              className="absolute inset-y-0 end-0 flex w-11 cursor-pointer items-center justify-center rounded-control text-muted hover:text-ink"
            >
              <Icon name={shown ? 'eye-off' : 'eye'} />
              <span className="sr-only">{shown ? 'Hide password' : 'Show password'}</span>
            </button>
          )}
        </span>
      )}
    </Labelled>
  );
}
