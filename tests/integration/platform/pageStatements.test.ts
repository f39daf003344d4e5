import { expect, test } from 'vitest';
import { followSome } from '~/features/copy/jobs.server';
import { startCopy } from '~/features/copy/lifecycle/startCopy.server';
import { putIntoTrading } from '~/features/liveTrading/moneyInTrading.server';
import { HOUR } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { settleInstallation } from '~/platform/installation/index.server';
import type { User } from '~/signIns/session.server';
import { UNIT } from '~/trading/numbers';
import { clock, onPostgres, useDatabase } from '../../support/database';
import { answerOf, cookies, requestContext, secretOf } from '../../support/pages/guarded';
import { makeUser } from '../../support/people/people';
import { statementsOf } from '../../support/statements';
import { runAll } from '../../support/trading/copies';
import { leaderOrders, makeLeader } from '../../support/trading/leaders';

useDatabase();

/**
 * Statements of an investor's pages with their frame, at most: their loaders' own, without those by which rows are compared with their
 * versions. Seven of them are the frame's.
 */
const MOST: Record<string, [statements: number, route: () => Promise<{ loader: never }>]> = {
  '/dashboard': [19, () => import('~/routes/investor/dashboard') as never],
  '/transactions': [12, () => import('~/routes/investor/transactions/list') as never],
  '/traders': [21, () => import('~/routes/investor/traders/list') as never],
  '/usercopytrade': [16, () => import('~/routes/investor/copies') as never],
  '/fundwallet': [10, () => import('~/routes/investor/fundWallet') as never],
  '/withdraw': [12, () => import('~/routes/investor/withdraw') as never],
  '/deposit': [8, () => import('~/routes/investor/depositHistory') as never],
  '/plans': [12, () => import('~/routes/investor/plans') as never],
  '/investments': [8, () => import('~/routes/investor/investments') as never],
  '/ranking': [12, () => import('~/routes/investor/ranking') as never],
  '/referrals': [14, () => import('~/routes/investor/referrals') as never],
  '/notifications': [8, () => import('~/routes/investor/notifications') as never],
  '/support': [8, () => import('~/routes/investor/support') as never],
  '/kyc': [8, () => import('~/routes/investor/kyc') as never],
};

async function investorWith(copies: number): Promise<User> {
  const user = await makeUser({ pdtUnlocked: true }, { dollars: 50_000 });
  expect((await write((tx) => putIntoTrading(tx, user, 500_00n))).ok).toBe(true);
  for (let n = 0; n < copies; n++) {
    const leader = await makeLeader();
    await leaderOrders(leader, 'XAUUSD', 10n * UNIT);
    clock.advance(HOUR);
    const terms = { trader: leader, amount: 1_000_00n, takeOver: true };
    expect((await write((tx) => startCopy(tx, user, terms))).ok).toBe(true);
    for (const size of [5n, -5n]) {
      clock.advance(HOUR);
      await leaderOrders(leader, 'XAUUSD', size * UNIT);
      await runAll(followSome);
    }
  }
  return user;
}

test('pages issue few statements, for five copies hardly more than for one', async () => {
  await settleInstallation();
  const { loader: layout } = (await import('~/routes/investor/layout')) as unknown as { loader: never };
  const found: Record<string, number[]> = {};
  for (const copies of [1, 5]) {
    const user = await investorWith(copies);
    const Cookie = await cookies({ session: await secretOf('investor', user.id) });
    for (const [path, [, route]] of Object.entries(MOST)) {
      const { loader } = await route();
      const open = async () => {
        const context = requestContext();
        const answers = [layout, loader].map((each) =>
          answerOf(each, new Request(`http://mirrorbook.test${path}`, { headers: { Cookie } }), { context }),
        );
        expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
      };
      // The first time what is remembered of the history is read.
      await open();
      const { run } = await statementsOf(open, /"?row_version"?/);
      found[path] = [...(found[path] ?? []), run];
    }
  }
  // Orders by account and number are one statement more on PostgreSQL.
  const more = onPostgres ? 1 : 0;
  const over = Object.entries(found).filter(
    ([path, [one = 0, five = 0]]) => five > one + 1 || five > (MOST[path]?.[0] ?? 0) + more,
  );
  expect(over).toEqual([]);
});
