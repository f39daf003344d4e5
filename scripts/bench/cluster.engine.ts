/** Part of `bench cluster` that runs in each of its processes, on the database that DATABASE_URL names. */
import { performance } from 'node:perf_hooks';
import { availableAccount, custody } from '~/ledger/chartOfAccounts';
import { mustPost } from '~/ledger/posting/post.server';
import { closeDatabase, migrate, openDatabase, write } from '~/platform/db/index.server';
import { getWriteCounts } from '~/platform/db/writeQueue/writeMetrics';
import { newId } from '~/platform/ids';

/** @param waits duration of each posting, milliseconds @param processor processor time of the process for them, milliseconds */
export type PostingResult = {
  waits: number[];
  refused: number;
  transactions: number;
  conflicts: number;
  processor: number;
};

/**
 * Number of users whose deposits are posted to one custody account. They are few, so that every process soon reads and
 * verifies balances that others wrote.
 */
const USERS = 100;

/** Seconds before the measurement, in which statements are prepared and code is compiled. */
const WARM_UP_SECONDS = 4;

const depositOnce = (): Promise<unknown> => {
  const user = `person-${Math.floor(Math.random() * USERS)}`;
  const legs = [{ debit: custody('BTC'), credit: availableAccount(user), amount: 100n }];
  const head = { actor: 'system', effectiveAt: new Date(), kind: 'deposit' as const, ref: newId() };
  return write((tx) => mustPost(tx, { ...head, legs }), { users: [user] });
};

/** Posts as fast as possible. @param atOnce number of postings in progress at any time */
async function postRepeatedly(seconds: number, atOnce: number): Promise<PostingResult> {
  const before = { ...getWriteCounts() };
  const spent = process.cpuUsage();
  const waits: number[] = [];
  let refused = 0;
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < until) {
        const startedAt = performance.now();
        try {
          await depositOnce();
          waits.push(performance.now() - startedAt);
        } catch {
          refused += 1;
        }
      }
    }),
  );
  const { transactions, conflicts } = getWriteCounts();
  const { user, system } = process.cpuUsage(spent);
  return {
    waits,
    refused,
    transactions: transactions - before.transactions,
    conflicts: conflicts - before.conflicts,
    processor: (user + system) / 1000,
  };
}

await openDatabase();
await migrate();
await postRepeatedly(WARM_UP_SECONDS, 12);
process.send?.('ready');
process.once('message', async ({ seconds, atOnce }: { seconds: number; atOnce: number }) => {
  const written = await postRepeatedly(seconds, atOnce);
  await closeDatabase();
  process.send?.(written, () => process.exit(0));
});
