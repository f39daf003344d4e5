import { RemixBrowser } from '@remix-run/react';
import { type ReactNode, StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { SOMETHING_WENT_WRONG } from '~/platform/result';
import { withRetries } from './ui/browser/connection';
import { storeInput } from './ui/forms/scripts/storeInput';

// Remix posts forms with the browser's own fetch.
window.fetch = withRetries(window.fetch.bind(window), SOMETHING_WENT_WRONG);

const restoreInput = storeInput();

function Hydrated({ children }: { children: ReactNode }) {
  useEffect(restoreInput, []);
  return children;
}

/**
 * Waits until Remix has decoded the page's data. `RemixBrowser` starts decoding at its first render and suspends until
 * it is done. A press or a key during that time would make React hydrate the page at once and, because nothing catches
 * a suspended document, fail with React's error 345 (remix-run/remix#10214). Therefore `RemixBrowser` is called before
 * React renders anything: it suspends before its first hook and throws the promise to await.
 */
async function waitForDecoding(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (suspended) {
    await suspended;
  }
}

waitForDecoding().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Hydrated>
          <RemixBrowser />
        </Hydrated>
      </StrictMode>,
    );
  }),
);
