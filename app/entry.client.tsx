import { RemixBrowser } from '@remix-run/react';
import { type ReactNode, StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { SOMETHING_WENT_WRONG } from '~/platform/result';
import { persistent } from './ui/connection';
import { keepTyped } from './ui/keepTyped';

// Remix posts forms with the browser's own fetch.
window.fetch = persistent(window.fetch.bind(window), SOMETHING_WENT_WRONG);

const putBack = keepTyped();

/** Its effect is the last of the page's first ones. */
function TakenOver({ children }: { children: ReactNode }) {
  useEffect(putBack, []);
  return children;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TakenOver>
        <RemixBrowser />
      </TakenOver>
    </StrictMode>,
  );
});
