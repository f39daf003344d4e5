import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { deposit, event, setting } from '#drizzle/schema';
import { CALLS } from '~/api/calls';
import { login } from '~/api/handlers/account.server';
import { V1_CALLS } from '~/api/v1/table.server';
import { createInvestorKey } from '~/features/people/apiKeys/createInvestorKey.server';
import { freezeAccount } from '~/features/people/auth/freeze/freeze.server';
import { DAY } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { forgetSingleton } from '~/platform/singleton';
import { createInvestorActor } from '~/platform/states';
import { loader as files } from '~/routes/files';
import { API_KEY_SETTING } from '~/signIns/keyScopes';
import { deleteEndedSessions } from '~/signIns/session.server';
import { apiRoute } from '~/web/guard/api.server';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { PIXEL_PNG } from '../../support/pages/files';
import { answerOf } from '../../support/pages/guarded';
import { keyFor, undocumented, v1 } from '../../support/pages/v1';
import { makeUser } from '../../support/people/people';
import { makeTrader } from '../../support/trading/copies';

useDatabase();

const usd = (value: string) => ({ value, currency: 'USD' });
const WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
let uses = 0;
const once = () => ({ 'Idempotency-Key': `key-${++uses}` });

const rich = () => makeUser({ country: 'Malta', pdtUnlocked: true }, { dollars: 20_000 });

describe('a key', () => {
  test('answers for its owner, is stored as its hash only, and shows when it was used', async () => {
    const user = await rich();
    const key = await keyFor(user);
    const account = await v1('GET', 'account', { key });
    expect(account).toMatchObject({ status: 200, body: { id: user.id, balances: { available: usd('20000.00') } } });
    expect(undocumented('getAccount', account)).toEqual([]);
    const listed = await v1('GET', 'keys', { key });
    expect(listed.body.data).toMatchObject([{ name: 'A test', hint: `mbk_…${key.slice(-4)}` }]);
    expect(JSON.stringify(listed.body)).not.toContain(key);
  });

  test.each([
    ['none', undefined],
    ['a made-up one', 'mbk_not-a-key'],
  ])('that is %s gets 401 and a problem', async (_, key) => {
    const answer = await v1('GET', 'account', { key });
    expect(answer).toMatchObject({ status: 401, body: { code: 'not-signed-in', status: 401 } });
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
    expect(undocumented('getAccount', answer)).toEqual([]);
  });

  test('without the scope of a call gets 403 that names it', async () => {
    const key = await keyFor(await rich(), { scopes: ['read'] });
    const answer = await v1('POST', 'copies', { key, headers: once(), body: {} });
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'missing-scope', detail: 'This key lacks the scope "copy".' },
    });
  });

  test('works only from the listed addresses', async () => {
    const key = await keyFor(await rich(), { from: ['198.51.100.0/24', '2001:db8::1'] });
    expect((await v1('GET', 'account', { key })).body).toMatchObject({ status: 403, code: 'foreign-address' });
    for (const address of ['198.51.100.7', '2001:db8::1'])
      expect((await v1('GET', 'account', { key, address })).status).toBe(200);
  });

  test('ends when it expires, is revoked, or the account is frozen', async () => {
    const user = await rich();
    const [short, revoked, frozen] = [
      await keyFor(user, { days: 1 }),
      await keyFor(user),
      await keyFor(user, { days: 90 }),
    ];
    const status = async (key: string) => (await v1('GET', 'account', { key })).status;
    const { data } = (await v1('GET', 'keys', { key: revoked })).body as { data: { id: string; hint: string }[] };
    const { id = '' } = data.find(({ hint }) => hint.endsWith(revoked.slice(-4))) ?? {};
    expect(await v1('POST', `keys/${id}/revoke`, { key: frozen })).toMatchObject({
      status: 200,
      body: { name: 'A test' },
    });
    expect([await status(short), await status(revoked), await status(frozen)]).toEqual([200, 401, 200]);
    // An unused key stays valid; a session would have ended.
    clock.advance(60 * DAY);
    await deleteEndedSessions();
    expect([await status(short), await status(frozen)]).toEqual([401, 200]);
    const request = { userId: user.id, reason: 'to try' };
    expect(await write((tx) => freezeAccount(tx, createInvestorActor(user.id), request))).toMatchObject({ ok: true });
    expect(await status(frozen)).toBe(401);
  });

  test('is named by the audit log beside what was done with it', async () => {
    const user = await rich();
    const key = await keyFor(user);
    await v1('POST', 'trading/put-in', { key, headers: once(), body: { amount: usd('500.00') } });
    const body = { symbol: 'BTCUSD', side: 'buy', size: '0.001' };
    expect(await v1('POST', 'trading/orders', { key, headers: once(), body })).toMatchObject({ status: 200 });
    const rows = await read().select({ thing: event.thing, details: event.details }).from(event);
    const order = rows.find(({ thing }) => thing === 'own trading');
    expect(order?.details).toMatchObject({ 'api key': `A test (mbk_…${key.slice(-4)})` });
  });
});

test('keys can be forbidden by one setting: none is created, and none works', async () => {
  const user = await rich();
  const key = await keyFor(user);
  const set = (value: number) =>
    write((tx) => tx.update(setting).set({ value }).where(eq(setting.key, API_KEY_SETTING.setting)));
  await set(API_KEY_SETTING.forbidden);
  expect(await v1('GET', 'account', { key })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  const request = { name: 'One', scopes: ['read' as const], wallets: [], from: [], days: 30 };
  expect(await write((tx) => createInvestorKey(tx, user, request))).toMatchObject({ error: { code: 'forbidden' } });
  await set(API_KEY_SETTING.allowed);
  expect((await v1('GET', 'account', { key })).status).toBe(200);
});

describe('a request', () => {
  test('with unknown fields is refused with their names', async () => {
    const key = await keyFor(await rich());
    const body = { amount: { ...usd('5.00'), cents: 500 }, role: 'admin' };
    const answer = await v1('POST', 'trading/put-in', { key, headers: once(), body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([
      { field: 'amount.cents' },
      { field: 'role', message: 'There is no field "role" here.' },
    ]);
    expect(await v1('GET', 'account?full=1', { key })).toMatchObject({ status: 400, body: { field: 'full' } });
  });

  test.each(['5', '5.0', '5.000', '1e3', '', 'NaN'])('with an amount of %s is refused', async (value) => {
    const key = await keyFor(await rich());
    const answer = await v1('POST', 'trading/put-in', { key, headers: once(), body: { amount: usd(value) } });
    expect(answer).toMatchObject({ status: 400, body: { field: 'amount.value' } });
  });

  test.each<[string, unknown, string]>([
    ['a number for an amount', { amount: { value: 5, currency: 'USD' } }, 'amount.value'],
    ['an amount without its currency', { amount: { value: '5.00' } }, 'amount.currency'],
    ['a text for an object', { amount: '5.00' }, 'amount'],
    ['null', { amount: null }, 'amount'],
    ['a list for an object', { amount: [usd('5.00')] }, 'amount'],
    ['nothing', {}, 'amount'],
  ])('with %s is refused by the name of its field', async (_, body, field) => {
    const answer = await v1('POST', 'trading/put-in', { key: await keyFor(await rich()), headers: once(), body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad-input', field } });
    expect(undocumented('putIntoTrading', answer)).toEqual([]);
  });

  test('above the limit of a key per minute waits, and those of other keys do not', async () => {
    forgetSingleton('v1-key-limit');
    testEnv({ LIMITS: 'requestsPerMinute=3' });
    const user = await rich();
    const [key, other] = [await keyFor(user), await keyFor(user)];
    const left: (string | undefined)[] = [];
    for (let n = 0; n < 3; n++)
      left.push(/"key";r=(\d+)/.exec((await v1('GET', 'account', { key })).headers.get('RateLimit') ?? '')?.[1]);
    expect(left).toEqual(['2', '1', '0']);
    const refused = await v1('GET', 'account', { key });
    expect(refused).toMatchObject({ status: 429, body: { code: 'throttled' } });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(undocumented('getAccount', refused)).toEqual([]);
    expect((await v1('GET', 'account', { key: other })).status).toBe(200);
    forgetSingleton('v1-key-limit');
  });

  test('to an unknown address, or by another method, says so', async () => {
    expect(await v1('GET', 'nothing')).toMatchObject({ status: 404, body: { code: 'not-found' } });
    const answer = await v1('POST', 'account');
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET']);
  });
});

describe('a write', () => {
  test('of money needs a key, and happens once for it', async () => {
    const user = await rich();
    const key = await keyFor(user);
    const put = (body: object, headers = {}) => v1('POST', 'trading/put-in', { key, body, headers });
    expect(await put({ amount: usd('100.00') })).toMatchObject({ status: 400, body: { code: 'key-required' } });
    const headers = { 'Idempotency-Key': 'one' };
    const first = await put({ amount: usd('100.00') }, headers);
    const second = await put({ amount: usd('100.00') }, headers);
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
    expect(second.headers.get('Idempotency-Replayed')).toBe('true');
    expect(await put({ amount: usd('200.00') }, headers)).toMatchObject({ status: 422, body: { code: 'key-reused' } });
    const { body } = await v1('GET', 'account', { key });
    expect(body).toMatchObject({ balances: { trading: usd('100.00') } });
  });

  test('that was refused does not use up its key', async () => {
    const key = await keyFor(await rich());
    const trader = await makeTrader();
    const headers = { 'Idempotency-Key': 'again' };
    const start = (value: string) => v1('POST', 'copies', { key, headers, body: { trader, amount: usd(value) } });
    expect(await start('500.00')).toMatchObject({ status: 422, body: { field: 'amount' } });
    expect(await start('1500.00')).toMatchObject({ status: 200, body: { amount: usd('1500.00') } });
  });
});

describe('a list', () => {
  test('has cursors to the next page, valid for this list and person only', async () => {
    const [user, other] = [await rich(), await rich()];
    const [key, foreign] = [await keyFor(user), await keyFor(other)];
    for (const value of ['100.00', '200.00', '300.00'])
      await v1('POST', 'deposits', { key, headers: once(), body: { method: 'ETH', amount: usd(value) } });
    const first = await v1('GET', 'deposits?limit=2', { key });
    expect(undocumented('listDeposits', first)).toEqual([]);
    expect((first.body.data as object[]).length).toBe(2);
    const cursor = String(first.body.nextCursor);
    expect(first.headers.get('Link')).toBe(`</api/v1/deposits?limit=2&cursor=${cursor}>; rel="next"`);
    const second = await v1('GET', `deposits?limit=2&cursor=${cursor}`, { key });
    expect(second.body).toMatchObject({
      data: [{ amount: usd('100.00') }, { amount: usd('20000.00') }],
      nextCursor: null,
    });
    const altered = cursor.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'));
    const bad = { status: 400, body: { code: 'bad-cursor', field: 'cursor' } };
    expect(await v1('GET', `deposits?limit=2&cursor=${altered}`, { key })).toMatchObject(bad);
    expect(await v1('GET', `withdrawals?cursor=${cursor}`, { key })).toMatchObject(bad);
    expect(await v1('GET', `deposits?state=pending&cursor=${cursor}`, { key })).toMatchObject(bad);
    expect(await v1('GET', `deposits?cursor=${cursor}`, { key: foreign })).toMatchObject(bad);
  });
});

test('an unchanged read answers 304 for its ETag', async () => {
  const key = await keyFor(await rich());
  const { headers } = await v1('GET', 'deposit-methods', { key });
  const same = await v1('GET', 'deposit-methods', { key, headers: { 'If-None-Match': headers.get('ETag') ?? '' } });
  expect([same.status, same.body]).toEqual([304, {}]);
  expect(headers.get('RateLimit')).toMatch(/^"key";r=\d+;t=\d+$/);
  expect(headers.get('RateLimit-Policy')).toMatch(/^"key";q=\d+;w=60$/);
});

test('a withdrawal goes only to the addresses that its key lists', async () => {
  const user = await rich();
  const body = { method: 'BTC', amount: usd('200.00'), wallet: WALLET };
  const listed = await keyFor(user, { wallets: [WALLET] });
  const another = await keyFor(user, { wallets: ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'] });
  const quote = await v1('GET', 'withdrawal-quotes?method=BTC&value=200.00', { key: listed });
  expect(quote).toMatchObject({ status: 200, body: { amount: usd('200.00') } });
  const refused = await v1('POST', 'withdrawals', { key: another, headers: once(), body });
  expect(refused).toMatchObject({ status: 403, body: { code: 'unlisted-wallet' } });
  const made = await v1('POST', 'withdrawals', { key: listed, headers: once(), body });
  expect(made.status).toBe(200);
  const cancelled = await v1('POST', `withdrawals/${made.body.id}/cancel`, { key: listed, headers: once() });
  expect(cancelled).toMatchObject({ status: 200 });
});

test('a picture of a payment is sent as a file', async () => {
  const key = await keyFor(await rich());
  const body = { method: 'ETH', amount: usd('100.00') };
  const { body: made } = await v1('POST', 'deposits', { key, headers: once(), body });
  const form = new FormData();
  form.set('picture', new Blob([PIXEL_PNG], { type: 'image/png' }), 'payment.png');
  const proved = await v1('POST', `deposits/${made.id}/proof`, { key, form });
  expect([proved.status, proved.body]).toEqual([200, { id: made.id }]);
  expect(await v1('GET', `deposits/${made.id}`, { key })).toMatchObject({ body: { hasPicture: true } });
});

test('every call has a unique name and address', () => {
  const names = V1_CALLS.map(({ operation }) => operation);
  expect(names.length).toBe(new Set(names).size);
  const addresses = V1_CALLS.map(({ method, path }) => `${method} ${path}`);
  expect(addresses.length).toBe(new Set(addresses).size);
});

test('an own file is readable by a key that may read, and by no other', async () => {
  const user = await rich();
  const key = await keyFor(user);
  const made = await v1('POST', 'deposits', { key, headers: once(), body: { method: 'ETH', amount: usd('100.00') } });
  const form = new FormData();
  form.set('picture', new Blob([PIXEL_PNG], { type: 'image/png' }), 'payment.png');
  await v1('POST', `deposits/${made.body.id}/proof`, { key, form });
  const [row] = await read()
    .select()
    .from(deposit)
    .where(eq(deposit.id, String(made.body.id)));
  const id = row?.proofFileId ?? '';
  const open = async (by: string) => {
    const headers = { Authorization: `Bearer ${by}` };
    const request = new Request(`http://mirrorbook.test/files/${id}`, { headers });
    return (await answerOf(files, request, { params: { id } })).status;
  };
  const others = [await keyFor(user, { scopes: ['trade'] }), await keyFor(await rich()), 'mbk_none'];
  expect([await open(key), ...(await Promise.all(others.map(open)))]).toEqual([200, 404, 404, 404]);
});

test('where keys are required, the original calls sign no investor in, and keys work', async () => {
  const user = await rich();
  const key = await keyFor(user);
  await write((tx) =>
    tx.update(setting).set({ value: API_KEY_SETTING.required }).where(eq(setting.key, API_KEY_SETTING.setting)),
  );
  const body = JSON.stringify({ email: user.email, password: 'a long walk in the rain' });
  const headers = { 'Content-Type': 'application/json' };
  const request = new Request('http://mirrorbook.test/api/login', { method: 'POST', body, headers });
  const { text } = await answerOf(apiRoute(CALLS.login, login as never), request);
  expect(JSON.parse(text)).toMatchObject({ message: 'Programs must use an API key here, with /api/v1.' });
  expect((await v1('GET', 'account', { key })).status).toBe(200);
});
