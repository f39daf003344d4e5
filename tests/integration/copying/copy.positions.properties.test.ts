import fc from 'fast-check';
import { expect, test } from 'vitest';
import { advanceOrEndCopies } from '~/features/copying/copy/following/internal/advanceOrEndCopies.server';
import { endCopiesAtFloor, followNextBatch, releaseBatch } from '~/features/copying/copy/jobs.server';
import { reduceCopy, topUpCopy } from '~/features/copying/copy/lifecycle/fundCopy.server';
import { pauseCopy, resumeCopy } from '~/features/copying/copy/lifecycle/pauseCopy.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { allocatedAccount } from '~/ledger/chartOfAccounts';
import { balance, readBalances } from '~/ledger/reading/statement.server';
import { MINUTE } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import type { User } from '~/signIns/session.server';
import { foldOrders } from '~/trading/accounts/account';
import { findSavedAccount } from '~/trading/accounts/accounts.server';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import { findOrders } from '~/trading/orders/orders.server';
import { clock, useDatabase } from '../../support/database';
import { cases } from '../../support/depth';
import { must } from '../../support/must';
import { makeUser } from '../../support/people/people';
import { clean, copyOf, mirrorAll, runAll, trades } from '../../support/trading/copies';
import { leaderOrders, makeLeader } from '../../support/trading/leaders';

useDatabase();

type World = { leader: string; user: User; id: string };

const cents = fc.bigInt({ min: 1n, max: 3_000_00n });
const order = fc
  .tuple(
    fc.constantFrom(
      ['XAUUSD', UNITS_PER_WHOLE] as const,
      ['EURUSD', 1_000n * UNITS_PER_WHOLE] as const,
      ['BTCUSD', UNITS_PER_WHOLE / 100n] as const,
    ),
    fc.bigInt({ min: -8n, max: 8n }).filter((size) => size !== 0n),
  )
  .map(([[id, unit], size]) => ({
    name: `the leader orders ${size} of ${id}`,
    // The order may exceed the margin.
    run: ({ leader }: World) => leaderOrders(leader, id, size * unit).catch(() => {}),
  }));

/** Acts of the owner and the leader, changes of the time, and runs of jobs. A refused act changes no data. */
const step = fc.oneof(
  { weight: 4, arbitrary: order },
  {
    weight: 3,
    arbitrary: fc.integer({ min: 1, max: 2_000 }).map((minutes) => ({
      name: `${minutes} minutes pass`,
      run: async () => clock.advance(minutes * MINUTE),
    })),
  },
  ...[pauseCopy, resumeCopy].map((use) =>
    fc.constant({ name: use.name, run: ({ user, id }: World) => write((tx) => use(tx, user, id)) }),
  ),
  ...[topUpCopy, reduceCopy].map((use) =>
    cents.map((amount) => ({
      name: `${use.name} ${amount}`,
      run: ({ user, id }: World) => write((tx) => use(tx, user, { id, amount })),
    })),
  ),
  fc.constantFrom(-700, 40, 300).map((dollars) => ({
    name: `${dollars} are typed`,
    run: async ({ leader }: World) => {
      await trades(leader, dollars);
      await mirrorAll();
    },
  })),
  fc
    .constantFrom(followNextBatch, endCopiesAtFloor, releaseBatch)
    .map((job) => ({ name: job.name, run: () => runAll(job) })),
  fc.constant({
    name: 'a process is killed while it carries the copy on',
    run: ({ id }: World) =>
      write(async (tx) => {
        await advanceOrEndCopies(tx, [await copyOf(id)]);
        throw new Error('killed');
      }).catch(() => {}),
  }),
);

async function agrees({ id, user }: World): Promise<void> {
  const row = await copyOf(id);
  const account = (await findSavedAccount(read(), id))?.account;
  const log = await findOrders(read(), id);
  expect(account?.balance.cash).toBe(await balance(read(), allocatedAccount(id, user.id).code));
  expect(row.contributed + row.result).toBe(account?.balance.cash);
  // An order that waits for its second has no row yet.
  expect(foldOrders(log)).toEqual({ ...account, waiting: [] });
  expect(log.map(({ number }) => number)).toEqual(log.map((_, at) => at + 1));
}

test('whatever the leader, the owner, time and killed processes do, copy, account, log and ledger agree to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 14 }),
      fc.constantFrom(undefined, 5_000, 9_700),
      async (steps, floorBps) => {
        const leader = await makeLeader();
        const user = await makeUser({}, { dollars: 10_000 });
        const started = must(await write((tx) => startCopy(tx, user, { trader: leader, amount: 2_000_00n, floorBps })));
        const world = { leader, user, id: started.id };
        for (const { run } of steps) {
          await run(world);
          await agrees(world);
        }
        // At the end all money returns to the owner, by Monday at the latest.
        await write((tx) => stopCopy(tx, user, world.id));
        clock.advance(4 * 24 * 60 * MINUTE);
        await runAll(releaseBatch);
        const { status, result } = await copyOf(world.id);
        expect(status).toBe('stopped');
        expect(await readBalances(read(), user.id)).toMatchObject({ available: 10_000_00n + result, allocated: 0n });
        await agrees(world);
      },
    ),
    { numRuns: cases(10) },
  );
  await clean();
});
