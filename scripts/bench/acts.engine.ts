/** Part of `bench acts` that runs in a process for each engine, on the empty database that DATABASE_URL names. */

import { availableAccount, custody } from '~/ledger/chartOfAccounts';
import { mustPost } from '~/ledger/posting/post.server';
import { loadSimulatedPrices } from '~/market/feed/installed.server';
import { closeDatabase, migrate, openDatabase, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { newId } from '~/platform/ids';
import { prepareInstallation } from '~/platform/installation/index.server';
import { ensureCatalogue } from '~/seed/catalogue.server';
import { moneyActs } from '../../tests/support/moneyActs';
import { type Counted, statementsOf } from '../../tests/support/statements';
import { serverProcessor, type Trips, watchTrips } from '../../tests/support/trips';

/**
 * Cost of one act: processor time in milliseconds, in this process and, where it can be read, in PostgreSQL; number of
 * statements; and the cost of its transaction in PostgreSQL.
 */
export type Cost = Counted & { processor: number; server: number | null; taken: Trips };

/** Number of acts per kind. The answers of `getData` are as long as the history at that point. */
const ACTS_PER_KIND = 200;
/**
 * Number of parts of a measurement. The cheapest part is the result, since other processes make the others more
 * expensive.
 */
const ROUNDS = 8;

// Lifts the limit per account, since one user does all acts.
process.env.LIMITS = 'openRequestsPerAccount=100000';

await openDatabase();
await migrate();
await prepareInstallation();
await loadSimulatedPrices();
await ensureCatalogue();
/** Posts a deposit and does nothing else, like `bench cluster`. */
const postDeposit = async () => {
  const legs = [{ debit: custody('BTC'), credit: availableAccount('person'), amount: 100n }];
  const head = { actor: 'system', effectiveAt: new Date(), kind: 'deposit' as const, ref: newId() };
  await write((tx) => mustPost(tx, { ...head, legs }));
};
const acts: Record<string, () => Promise<void>> = { posting: postDeposit, ...(await moneyActs()) };
const costs: Record<string, Cost> = {};
/** Pair of acts: a copy is started if there is none, and stopped if there is one. */
const ACT_PAIR = ['copy started', 'copy stopped'];

async function measureActs(names: string[]): Promise<void> {
  const min = new Map<string, { processor: number; taken: Trips }>();
  const before = await serverProcessor(env().DATABASE_URL);
  for (let part = 0; part < ROUNDS; part++) {
    const spent = names.map((name) => ({ name, processor: 0, taken: { trips: 0, statements: 0 } }));
    for (let time = 0; time < ACTS_PER_KIND / ROUNDS; time++) {
      for (const each of spent) {
        const watched = watchTrips();
        const before = process.cpuUsage();
        await acts[each.name]?.();
        const { user, system } = process.cpuUsage(before);
        watched.stop();
        const [count, { taken }] = [ACTS_PER_KIND / ROUNDS, watched];
        each.processor += (user + system) / 1000 / count;
        each.taken.trips += taken.trips / count;
        each.taken.statements += taken.statements / count;
      }
    }
    for (const { name, processor, taken } of spent) {
      if (processor < (min.get(name)?.processor ?? Number.POSITIVE_INFINITY)) min.set(name, { processor, taken });
    }
  }
  const after = await serverProcessor(env().DATABASE_URL);
  // Two acts that run alternately each get half of the cost of both.
  const server = before === null || after === null ? null : (after - before) / ACTS_PER_KIND / names.length;
  for (const [name, each] of min) costs[name] = { run: 0, prepared: 0, ...each, server };
}

await measureActs(ACT_PAIR);
for (const name of Object.keys(acts)) if (!ACT_PAIR.includes(name)) await measureActs([name]);
// Counted at the end, since counting is expensive.
for (const [name, act] of Object.entries(acts)) {
  Object.assign(costs[name] ?? {}, await statementsOf(act));
}
await closeDatabase();
process.send?.(costs);
