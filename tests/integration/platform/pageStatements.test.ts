import { expect, test } from 'vitest';
import { followSome } from '~/features/copying/copy/jobs.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { putIntoTrading } from '~/features/copying/liveTrading/moneyInTrading.server';
import { HOUR } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { settleInstallation } from '~/platform/installation/index.server';
import { UNIT } from '~/trading/numbers';
import { clock, onPostgres, useDatabase } from '../../support/database';
import { answerOf, cookies, requestContext, secretOf } from '../../support/pages/guarded';
import { makeAdmin, makeUser } from '../../support/people/people';
import { statementsOf } from '../../support/statements';
import { runAll } from '../../support/trading/copies';
import { leaderOrders, makeLeader } from '../../support/trading/leaders';

useDatabase();

/** Maximum number of statements of any page with its frame. */
const MAX_STATEMENTS = { investor: 6, admin: 6 };

/** Maximum number of statements of pages that need more; forms may run 8, lists 12, and the dashboard 20. */
const MORE: Record<string, number> = {
  'investor/copies': 10,
  'investor/copy': 8,
  'investor/dashboard': 10,
  'investor/liveTrading': 8,
  'investor/plans': 8,
  'investor/ranking': 7,
  'investor/referrals': 8,
  'investor/traders/compare': 8,
  'investor/traders/list': 9,
  'investor/traders/trader': 9,
  'investor/transactions/list': 10,
  'investor/transactions/statement': 10,
  'investor/settings/webhooks': 7,
  'investor/withdraw': 8,
  'admin/audit': 11,
  'admin/exposure': 7,
  'admin/outbox': 9,
  'admin/staff/list': 7,
  'admin/trades': 8,
  'admin/users/list': 8,
  'admin/users/part': 10,
  'admin/users/user': 12,
};

type Route = { loader?: never };

const ROUTES = import.meta.glob<Route>(['/app/routes/investor/**/*.tsx', '/app/routes/admin/**/*.tsx']);

async function investorWith(copies: number) {
  const user = await makeUser({ pdtUnlocked: true }, { dollars: 50_000 });
  expect((await write((tx) => putIntoTrading(tx, user, 500_00n))).ok).toBe(true);
  let leader = '';
  for (let n = 0; n < copies; n++) {
    leader = await makeLeader();
    await leaderOrders(leader, 'BTCUSD', UNIT / 10n);
    clock.advance(HOUR);
    const terms = { trader: leader, amount: 1_000_00n, takeOver: true };
    expect((await write((tx) => startCopy(tx, user, terms))).ok).toBe(true);
    for (const size of [UNIT / 20n, -UNIT / 20n]) {
      clock.advance(HOUR);
      await leaderOrders(leader, 'BTCUSD', size);
      await runAll(followSome);
    }
  }
  return { user, leader };
}

test('pages run few statements, for five copies hardly more than for one', async () => {
  await settleInstallation();
  const admin = await makeAdmin();
  const found: Record<string, number[]> = {};
  for (const copies of [1, 5]) {
    const { user, leader } = await investorWith(copies);
    const people = {
      investor: await cookies({ session: await secretOf('investor', user.id) }),
      admin: await cookies({ admin: await secretOf('admin', admin.id) }),
    };
    for (const [file, load] of Object.entries(ROUTES)) {
      const [, page = '', folder = ''] = /^\/app\/routes\/((investor|admin)\/.*)\.tsx$/.exec(file) ?? [];
      const { loader } = await load();
      if (!loader || page.endsWith('/layout')) continue;
      const { loader: layout } = (await ROUTES[`/app/routes/${folder}/layout.tsx`]?.()) ?? {};
      const params = { id: page.includes('/traders/') ? leader : user.id, part: 'copies' };
      const open = async () => {
        const context = requestContext();
        const request = () =>
          new Request('http://mirrorbook.test/page', { headers: { Cookie: people[folder as 'investor' | 'admin'] } });
        const answers = [layout as never, loader].map((each) => answerOf(each, request(), { context, params }));
        const statuses = (await Promise.all(answers)).map(({ status }) => status);
        // Pages of unknown things, and steps that redirect, are counted as far as they go.
        expect(statuses.every((status) => status < 500)).toBe(true);
      };
      // The first request reads cached history and shared data.
      await open();
      const { run } = await statementsOf(open);
      found[page] = [...(found[page] ?? []), run];
    }
  }
  expect(Object.keys(found).length).toBeGreaterThan(70);
  // On PostgreSQL shared data is read for each request, up to a dozen statements of a trader's page.
  const more = onPostgres ? 14 : 0;
  const max = (page: string) =>
    (MORE[page] ?? (page.startsWith('admin/') ? MAX_STATEMENTS.admin : MAX_STATEMENTS.investor)) + more;
  const over = Object.entries(found).filter(([page, [one = 0, five = 0]]) => five > one + 1 || five > max(page));
  expect(over).toEqual([]);
});
