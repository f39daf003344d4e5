import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { copy, mirror, notification, rankBonus, trade, trader, traderFigures } from '#drizzle/schema';
import { accrueBatch } from '~/features/money/plans/accrueInvestments.server';
import { openInvestment } from '~/features/money/plans/openInvestment.server';
import { claimRankBonus } from '~/features/money/ranking/claimRankBonus.server';
import { claimPracticeMoney } from '~/features/money/wallet/claimPracticeMoney.server';
import { approveDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { approveAndPayWithdrawal } from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { loadFirstSteps } from '~/features/site/dashboard/internal/firstSteps.server';
import { allocatedAccount, availableAccount, custody, reserve } from '~/ledger/chartOfAccounts';
import { formatUsd } from '~/ledger/money';
import { mustPost } from '~/ledger/posting/post.server';
import { audit } from '~/ledger/proof/audit.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { readNetDepositChanges } from '~/ledger/reading/netIn.server';
import { readStatement } from '~/ledger/reading/statement.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { DAY, HOUR, now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { createAdminActor } from '~/platform/states';
import * as dashboard from '~/routes/investor/dashboard';
import * as layout from '~/routes/investor/layout';
import type { User } from '~/signIns/session.server';
import { storeUpload } from '~/uploads/store.server';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { must } from '../../support/must';
import { pictureFile } from '../../support/pages/files';
import { servedRoutes } from '../../support/pages/servedRoutes';
import { textOf } from '../../support/pages/text';
import { mailsPut } from '../../support/people/outbox';
import { makeAdmin, makeUser } from '../../support/people/people';
import { leaveInReserve } from '../../support/people/reserve';
import { leaderOrders, makeLeader } from '../../support/trading/leaders';
import { transactionOf } from '../../support/transactionIds';

useDatabase();

const browserAt = servedRoutes([
  { id: 'layout', parentId: 'root', module: layout },
  { id: 'dashboard', parentId: 'layout', path: 'dashboard', module: dashboard },
]);

/** A signed-in investor's browser, at the dashboard. */
async function browserOf(user: User, query = ''): Promise<(body?: URLSearchParams) => Promise<Response>> {
  const browser = await browserAt('investor', user.id);
  return (body) => browser(`/dashboard${query}`, body);
}

/** Returns the text of the dashboard. */
async function dashboardText(user: User, query = ''): Promise<string> {
  const response = await (await browserOf(user, query))();
  expect(response.status).toBe(200);
  return textOf(await response.text());
}

const NOTHING_CLOSED = { winners: 0, losers: 0, won: 0n, lost: 0n, typed: 0 };
const NO_RECORD = { days: 0, maxDrawdownBps: 0, markets: ' ', details: {} as never, ...NOTHING_CLOSED };

/** A deposit that waits for its review. */
async function announce(user: User, amount: bigint): Promise<string> {
  const proof = must(await storeUpload(await pictureFile(), { ownerId: user.id, purpose: 'proof' })).id;
  return must(await write((tx) => submitDeposit(tx, user, { method: 'BTC', amount, proof }))).id;
}

/** Trader with a risk score and a recent trade. */
async function rated(
  risk: number,
  rank: number | null,
  minimumCapital = 100_00n,
  totalReturnBps: number | null = null,
): Promise<void> {
  const id = newId();
  const name = { firstName: 'Rated', lastName: String(risk), nationality: 'Malta' };
  const terms = { minimumCapital, simulated: true, source: 'engine', status: 'open' } as const;
  const row = { id, ...name, ...terms, createdAt: now() };
  await write(async (tx) => {
    await tx.insert(trader).values(row);
    await tx.insert(traderFigures).values({ id, risk, rank, totalReturnBps, ...NO_RECORD });
  });
  await makeLeader(id);
  await leaderOrders(id, 'BTCUSD', 1_000_000n);
}

const NO_TRADES = 'No trade of your copies has closed today. Trades that close today are listed here.';
const BANNER = 'You have not deposited yet. Make your first deposit';

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
    const account = allocatedAccount(copyId, user.id);
    const legs = [{ debit: availableAccount(user.id), credit: account, amount }];
    await mustPost(tx, { ...head, kind: 'copy-started', ref: copyId, legs });
    for (const { dollars, at, status } of results) {
      const [tradeId, mirrorId] = [newId(), newId()];
      const type = dollars > 0 ? 'profit' : 'loss';
      const size = BigInt(Math.abs(dollars)) * 100n;
      const what = { pair: 'EUR/USD', amount: size, type, at } as const;
      await tx
        .insert(trade)
        .values({ id: tradeId, traderId, capital: 1_000_00n, ...what, source: 'operator', recordedAt: time });
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
  test('of a new user greets them, suggests a first deposit and has nothing to show', async () => {
    const user = await makeUser({ firstName: 'Ines' });
    const browser = await browserOf(user);
    const html = await (await browser()).text();
    const text = textOf(html);
    expect(text).toContain('Hi, Ines');
    expect(text).toContain(BANNER);
    expect(html).toMatch(/<a[^>]* href="\/fundwallet"[^>]*>Make your first deposit<\/a>/);
    expect(text).toContain('Total Balance $0.00 USD');
    expect(text).toContain('Current rank Silver');
    expect(text).toContain('No trade of yours has closed yet.');
    // First steps replace what is missing.
    expect(text).toContain('First steps Email address verified , done');
    expect(text).not.toContain('What the chart shows');
    await announce(user, 6_500_00n);
    expect(await dashboardText(user)).toContain('$6,500.00 is being reviewed.');
  });

  test('gives practice money once, however often and from however many pages it is requested', async () => {
    const user = await makeUser();
    const browser = await browserOf(user);
    const formIn = (html: string) => {
      const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
      return new URLSearchParams({ _csrf: field('_csrf'), _key: field('_key'), _intent: 'practice' });
    };
    const page = async () => (await browser()).text();
    // Two tabs send their form twice each.
    const forms = [formIn(await page()), formIn(await page())];
    const answers = await Promise.all([...forms, ...forms].map((form) => browser(form)));
    const done = answers.filter(({ status }) => status === 303);
    expect(done.length).toBeGreaterThan(0);
    for (const refused of answers.filter((answer) => !done.includes(answer))) {
      expect(await refused.text()).toContain('This account has already received its practice money.');
    }
    const text = await dashboardText(user);
    expect(text).toContain('Total Balance $10,000.00 USD');
    expect(text).toContain('Practice money $10,000.00 Total deposit $0.00 Total withdrawal $0.00');
    expect(text).toContain('Practice money taken , done');
    // Practice money is no deposit and does not count for ranks, bonuses or profit. The page still does not suggest a deposit first.
    expect([text.includes('You have not deposited yet'), text.includes('Notifications: 0')]).toEqual([false, true]);
    expect(text).toContain('Current rank Silver');
    const ann = await makeUser({}, { dollars: 6_000 });
    expect(await write((tx) => claimPracticeMoney(tx, ann))).toMatchObject({ ok: true });
    expect(await write((tx) => claimPracticeMoney(tx, ann))).toMatchObject({ error: { code: 'had-before' } });
    expect(await readNetDepositChanges(read(), user.id)).toEqual([]);
    const id = await announce(user, 4_000_00n);
    const admin = createAdminActor((await makeAdmin()).id);
    await write((tx) => approveDeposit(tx, admin, id, 4_000_00n));
    expect(await dashboardText(user)).toContain('Current rank Silver');
    const reached = await read().select().from(rankBonus).where(eq(rankBonus.userId, user.id));
    expect(reached.map(({ rank }) => rank)).toEqual(['silver']);
    const lines = await readStatement(read(), user.id);
    expect(lines.map(({ kind, change }) => [kind, change])).toEqual([
      ['practice-money', 10_000_00n],
      ['deposit', 4_000_00n],
    ]);
    while (await sealNextBatch());
    expect((await audit()).findings).toEqual([]);
    // Journals and their rows are compared both ways.
    await write((tx) =>
      mustPost(tx, {
        kind: 'practice-money',
        ref: newId(),
        actor: 'system',
        effectiveAt: now(),
        legs: [{ debit: custody('practice'), credit: availableAccount(user.id), amount: 1n }],
      }),
    );
    expect((await audit()).findings.map(({ detail }) => detail).join()).toContain('practice-money');
  });

  test('has no practice money in live mode', async () => {
    const user = await makeUser();
    testEnv(LIVE);
    expect(await write((tx) => claimPracticeMoney(tx, user))).toMatchObject({ error: { code: 'live-mode' } });
    const none = { copies: [], results: [], available: 0n };
    expect(await loadFirstSteps(user.id, await readBalancesAndTotals(user.id), none)).toMatchObject({ offered: null });
  });

  test('links to traders of a good record for their risk, and says when the first result is still to come', async () => {
    const user = await makeUser({}, { dollars: 1_000 });
    // Suggestions are ranked by return over drawdown. Traders with a low ratio, a loss, a high risk, or a minimum above the budget are omitted.
    await rated(1, 20);
    await rated(2, 110);
    await rated(4, 250);
    await rated(7, 900);
    await rated(3, -40);
    await rated(5, 400, 5_000_00n);
    // Too young for a rank, and at a loss.
    await rated(1, null, 100_00n, -50);
    const suggested = (text: string) => [...text.matchAll(/Copy Rated (\d)/g)].map(([, risk]) => risk);
    expect(suggested(await dashboardText(user))).toEqual(['4', '2']);
    // Without money, the page suggests traders whose minimum practice money covers, because the copy form offers it.
    expect(suggested(await dashboardText(await makeUser()))).toEqual(['5', '4', '2']);
    await copying(user, []);
    const copied = await dashboardText(user);
    expect(copied).toContain('You copy Eva Stone , done');
    expect(copied).toContain('See your first result Your copy of Eva Stone holds no positions yet.');
    await copying(user, [{ dollars: 3, at: now(), status: 'posted' }]);
    expect(await dashboardText(user)).not.toContain('First steps');
  });

  test('draws profit separately from money put in and taken out', async () => {
    const user = await makeUser({}, { dollars: 1_000 });
    clock.advance(DAY);
    await copying(user, [{ dollars: 40, at: now(), status: 'posted' }]);
    const request = { method: 'BTC', amount: 200_00n, wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' };
    const { id } = must(await write((tx) => requestWithdrawal(tx, user, request)));
    const admin = createAdminActor((await makeAdmin()).id);
    await write((tx) => approveAndPayWithdrawal(tx, admin, id, transactionOf('tx-1')));
    clock.advance(DAY);
    const text = await dashboardText(user, '?show=profit');
    expect(text).toContain('+$40.00 profit (+4.00%)');
    expect(text).toContain('Profit: from $0.00 to $40.00, lowest $0.00, highest $40.00.');
    expect(text).toContain('$200.00 went out');
    expect(text).toContain('$1,000.00 came in');
  });

  test('agrees with the ledger, wherever the money is', async () => {
    const user = await makeUser({}, { dollars: 9_000 });
    await write((tx) => openInvestment(tx, user, { plan: 'gold', amount: 5_000_00n }));
    const request = { method: 'BTC', amount: 200_00n, wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' };
    await write((tx) => requestWithdrawal(tx, user, request));
    clock.advance(DAY + HOUR);
    while (await accrueBatch());
    await copying(user, [
      { dollars: 30, at: now(), status: 'posted' },
      { dollars: -10, at: now(), status: 'posted' },
    ]);
    clock.advance(HOUR);

    const { balances, totals } = await readBalancesAndTotals(user.id);
    const lines = await readStatement(read(), user.id);
    const owed = 9_000_00n + 1_750_00n + 20_00n;
    expect([balances.funded, lines.at(-1)?.fundedAfter]).toEqual([owed, owed]);
    const text = await dashboardText(user);
    expect(text).toContain(`Total Balance ${formatUsd(owed)} USD`);
    expect(text).toContain('Total deposit $9,000.00 Total withdrawal $0.00');
    const parts = text.replaceAll(/ [\d.]+%/g, '');
    expect(parts).toContain(`Available ${formatUsd(balances.available)}`);
    expect(parts).toContain('Held for withdrawals $200.00');
    expect(parts).toContain('In plans $5,000.00');
    expect(parts).toContain('Earned, paid at maturity $1,750.00');
    expect(parts).toContain('Copying traders $520.00');
    expect(totals.periodicProfit).toBe(1_770_00n);
    expect(text).toContain('+$1,770.00 profit');
    expect(text).toContain('Current rank Gold Above $5,000.00 Diamond begins above $20,000.00');
    // The chart ends at the statement's closing balance, and its table has every time of a change.
    expect(text).toContain(`Total balance: from $9,000.00 to ${formatUsd(owed)}, lowest $9,000.00`);
    for (const { fundedAfter } of lines.slice(0, 2)) expect(text).toContain(formatUsd(fundedAfter));
    expect(text).not.toContain(BANNER);
    expect(text).not.toContain(NO_TRADES);
    while (await sealNextBatch());
    expect((await audit()).findings).toEqual([]);
  });

  test('shows the result of today: of copies with their positions, of all else the booked one, and nothing twice', async () => {
    const user = await makeUser({}, { dollars: 9_000 });
    await write((tx) => openInvestment(tx, user, { plan: 'gold', amount: 5_000_00n }));
    clock.advance(DAY + HOUR);
    while (await accrueBatch());
    const plan = 1_750_00n;
    expect(await dashboardText(user)).toContain(`Today +${formatUsd(plan)} profit`);
    await copying(user, [
      { dollars: 30, at: now(), status: 'posted' },
      { dollars: -10, at: now(), status: 'posted' },
    ]);
    const text = await dashboardText(user);
    expect(text).toContain(`Total result +${formatUsd(plan + 20_00n)} profit`);
    expect(text).toContain(`Today +${formatUsd(plan + 20_00n)} profit (`);
    // A deposit is not a result, and the next day starts at zero.
    const id = await announce(user, 4_000_00n);
    const admin = createAdminActor((await makeAdmin()).id);
    await write((tx) => approveDeposit(tx, admin, id, 4_000_00n));
    expect(await dashboardText(user)).toContain(`Today +${formatUsd(plan + 20_00n)} profit (`);
    clock.advance(DAY);
    expect(await dashboardText(user)).toContain('Today $0.00 no change (0.00%)');
  });

  test('has a bonus that can be claimed, with its button, and no other', async () => {
    const user = await makeUser();
    const admin = createAdminActor((await makeAdmin()).id);
    const CLAIM = 'Claim the Silver bonus';
    expect(await dashboardText(user)).not.toContain(CLAIM);
    await leaveInReserve(1_000_00n);
    const id = await announce(user, 4_000_00n);
    await write((tx) => approveDeposit(tx, admin, id, 4_000_00n));
    const [bonus] = await read().select().from(rankBonus).where(eq(rankBonus.userId, user.id));
    expect(await dashboardText(user)).toContain(
      `You reached Silver: a bonus of ${formatUsd(bonus?.amount ?? 0n)} is yours. ${CLAIM}`,
    );
    // With a second one, both are added up, with a link to the page where they are claimed.
    const second = await announce(user, 4_000_00n);
    await write((tx) => approveDeposit(tx, admin, second, 4_000_00n));
    const bonuses = await read().select().from(rankBonus).where(eq(rankBonus.userId, user.id));
    const together = formatUsd(bonuses.reduce((sum, { amount }) => sum + amount, 0n));
    expect([bonuses.length, await dashboardText(user)]).toEqual([
      2,
      expect.stringContaining(`Two rank bonuses are yours: ${together} . Claim them in Ranking`),
    ]);
    expect(await write((tx) => claimRankBonus(tx, user, { rank: 'gold' }))).toMatchObject({ ok: true });
    expect(await write((tx) => claimRankBonus(tx, user, { rank: 'silver' }))).toMatchObject({ ok: true });
    expect(await dashboardText(user)).not.toContain(CLAIM);
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
    const EVA = 'Eva Stone entered by management Eva Stone by management';
    expect(text).toContain(`EUR/USD ${EVA} +$32.00 profit Profit Waiting`);
    expect(text).toContain(`EUR/USD ${EVA} +$31.00 profit Profit 2 Mar`);
    for (const other of ['$33.00', '$34.00', '$35.00']) expect(text).not.toContain(`${EVA} +${other}`);
    expect(text).toContain('Waiting');
    // On the next day they belong to the previous day.
    clock.advance(DAY);
    expect(await dashboardText(user)).toContain(NO_TRADES);
  });

  test('dismisses news once read, and only those on the page', async () => {
    const user = await makeUser({}, { dollars: 9_000 });
    const other = await makeUser({}, { dollars: 9_000 });
    for (const buyer of [user, other, user]) {
      await write((tx) => openInvestment(tx, buyer, { plan: 'starter', amount: 500_00n }));
      clock.advance(HOUR);
    }
    const browser = await browserOf(user);
    const html = await (await browser()).text();
    expect(textOf(html)).toContain('Notifications All notifications $500.00 invested in the Starter plan');
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
    const own = await read().select().from(notification).where(eq(notification.userId, user.id));
    const [first, second] = own.map(({ id }) => id).sort();
    expect(field('upTo')).toBe(second);
    const answer = await browser(
      new URLSearchParams({ _csrf: field('_csrf'), _intent: 'read', upTo: first as string }),
    );
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/dashboard']);
    const unread = (await read().select().from(notification)).filter(({ readAt }) => !readAt);
    expect(unread.map(({ userId }) => userId).sort()).toEqual([user.id, other.id].sort());
  });

  test('celebrates a paid withdrawal once, in the mail and here until its reader closes it', async () => {
    const user = await makeUser({}, { dollars: 9_000 });
    await write((tx) => openInvestment(tx, user, { plan: 'starter', amount: 500_00n }));
    const request = { method: 'BTC', amount: 200_00n, wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' };
    const { id } = must(await write((tx) => requestWithdrawal(tx, user, request)));
    const admin = createAdminActor((await makeAdmin()).id);
    await write((tx) => approveAndPayWithdrawal(tx, admin, id, transactionOf('tx-moment')));
    const mails = (await mailsPut('withdrawal-paid')).filter(({ recipient }) => recipient === user.email);
    expect(mails.map(({ html }) => html)).toEqual([expect.stringContaining('>$200.00 paid<')]);
    const browser = await browserOf(user);
    const html = await (await browser()).text();
    expect(textOf(html)).toContain('Your withdrawal was paid Withdrawal approved and paid: $200.00 Close');
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
    const only = { from: field('from'), upTo: field('from') };
    await browser(new URLSearchParams({ _csrf: field('_csrf'), _intent: 'read', ...only }));
    const after = await dashboardText(user);
    expect(after).not.toContain('Your withdrawal was paid');
    // Another notification is unread.
    expect(after).toContain('$500.00 invested in the Starter plan');
  });
});
