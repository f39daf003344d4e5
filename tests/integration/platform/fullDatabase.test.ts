// On both engines: PostgreSQL skips the tests of the file size, which only SQLite limits.
import Database from 'better-sqlite3';
import { inArray } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { investment, journal, withdrawal } from '#drizzle/schema';
import { ACTS } from '~/acts.server';
import { followNextBatch } from '~/features/copying/copy/jobs.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { putIntoTrading } from '~/features/copying/liveTrading/moneyInTrading.server';
import { giveOrder } from '~/features/copying/liveTrading/ownOrders.server';
import { accrueBatch } from '~/features/money/plans/accrueInvestments.server';
import { openInvestment } from '~/features/money/plans/openInvestment.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { audit } from '~/ledger/proof/audit.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { DAY } from '~/platform/clock';
import { type Handle, isUnavailable, read, write } from '~/platform/db/index.server';
import { prepareInstallation } from '~/platform/installation/index.server';
import type { Result } from '~/platform/result';
import { createAdminActor } from '~/platform/states';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import { clock, onPostgres, useDatabase } from '../../support/database';
import { sizeOf } from '../../support/depth';
import { makeAdmin, makeUser } from '../../support/people/people';
import { leaveInReserve } from '../../support/people/reserve';
import { leaderOrders, makeLeader } from '../../support/trading/leaders';

/** Free pages of SQLite: from none to more than one act needs. */
const FREE_PAGES = Array.from({ length: 13 }, (_, pages) => pages);
const ROUNDS = sizeOf('FULL_DISKS');
const WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';

const connections = new Set<Database.Database>();
const { pragma } = Database.prototype;

/** Lets each connection add this many pages to the file. */
function leaveFree(pages: number): void {
  for (const connection of connections) {
    if (!connection.open) continue;
    const used = pragma.call(connection, 'page_count', { simple: true }) as number;
    const unused = pragma.call(connection, 'freelist_count', { simple: true }) as number;
    pragma.call(connection, `max_page_count = ${used - unused + pages}`);
  }
}

// Every connection of the product starts with a pragma.
Database.prototype.pragma = function (...input) {
  connections.add(this);
  return pragma.apply(this, input);
};
afterAll(() => {
  Database.prototype.pragma = pragma;
});
useDatabase();

/** Returns the result of `work`, or null if the database had no room for it. */
const unlessFull = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error) => {
    if (isUnavailable(error)) return null;
    throw error;
  });

/** Runs a use case that only a full disk may refuse. */
const tryTo = <T>(work: (tx: Handle) => Promise<Result<T>>): Promise<T | null> =>
  unlessFull(
    write(work).then((result) => {
      if (!result.ok) throw new Error(result.error.message);
      return result.value;
    }),
  );

test.skipIf(onPostgres)(
  `a database without room refuses whole acts, ${ROUNDS} times for each number of free pages`,
  async () => {
    await prepareInstallation();
    const admin = createAdminActor((await makeAdmin()).id);
    await leaveInReserve(1_000_000_000_00n);
    const leader = await makeLeader();
    for (let round = 0; round < ROUNDS * FREE_PAGES.length; round++) {
      const pages = FREE_PAGES[round % FREE_PAGES.length] as number;
      const [owner, other] = [
        await makeUser({ pdtUnlocked: true }, { dollars: 100_000 }),
        await makeUser({}, { dollars: 10_000 }),
      ];
      for (const user of [owner, other]) {
        expect(await tryTo((tx) => startCopy(tx, user, { trader: leader, amount: 2_000_00n }))).not.toBeNull();
      }
      expect(await tryTo((tx) => putIntoTrading(tx, owner, 10_000_00n))).not.toBeNull();
      expect(await tryTo((tx) => openInvestment(tx, owner, { plan: 'starter', amount: 500_00n }))).not.toBeNull();
      await leaderOrders(leader, 'EURUSD', (round % 2 ? -1_000n : 1_000n) * UNITS_PER_WHOLE);
      clock.advance(DAY);

      leaveFree(pages);
      const done = { withdrawals: [] as string[], plans: [] as string[], journals: [] as string[] };
      let refused = 0;
      const acts = {
        withdrawal: async () => {
          const made = await tryTo((tx) =>
            requestWithdrawal(tx, owner, { method: 'BTC', amount: 25_00n, wallet: WALLET }),
          );
          if (made) done.withdrawals.push(made.id);
          return made;
        },
        plan: async () => {
          const made = await tryTo((tx) => openInvestment(tx, owner, { plan: 'starter', amount: 500_00n }));
          if (made) done.plans.push(made.id);
          return made;
        },
        credit: async () => {
          const input = { userId: owner.id, kind: 'goodwill', amount: 10_00n, reason: 'To try' } as const;
          const made = await tryTo((tx) => ACTS.credit.run(tx, admin, input));
          if (made?.journalId) done.journals.push(made.journalId);
          return made;
        },
        order: () =>
          tryTo((tx) => giveOrder(tx, owner, { symbol: 'BTCUSD', side: 'buy', size: '0.001', type: 'market' })),
        fanOut: () => unlessFull(followNextBatch()),
        accrual: () => unlessFull(accrueBatch()),
      };
      while (refused === 0) {
        const results = await Promise.all(Object.values(acts).map((act) => act()));
        refused = results.filter((result) => result === null).length;
      }

      leaveFree(2 ** 30);
      const of = async (rows: PromiseLike<unknown[]>) => (await rows).length;
      expect([
        pages,
        await of(read().select().from(withdrawal).where(inArray(withdrawal.id, done.withdrawals))),
        await of(read().select().from(investment).where(inArray(investment.id, done.plans))),
        await of(read().select().from(journal).where(inArray(journal.id, done.journals))),
      ]).toEqual([pages, done.withdrawals.length, done.plans.length, done.journals.length]);
      while (await sealNextBatch());
      expect([pages, (await audit()).findings]).toEqual([pages, []]);
    }
  },
  3_600_000,
);
