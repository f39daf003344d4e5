// `npm run demonstration:traders`: adds the twelve simulated traders, each with a year of trading, to a paper
// installation. Existing ones stay unchanged.
import './environment.mjs';
import { canSimulate } from '~/features/copying/traders/simulated/simulatedTrader.server';
import { loadSimulatedPrices } from '~/market/feed/installed.server';
import { followClockFile } from '~/platform/clock';
import { closeDatabase, migrate } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { openInstallation, prepareInstallation } from '~/platform/installation/index.server';
import { SYSTEM_ACTOR } from '~/platform/states';
import { addMissingTraders } from '~/seed/simulatedTraders.server';

// Checked before the environment is read completely, since that creates secrets where there is no installation.
if (process.env.MODE === 'live') {
  console.error('Simulated traders exist in paper mode only. Nothing was added.');
  process.exit(1);
}
await openInstallation()
  .then(migrate)
  .then(prepareInstallation)
  .catch((error) => {
    console.error(`No trader was added: ${error.message}`);
    process.exit(1);
  });
if (!canSimulate()) {
  await closeDatabase();
  console.error('Simulated traders need the simulated market (MARKET_FEED=simulated). Nothing was added.');
  process.exit(1);
}
followClockFile(env().DATA_DIR);
await loadSimulatedPrices();
const addedTraders = await addMissingTraders(SYSTEM_ACTOR, (line) => console.log(line));
await closeDatabase();
console.log(
  addedTraders === 0 ? 'All simulated traders were there already.' : `${addedTraders} simulated traders were added.`,
);
