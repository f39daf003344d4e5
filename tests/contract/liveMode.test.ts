import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS, type CallName } from '~/api/calls';
import { type CallInput, MirrorbookClient } from '~/api/client';
import type { Call } from '~/web/guard/call';
import { type Codes, enrol, LiveInstallation } from '../support/liveMode';
import { ADMIN, PASSWORD, refused, succeed } from '../support/pages/calls';
import { Client, formsOf } from '../support/pages/client';
import { expectDocumented } from '../support/pages/openapi';
import { contentsOf, countRows, findingsBut, gained } from '../support/people/rows';

/** Requirements of live mode for calls: a second factor, and a second administrator. */
const installation = await LiveInstallation.create();
const CUSTOMER = { email: 'ann@customer.example', password: PASSWORD };
const SECOND = { email: 'bea@operator.example', password: ADMIN.password };

/** Administrators at their pages: Ada, who makes the calls, and Bea, who decides. */
const ada = new Client(installation);
const bea = new Client(installation);
let anonymous: MirrorbookClient;
let admin: MirrorbookClient;
let customer: MirrorbookClient;
let codes: Codes;
let planted: string;

beforeAll(async () => {
  await installation.start();
  await installation.createAdministrator(ADMIN.email, 'Ada', ADMIN.password);
  await installation.createAdministrator(SECOND.email, 'Bea', SECOND.password);
  planted = await installation.addCustomer(CUSTOMER);
  anonymous = new MirrorbookClient(installation.origin);
  customer = anonymous.with((await succeed(anonymous, 'login', CUSTOMER)).token);
  await bea.signInAdmin(SECOND);
  await enrol(bea, '/admin/security', SECOND.password);
});
afterAll(async () => {
  try {
    expect(await findingsBut(installation, [`user ${planted}`])).toEqual([]);
  } finally {
    await installation.remove();
  }
});

const fiveMinutesOn = () => installation.confirmSessions({ ago: 300_001, all: true });

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('the second factor', () => {
  test('without one no administrator gets a token', async () => {
    expect((await refused(anonymous, 'admin', ADMIN))[0]).toBe(403);
    await ada.signInAdmin(ADMIN);
    codes = await enrol(ada, '/admin/security', ADMIN.password);
  });

  test('signing in requires a code: missing, wrong, right, and not the same twice', async () => {
    const missing = await anonymous.call('admin', ADMIN);
    expect([missing.http, missing.body]).toMatchObject([200, { status: 401, field: 'otp' }]);
    // The page's state of a pending sign-in is not for API clients.
    expect(Object.keys(missing.body).sort()).toEqual(['field', 'message', 'status']);
    const otp = codes();
    expect(await refused(anonymous, 'admin', { ...ADMIN, otp: wrong(otp) })).toMatchObject([401, /code is wrong/]);
    expect((await refused(anonymous, 'admin', { ...ADMIN, password: 'not it', otp }))[0]).toBe(401);
    admin = anonymous.with((await succeed(anonymous, 'admin', { ...ADMIN, otp })).token);
    expect(await refused(anonymous, 'admin', { ...ADMIN, otp })).toMatchObject([401, /used before/]);
  });

  test('after five minutes a code is required again: missing, wrong, right, and not the same twice', async () => {
    await fiveMinutesOn();
    const before = contentsOf(installation);
    const request = { amount: 5, email: CUSTOMER.email };
    const otp = codes(1);
    for (const name of ['fundwallet', 'debitwallet', 'upgradeUser', 'getWithdrawInfo', 'deleteUser'] as const) {
      const missing = await admin.call(name, request, { key: name });
      expectDocumented(name, missing.http, missing.body);
      // 401 would mean that the token has ended, where a client checks the HTTP status only.
      const found = name === 'deleteUser' ? [403, 403] : [200, 401];
      expect([missing.http, missing.body]).toMatchObject([found[0], { status: found[1], field: 'otp' }]);
    }
    const missing = await admin.call('updateTraderLog', { tradeLog: { ...LOG, id: randomUUID() } });
    expect([missing.http, missing.body]).toMatchObject([403, { status: 403, field: 'otp' }]);
    expect((await refused(admin, 'fundwallet', { ...request, otp: wrong(otp) }))[0]).toBe(401);
    expect(contentsOf(installation)).toEqual(before);

    const right = await admin.call('fundwallet', { ...request, otp }, { key: 'with-its-code' });
    expect([right.http, right.body]).toMatchObject([202, { status: 'pending' }]);
    await fiveMinutesOn();
    expect((await refused(admin, 'fundwallet', { ...request, amount: 6, otp }))[0]).toBe(401);
    // A confirmed code counts only for its own session.
    await installation.confirmSessions();
    await decide('reject');
  });
});

const LOG = { pair: 'EUR/USD', amount: 12.5, tradeType: 'profit' } as const;

/** Bea decides the waiting request. */
async function decide(decision: 'approve' | 'reject'): Promise<void> {
  const path = '/admin/approvals';
  const form = formsOf(await bea.page(path), path).find(({ fields }) => fields._intent === decision);
  if (!form) throw new Error(`There is nothing to ${decision}`);
  const decided = await bea.post(form, decision === 'reject' ? { reason: 'Not now' } : {});
  expect(decided.status).toBe(303);
}

const second = Object.values<Call>(CALLS).filter((call) => call.needsApproval);
type SecondName =
  | 'fundwallet'
  | 'debitwallet'
  | 'upgradeUser'
  | 'getWithdrawInfo'
  | 'createTrader'
  | 'updateTraderLog'
  | 'deleteTrader';

describe('acts that need two administrators', () => {
  test.each(second)('$name waits, and is done when the second one approves', async ({ name: plain }) => {
    const name = plain as SecondName;
    const input = await prepared[name]();
    const before = contentsOf(installation);
    const key = randomUUID();
    const first = await admin.call(name, input as never, { key });
    expectDocumented(name, first.http, first.body);
    expect([first.http, Object.keys(first.body).sort()]).toEqual([202, ['id', 'message', 'status']]);
    expect(first.body).toMatchObject({ status: 'pending', message: expect.stringContaining('second administrator') });
    const request = contentsOf(installation);
    expect(gained(before, request)).toMatchObject({ approval: 1, idempotency: 1 });
    for (const moved of ['journal', 'transfer', 'account', 'deposit', 'trade']) {
      expect([moved, request[moved]]).toEqual([moved, before[moved]]);
    }

    // An administrator can't decide their own request. A repetition creates no second request; other values create one.
    expect(await ada.page('/admin/approvals')).not.toContain('value="approve"');
    const again = await admin.call(name, input as never, { key });
    expect([again.http, again.body, again.headers.get('Idempotency-Replayed')]).toEqual([202, first.body, 'true']);
    // Each call without its key requires a confirmation.
    expect((await refused(admin, name, input as never))[0]).toBe(409);
    expect(contentsOf(installation)).toEqual(request);

    await decide('approve');
    const table =
      { updateTraderLog: 'trade', createTrader: 'trader', deleteTrader: 'notification' }[plain] ?? 'journal';
    expect(gained(request, contentsOf(installation))).toMatchObject({ [table]: 1 });
    // The first answer is repeated, though the act is done now.
    expect((await admin.call(name, input as never, { key })).body).toEqual(first.body);
    expect(countRows(installation, { table: 'approval', where: "status = 'waiting'" })).toBe(0);
  });

  test('an investor sees the result', async () => {
    const { funded, totaldeposit, deposit } = await succeed(customer, 'getData', {});
    expect([funded, totaldeposit, deposit[0]?.status]).toEqual([240, 250, 'approved']);
  });

  test('an impossible act is refused at once, without waiting for a second administrator', async () => {
    const before = contentsOf(installation);
    const { email } = CUSTOMER;
    expect(await refused(admin, 'debitwallet', { amount: 9_999, email })).toEqual([
      400,
      "amount exceeds user's capital",
    ]);
    expect((await refused(admin, 'upgradeUser', { amount: 9_999_999, email }))[0]).toBe(400);
    expect((await refused(admin, 'fundwallet', { amount: 1, email: 'no@example.com' }))[0]).toBe(404);
    expect(gained(before, contentsOf(installation))).toEqual({});
  });
});

/** Input of each call, available once its preconditions exist. */
const prepared: { [N in SecondName]: () => Promise<CallInput<N & CallName>> } = {
  fundwallet: async () => ({ amount: 250, email: CUSTOMER.email }),
  debitwallet: async () => ({ amount: 5, email: CUSTOMER.email }),
  upgradeUser: async () => {
    const form = await ada.form('/admin/books?do=fund', 'amount');
    const input = { reserve: 'free', amount: '1000', reason: 'Cover' };
    expect((await ada.agree(form, input)).status).toBe(303);
    await decide('approve');
    return { amount: 15, email: CUSTOMER.email };
  },
  getWithdrawInfo: async () => {
    // Otherwise a withdrawal to a new address waits for a day.
    const form = await ada.form('/admin/catalogue?edit=rate:withdrawal-wait-days', 'value');
    expect((await ada.agree(form, { value: '0', reason: 'No wait here' })).status).toBe(303);
    await decide('approve');
    const request = { ...CALLS.withdraw.example, WithdrawAmount: 20 };
    await succeed(customer, 'withdraw', request);
    return { email: CUSTOMER.email };
  },
  createTrader: async () => ({ ...CALLS.createTrader.example, capital: 10_000 }),
  deleteTrader: async () => {
    const { _id } = await succeed(admin, 'createTrader', { ...CALLS.createTrader.example, minimumcapital: 50 });
    await succeed(customer, 'copytrade', { trader: _id, amount: 50 });
    return { id: _id };
  },
  updateTraderLog: async () => {
    const { _id } = await succeed(admin, 'createTrader', CALLS.createTrader.example);
    return { tradeLog: { ...LOG, id: _id } };
  },
};

test('an investor’s sign-in and withdrawal require a second factor too, once it is on, and earlier tokens end', async () => {
  const codesOfAnn = await enrol(await new Client(installation).signIn(CUSTOMER), '/settings/security', PASSWORD);
  expect((await refused(customer, 'getData', {}))[0]).toBe(401);
  const missing = await anonymous.call('login', CUSTOMER);
  expect([missing.http, missing.body]).toMatchObject([200, { status: 401, field: 'otp' }]);
  const otp = codesOfAnn();
  expect(await refused(anonymous, 'login', { ...CUSTOMER, otp: wrong(otp) })).toMatchObject([401, /code is wrong/]);
  const { token } = await succeed(anonymous, 'login', { ...CUSTOMER, otp });
  const ann = anonymous.with(token);
  expect((await succeed(ann, 'getData', {})).email).toBe(CUSTOMER.email);
  expect(await refused(anonymous, 'login', { ...CUSTOMER, otp })).toMatchObject([401, /used before/]);

  await fiveMinutesOn();
  const before = contentsOf(installation);
  const request = CALLS.withdraw.example;
  const withdraw = async (input: { otp?: string } = {}) => {
    const { http, body, headers } = await ann.call('withdraw', { ...request, ...input }, { key: 'out' });
    expectDocumented('withdraw', http, body);
    return { http, body, replayed: headers.get('Idempotency-Replayed') };
  };
  for (const input of [{}, { otp: wrong(codesOfAnn(1)) }]) {
    expect(await withdraw(input)).toMatchObject({
      http: 200,
      body: { status: 401, field: 'otp', withdrawMessage: expect.any(String) },
    });
  }
  expect(gained(before, contentsOf(installation))).toEqual({});
  const first = await withdraw({ otp: codesOfAnn(1) });
  expect(first).toMatchObject({ http: 200, body: { withdraw: request.WithdrawAmount }, replayed: null });
  await fiveMinutesOn();
  for (const input of [{}, { otp: '000000' }]) expect(await withdraw(input)).toEqual({ ...first, replayed: 'true' });
  expect(countRows(installation, { table: 'withdrawal', where: "status = 'requested'" })).toBe(1);
});
