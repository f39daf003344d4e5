import { createRequestHandler, type EntryContext } from '@remix-run/node';
import { Outlet, RemixServer } from '@remix-run/react';
import { eq } from 'drizzle-orm';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { copy, mirror, notification, trade, trader } from '#drizzle/schema';
import { accrueSome } from '~/features/plans/accrueInvestments.server';
import { openInvestment } from '~/features/plans/openInvestment.server';
import { requestWithdrawal } from '~/features/wallet/requestWithdrawal.server';
import { audit } from '~/ledger/audit.server';
import { allocated, available, reserve } from '~/ledger/chart';
import { formatUsd } from '~/ledger/money';
import { mustPost } from '~/ledger/post.server';
import { sealSome } from '~/ledger/seal.server';
import { statementOf } from '~/ledger/statement.server';
import { balancesAndTotalsOf } from '~/ledger/userTotals.server';
import { DAY, HOUR, now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { startSession, type User } from '~/platform/signIns/session.server';
import * as dashboard from '~/routes/investor/dashboard';
import * as layout from '~/routes/investor/layout';
import { setCookie } from '~/web/cookies.server';
import { clock, useDatabase } from '../support/database';
import { makeUser } from '../support/people';

useDatabase();

/** A route of the assets manifest: nothing for a browser to load. */
const part = (id: string, parentId?: string, path?: string) => ({
  id,
  parentId,
  path,
  hasLoader: id !== 'root',
  hasAction: id === 'dashboard',
  hasErrorBoundary: false,
  module: '',
  imports: [],
});

/** The route modules as the server builds them, without a build: what a request to them is answered with, as text. */
const handle = createRequestHandler(
  {
    mode: 'test',
    entry: {
      module: {
        default: (request: Request, status: number, headers: Headers, context: EntryContext) =>
          new Response(renderToString(createElement(RemixServer, { context, url: request.url })), { status, headers }),
      },
    },
    routes: {
      root: { id: 'root', path: '', module: { default: Outlet } },
      layout: { id: 'layout', parentId: 'root', module: layout },
      dashboard: { id: 'dashboard', parentId: 'layout', path: 'dashboard', module: dashboard },
    },
    assets: {
      entry: { imports: [], module: '' },
      routes: {
        root: part('root'),
        layout: part('layout', 'root'),
        dashboard: part('dashboard', 'layout', 'dashboard'),
      },
      url: '',
      version: '',
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_throwAbortReason: true,
      v3_singleFetch: true,
      v3_lazyRouteDiscovery: false,
      unstable_optimizeDeps: false,
    },
    isSpaMode: false,
  } as unknown as Parameters<typeof createRequestHandler>[0],
  'test',
);

/** A signed-in investor's browser, at the dashboard. */
async function browserOf(user: User): Promise<(body?: URLSearchParams) => Promise<Response>> {
  const { secret } = await write((tx) => startSession(tx, { kind: 'investor', subjectId: user.id }));
  const headers = { Cookie: (await setCookie('session', secret)).split(';')[0] as string };
  const facts = { requestId: 'test', address: '127.0.0.1', nonce: '', allowFrames: () => {} };
  return async (body) => {
    const init = { headers, body, method: body ? 'POST' : 'GET' };
    return await handle(new Request('http://mirrorbook.test/dashboard', init), { ...facts });
  };
}

/** What a person reads on the dashboard. */
async function dashboardText(user: User): Promise<string> {
  const response = await (await browserOf(user))();
  expect(response.status).toBe(200);
  return textOf(await response.text());
}

const textOf = (html: string) =>
  html
    .replace(/<script.*?<\/script>/gs, '')
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

const NO_TRADES =
  'Your Trader has not placed any trades for your account Today. Trades taken by your trader today would be displayed here when available.';
const BANNER = 'you have not deposited yet click Here to make your first deposit';

/** A copy of $500 whose trader closed these results, dollars (a loss is negative), at these times. */
async function copying(user: User, results: { dollars: number; at: Date; status: 'posted' | 'waiting' | 'skipped' }[]) {
  const [traderId, copyId] = [newId(), newId()];
  const time = now();
  const amount = 500_00n;
  const head = { actor: 'system', effectiveAt: time };
  const name = { firstName: 'Eva', lastName: 'Stone', nationality: 'Malta' };
  const result = results.reduce((sum, one) => sum + (one.status === 'posted' ? BigInt(one.dollars) * 100n : 0n), 0n);
  await write(async (tx) => {
    const made = {
      id: traderId,
      ...name,
      minimumCapital: 100_00n,
      simulated: true,
      status: 'open',
      createdAt: time,
    } as const;
    await tx.insert(trader).values(made);
    const started = { id: copyId, userId: user.id, traderId, contributed: amount, result, startedAt: time } as const;
    await tx.insert(copy).values({ ...started, status: 'active' });
    const account = allocated(copyId, user.id);
    const legs = [{ debit: available(user.id), credit: account, amount }];
    await mustPost(tx, { ...head, kind: 'copy-started', ref: copyId, legs });
    for (const { dollars, at, status } of results) {
      const [tradeId, mirrorId] = [newId(), newId()];
      const type = dollars > 0 ? 'profit' : 'loss';
      const size = BigInt(Math.abs(dollars)) * 100n;
      const what = { pair: 'EUR/USD', amount: size, type, at } as const;
      await tx.insert(trade).values({ id: tradeId, traderId, ...what, source: 'operator', recordedAt: time });
      const effect = { id: mirrorId, copyId, tradeId, userId: user.id, ...what, equityBefore: amount, status };
      await tx.insert(mirror).values(effect);
      if (status !== 'posted') continue;
      const leg =
        type === 'profit'
          ? { debit: reserve.market, credit: account, amount: size }
          : { debit: account, credit: reserve.market, amount: size };
      await mustPost(tx, { ...head, kind: `copy-${type}`, ref: `${copyId}:${tradeId}`, legs: [leg] });
    }
  });
}

describe('the dashboard', () => {
  test('of a new user greets them, asks for a first deposit and has nothing to show', async () => {
    const user = await makeUser({ firstName: 'Ines' });
    const browser = await browserOf(user);
    const html = await (await browser()).text();
    const text = textOf(html);
    expect(text).toContain('Hi, Ines');
    expect(text).toContain(BANNER);
    expect(html).toMatch(/<a[^>]* href="\/fundwallet"[^>]*>Here<\/a>/);
    expect(text).toContain('Total Balance $0.00 USD');
    expect(text).toContain('Current rank Silver');
    expect(text).toContain(NO_TRADES);
  });

  test('says what the ledger says, wherever the money is', async () => {
    const user = await makeUser({}, { dollars: 9_000 });
    await write((tx) => openInvestment(tx, user, { plan: 'gold', amount: 5_000_00n }));
    const asked = { method: 'BTC', amount: 200_00n, wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' };
    await write((tx) => requestWithdrawal(tx, user, asked));
    clock.advance(DAY + HOUR);
    while (await accrueSome());
    await copying(user, [
      { dollars: 30, at: now(), status: 'posted' },
      { dollars: -10, at: now(), status: 'posted' },
    ]);
    clock.advance(HOUR);

    const { balances, totals } = await balancesAndTotalsOf(user.id);
    const lines = await statementOf(read(), user.id);
    const owed = 9_000_00n + 1_750_00n + 20_00n;
    expect([balances.funded, lines.at(-1)?.fundedAfter]).toEqual([owed, owed]);
    const text = await dashboardText(user);
    expect(text).toContain(`Total Balance ${formatUsd(owed)} USD`);
    expect(text).toContain('Total deposit $9,000.00 USD');
    expect(text).toContain('Total withdrawal $0.00 USD');
    expect(text).toContain(`Available ${formatUsd(balances.available)}`);
    expect(text).toContain('Held for withdrawals $200.00');
    expect(text).toContain('In plans $5,000.00');
    expect(text).toContain('Earned, paid at maturity $1,750.00');
    expect(text).toContain('Copying traders $520.00');
    expect(totals.periodicProfit).toBe(1_770_00n);
    expect(text).toContain('+$1,770.00 profit');
    expect(text).toContain('Current rank Gold Above $5,000.00 Diamond begins above $20,000.00');
    // The chart ends where the statement does, and its table has each moment that changed something.
    expect(text).toContain(`Total balance: from $9,000.00 to ${formatUsd(owed)}, lowest $9,000.00`);
    for (const { fundedAfter } of lines.slice(0, 2)) expect(text).toContain(formatUsd(fundedAfter));
    expect(text).not.toContain(BANNER);
    expect(text).not.toContain(NO_TRADES);
    while (await sealSome());
    expect((await audit()).findings).toEqual([]);
  });

  test("shows today's trades, posted or waiting, and no other day's or person's", async () => {
    const user = await makeUser({}, { dollars: 1_000 });
    const today = now();
    await copying(user, [
      { dollars: 31, at: new Date('2026-03-02T00:00:00Z'), status: 'posted' },
      { dollars: 32, at: today, status: 'waiting' },
      { dollars: 33, at: today, status: 'skipped' },
      { dollars: 34, at: new Date('2026-03-01T23:59:59.999Z'), status: 'posted' },
    ]);
    await copying(await makeUser({}, { dollars: 1_000 }), [{ dollars: 35, at: today, status: 'posted' }]);
    const text = await dashboardText(user);
    expect(text).toContain('EUR/USD Eva Stone +$32.00 Profit Waiting');
    expect(text).toContain('EUR/USD Eva Stone +$31.00 Profit 2 Mar');
    for (const other of ['$33.00', '$34.00', '$35.00']) expect(text).not.toContain(`Eva Stone +${other}`);
    expect(text).toContain('Waiting');
    // The next day they are yesterday's.
    clock.advance(DAY);
    expect(await dashboardText(user)).toContain(NO_TRADES);
  });

  test('puts news away when it was read, and only what was on the page', async () => {
    const user = await makeUser({}, { dollars: 9_000 });
    const other = await makeUser({}, { dollars: 9_000 });
    for (const buyer of [user, other, user]) {
      await write((tx) => openInvestment(tx, buyer, { plan: 'starter', amount: 500_00n }));
      clock.advance(HOUR);
    }
    const browser = await browserOf(user);
    const html = await (await browser()).text();
    expect(textOf(html)).toContain('What is new All $500.00 invested in the starter plan');
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
    const mine = await read().select().from(notification).where(eq(notification.userId, user.id));
    const [first, second] = mine.map(({ id }) => id).sort();
    expect(field('upTo')).toBe(second);
    const answer = await browser(new URLSearchParams({ _csrf: field('_csrf'), upTo: first as string }));
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/dashboard']);
    const unread = (await read().select().from(notification)).filter(({ readAt }) => !readAt);
    expect(unread.map(({ userId }) => userId).sort()).toEqual([user.id, other.id].sort());
  });
});
