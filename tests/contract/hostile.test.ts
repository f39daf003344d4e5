import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS } from '~/api/calls';
import { MirrorbookClient } from '~/api/client';
import { type Call, getCallAddress } from '~/web/guard/call';
import { someOf } from '../support/depth';
import { ADMIN, newInvestor, PASSWORD, type Person, refused, statusOf, succeed } from '../support/pages/calls';
import { Client } from '../support/pages/client';
import { type RouteAddress, routesOf } from '../support/pages/routes';
import { change, contentsOf, countRows, rowOf } from '../support/people/rows';
import { Installation } from '../support/servers/installation';

/** Attacks on the calls. */
const OURS = 'https://app.example';
const installation = new Installation({ DEMONSTRATION: '0', API_ALLOWED_ORIGINS: OURS });
let anonymous: MirrorbookClient;
let person: Person;

beforeAll(async () => {
  await installation.start();
  await installation.createAdministrator(ADMIN.email, 'Ada', ADMIN.password);
  anonymous = new MirrorbookClient(installation.origin);
  person = await newInvestor(installation);
});
afterAll(() => installation.remove());

const request = (call: Call, token: string, init: RequestInit = {}) =>
  fetch(installation.origin + getCallAddress(call), {
    method: call.method,
    body: call.method === 'POST' ? JSON.stringify(call.example) : null,
    ...init,
    headers: { 'Content-Type': 'application/json', 'x-access-token': token, ...init.headers },
  });

const closed = Object.values<Call>(CALLS).filter(({ who }) => who !== 'anyone');

describe('invalid tokens', () => {
  let tried = 0;
  /** Tested at every call that takes a token, in the short run a quarter of these, different ones for each. */
  async function expectClosed(token: string, ofClosed = false): Promise<void> {
    const before = contentsOf(installation);
    for (const call of someOf(closed, tried++)) {
      const answer = await request(call, token);
      const isDisclosed = ofClosed && call.name === 'sendproof';
      expect([call.name, answer.status]).toEqual([call.name, isDisclosed ? 200 : 401]);
      if (isDisclosed) expect(await answer.json()).toEqual({ status: 500, message: 'user does not exist' });
    }
    expect(contentsOf(installation)).toEqual(before);
  }
  const tokenOf = async () => (await succeed(anonymous, 'login', { email: person.email, password: PASSWORD })).token;
  const newest = (set: string, values: number[] = []) =>
    change(installation, `update session set ${set} where rowid = (select max(rowid) from session)`, values);

  test('sessions of pages', async () => {
    const investor = await new Client(installation).signIn({ email: person.email, password: PASSWORD });
    const admin = await new Client(installation).signInAdmin(ADMIN);
    const values = [...investor.cookies.values(), ...admin.cookies.values()];
    expect(values.length).toBeGreaterThan(1);
    for (const value of values) {
      await expectClosed(value);
      const signed = decodeURIComponent(value).split('.')[0] ?? '';
      await expectClosed(
        Buffer.from(signed, 'base64')
          .toString()
          .replaceAll('"', '')
          .replaceAll(/[^\x21-\x7e]/g, '?'),
      );
    }
  });

  test('a token whose end was altered in the database', async () => {
    for (const set of ['last_seen_at = last_seen_at - 1800001', 'expires_at = created_at']) {
      const token = await tokenOf();
      await succeed(anonymous.with(token), 'getData', {});
      newest(set);
      expect((await request(CALLS.getData, token)).status).toBe(401);
      newest('last_seen_at = ?, expires_at = ?', [Date.now(), Date.now() + 9e6]);
      expect((await request(CALLS.getData, token)).status).toBe(401);
    }
  });

  test('a token whose address is not verified, and one whose account is closed', async () => {
    const input = { ...CALLS.register.example, userName: 'early', email: 'early@example.com' };
    const { token } = await succeed(anonymous, 'register', input);
    for (const call of closed.filter(({ who }) => who === 'investor')) {
      expect([call.name, (await request(call, token)).status]).toEqual([call.name, 401]);
    }
    // The token stays invalid even if its sessions were not ended.
    const stored = await tokenOf();
    change(installation, "update user set status = 'closed', closed_at = 1 where id = ?", [person.id]);
    await expectClosed(stored, true);
    change(installation, "update user set status = 'open', closed_at = null where id = ?", [person.id]);
    await succeed(anonymous.with(stored), 'getData', {});
  });

  test('two tokens at once, and malformed ones', async () => {
    const token = await tokenOf();
    for (const odd of [`${token}, ${token}`, `${token}x`, token.slice(0, -1), token.toUpperCase(), 'admin', 'null']) {
      await expectClosed(odd);
    }
  });
});

test('extra fields change nothing', async () => {
  const more = {
    id: '01890000-0000-7000-8000-000000000000',
    email: 'other@example.com',
    role: 'admin',
    verified: true,
    pdtUnlocked: true,
    emailVerifiedAt: 1,
    funded: 1_000_000,
    available: 1_000_000,
    status: 'closed',
    passwordHash: 'x',
    referrerId: person.id,
    username: 'root',
    ownerId: 'x',
    kind: 'admin',
  };
  const own = () => rowOf(installation, 'user', person.id);
  const before = own();
  await succeed(person.client, 'updateUserData', { firstname: 'Iris', ...more } as { firstname: string });
  expect(own()).toEqual({ ...before, first_name: 'Iris' });

  const { email: _, username: __, ...others } = more;
  const input = {
    ...CALLS.register.example,
    userName: 'plain',
    email: 'plain@example.com',
    country: 'Malta',
    ...others,
  };
  await succeed(anonymous, 'register', input);
  const id = (await succeed(await adminClient(), 'getUsers', {})).find(({ username }) => username === 'plain')?._id;
  expect(rowOf(installation, 'user', id ?? '')).toMatchObject({
    email: 'plain@example.com',
    pdt_unlocked: 0,
    email_verified_at: null,
    status: 'open',
    referrer_id: null,
    password_hash: expect.stringMatching(/^\$argon2id\$/),
  });
  expect(countRows(installation, { table: 'administrator' })).toBe(1);
});

const adminClient = async () => anonymous.with((await succeed(anonymous, 'admin', ADMIN)).token);

describe('pages of other origins', () => {
  test('of ours can read refusals of every kind, and none allows cookies', async () => {
    const large = JSON.stringify({ x: 'x'.repeat(20_000) });
    const answers = [
      await request(CALLS.getData, '', { headers: { Origin: OURS } }),
      await request(CALLS.login, '', { headers: { Origin: OURS }, body: '{' }),
      await request(CALLS.login, '', { headers: { Origin: OURS }, body: large }),
      await request(CALLS.login, '', { headers: { Origin: OURS }, method: 'GET', body: null }),
      await request(CALLS.login, '', { headers: { Origin: OURS, 'Content-Type': 'text/plain' } }),
      await fetch(`${installation.origin}/api/nothing`, { headers: { Origin: OURS } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 400, 413, 405, 415, 404]);
    for (const { status, headers } of answers) {
      expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([status, OURS]);
      expect(headers.get('Vary')).toContain('Origin');
      expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
      expect(headers.get('Access-Control-Expose-Headers')).toContain('Idempotency-Replayed');
    }
  });

  test.each([
    `${OURS}/`,
    `${OURS}:443`,
    `${OURS}.evil.example`,
    'https://sub.app.example',
    'HTTPS://APP.EXAMPLE',
    'null',
    '*',
  ])('%s is not one of ours', async (origin) => {
    for (const path of ['login', 'LOGIN', 'openapi.json', 'fetchTraders', 'fetchTraders.data', 'nothing']) {
      const { status, headers } = await fetch(`${installation.origin}/api/${path}`, { headers: { Origin: origin } });
      expect([path, status, headers.get('Access-Control-Allow-Origin')]).toEqual([path, 403, null]);
    }
  });

  test('an answer from the cache for one is not shared with another', async () => {
    const traders = (headers: Record<string, string>) => request(CALLS.fetchTraders, '', { headers });
    for (let again = 0; again < 3; again++) {
      expect((await traders({})).headers.get('Access-Control-Allow-Origin')).toBeNull();
      expect((await traders({ Origin: OURS })).headers.get('Access-Control-Allow-Origin')).toBe(OURS);
      expect((await traders({ Origin: 'https://evil.example' })).status).toBe(403);
    }
  });
});

test('a refusal says what was wrong, without internal details', async () => {
  const { token = '' } = person.client;
  const getUsers = (await routesOf()).find(({ path }) => path === '/api/getUsers') as RouteAddress;
  const tried = [
    await request(CALLS.withdraw, token, {
      body: '{"wallet":{"$gt":""},"WithdrawAmount":"1","method":"BTC\'; drop table user;--"}',
    }),
    await request(CALLS.copytrade, token, { body: '{"trader":"01890000-0000-7000-8000-000000000000\' or 1=1"}' }),
    await request(CALLS.updateUserData, token, { body: '{"profilepicture":"../../etc/passwd"}' }),
    await request(CALLS.updateUserData, token, { body: `{"firstname":${'['.repeat(7_000)}${']'.repeat(7_000)}}` }),
    await fetch(`${installation.origin}/api/getUsers.data?_routes=${encodeURIComponent(getUsers.id)}`),
  ];
  for (const response of tried) {
    const body = await response.text();
    const status = statusOf({ http: response.status, body: JSON.parse(body) });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body).not.toMatch(/sqlite|drizzle|zod|stack|\.ts\b|node_modules|select |\/app\//i);
  }
  expect((await refused(person.client, 'getData', { limit: '2000' }))[0]).toBe('error');
});

test('a flood is refused with a time to retry, in JSON, with a message that a page of ours can read', async () => {
  const flooded = new Installation({ DEMONSTRATION: '0', API_ALLOWED_ORIGINS: OURS, LIMITS: 'requestsPerMinute=5' });
  try {
    await flooded.start();
    const login = () =>
      fetch(`${flooded.origin}/api/login`, {
        method: 'POST',
        headers: { Origin: OURS, 'Content-Type': 'application/json' },
        body: '{}',
      });
    for (let left = 4; left >= 0; left--) {
      const { status, headers } = await login();
      expect([status, headers.get('RateLimit-Remaining')]).toEqual([200, String(left)]);
    }
    const refusedOne = await login();
    expect([refusedOne.status, (await refusedOne.json()).message]).toEqual([
      429,
      expect.stringMatching(/wait \d+ second/),
    ]);
    expect(Number(refusedOne.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(refusedOne.headers.get('Access-Control-Allow-Origin')).toBe(OURS);
  } finally {
    await flooded.remove();
  }
});
