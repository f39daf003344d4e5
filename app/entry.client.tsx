import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { SOMETHING_WENT_WRONG } from './platform/http/faultWords';
import { persistent } from './ui/connection';

// Remix posts forms with the browser's own fetch.
window.fetch = persistent(window.fetch.bind(window), SOMETHING_WENT_WRONG);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
