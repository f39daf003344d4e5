/** What `bench cluster` runs in each of its processes, on the database that DATABASE_URL names. */
import { performance } from 'node:perf_hooks';
import { available, custody } from '~/ledger/chartOfAccounts';
import { mustPost } from '~/ledger/posting/post.server';
import { closeDatabase, migrate, openDatabase, write } from '~/platform/db/index.server';
import { writesCounted } from '~/platform/db/writeFigures';
import { newId } from '~/platform/ids';

/** @param waits milliseconds that each posting took */
export type Written = { waits: number[]; refused: number; transactions: number; conflicts: number };

/** Everyone's deposits go through one account. */
const PEOPLE = 1_000;

const depositOnce = (): Promise<unknown> => {
  const user = `person-${Math.floor(Math.random() * PEOPLE)}`;
  const legs = [{ debit: custody('BTC'), credit: available(user), amount: 100n }];
  const head = { actor: 'system', effectiveAt: new Date(), kind: 'deposit' as const, ref: newId() };
  return write((tx) => mustPost(tx, { ...head, legs }));
};

/**
 * Posts as fast as it goes.
 * @param atOnce how many wait for an answer at any time
 */
async function post(seconds: number, atOnce: number): Promise<Written> {
  const before = { ...writesCounted() };
  const waits: number[] = [];
  let refused = 0;
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < until) {
        const asked = performance.now();
        try {
          await depositOnce();
          waits.push(performance.now() - asked);
        } catch {
          refused += 1;
        }
      }
    }),
  );
  const { transactions, conflicts } = writesCounted();
  return { waits, refused, transactions: transactions - before.transactions, conflicts: conflicts - before.conflicts };
}

await openDatabase();
await migrate();
// What is prepared on the first use is prepared.
await post(0.5, 4);
process.send?.('ready');
process.once('message', async ({ seconds, atOnce }: { seconds: number; atOnce: number }) => {
  const written = await post(seconds, atOnce);
  await closeDatabase();
  process.send?.(written, () => process.exit(0));
});
