/** Process on the database that fetches prices and fills waiting orders; stops after a job on request, to be killed. */
import { copyJobs } from '~/features/copying/copy/jobs.server';
import { ownTradingJobs } from '~/features/copying/liveTrading/jobs.server';
import { quoteJobs } from '~/features/copying/quotes/pollQuotes.server';
import { signalJobs } from '~/features/copying/signals/jobs.server';
import { SECOND, setClock } from '~/platform/clock';
import { closeDatabase, openDatabase } from '~/platform/db/index.server';

const [product = 0, machine = 0, seconds = 0] = process.argv.slice(2, 5).map(Number);
const stopsAfter = process.argv[5];

let passed = 0;
setClock({ product: () => new Date(product + passed), system: () => new Date(machine + passed) });

await openDatabase();
for (; passed <= seconds * SECOND; passed += SECOND) {
  for (const { name, run } of [...quoteJobs, ...ownTradingJobs, ...signalJobs, ...copyJobs]) {
    for (let more = true; more; ) {
      more = await run();
      if (name !== stopsAfter) continue;
      process.send?.('stopped');
      await new Promise(() => {});
    }
  }
}
await closeDatabase();
process.disconnect();
