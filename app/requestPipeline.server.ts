import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequestHandler, type GetLoadContextFunction } from '@remix-run/express';
import { createRequestHandler as drawAlone, type ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, { type RequestHandler } from 'express';
import type { ViteDevServer } from 'vite';
import { BACKUP_METRICS } from '~/backups/scheduledBackup.server';
import { ALERT_FIGURES } from '~/features/backoffice/alerts/alerts.server';
import { getPartFaults, PROCESS_PARTS } from '~/features/backoffice/alerts/processHealth.server';
import {
  getAnnouncementVersion,
  getMaintenancePause,
  MAINTENANCE_FIGURES,
} from '~/features/backoffice/announcements/announcements.server';
import { QUOTE_FIGURES } from '~/features/copying/quotes/pollQuotes.server';
import { AUDIT_FIGURES } from '~/features/money/books/checkBooks.server';
import { CHANGES_FIGURES } from '~/features/money/books/checkChanges.server';
import { getPublicVersion } from '~/features/site/marketing/publicVersion.server';
import { getPublicOrigin } from '~/platform/installation/site';
import { openDictionary } from '~/web/server/answers/dictionary.server';
import { cacheableRoutes, createPageCache } from '~/web/server/answers/pageCache.server';
import { serveFiles } from '~/web/server/answers/staticFiles.server';
import { createStyleInliner } from '~/web/server/answers/styleInliner';
import { createMaintenanceGate, pathsOpenInMaintenance } from '~/web/server/checks/maintenance.server';
import {
  answerUnexpectedError,
  contentPolicy,
  createUploadMatcher,
  limitBody,
  nonceSources,
  requireSameSite,
  requireWellFormed,
  setSecurityHeaders,
} from '~/web/server/checks/protect.server';
import { CALL_REFUSAL_SETTING } from '~/web/server/checks/refusal.server';
import { toOriginForm } from '~/web/server/checks/target';
import { routeProgramsToVerificationStatus } from '~/web/server/checks/verificationLink.server';
import { createBodyGate } from '~/web/server/limits/bodyGate.server';
import { createConcurrencyGate } from '~/web/server/limits/concurrencyGate.server';
import { setCorsHeaders } from '~/web/server/limits/cors.server';
import { createFloodGate } from '~/web/server/limits/floodGate.server';
import { createPostGate } from '~/web/server/limits/postGate.server';
import { createProcessorGate } from '~/web/server/limits/processorGate.server';
import { createUploadGate } from '~/web/server/limits/uploadGate.server';
import { createMetrics } from '~/web/server/metrics.server';
import { serveHealth } from '~/web/server/readiness.server';
import { fullPath, splitBuild, withoutSlashes } from '~/web/server/routes';
import { resolveAddress } from '~/web/server/visitors';
import { createEarlyRefusal } from './api/callAt';
import { MAINTENANCE_PATHS, SHARED_PATHS, UPLOAD_PATHS } from './api/calls';
import { V1_UPLOAD_PATHS } from './api/v1/table.server';
import { PAYMENT_METRICS } from './ledger/proof/paymentsWait.server';
import { countCommits } from './platform/db/index.server';
import { WRITE_METRICS } from './platform/db/writeQueue/writeMetrics';
import { env } from './platform/env';
import { WORK_METRICS } from './platform/process/work';

export type Sources = {
  build: ServerBuild | (() => Promise<ServerBuild>);
  assets?: string;
  vite?: ViteDevServer;
};

/** Builds the pipeline. `quick` answers public pages from memory; all else passes through the middleware of `slow` to Remix. */
export async function createPipeline({ build, assets, vite }: Sources, isReady: () => boolean) {
  const app = express();
  app.disable('x-powered-by');
  // Routes parse the query themselves.
  app.set('query parser', false);
  app.set('trust proxy', env().TRUSTED_PROXIES);
  app.set(CALL_REFUSAL_SETTING, createEarlyRefusal);
  app.use(setSecurityHeaders);
  // Precedes the request checks, because servers' health checks may use HTTP/1.0 without a Host.
  serveHealth(app, isReady, getPartFaults);
  app.use(requireWellFormed);
  const { routes } = typeof build === 'function' ? await build() : build;
  const isFaulty = () => {
    const faulty = new Set<string>(getPartFaults().map(({ part }) => part));
    return Object.keys(PROCESS_PARTS).map((part) => ({ part, isFaulty: faulty.has(part) }));
  };
  const metrics = createMetrics(routes, isFaulty, [
    ...AUDIT_FIGURES,
    ...ALERT_FIGURES,
    ...CHANGES_FIGURES,
    ...BACKUP_METRICS,
    ...MAINTENANCE_FIGURES,
    ...PAYMENT_METRICS,
    ...QUOTE_FIGURES,
    ...WRITE_METRICS,
    ...WORK_METRICS,
  ]);
  // Calls whose schema has a file field, and pages whose forms have one.
  const hasFile = createUploadMatcher([...UPLOAD_PATHS, ...V1_UPLOAD_PATHS, ...listPagesWithFiles(routes)]);
  app.get('/metrics', metrics.serve);
  const isStream = createStreamMatcher(routes);
  const concurrencyGate = createConcurrencyGate(isStream);
  app.use(concurrencyGate.enter, compression());
  if (vite) app.use(vite.middlewares);
  if (assets) {
    await openDictionary(assets);
    serveFiles(app, assets);
  }
  app.use(
    setCorsHeaders,
    routeProgramsToVerificationStatus,
    createFloodGate(),
    createMaintenanceGate([...pathsOpenInMaintenance(routes), ...MAINTENANCE_PATHS], getMaintenancePause),
    createProcessorGate(hasFile, isStream),
    limitBody(hasFile),
    requireSameSite,
    createUploadGate(hasFile),
    createBodyGate(hasFile, concurrencyGate),
    createPostGate(hasFile, concurrencyGate),
  );
  // Nothing is cached in development, where Vite changes pages at any time.
  const pages =
    typeof build === 'function'
      ? null
      : createPageCache(
          new Map([...cacheableRoutes(build), ...SHARED_PATHS]),
          drawAlone(build, 'production'),
          {
            paths: new Set(SHARED_PATHS.keys()),
            changes: countCommits,
            newsFor: (cookie) => {
              const { version, ...announcement } = getAnnouncementVersion(cookie);
              return { ...announcement, version: `${getPublicVersion()}/${version}` };
            },
          },
          assets ? createStyleInliner(assets) : undefined,
        );
  if (pages) app.use(pages.fill);
  app.all('*', createRemixHandler(build));
  app.use(answerUnexpectedError);

  const ownHost = env().PUBLIC_URL && new URL(getPublicOrigin()).host;
  // Cached pages are answered first, since Express would take three times as long.
  const quick = (request: IncomingMessage, response: ServerResponse): boolean => {
    request.url = toOriginForm(request, ownHost);
    request.url = resolveAddress(request);
    const isAnswered = pages?.answer(request, response) ?? false;
    metrics[isAnswered ? 'answeredFromMemory' : 'watch'](request, response);
    return isAnswered;
  };
  return { quick, slow: app, metrics };
}

const listPagesWithFiles = (routes: ServerBuild['routes']): string[] =>
  Object.entries(routes)
    .filter(([, { module }]) => (module.action as { hasFile?: boolean } | undefined)?.hasFile)
    .map(([id]) => fullPath(routes, id).toLowerCase());

function createStreamMatcher(routes: ServerBuild['routes']): (path: string) => boolean {
  const streams = Object.entries(routes).filter(([, { module }]) => (module.handle as { stream?: boolean })?.stream);
  const paths = new Set(streams.map(([id]) => fullPath(routes, id).toLowerCase()));
  return (path) => paths.has(withoutSlashes(path.toLowerCase()));
}

function createRemixHandler(build: Sources['build']): RequestHandler {
  const handlerOf = (part: Sources['build']) => createRequestHandler({ build: part, getLoadContext });
  if (typeof build === 'function') return handlerOf(build);
  const partOf = splitBuild(build);
  const handlers = new Map<ServerBuild, RequestHandler>();
  return (request, response, next) => {
    const part = partOf(request.path);
    const handler = handlers.get(part) ?? handlerOf(part);
    handlers.set(part, handler);
    return handler(request, response, next);
  };
}

const getLoadContext: GetLoadContextFunction = (request, response) => ({
  requestId: response.locals.requestId,
  nonce: response.locals.nonce,
  address: request.ip ?? '',
  allowFrames: (origins) =>
    response.set('Content-Security-Policy', contentPolicy(nonceSources(response.locals.nonce), origins)),
  onClose: (listener) => response.once('close', listener),
  connection: { unread: () => response.writableLength, cutOff: () => response.destroy() },
  mayStayOpen: !request.path.endsWith('.data'),
  // Remix writes a stream itself for a data request of the router.
  sendWhole: request.path.endsWith('.data')
    ? undefined
    : (body) => {
        // The next call of `end` sends this body.
        const end = response.end;
        response.end = () => Reflect.apply(end, response, [body]);
      },
  allowEmbedding: () => response.set('Cross-Origin-Resource-Policy', 'cross-origin').vary('Referer'),
  addCookie: (header) => response.append('Set-Cookie', header),
  setRetryAfter: (seconds) => response.set('Retry-After', seconds),
  setOutcome: (status) => {
    response.locals.outcome = status;
  },
});
