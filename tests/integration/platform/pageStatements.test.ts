import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { copy } from '#drizzle/schema';
import { followNextBatch } from '~/features/copying/copy/jobs.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { putIntoTrading } from '~/features/copying/liveTrading/moneyInTrading.server';
import { HOUR } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { prepareInstallation } from '~/platform/installation/index.server';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import { clock, onPostgres, useDatabase } from '../../support/database';
import { answerOf, cookies, requestContext, secretOf } from '../../support/pages/guarded';
import { approvedDocuments } from '../../support/people/bonuses';
import { makeAdmin, makeUser } from '../../support/people/people';
import { aDeposit, aWithdrawal } from '../../support/people/staffActs';
import { statementsOf } from '../../support/statements';
import { makeAsking } from '../../support/trading/copied';
import { runAll } from '../../support/trading/copies';
import { leaderOrders, makeLeader } from '../../support/trading/leaders';

useDatabase();

/** Maximum number of statements of any page with its frame. */
const MAX_STATEMENTS = { investor: 6, admin: 6 };

/** Maximum number of statements of pages that need more; forms may run 8, lists 12, and the dashboard 20. */
const MORE: Record<string, number> = {
  'investor/copies': 10,
  'investor/copy': 12,
  'investor/dashboard': 10,
  'investor/liveTrading': 8,
  'investor/plans': 9,
  'investor/ranking': 7,
  'investor/referrals': 8,
  'investor/traders/compare': 8,
  'investor/traders/list': 9,
  'investor/traders/trader': 9,
  'investor/transactions/list': 10,
  'investor/transactions/statement': 10,
  'investor/settings/webhooks': 7,
  'investor/withdraw': 8,
  'admin/audit': 9,
  'admin/overview': 12,
  'admin/exposure': 7,
  'admin/outbox': 8,
  'admin/staff/list': 7,
  'admin/trades': 8,
  'admin/users/list': 8,
  'admin/users/part': 10,
  'admin/users/user': 12,
};

/** Maximum number of statements of queues with an open entry, whose approval runs once to show its effect. */
const WITH_OPEN_ENTRY: Record<string, number> = {
  'admin/deposits': 52,
  'admin/withdrawals': 47,
  'admin/kyc': 33,
  'admin/leaderRequests': 40,
};

/** Maximum number of further statements on PostgreSQL, where shared data is read for each request. */
const MORE_ON_POSTGRES = onPostgres ? 14 : 0;

type Folder = 'investor' | 'admin';
type Route = { loader?: never };

const ROUTES = import.meta.glob<Route>(['/app/routes/investor/**/*.tsx', '/app/routes/admin/**/*.tsx']);

type Visit = { cookie: string; params: Record<string, string>; url?: string };

/** Counts the statements of a page and its frame, at its second request; the first one reads history and shared data. */
async function statementsOfPage(page: string, { cookie, params, url = 'http://mirrorbook.test/page' }: Visit) {
  const { loader } = (await ROUTES[`/app/routes/${page}.tsx`]?.()) ?? {};
  const { loader: layout } = (await ROUTES[`/app/routes/${page.split('/')[0]}/layout.tsx`]?.()) ?? {};
  const open = async () => {
    const context = requestContext();
    const request = () => new Request(url, { headers: { Cookie: cookie } });
    const loaders = [layout, loader].filter((each) => each !== undefined);
    const answers = loaders.map((each) => answerOf(each, request(), { context, params }));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  const statuses = await open();
  const { run } = await statementsOf(open);
  return { run, statuses };
}

async function investorWith(copies: number) {
  const user = await makeUser({ pdtUnlocked: true }, { dollars: 50_000 });
  expect((await write((tx) => putIntoTrading(tx, user, 500_00n))).ok).toBe(true);
  let leader = '';
  for (let n = 0; n < copies; n++) {
    leader = await makeLeader();
    await leaderOrders(leader, 'BTCUSD', UNITS_PER_WHOLE / 10n);
    clock.advance(HOUR);
    const terms = { trader: leader, amount: 1_000_00n, takeOver: true };
    expect((await write((tx) => startCopy(tx, user, terms))).ok).toBe(true);
    for (const size of [UNITS_PER_WHOLE / 20n, -UNITS_PER_WHOLE / 20n]) {
      clock.advance(HOUR);
      await leaderOrders(leader, 'BTCUSD', size);
      await runAll(followNextBatch);
    }
  }
  const [newest] = await read()
    .select({ id: copy.id })
    .from(copy)
    .where(eq(copy.userId, user.id))
    .orderBy(desc(copy.id));
  return { user, leader, copyId: newest?.id ?? '' };
}

test('pages run few statements, for five copies hardly more than for one', async () => {
  await prepareInstallation();
  const admin = await makeAdmin();
  const found: Record<string, number[]> = {};
  for (const copies of [1, 5]) {
    const { user, leader, copyId } = await investorWith(copies);
    const cookie = {
      investor: await cookies({ session: await secretOf('investor', user.id) }),
      admin: await cookies({ admin: await secretOf('admin', admin.id) }),
    };
    const count = async (page: string, visit: Partial<Visit> = {}) => {
      const id = page.includes('/traders/') ? leader : page === 'investor/copy' ? copyId : user.id;
      const folder = page.split('/')[0] as Folder;
      const counted = await statementsOfPage(page, {
        cookie: cookie[folder],
        params: { id, part: 'copies' },
        ...visit,
      });
      found[page] = [...(found[page] ?? []), counted.run];
      return counted;
    };
    for (const [file, load] of Object.entries(ROUTES)) {
      const [, page = ''] = /^\/app\/routes\/(.*)\.tsx$/.exec(file) ?? [];
      if (!(await load()).loader || page.endsWith('/layout')) continue;
      const { statuses } = await count(page);
      // Pages of unknown entries and steps that redirect are counted up to their response.
      expect(statuses.every((status) => status < 500)).toBe(true);
    }
    // The frame reads the overview.
    await count('admin/overview', { url: 'http://mirrorbook.test/admin' });
  }
  expect(Object.keys(found).length).toBeGreaterThan(70);
  const max = (page: string) =>
    (MORE[page] ?? (page.startsWith('admin/') ? MAX_STATEMENTS.admin : MAX_STATEMENTS.investor)) + MORE_ON_POSTGRES;
  const over = Object.entries(found).filter(([page, [one = 0, five = 0]]) => five > one + 1 || five > max(page));
  expect(over).toEqual([]);
});

test('a queue with an open entry runs few statements, for three entries hardly more than for one', async () => {
  await prepareInstallation();
  const admin = await makeAdmin();
  const cookie = await cookies({ admin: await secretOf('admin', admin.id) });
  const found: Record<string, number[]> = {};
  for (const added of [1, 2]) {
    for (let n = 0; n < added; n++) {
      const user = await makeUser({}, { dollars: 1_000 });
      await aDeposit(user.id);
      await aWithdrawal(user);
      await approvedDocuments(user, { status: 'submitted', decidedAt: null });
      await makeAsking();
    }
    for (const page of Object.keys(WITH_OPEN_ENTRY)) {
      const { run, statuses } = await statementsOfPage(page, { cookie, params: {} });
      expect([page, ...statuses]).toEqual([page, 200, 200]);
      found[page] = [...(found[page] ?? []), run];
    }
  }
  const max = (page: string) => (WITH_OPEN_ENTRY[page] ?? 0) + MORE_ON_POSTGRES;
  const over = Object.entries(found).filter(([page, [one = 0, three = 0]]) => three > one + 1 || three > max(page));
  expect(over).toEqual([]);
});
