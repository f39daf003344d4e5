import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { leaderRequest, mail, trader, traderFigures, tradingPosition, tradingSnapshot } from '#drizzle/schema';
import { serveCall } from '~/api/serveCall.server';
import { countWaiting } from '~/features/backoffice/admin/overview.server';
import { acceptLeader, rejectLeader } from '~/features/copying/beingCopied/decideRequest.server';
import { loadBeingCopied, loadLeaderQueue, loadRequestRecord } from '~/features/copying/beingCopied/queries.server';
import { leaderRequestMachine } from '~/features/copying/beingCopied/states';
import { stopBeingCopied } from '~/features/copying/beingCopied/stopBeingCopied.server';
import { submitLeaderRequest, withdrawLeaderRequest } from '~/features/copying/beingCopied/submitLeaderRequest.server';
import { endCopiesOfRetired, followNextBatch } from '~/features/copying/copy/jobs.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { areOrdersCopied } from '~/features/copying/copy/queries.server';
import { advanceOwnAccount } from '~/features/copying/liveTrading/ownAccount.server';
import { closeOwnPosition, giveOrder } from '~/features/copying/liveTrading/ownOrders.server';
import { getSimulatedPrices } from '~/features/copying/quotes/prices.server';
import { listFeaturedTraders } from '~/features/copying/traders/list/featured.server';
import {
  listTraders,
  listTradersForVisitors,
  loadTradersToCompare,
} from '~/features/copying/traders/list/queries.server';
import { saveFigures } from '~/features/copying/traders/record/internal/saveFigures.server';
import { loadTraderProfile } from '~/features/copying/traders/record/profile.server';
import { setTraderState } from '~/features/copying/traders/setTraderState.server';
import { freezeAccount } from '~/features/people/auth/freeze/freeze.server';
import { closeAccount } from '~/features/people/profile/closeAccount.server';
import { updateProfile } from '~/features/people/profile/updateProfile.server';
import { setLiveTradingUnlocked } from '~/features/people/users/setLiveTradingUnlocked.server';
import { DAY, HOUR, MINUTE } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { prepareInstallation } from '~/platform/installation/index.server';
import { createAdminActor, createInvestorActor } from '~/platform/states';
import { loader } from '~/routes/investor/traders/trader';
import { loader as profileForVisitors } from '~/routes/public/traders/trader';
import { startSession, type User } from '~/signIns/session.server';
import { computeSnapshots } from '~/trading/accounts/snapshots';
import { findAccountSnapshots } from '~/trading/accounts/snapshots.server';
import { readLog } from '~/trading/orders/orders.server';
import { findUploadFor, storeUpload } from '~/uploads/store.server';
import { setCookie } from '~/web/cookies/cookies.server';
import { clock, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { pictureFile } from '../../support/pages/files';
import { makeAdmin, makeUser } from '../../support/people/people';
import { makeAsking, makeCopied } from '../../support/trading/copied';
import { clean, copyOf, runAll } from '../../support/trading/copies';
import { giveRecord } from '../../support/trading/ownTrading';

useDatabase();
beforeEach(() => prepareInstallation());

const someAdmin = async () => createAdminActor((await makeAdmin()).id);
const ask = (user: User) => write((tx) => submitLeaderRequest(tx, user, { minimum: 100_00n }));
const traderOf = async (id: string) => (await read().select().from(trader).where(eq(trader.id, id)))[0];
const again = async (user: User) => ({ ...user, ...(await userRow(user.id)) });
const userRow = async (id: string) => (await read().query.user.findFirst({ where: (row, { eq }) => eq(row.id, id) }))!;
const heldBy = async (id: string) =>
  (await read().select().from(tradingPosition).where(eq(tradingPosition.accountId, id))).filter(
    ({ size }) => size !== 0n,
  );

async function copies(leader: User, amount = 1_000_00n) {
  const user = await makeUser({}, { dollars: 10_000 });
  const started = must(await write((tx) => startCopy(tx, user, { trader: leader.id, amount })));
  return { user, id: started.id };
}

describe('applying to be copied', () => {
  test.each([
    [{ days: 29, closed: 20 }, 'Not yet: 29 of 30 days of trading.'],
    [{ days: 30, closed: 12 }, 'Not yet: 12 of 20 closed trades.'],
  ])('with %o lists what is missing', async (record, message) => {
    const user = await makeUser({ pdtUnlocked: true }, { dollars: 10_000 });
    await giveRecord(user, record);
    expect(await ask(user)).toMatchObject({ ok: false, error: { code: 'short-record', message } });
    expect((await loadBeingCopied(user)).missing).toEqual([message.replace('Not yet: ', '').replace(/\.$/, '')]);
    expect(await read().select().from(leaderRequest)).toEqual([]);
  });

  test('is for investors whose live trading is unlocked, and once at a time', async () => {
    const { user } = await makeAsking();
    expect(await ask(user)).toMatchObject({ error: { code: 'waits' } });
    expect((await countWaiting({ role: 'superadmin' })).leaders).toBe(1);
    const locked = await makeUser({}, { dollars: 10_000 });
    await giveRecord(locked);
    expect(await ask(locked)).toMatchObject({ error: { code: 'locked' } });
    expect(await write((tx) => withdrawLeaderRequest(tx, user))).toMatchObject({ ok: true });
    expect(await write((tx) => withdrawLeaderRequest(tx, user))).toMatchObject({ ok: false });
    expect(await ask(user)).toMatchObject({ ok: true });
    await clean();
  });

  test('is rejected with a reason that the investor reads, and can be repeated', async () => {
    const { user, request } = await makeAsking();
    const admin = await someAdmin();
    const { rows } = await loadLeaderQueue({ show: 'waiting', page: 1 });
    expect(rows).toMatchObject([{ owner: { id: user.id }, days: 30 }]);
    expect(await loadRequestRecord(user.id)).toMatchObject({ closed: 20 });
    expect(await write((tx) => rejectLeader(tx, admin, request, 'Too much leverage'))).toMatchObject({ ok: true });
    expect(await loadBeingCopied(user)).toMatchObject({ rejected: 'Too much leverage', waits: false, isCopied: false });
    expect(await traderOf(user.id)).toBeUndefined();
    expect(await write((tx) => acceptLeader(tx, admin, request))).toMatchObject({ error: { code: 'wrong-state' } });
    expect(await ask(user)).toMatchObject({ ok: true });
    const subjects = (await read().select().from(mail)).map(({ subject }) => subject);
    expect(subjects).toContainEqual(expect.stringContaining('Your trader application was rejected'));
    await clean();
  });

  test('that was approved creates a trader for the investor, with their record', async () => {
    const user = await makeCopied();
    const decidedBy = await loadRequestRecord(user.id);
    expect(await traderOf(user.id)).toMatchObject({
      source: 'investor',
      ownerUserId: user.id,
      minimumCapital: 100_00n,
    });
    expect(await areOrdersCopied(user.id)).toBe(true);
    await write(async (tx) => await saveFigures(tx, (await traderOf(user.id))!));
    // The administrator was shown the figures of the trader.
    const [stored] = await read().select().from(traderFigures).where(eq(traderFigures.id, user.id));
    const { totalReturnBps, maxDrawdownBps, risk, winners, until } = stored!;
    expect(decidedBy).toEqual({ closed: 20, won: winners, returnBps: totalReturnBps, maxDrawdownBps, risk, until });
    expect(totalReturnBps).not.toBe(0);
    const profile = await loadTraderProfile(user.id);
    expect(profile?.trader.record).toMatchObject({ days: 30 });
    expect((profile?.trader.record?.winners ?? 0) + (profile?.trader.record?.losers ?? 0)).toBe(20);
    // The return refers to the traded capital of about $5,000, not to the minimum of $100.
    const { capital, figures, record } = profile!.trader;
    expect(capital).toBe(5_000_00n + record!.won - record!.lost);
    // The record from 31 January to 1 March has three calendar months, and the page shows their mean.
    const gains = profile!.months.map(({ gain }) => gain);
    expect(profile!.months.map(({ month }) => month)).toEqual(['2026-01', '2026-02', '2026-03']);
    expect(figures.monthlyReturnBps).toBe(Math.round(((gains[0]! + gains[1]! + gains[2]!) / 3) * 10_000));
    const snapshots = await read().select().from(tradingSnapshot).where(eq(tradingSnapshot.accountId, user.id));
    expect(snapshots).toHaveLength(30);
    expect((await listTraders({ search: '', source: 'investor', page: 1 })).traders).toHaveLength(1);
    // The trader agreed to be visible to investors only, so visitors can't see the profile.
    const forVisitors = true;
    expect((await listTraders({ search: '', source: 'investor', page: 1, forVisitors })).traders).toEqual([]);
    expect(await loadTradersToCompare([user.id], { forVisitors })).toEqual([]);
    expect(await listTradersForVisitors()).not.toContain(user.id);
    expect(await listFeaturedTraders(6)).toEqual([]);
    const requested = { request: new Request('http://x/visitors'), params: { id: user.id }, context: {} };
    await expect(profileForVisitors(requested as never)).rejects.toMatchObject({ init: { status: 404 } });
    await clean();
  });

  test('shows the picture of their profile, to investors only and while it exists', async () => {
    const [user, reader] = [await makeCopied(), await makeUser({}, { dollars: 1 })];
    const shown = async () => (await loadTraderProfile(user.id))?.trader.picture;
    expect(await shown()).toBeNull();
    const { id } = must(await storeUpload(await pictureFile(), { ownerId: user.id, purpose: 'picture' }));
    const seen = async (userId: string | null) => (await findUploadFor(id, { userId, staff: null }))?.id;
    expect(await seen(reader.id)).toBeUndefined();
    expect(await write((tx) => updateProfile(tx, user, { profilepicture: id }))).toMatchObject({ ok: true });
    expect([await shown(), await seen(reader.id), await seen(null)]).toEqual([id, id, undefined]);
    expect(await write((tx) => updateProfile(tx, user, { profilepicture: null }))).toMatchObject({ ok: true });
    expect([await shown(), await seen(reader.id), await seen(user.id)]).toEqual([null, undefined, id]);
  });

  test('changes only as its state table allows', async () => {
    type Made = { user: User; request: string; admin: Awaited<ReturnType<typeof someAdmin>> };
    const steps = {
      accept: ({ admin, request }: Made) => write((tx) => acceptLeader(tx, admin, request)),
      reject: ({ admin, request }: Made) => write((tx) => rejectLeader(tx, admin, request, 'no')),
      withdraw: ({ user }: Made) => write((tx) => withdrawLeaderRequest(tx, user)),
    };
    const ways = { waiting: null, accepted: 'accept', rejected: 'reject', withdrawn: 'withdraw' } as const;
    for (const [state, way] of Object.entries(ways)) {
      for (const [name, { from, to }] of Object.entries(leaderRequestMachine.events)) {
        const made = { ...(await makeAsking()), admin: await someAdmin() };
        const stateNow = async () =>
          (await read().select().from(leaderRequest).where(eq(leaderRequest.id, made.request)))[0]?.status;
        if (way) await steps[way](made);
        expect(await stateNow()).toBe(state);
        const allowed = (from as readonly string[]).includes(state);
        expect([state, name, (await steps[name as keyof typeof steps](made)).ok]).toEqual([state, name, allowed]);
        expect(await stateNow()).toBe(allowed ? to : state);
      }
    }
  });

  test('that waited while the account was locked is not approved', async () => {
    const { user, request } = await makeAsking();
    const admin = await someAdmin();
    await write((tx) => setLiveTradingUnlocked(tx, admin, { userId: user.id, verified: false }));
    expect(await write((tx) => acceptLeader(tx, admin, request))).toMatchObject({ error: { code: 'locked' } });
    expect(await read().select().from(leaderRequest)).toMatchObject([{ status: 'waiting' }]);
  });
});

describe('an investor who is copied', () => {
  test('is followed order by order, and sees the number and the sum of copies, not their owners', async () => {
    const leader = await makeCopied();
    const copy = await copies(leader);
    clock.advance(HOUR);
    const input = await write((tx) =>
      giveOrder(tx, leader, { symbol: 'BTCUSD', side: 'buy', size: '0.02', type: 'market' }),
    );
    expect(input.ok).toBe(true);
    clock.advance(MINUTE);
    await runAll(followNextBatch);
    const [leaders] = await heldBy(leader.id);
    const [own] = await heldBy(copy.id);
    expect(own?.instrument).toBe('BTCUSD');
    // About a fifth: $1,000 follow about $5,000.
    expect(own!.size * 4n < leaders!.size && own!.size * 6n > leaders!.size).toBe(true);
    const { copies: seen } = await loadBeingCopied(leader);
    const { contributed, result } = await copyOf(copy.id);
    expect(seen).toEqual({ people: 1, count: 1, sum: contributed + result });
    expect(JSON.stringify(await loadBeingCopied(leader), (_, value) => String(value))).not.toContain(copy.user.id);

    await write((tx) => closeOwnPosition(tx, leader, { symbol: 'BTCUSD' }));
    clock.advance(MINUTE);
    await runAll(followNextBatch);
    expect(await heldBy(copy.id)).toEqual([]);
    await clean();
  });

  test('has a snapshot of a day only once the account has passed its end', async () => {
    const leader = await makeCopied();
    const figures = async () => write(async (tx) => await saveFigures(tx, (await traderOf(leader.id))!));
    await figures();
    const before = (await findAccountSnapshots(read(), leader.id)).length;
    clock.advance(HOUR);
    const price = getSimulatedPrices().at('BTCUSD', clock.at.getTime());
    const order = { symbol: 'BTCUSD', side: 'buy', size: '0.02', type: 'market' } as const;
    const input = await write((tx) => giveOrder(tx, leader, { ...order, stop: String(price / 100n - 20n) }));
    expect(input.ok).toBe(true);
    clock.advance(2 * DAY);
    // No job has advanced the account yet, so the stop that was reached on the first day is not stored.
    await figures();
    expect(await findAccountSnapshots(read(), leader.id)).toHaveLength(before);
    await write((tx) => advanceOwnAccount(tx, leader.id));
    expect(await heldBy(leader.id)).toEqual([]);
    await figures();
    const stored = await findAccountSnapshots(read(), leader.id);
    expect(stored).toHaveLength(before + 2);
    const made = computeSnapshots(await readLog(read(), leader.id), getSimulatedPrices(), clock.at.getTime());
    expect(stored.map(({ day, equity }) => [day, equity])).toEqual(made.map(({ day, equity }) => [day, equity]));
    await clean();
  });

  test('can’t copy their own trading, on the page or by a call', async () => {
    const leader = await makeCopied();
    const { secret: token } = await write((tx) => startSession(tx, { kind: 'api', subjectId: leader.id }));
    const { secret } = await write((tx) => startSession(tx, { kind: 'investor', subjectId: leader.id }));
    const context = { requestId: 'none', nonce: '', address: '192.0.2.1', allowFrames: () => {} };
    const called = new Request('http://mirrorbook.test/api/copytrade', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'x-access-token': token },
      body: JSON.stringify({ trader: leader.id }),
    });
    const args = { request: called, params: {}, context } as unknown as Parameters<typeof serveCall>[0];
    expect(await (await serveCall(args)).json()).toMatchObject({ message: 'You can’t copy your own trading.' });
    const Cookie = (await setCookie('session', secret)).split(';')[0] ?? '';
    const shown = new Request(`http://mirrorbook.test/traders/${leader.id}`, { headers: { Cookie } });
    const page = { request: shown, params: { id: leader.id }, context } as unknown as Parameters<typeof loader>[0];
    expect(await loader(page)).toMatchObject({ own: true, open: true });
    expect(await write((tx) => startCopy(tx, leader, { trader: leader.id }))).toMatchObject({
      error: { code: 'own-trader', field: 'trader' },
    });
  });

  test.each(['owner', 'administrator'])('is retired by the %s: copies end, and own trading continues', async (by) => {
    const leader = await makeCopied();
    const copy = await copies(leader);
    clock.advance(HOUR);
    await write((tx) => giveOrder(tx, leader, { symbol: 'BTCUSD', side: 'buy', size: '0.02', type: 'market' }));
    clock.advance(MINUTE);
    await runAll(followNextBatch);
    const admin = await someAdmin();
    const retired =
      by === 'owner'
        ? await write((tx) => stopBeingCopied(tx, leader))
        : await write((tx) => setTraderState(tx, admin, leader.id, 'retire'));
    expect(retired).toMatchObject({ ok: true });
    expect(await ask(leader)).toMatchObject({ error: { code: 'ending' } });
    await runAll(endCopiesOfRetired);
    expect(await copyOf(copy.id)).toMatchObject({ status: 'stopped' });
    expect(await heldBy(copy.id)).toEqual([]);
    expect(await heldBy(leader.id)).toHaveLength(1);
    expect(await write((tx) => stopBeingCopied(tx, leader))).toMatchObject({ error: { code: 'not-copied' } });

    // After another application and approval, the same trader returns with the record.
    const request = await ask(leader);
    const id = request.ok ? request.value.id : '';
    expect(await write((tx) => acceptLeader(tx, admin, id))).toMatchObject({ ok: true });
    expect(await traderOf(leader.id)).toMatchObject({ status: 'open' });
    await copies(leader);
    await clean();
  });

  test('gets no new copies while frozen or locked', async () => {
    const leader = await makeCopied();
    const admin = await someAdmin();
    const copy = await copies(leader);
    const other = await makeUser({}, { dollars: 10_000 });
    const start = () => write((tx) => startCopy(tx, other, { trader: leader.id, amount: 100_00n }));
    await write((tx) => setLiveTradingUnlocked(tx, admin, { userId: leader.id, verified: false }));
    expect(await start()).toMatchObject({ error: { code: 'not-open' } });
    await write((tx) => setLiveTradingUnlocked(tx, admin, { userId: leader.id, verified: true }));
    await write((tx) => freezeAccount(tx, admin, { userId: leader.id, reason: 'a stranger' }));
    expect(await start()).toMatchObject({ error: { code: 'not-open' } });
    expect(await copyOf(copy.id)).toMatchObject({ status: 'active' });
  });

  test('retires when the account is closed, and the application is withdrawn', async () => {
    const leader = await makeCopied();
    const copy = await copies(leader);
    clock.advance(DAY);
    const admin = await someAdmin();
    const closing = (user: User) => ({ userId: user.id, reason: 'asked for', submittedEmail: user.email });
    expect(await write((tx) => closeAccount(tx, admin, closing(leader)))).toMatchObject({ ok: true });
    expect(await traderOf(leader.id)).toMatchObject({ status: 'retired' });
    await runAll(endCopiesOfRetired);
    expect(await copyOf(copy.id)).toMatchObject({ status: 'stopped' });
    const { user: asking } = await makeAsking();
    await write((tx) => closeAccount(tx, createInvestorActor(asking.id), closing(asking)));
    expect(await loadBeingCopied(await again(asking))).toMatchObject({ waits: false, isCopied: false });
    await clean();
  });
});
