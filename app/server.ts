import type { AddressInfo, Server } from 'node:net';
import { markUnfinishedRestore } from '~/backups/index.server';
import { watchParts } from '~/features/backoffice/alerts/processHealth.server';
import { getMaintenancePause } from '~/features/backoffice/announcements/announcements.server';
import { backfillCopyActs } from '~/features/copying/copy/lifecycle/backfillCopyActs.server';
import { describeOtherFeedHoldings } from '~/features/copying/quotes/otherFeed.server';
import { backfillShownAddresses } from '~/features/money/wallet/deposits/depositAddress.server';
import { adoptResets } from '~/features/people/users/adoptResets.server';
import { loadSimulatedPrices } from '~/market/feed/installed.server';
import { loadResponses } from '~/market/feed/responseCache.server';
import { prepareInstallation } from '~/platform/installation/index.server';
import { describeIsolation } from '~/platform/installation/isolation.server';
import { findPortFault } from '~/platform/installation/port.server';
import { restrictPermissions } from '~/platform/installation/privateFiles.server';
import { joinProcesses } from '~/platform/installation/processes.server';
import { setListeningOrigin } from '~/platform/installation/site';
import { describeListenFault } from '~/platform/installation/startFault';
import { log } from '~/platform/log/index.server';
import { handleUncaughtErrors } from '~/platform/log/uncaught.server';
import { createPatientServer } from '~/web/server/limits/connections.server';
import { JOBS } from './jobs.server';
import { loadStoredHead } from './ledger/proof/heads.server';
import { sealAll } from './ledger/proof/seal.server';
import { checkSealKeys } from './ledger/proof/sealKeys.server';
import { followClockFile, SECOND } from './platform/clock';
import { closeDatabase, migrate, openDatabase, withStartLock } from './platform/db/index.server';
import { ConfigurationError, env, isPaper } from './platform/env';
import { startJobs } from './platform/jobs/index.server';
import { startSharingLimits } from './platform/process/sharedLimits.server';
import { startWatching } from './platform/process/watchedValue.server';
import { endStreams } from './platform/streams.server';
import { createPipeline, type Sources } from './requestPipeline.server';
import { ensureCatalogue } from './seed/catalogue.server';
import { ensureDemonstration } from './seed/demonstration.server';
import { printSignIns } from './seed/signIns.server';

const FINAL_SEALING_MS = 5 * SECOND;

export type RunningServer = { origin: string; stop: () => Promise<void> };

type Options = Sources & {
  /** Receives a message about each long step of the start. */
  say?: (line: string) => void;
  /** Called after an error that this process should not survive. It still serves, and asks to be stopped. */
  onBroken?: () => void;
};

/** Opens and migrates the database, fills an empty one in paper mode, starts the jobs, and serves. */
export async function startServer({
  say = () => {},
  onBroken = () => {},
  ...sources
}: Options): Promise<RunningServer> {
  const { DATA_DIR, HOST, DEMONSTRATION, LIMITS, STOP_DELAY } = env();
  await checkPort();
  restrictPermissions();
  if (isPaper()) followClockFile(DATA_DIR);
  await openDatabase();
  const leaveProcesses = await withStartLock(async () => {
    await migrate();
    await prepareInstallation();
    const leave = await joinProcesses();
    if (isPaper()) await loadSimulatedPrices();
    await loadStoredHead();
    await markUnfinishedRestore();
    await checkSealKeys();
    await backfillCopyActs();
    await adoptResets();
    await backfillShownAddresses();
    await loadResponses();
    await ensureCatalogue();
    if (isPaper() && DEMONSTRATION !== '0') await ensureDemonstration(say);
    return leave;
  });

  const isolated = describeIsolation();
  if (isolated) say(isolated);
  const otherFeed = await describeOtherFeedHoldings();
  if (otherFeed) log().warn(otherFeed);
  const stopWatching = await startWatching();
  const stopSharing = await startSharingLimits();
  const stopWatchingParts = watchParts();

  let ready = false;
  const { metrics, ...handlers } = await createPipeline(sources, () => ready);
  const limits = { idleTimeoutMs: LIMITS.patienceSeconds * SECOND, max: LIMITS.connections };
  const { server, drain, connections } = createPatientServer(limits, handlers);
  metrics.watchConnections(connections);
  await startListening(server);
  const { port } = server.address() as AddressInfo;
  const origin = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`;
  setListeningOrigin(origin);
  if (isPaper()) printSignIns(origin, say);
  const stopJobs = startJobs(JOBS, () => getMaintenancePause() !== null);
  const leaveUncaught = handleUncaughtErrors(onBroken);
  ready = true;

  return {
    origin,
    stop: async () => {
      ready = false;
      stopWatching();
      stopWatchingParts();
      const jobsEnded = stopJobs();
      await drain(STOP_DELAY * SECOND, endStreams);
      await jobsEnded;
      // Seals everything before the process ends, because nothing watches the rows afterwards.
      await sealAll({ maxMs: FINAL_SEALING_MS, always: true });
      await stopSharing();
      await leaveProcesses();
      await closeDatabase();
      leaveUncaught();
      log().info('stopped');
    },
  };
}

function startListening(server: Server): Promise<void> {
  const { HOST, PORT } = env();
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const text = describeListenFault(error, { HOST, PORT });
      reject(text ? new ConfigurationError(text, { cause: error }) : error);
    });
    server.listen(PORT, HOST, resolve);
  });
}

/** Throws if the port is in use, before the database is opened. */
async function checkPort(): Promise<void> {
  const fault = await findPortFault(env());
  if (fault) throw new ConfigurationError(fault);
}
