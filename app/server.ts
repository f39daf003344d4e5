import type { AddressInfo, Server } from 'node:net';
import { createRequestHandler, type GetLoadContextFunction } from '@remix-run/express';
import { createRequestHandler as drawAlone, type ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, { type RequestHandler } from 'express';
import type { ViteDevServer } from 'vite';
import { markBrokenOffRestore } from '~/backups/index.server';
import { BACKUP_FIGURES } from '~/backups/scheduledBackup.server';
import { settleInstallation } from '~/platform/installation/index.server';
import { portFault } from '~/platform/installation/port.server';
import { keepPrivate } from '~/platform/installation/privateFiles.server';
import { joinProcesses } from '~/platform/installation/processes.server';
import { publicOrigin, setListeningOrigin } from '~/platform/installation/site';
import { listenFault } from '~/platform/installation/startFault';
import { log } from '~/platform/log/index.server';
import { watchUncaught } from '~/platform/log/uncaught.server';
import { openDictionary } from '~/web/server/answers/dictionary.server';
import { ownStyles } from '~/web/server/answers/ownStyles';
import { createPageCache, keepable } from '~/web/server/answers/pageCache.server';
import { serveFiles } from '~/web/server/answers/staticFiles.server';
import { maintenanceGate, openInMaintenance } from '~/web/server/checks/maintenance.server';
import {
  contentPolicy,
  floodGate,
  headers,
  limitBody,
  nonced,
  sameSite,
  unexpected,
  uploadsTo,
  wellFormed,
} from '~/web/server/checks/protect.server';
import { CALL_REFUSAL } from '~/web/server/checks/refusal.server';
import { plainTarget } from '~/web/server/checks/target';
import { verificationForPrograms } from '~/web/server/checks/verificationLink.server';
import { bodyGate } from '~/web/server/limits/bodyGate.server';
import { callers } from '~/web/server/limits/callers.server';
import { createPatientServer } from '~/web/server/limits/connections.server';
import { postGate } from '~/web/server/limits/postGate.server';
import { processorGate } from '~/web/server/limits/processorGate.server';
import { createTurnGate } from '~/web/server/limits/turnGate.server';
import { uploadGate } from '~/web/server/limits/uploadGate.server';
import { createMetrics } from '~/web/server/metrics.server';
import { tellHealth } from '~/web/server/readiness.server';
import { fullPath, splitBuild, withoutSlashes } from '~/web/server/routes';
import { addressFor } from '~/web/server/visitors';
import { earlyRefusal } from './api/callAt';
import { MAINTENANCE_PATHS, SHARED_PATHS, UPLOAD_PATHS } from './api/calls';
import { AUDIT_FIGURES, CHANGES_FIGURES } from './features/admin';
import { ALERT_FIGURES } from './features/alerts';
import { MAINTENANCE_FIGURES, pauseNow, toldToAll } from './features/announcements';
import { takeOverActs } from './features/copy';
import { loadResponses, settleSimulatedPrices } from './features/market';
import { publicVersion } from './features/marketing/publicVersion.server';
import { heldOnOtherFeed, QUOTE_FIGURES } from './features/quotes';
import { takeOverResets } from './features/users';
import { JOBS } from './jobs.server';
import { recallHead } from './ledger/proof/heads.server';
import { PAYMENTS_FIGURES } from './ledger/proof/paymentsWait.server';
import { sealAll } from './ledger/proof/seal.server';
import { checkSealKeys } from './ledger/proof/sealKeys.server';
import { followClockFile, SECOND } from './platform/clock';
import { closeDatabase, commits, inTurn, migrate, openDatabase } from './platform/db/index.server';
import { WRITE_FIGURES } from './platform/db/turns/writeFigures';
import { ConfigurationError, env, isPaper } from './platform/env';
import { startJobs } from './platform/jobs/index.server';
import { startSharingLimits } from './platform/process/sharedLimits.server';
import { startWatching } from './platform/process/watched.server';
import { endStreams } from './platform/streams.server';
import { ensureCatalogue } from './seed/catalogue.server';
import { ensureDemonstration } from './seed/demonstration.server';
import { tellDemonstration } from './seed/signIns.server';

/** How long a process that ends goes on sealing, at most. */
const SEALING_AT_END = 5 * SECOND;

export type RunningServer = { origin: string; stop: () => Promise<void> };

type Options = {
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** The folder of the browser's files, in production. */
  assets?: string;
  /** In development Vite serves the browser's files. */
  vite?: ViteDevServer;
  /** Told what the long steps of starting are. */
  say?: (line: string) => void;
  /** Told when something went wrong that this process should not outlive: it still serves, and wants to be stopped. */
  onBroken?: () => void;
};

/** Opens the database, brings it up to date, fills an empty one in paper mode, starts the jobs, and serves. */
export async function startServer({
  build,
  assets,
  vite,
  say = () => {},
  onBroken = () => {},
}: Options): Promise<RunningServer> {
  const { DATA_DIR, HOST, TRUSTED_PROXIES, DEMONSTRATION, PATIENCE, MAX_CONNECTIONS, STOP_DELAY } = env();
  await checkPort();
  keepPrivate();
  if (isPaper()) followClockFile(DATA_DIR);
  await openDatabase();
  const leaveProcesses = await inTurn(async () => {
    await migrate();
    await settleInstallation();
    const leave = await joinProcesses();
    if (isPaper()) await settleSimulatedPrices();
    await recallHead();
    await markBrokenOffRestore();
    await checkSealKeys();
    await takeOverActs();
    await takeOverResets();
    await loadResponses();
    await ensureCatalogue();
    if (isPaper() && DEMONSTRATION !== '0') await ensureDemonstration(say);
    return leave;
  });

  const otherFeed = await heldOnOtherFeed();
  if (otherFeed) log().warn(otherFeed);
  const stopWatching = await startWatching();
  const stopSharing = await startSharingLimits();

  let ready = false;
  const app = express();
  app.disable('x-powered-by');
  // Routes read the query from the address by themselves.
  app.set('query parser', false);
  app.set('trust proxy', TRUSTED_PROXIES);
  app.set(CALL_REFUSAL, earlyRefusal);
  app.use(headers);
  // Before the checks of requests: health checks of servers may use HTTP/1.0 without a Host.
  tellHealth(app, () => ready);
  app.use(wellFormed);
  const { routes } = typeof build === 'function' ? await build() : build;
  const metrics = createMetrics(routes, [
    ...AUDIT_FIGURES,
    ...ALERT_FIGURES,
    ...CHANGES_FIGURES,
    ...BACKUP_FIGURES,
    ...MAINTENANCE_FIGURES,
    ...PAYMENTS_FIGURES,
    ...QUOTE_FIGURES,
    ...WRITE_FIGURES,
  ]);
  // The calls whose schema has a field for a file, and the pages whose forms have one.
  const bringsFile = uploadsTo([...UPLOAD_PATHS, ...pagesWithFiles(routes)]);
  app.get('/metrics', metrics.serve);
  const isStream = streamsOf(routes);
  const turns = createTurnGate(isStream);
  app.use(turns.enter, compression());
  if (vite) app.use(vite.middlewares);
  if (assets) {
    await openDictionary(assets);
    serveFiles(app, assets);
  }
  app.use(
    callers,
    verificationForPrograms,
    floodGate(),
    maintenanceGate([...openInMaintenance(routes), ...MAINTENANCE_PATHS], pauseNow),
    processorGate(bringsFile, isStream),
    limitBody(bringsFile),
    sameSite,
    uploadGate(bringsFile),
    bodyGate(bringsFile, turns),
    postGate(bringsFile, turns),
  );
  // Vite changes pages while they are looked at, so in development nothing is kept.
  const pages =
    typeof build === 'function'
      ? null
      : createPageCache(
          new Map([...keepable(build), ...SHARED_PATHS]),
          drawAlone(build, 'production'),
          {
            paths: new Set(SHARED_PATHS.keys()),
            changes: commits,
            told: (cookie) => {
              const { version, ...told } = toldToAll(cookie);
              return { ...told, version: `${publicVersion()}/${version}` };
            },
          },
          assets ? ownStyles(assets) : undefined,
        );
  if (pages) app.use(pages.fill);
  app.all('*', draw(build));
  app.use(unexpected);

  const ownHost = env().PUBLIC_URL && new URL(publicOrigin()).host;
  const limits = { patience: PATIENCE * SECOND, most: MAX_CONNECTIONS };
  const { server, drain, connections } = createPatientServer(limits, {
    // Bytes in memory first: through Express they take three times as long.
    quick: (request, response) => {
      request.url = plainTarget(request, ownHost);
      request.url = addressFor(request);
      const isAnswered = pages?.answer(request, response) ?? false;
      metrics[isAnswered ? 'answeredFromMemory' : 'watch'](request, response);
      return isAnswered;
    },
    slow: app,
  });
  metrics.watchConnections(connections);
  await listen(server);
  const { port } = server.address() as AddressInfo;
  const origin = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`;
  setListeningOrigin(origin);
  if (isPaper()) tellDemonstration(origin, say);
  const stopJobs = startJobs(JOBS, () => pauseNow() !== null);
  const leaveUncaught = watchUncaught(onBroken);
  ready = true;

  return {
    origin,
    stop: async () => {
      ready = false;
      stopWatching();
      const jobsEnded = stopJobs();
      await drain(STOP_DELAY * SECOND, endStreams);
      await jobsEnded;
      // Nothing waits for its seal while nobody looks after it.
      await sealAll({ most: SEALING_AT_END, always: true });
      await stopSharing();
      await leaveProcesses();
      await closeDatabase();
      leaveUncaught();
      log().info('stopped');
    },
  };
}

/** The addresses of the pages whose forms bring a file, in lower case. */
const pagesWithFiles = (routes: ServerBuild['routes']): string[] =>
  Object.entries(routes)
    .filter(([, { module }]) => (module.action as { bringsFile?: boolean } | undefined)?.bringsFile)
    .map(([id]) => fullPath(routes, id).toLowerCase());

/** Tells the addresses of the routes whose `handle.stream` says that they answer with a stream of events. */
function streamsOf(routes: ServerBuild['routes']): (path: string) => boolean {
  const streams = Object.entries(routes).filter(([, { module }]) => (module.handle as { stream?: boolean })?.stream);
  const paths = new Set(streams.map(([id]) => fullPath(routes, id).toLowerCase()));
  return (path) => paths.has(withoutSlashes(path.toLowerCase()));
}

/** Hands requests to Remix. */
function draw(build: Options['build']): RequestHandler {
  const handlerOf = (part: Options['build']) => createRequestHandler({ build: part, getLoadContext });
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
    response.set('Content-Security-Policy', contentPolicy(nonced(response.locals.nonce), origins)),
  whenGone: (tell) => response.once('close', tell),
  line: { unread: () => response.writableLength, cutOff: () => response.destroy() },
  mayStayOpen: !request.path.endsWith('.data'),
  // For a data request of the router, Remix writes a stream by itself.
  giveWhole: request.path.endsWith('.data')
    ? undefined
    : (body) => {
        // Whatever ends the answer later then sends this body.
        const end = response.end;
        response.end = () => Reflect.apply(end, response, [body]);
      },
  allowEmbedding: () => response.set('Cross-Origin-Resource-Policy', 'cross-origin').vary('Referer'),
  addCookie: (header) => response.append('Set-Cookie', header),
  tellOutcome: (status) => {
    response.locals.outcome = status;
  },
});

function listen(server: Server): Promise<void> {
  const { HOST, PORT } = env();
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const words = listenFault(error, { HOST, PORT });
      reject(words ? new ConfigurationError(words, { cause: error }) : error);
    });
    server.listen(PORT, HOST, resolve);
  });
}

/** A port that is taken is told before the database is opened or changed. */
async function checkPort(): Promise<void> {
  const fault = await portFault(env());
  if (fault) throw new ConfigurationError(fault);
}
