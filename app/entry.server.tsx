import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { log } from '~/platform/log/index.server';
import { runInPhase } from '~/platform/process/work';
import { RequestFactsProvider } from '~/web/requestFacts';
import { choosePageEncoding, encodeBody, FAST_EFFORT, pageVaryHeader } from '~/web/server/answers/compress.server';
import { dictionaryLinkHeader } from '~/web/server/answers/dictionary.server';
import { dataScript, renderDocument } from '~/web/server/answers/renderDocument.server';

// The serving process imports everything from this build, so that pages and server share their modules.
export { startServer } from './server';

/** Time limit of rendering a page, in milliseconds. */
const ABORT_MS = 10_000;

export const streamTimeout = ABORT_MS;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, requestId, sendWhole: giveWhole }: AppLoadContext,
): Promise<Response> {
  const page = (
    <RequestFactsProvider nonce={nonce} requestId={requestId}>
      <RemixServer
        context={{ ...remixContext, serverHandoffStream: undefined }}
        url={request.url}
        abortDelay={ABORT_MS}
        nonce={nonce}
      />
    </RequestFactsProvider>
  );
  const html = await runInPhase('render', async () =>
    Buffer.from(renderDocument(page) + (await dataScript(remixContext, nonce))),
  );
  const encoding = choosePageEncoding(
    request.headers.get('Accept-Encoding') ?? undefined,
    request.headers.get('Available-Dictionary') ?? undefined,
  );
  const body = await runInPhase('compression', () => encodeBody(html, encoding, FAST_EFFORT));
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Length', String(body.length));
  headers.append('Vary', pageVaryHeader());
  const link = dictionaryLinkHeader();
  if (link && encoding !== 'dcz') headers.append('Link', link);
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  if (!giveWhole) return new Response(body as BodyInit, { headers, status });
  giveWhole(body);
  return new Response(null, { headers, status });
}

/** Makes data of pages uncacheable, unless the page sets its own header. */
export function handleDataRequest(response: Response): Response {
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
  return response;
}

export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted) return;
  const requestId = context?.requestId;
  // A response thrown on purpose. If a fault caused it, the fault was logged where it was caught.
  if (isRouteErrorResponse(error)) {
    log()[error.status < 500 ? 'info' : 'warn']({ requestId, status: error.status }, 'request refused');
  } else {
    log().error({ requestId, err: error }, 'request failed');
  }
}
