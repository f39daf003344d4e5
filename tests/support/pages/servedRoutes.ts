import { createRequestHandler, type EntryContext } from '@remix-run/node';
import { Outlet, RemixServer } from '@remix-run/react';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { write } from '~/platform/db/index.server';
import { startSession } from '~/signIns/session.server';
import { setCookie } from '~/web/cookies/cookies.server';

export type ServedRoute = { id: string; parentId: string; path?: string; module: object };

const root = { id: 'root', path: '', module: { default: Outlet } };

const manifestOf = ({ id, parentId, path, module }: Partial<ServedRoute>) => ({
  id,
  parentId,
  path,
  hasLoader: 'loader' in (module ?? {}),
  hasAction: 'action' in (module ?? {}),
  hasErrorBoundary: false,
  module: '',
  imports: [],
});

/**
 * Serves route modules as the server does, without a build, at the test's time.
 * @returns a function that creates signed-in browsers, which get a path or post to it
 */
export function servedRoutes(pages: readonly ServedRoute[]) {
  const routes = [root, ...pages];
  const handle = createRequestHandler(
    {
      mode: 'test',
      entry: {
        module: {
          default: (request: Request, status: number, headers: Headers, context: EntryContext) =>
            new Response(renderToString(createElement(RemixServer, { context, url: request.url })), {
              status,
              headers,
            }),
        },
      },
      routes: Object.fromEntries(routes.map((page) => [page.id, page])),
      assets: {
        entry: { imports: [], module: '' },
        routes: Object.fromEntries(routes.map((page) => [page.id, manifestOf(page)])),
        url: '',
        version: '',
      },
      publicPath: '/',
      assetsBuildDirectory: '',
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        v3_lazyRouteDiscovery: false,
        unstable_optimizeDeps: false,
      },
      isSpaMode: false,
    } as unknown as Parameters<typeof createRequestHandler>[0],
    'test',
  );
  return async (kind: 'investor' | 'admin', subjectId: string) => {
    const { secret } = await write((tx) => startSession(tx, { kind, subjectId }));
    const cookie = await setCookie(kind === 'admin' ? 'admin' : 'session', secret);
    const headers = { Cookie: cookie.split(';')[0] as string };
    const facts = { requestId: 'test', address: '127.0.0.1', nonce: '', allowFrames: () => {} };
    return async (path: string, body?: URLSearchParams): Promise<Response> => {
      const init = { headers, body, method: body ? 'POST' : 'GET' };
      return await handle(new Request(`http://mirrorbook.test${path}`, init), { ...facts });
    };
  };
}
