import {
  type ActionFunctionArgs,
  type AppLoadContext,
  createReadableStreamFromReadable,
  type EntryContext,
  type LoaderFunctionArgs,
} from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { withoutPadding } from './platform/http/padding.server';
import { log } from './platform/log.server';
import { RequestFactsProvider } from './platform/requestFacts';

// The process that serves takes everything from the one build, so that page and server share their modules.
export { startServer } from './server';

/** Loaders answer well before this; what is still unanswered is given up, so that nothing waits for ever. */
const ABORT_MS = 10_000;

export const streamTimeout = ABORT_MS;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, requestId }: AppLoadContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let code = status;
    // Crawlers get the page whole; so does a browser without JavaScript, since nothing of ours is deferred.
    const ready = isbot(request.headers.get('User-Agent') ?? '') ? 'onAllReady' : 'onShellReady';
    const { pipe, abort } = renderToPipeableStream(
      <RequestFactsProvider nonce={nonce} requestId={requestId}>
        <RemixServer context={remixContext} url={request.url} abortDelay={ABORT_MS} nonce={nonce} />
      </RequestFactsProvider>,
      {
        nonce,
        [ready]: () => {
          const body = withoutPadding();
          // Left running, this timer keeps each rendered page in memory for its whole delay.
          body.on('close', () => clearTimeout(giveUp));
          headers.set('Content-Type', 'text/html; charset=utf-8');
          if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: code }));
          pipe(body);
        },
        onShellError: (error: unknown) => {
          clearTimeout(giveUp);
          reject(error);
        },
        onError: (error: unknown) => {
          code = 500;
          log().error({ requestId, err: error }, 'page failed');
        },
      },
    );
    const giveUp = setTimeout(abort, ABORT_MS + 1_000);
  });
}

export function handleDataRequest(response: Response): Response {
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
  return response;
}

export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted) return;
  const requestId = context?.requestId;
  // An answer, thrown on purpose: what failed behind one was logged where it was caught.
  if (isRouteErrorResponse(error)) {
    log()[error.status < 500 ? 'info' : 'warn']({ requestId, status: error.status }, 'request refused');
  } else {
    log().error({ requestId, err: error }, 'request failed');
  }
}
