// On both engines: proposals are sealed rows, and their effects are rehearsed and rolled back.
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { copy, deposit, event, proposal, session, trader, withdrawal } from '#drizzle/schema';
import { confirmProposal, loadProposal, PROPOSAL_LIFETIME_MS } from '~/api/v1/mcp/proposals.server';
import { serveV1 } from '~/api/v1/serve.server';
import { closeAccount } from '~/features/people/profile/closeAccount.server';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { createAdminActor } from '~/platform/states';
import type { Administrator, User } from '~/signIns/session.server';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { must } from '../../support/must';
import { assistant, type ToolAnswer } from '../../support/pages/mcp';
import { FROM, keyFor, staffKeyFor } from '../../support/pages/v1';
import { makeAdmin, makeUser } from '../../support/people/people';
import { codeOf, ownerOf, turnOn } from '../../support/people/secondFactor';
import { makeTrader } from '../../support/trading/copies';
import { behindTheBack } from '../ledger/ledger.fixtures';

useDatabase();

const ADDRESS = 'http://mirrorbook.test/api/v1/mcp';
const usd = (value: string) => ({ value, currency: 'USD' });
const request = new Request('http://mirrorbook.test/proposals');
const ETH = { method: 'ETH', amount: usd('250.00') };

/** Sends requests of a client to the route. */
const toRoute = (async (input: Request | string | URL, init?: RequestInit) => {
  const context = { requestId: newId(), address: FROM, nonce: '', allowFrames: () => {} };
  return await serveV1({ request: new Request(input, init), params: {}, context });
}) as typeof fetch;

const by = (key: string) => assistant(ADDRESS, key, toRoute);
const rich = () => makeUser({ country: 'Malta', pdtUnlocked: true }, { dollars: 20_000 });
const idIn = ({ told }: ToolAnswer) => String(told.confirmAt).split('/').at(-1) ?? '';
const linesOf = ({ told }: ToolAnswer) =>
  Object.fromEntries(
    (told.effect as { lines: { name: string; to: string }[] }).lines.map(({ name, to }) => [name, to]),
  );
const looking = { request, address: FROM, sessionHash: 'a-browser' };
const confirm = (user: User, id: string) => confirmProposal({ ...looking, holderId: user.id, user }, id);
const confirmAsStaff = (administrator: Administrator, id: string, otp?: string) =>
  confirmProposal({ ...looking, holderId: administrator.id, administrator }, id, otp);
const deposits = (user: User) =>
  read()
    .select()
    .from(deposit)
    .where(and(eq(deposit.userId, user.id), eq(deposit.status, 'pending')));

describe('tools', () => {
  test('are those of the key’s scopes, and none reveals a secret, sends a file or stays open', async () => {
    const user = await rich();
    const names = async (key: string) => (await (await by(key)).tools()).map(({ name }) => name);
    const reading = await names(await keyFor(user, { scopes: ['read'] }));
    expect(reading).toEqual(expect.arrayContaining(['getAccount', 'listTraders', 'listCopies']));
    expect(reading.filter((name) => /^(create|start|place|cancel)/.test(name))).toEqual([]);
    const all = await names(await keyFor(user));
    expect(all).toEqual(expect.arrayContaining(['createDeposit', 'startCopy', 'createWithdrawal']));
    for (const none of ['createWebhook', 'submitIdentityCheck', 'streamEvents', 'signUp', 'createKey', 'listUsers'])
      expect(all).not.toContain(none);
    const desk = await names(
      await staffKeyFor(await makeAdmin({ role: 'payments' }), ['payments:read', 'papers:read']),
    );
    expect(desk).toEqual(expect.arrayContaining(['listQueuedDeposits', 'search']));
    expect(desk.filter((name) => /IdentityCheck|approve|Account$/.test(name))).toEqual([]);
  });

  test('read at once, and answer refusals as the calls do', async () => {
    const user = await rich();
    const { use } = await by(await keyFor(user, { scopes: ['read'] }));
    expect(await use('getAccount')).toMatchObject({ isError: false, told: { id: user.id } });
    expect((await use('listTransactions', { limit: 1 })).told.data).toHaveLength(1);
    const lacking = await use('createDeposit', ETH);
    expect(lacking).toMatchObject({ isError: true, told: { code: 'missing-scope', status: 403 } });
    const unknown = await use('listDeposits', { colour: 'red' });
    expect(unknown).toMatchObject({ isError: true, told: { code: 'bad-input', field: 'colour' } });
    expect(await use('nothing')).toMatchObject({ isError: true, told: { code: 'not-found' } });
  });

  test('need a valid key, one message at a time, by POST', async () => {
    const post = (key: string, body: unknown, method = 'POST') =>
      toRoute(ADDRESS, {
        method,
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        },
        ...(method === 'POST' && { body: JSON.stringify(body) }),
      });
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect((await post('mbk_made-up', list)).status).toBe(401);
    const key = await keyFor(await rich(), { from: ['198.51.100.0/24'] });
    expect((await post(key, list)).status).toBe(403);
    const good = await keyFor(await rich());
    expect(
      (
        await post(
          good,
          Array.from({ length: 50 }, () => list),
        )
      ).status,
    ).toBe(400);
    const got = await post(good, null, 'GET');
    expect([got.status, got.headers.get('Allow')]).toEqual([405, 'POST']);
  });
});

describe('a write', () => {
  test('is proposed with its effect, and done once when the person confirms', async () => {
    const user = await rich();
    const { use } = await by(await keyFor(user));
    const proposed = await use('createDeposit', ETH);
    expect(proposed).toMatchObject({
      isError: false,
      told: { state: 'proposed', effect: { title: 'Reports a deposit, which then waits for a decision' } },
    });
    expect(linesOf(proposed)).toMatchObject({ method: 'ETH', amount: '$250.00' });
    expect(await deposits(user)).toEqual([]);
    const id = idIn(proposed);
    expect(await loadProposal({ holderId: user.id }, id)).toMatchObject({ state: 'waiting', keyName: 'A test' });
    expect(await use('createDeposit', ETH)).toMatchObject({ told: { confirmAt: proposed.told.confirmAt } });
    const [done, again] = await Promise.all([confirm(user, id), confirm(user, id)]);
    expect([done.ok, again.ok].sort()).toEqual([false, true]);
    expect(await confirm(user, id)).toMatchObject({ ok: false, error: { code: 'wrong-state' } });
    expect(await deposits(user)).toMatchObject([{ method: 'ETH', amount: 250_00n }]);
    expect(await loadProposal({ holderId: user.id }, id)).toMatchObject({ state: 'confirmed' });
    const notified = await read().select().from(event).where(eq(event.userId, user.id));
    const [reported] = notified.filter(({ thing }) => thing === 'deposit');
    expect(reported?.details?.['api key']).toMatch(/^A test \(mbk_/);
    expect(notified).toContainEqual(expect.objectContaining({ thing: 'proposal', thingId: id, event: 'confirm' }));
  });

  test('names the people and things concerned, and the money that moves', async () => {
    const user = await rich();
    const mia = await makeTrader();
    const wallet = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
    const { use } = await by(await keyFor(user, { wallets: [wallet] }));
    const start = await use('startCopy', { trader: mia, amount: usd('1000.00') });
    expect(linesOf(start)).toMatchObject({
      trader: 'Mia Stone',
      amount: '$1,000.00',
      available: '−$1,000.00',
      'in copies': '+$1,000.00',
      floor: '$600.00',
    });
    expect(await read().select().from(copy)).toEqual([]);
    expect(await confirm(user, idIn(start))).toMatchObject({ ok: true });
    const [made] = await read().select().from(copy);
    const topUp = await use('topUpCopy', { id: made?.id, amount: usd('50.00') });
    expect(linesOf(topUp)).toMatchObject({ copy: 'Mia Stone', 'in copies': '+$50.00' });
    const stop = await use('stopCopy', { id: made?.id });
    expect(linesOf(stop)).toEqual({ copy: 'Mia Stone', price: 'the market’s when you confirm' });
    expect(await confirm(user, idIn(await use('putIntoTrading', { amount: usd('5000.00') })))).toMatchObject({
      ok: true,
    });
    const order = await use('placeOrder', { symbol: 'BTCUSD', side: 'buy', size: '0.01', type: 'market' });
    expect(linesOf(order)).toMatchObject({ symbol: 'BTCUSD', side: 'buy', size: '0.01' });
    expect((await use('getOwnTrading')).told.positions).toEqual([]);
    expect(await confirm(user, idIn(order))).toMatchObject({ ok: true });
    expect((await use('getOwnTrading')).told.positions).toMatchObject([{ symbol: 'BTC/USD', size: '0.01' }]);
    const out = await use('createWithdrawal', { method: 'BTC', amount: usd('100.00'), wallet });
    expect(linesOf(out)).toMatchObject({ wallet, amount: '$100.00', fee: expect.stringMatching(/^\$/) });
    expect(await read().select().from(withdrawal)).toEqual([]);
    const refused = await use('createWithdrawal', { method: 'BTC', amount: usd('100.00'), wallet: `${wallet}x` });
    expect(refused).toMatchObject({ isError: true, told: { code: 'unlisted-wallet' } });
  });

  test('whose effect has changed meanwhile is refused, and says what changed', async () => {
    const user = await rich();
    const mia = await makeTrader();
    const start = await (await by(await keyFor(user))).use('startCopy', { trader: mia, amount: usd('1000.00') });
    await write((tx) => tx.update(trader).set({ shareBps: 1_000 }).where(eq(trader.id, mia)));
    const refused = await confirm(user, idIn(start));
    expect(refused).toMatchObject({ ok: false, error: { code: 'effect-changed' } });
    expect(refused.ok ? '' : refused.error.message).toContain('share percent: 0% then, 10% now');
    expect([await read().select().from(copy), await confirm(user, idIn(start))]).toMatchObject([[], { ok: false }]);
  });

  test.each<[string, (user: User, key: string, id: string) => Promise<unknown>, object]>([
    ['after an hour', async () => clock.advance(PROPOSAL_LIFETIME_MS), { code: 'wrong-state' }],
    [
      'once its key is revoked',
      (user) => write((tx) => tx.delete(session).where(eq(session.subjectId, user.id))),
      { code: 'wrong-state' },
    ],
    [
      'once the account is closed',
      async (user) => {
        const close = { userId: user.id, submittedEmail: user.email, reason: 'Asked for by phone' };
        const { id } = await makeAdmin();
        must(await write((tx) => closeAccount(tx, createAdminActor(id), close)));
      },
      {},
    ],
  ])('is not done %s', async (_, then, error) => {
    const user = await makeUser({ country: 'Malta' });
    const key = await keyFor(user);
    const id = idIn(await (await by(key)).use('createDeposit', ETH));
    await then(user, key, id);
    expect(await confirm(user, id)).toMatchObject({ ok: false, error });
    expect(await loadProposal({ holderId: user.id }, id)).toMatchObject({ state: 'ended' });
    expect(await deposits(user)).toEqual([]);
  });

  test('can’t be confirmed by another person, and an altered one can’t be confirmed at all', async () => {
    const [user, other] = [await rich(), await rich()];
    const id = idIn(await (await by(await keyFor(user))).use('createDeposit', ETH));
    expect(await confirm(other, id)).toMatchObject({ ok: false, error: { code: 'not-found' } });
    expect(await loadProposal({ holderId: other.id }, id)).toBeNull();
    const admin = await makeAdmin();
    expect(await confirmAsStaff(admin, id)).toMatchObject({ ok: false, error: { code: 'not-found' } });
    // Altered in the database, as somebody with only the database would.
    const more = JSON.stringify({ ...ETH, amount: usd('9000.00') });
    await behindTheBack(`update proposal set input = '${more}' where id = '${id}'`);
    await expect(confirm(user, id)).rejects.toThrow('does not match its seal');
    expect(await deposits(user)).toEqual([]);
  });

  test('waits in a limited number', async () => {
    const { use } = await by(await keyFor(await rich()));
    const answers: ToolAnswer[] = [];
    for (let n = 0; n < 21; n++) answers.push(await use('createDeposit', { ...ETH, amount: usd(`${300 + n}.00`) }));
    expect(answers.map(({ isError }) => isError)).toEqual([...Array(20).fill(false), true]);
    expect(answers.at(-1)?.told).toMatchObject({ code: 'too-many' });
    clock.advance(PROPOSAL_LIFETIME_MS);
    await use('createDeposit', ETH);
    expect(await read().select().from(proposal)).toHaveLength(1);
  });

  test('of a key that may act without confirmation is done at once, once for its text', async () => {
    const user = await rich();
    const { use, tools } = await by(await keyFor(user, { actsAlone: true }));
    expect((await tools()).find(({ name }) => name === 'createDeposit')?.inputSchema.required).toContain(
      'idempotencyKey',
    );
    expect(await use('createDeposit', ETH)).toMatchObject({ isError: true, told: { code: 'key-required' } });
    const done = await use('createDeposit', { ...ETH, idempotencyKey: 'one' });
    expect(done).toMatchObject({ isError: false, told: { id: expect.any(String) } });
    expect(await use('createDeposit', { ...ETH, idempotencyKey: 'one' })).toEqual(done);
    expect(await deposits(user)).toHaveLength(1);
  });
});

describe('a decision of an administrator', () => {
  test('is proposed with the effect that its page shows, and confirmed with a code', async () => {
    const admin = await makeAdmin();
    const { secret } = await turnOn(ownerOf(admin, 'admin'));
    const user = await makeUser({ country: 'Malta' });
    const desk = await by(await staffKeyFor(admin));
    const request = { userId: user.id, kind: 'goodwill', amount: usd('40.00'), reason: 'For the delay' };
    expect(await desk.use('creditUser', { ...request, otp: '123456' })).toMatchObject({
      isError: true,
      told: { field: 'otp' },
    });
    const proposed = await desk.use('creditUser', request);
    expect(proposed).toMatchObject({
      isError: false,
      told: { confirmAt: expect.stringContaining('/admin/proposals/') },
    });
    expect(Object.values(linesOf(proposed)).join()).toContain('+$40.00');
    const id = idIn(proposed);
    expect(await confirmAsStaff(admin, id)).toMatchObject({ ok: false, error: { field: 'otp' } });
    expect(await confirmAsStaff(admin, id, codeOf(secret))).toMatchObject({ ok: true });
    const { told } = await desk.use('getUser', { id: user.id });
    expect(told).toMatchObject({ balances: { available: usd('40.00') } });
    expect(await confirmAsStaff(admin, id)).toMatchObject({ ok: false, error: { code: 'wrong-state' } });
  });

  test('without a preview is proposed too, and names the person and thing concerned', async () => {
    const admin = await makeAdmin();
    const user = await makeUser();
    const desk = await by(await staffKeyFor(admin));
    const noted = await desk.use('noteUser', { id: user.id, note: 'Asked for by phone.' });
    expect(linesOf(noted)).toMatchObject({ user: expect.stringContaining(user.email), note: 'Asked for by phone.' });
    const [other] = (await desk.use('listStaffKeys')).told.data as { id: string }[];
    const revoked = await desk.use('revokeStaffKey', { key: other?.id });
    expect(revoked).toMatchObject({ told: { state: 'proposed' } });
    expect((await desk.use('listStaffKeys')).told.data).toHaveLength(1);
    for (const each of [noted, revoked]) expect(await confirmAsStaff(admin, idIn(each))).toMatchObject({ ok: true });
    const notes = await read().select().from(event).where(eq(event.userId, user.id));
    expect(notes.filter((row) => row.event === 'note')).toHaveLength(1);
    expect(await read().select().from(session).where(eq(session.subjectId, admin.id))).toEqual([]);
  });

  test('waits for a second administrator in live mode, and names what changed meanwhile', async () => {
    testEnv(LIVE);
    const admin = await makeAdmin();
    const { secret } = await turnOn(ownerOf(admin, 'admin'));
    const user = await makeUser();
    const desk = await by(await staffKeyFor(admin));
    const credit = { userId: user.id, kind: 'goodwill', amount: usd('40.00'), reason: 'For the delay' };
    const first = idIn(await desk.use('creditUser', credit));
    expect(await confirmAsStaff(admin, first, codeOf(secret))).toMatchObject({ ok: true });
    expect((await desk.use('listApprovals')).told.data).toHaveLength(1);
    const second = idIn(await desk.use('creditUser', { ...credit, amount: usd('50.00') }));
    await write((tx) => tx.delete(session).where(eq(session.subjectId, admin.id)));
    expect(await confirmAsStaff(admin, second)).toMatchObject({ ok: false, error: { code: 'wrong-state' } });
  });
});
