import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALLS, type CallName } from '~/api/calls';
import { type Answer, MirrorbookClient, type Sent } from '~/api/client';
import { OTP_STATUSES } from '~/api/fields';
import { type Call, refusalStatusOf } from '~/web/guard/call';
import {
  ADMIN,
  newInvestor,
  PASSWORD,
  type Person,
  signalKeyOf,
  statusOf,
  submitDocuments,
  succeed,
} from '../support/pages/calls';
import { expectDocumented } from '../support/pages/openapi';
import { change } from '../support/people/rows';
import { Installation } from '../support/servers/installation';

/** Every refusal that the table of calls names, as a client gets it: the HTTP status, the one in the body, and the message. */
const installation = new Installation({ DEMONSTRATION: '0' });
let anonymous: MirrorbookClient;
let admin: MirrorbookClient;
let person: Person;

beforeAll(async () => {
  await installation.start();
  await installation.createAdministrator(ADMIN.email, 'Ada', ADMIN.password);
  anonymous = new MirrorbookClient(installation.origin);
  admin = anonymous.with((await succeed(anonymous, 'admin', ADMIN)).token);
  person = await newInvestor(installation, { dollars: 2_000, admin });
});
afterAll(() => installation.remove());

/** Refusal codes tested elsewhere: of the second factor in `liveMode.test.ts`, of disabled administrators in the tests of staff. */
const ELSEWHERE = new Set([...Object.keys(OTP_STATUSES), 'needs-second-factor', 'account-gone', 'disabled']);

type Refused = () => Promise<Answer<CallName>>;
const asked =
  <N extends CallName>(client: () => MirrorbookClient, name: N, input: () => Sent<N>): Refused =>
  () =>
    client().call(name, input(), { key: randomUUID() }) as Promise<Answer<CallName>>;
const byAdmin = () => admin;
const byInvestor = () => person.client;
const byAnonymous = () => anonymous;
const nowhere = { email: 'no@example.com', amount: 1 };
const NO_ONE = '01890000-0000-7000-8000-000000000000';

/** Prepares a call of an administrator about something that it ends first. */
const twice =
  <N extends 'deleteUser' | 'deleteTrader' | 'approveKYC' | 'rejectKYC'>(
    name: N,
    input: () => Promise<Sent<N>>,
  ): Refused =>
  async () => {
    const about = await input();
    await succeed(admin, name, about, randomUUID());
    return (await admin.call(name, about, { key: randomUUID() })) as Answer<CallName>;
  };

/** Creates an investor whose identity check waits for a decision. */
async function withDocuments(): Promise<{ email: string }> {
  const { client, email } = await newInvestor(installation);
  await submitDocuments(client);
  return { email };
}

const SIGNAL = { id: 'one', symbol: 'BTCUSD', action: 'buy', size: '0.1' } as const;

const WAYS: Record<string, Refused> = {
  'login bad-input': asked(byAnonymous, 'login', () => ({ email: '', password: PASSWORD })),
  'login unknown-user': asked(byAnonymous, 'login', () => ({ email: nowhere.email, password: PASSWORD })),
  'login wrong-password': asked(byAnonymous, 'login', () => ({ email: person.email, password: 'something else' })),
  'login unverified': async () => {
    const { email, password } = CALLS.register.example;
    await succeed(anonymous, 'register', CALLS.register.example);
    return (await anonymous.call('login', { email, password })) as Answer<CallName>;
  },
  'login frozen': async () => {
    const { email, id } = await newInvestor(installation);
    change(installation, 'update user set must_reset_password = 1 where id = ?', [id]);
    return (await anonymous.call('login', { email, password: PASSWORD })) as Answer<CallName>;
  },
  'resetpassword bad-token': asked(byAnonymous, 'resetpassword', () => ({
    email: person.email,
    newPassword: 'three words and a comma',
    token: 'no',
  })),
  'admin invalid-credentials': asked(byAnonymous, 'admin', () => ({ ...ADMIN, password: 'something else' })),
  'fundwallet unknown-user': asked(byAdmin, 'fundwallet', () => nowhere),
  'debitwallet unknown-user': asked(byAdmin, 'debitwallet', () => nowhere),
  'upgradeUser unknown-user': asked(byAdmin, 'upgradeUser', () => nowhere),
  'getWithdrawInfo unknown-user': asked(byAdmin, 'getWithdrawInfo', () => nowhere),
  'getWithdrawInfo no-withdrawal': asked(byAdmin, 'getWithdrawInfo', () => ({ email: person.email })),
  'deleteUser unknown-user': asked(byAdmin, 'deleteUser', () => nowhere),
  'deleteUser wrong-state': twice('deleteUser', async () => ({ email: (await newInvestor(installation)).email })),
  'approveKYC unknown-user': asked(byAdmin, 'approveKYC', () => nowhere),
  'approveKYC no-papers': asked(byAdmin, 'approveKYC', () => ({ email: person.email })),
  'approveKYC wrong-state': twice('approveKYC', withDocuments),
  'rejectKYC unknown-user': asked(byAdmin, 'rejectKYC', () => ({ ...nowhere, reason: 'Blurred' })),
  'rejectKYC no-papers': asked(byAdmin, 'rejectKYC', () => ({ email: person.email, reason: 'Blurred' })),
  'rejectKYC wrong-state': twice('rejectKYC', async () => ({ ...(await withDocuments()), reason: 'Blurred' })),
  'verify not-found': asked(byAdmin, 'verify', () => ({ id: NO_ONE })),
  'deleteTrader not-found': asked(byAdmin, 'deleteTrader', () => ({ id: NO_ONE })),
  'deleteTrader wrong-state': twice('deleteTrader', async () => ({
    id: (await succeed(admin, 'createTrader', CALLS.createTrader.example, randomUUID()))._id,
  })),
  'invest unknown-plan': asked(byInvestor, 'invest', () => ({ plan: 'gone', amount: 500 })),
  'copytrade unknown-trader': asked(byInvestor, 'copytrade', () => ({ trader: NO_ONE })),
  'signals unknown-key': asked(byAnonymous, 'signals', () => ({ ...SIGNAL, key: 'mbs_unknown' })),
  'signals foreign-key': async () => {
    const input = { ...CALLS.createTrader.example, capital: 10_000 };
    const { _id } = await succeed(admin, 'createTrader', input, randomUUID());
    const key = await signalKeyOf(installation, ADMIN, _id);
    return (await anonymous.call('signals', { ...SIGNAL, key, trader: NO_ONE })) as Answer<CallName>;
  },
  'traders not-found': asked(byAnonymous, 'traders', () => ({ id: NO_ONE })),
  'stopcopytrade not-found': asked(byInvestor, 'stopcopytrade', () => ({})),
};

const named = Object.values<Call>(CALLS).flatMap((call) =>
  Object.keys(call.statuses ?? {})
    .filter((code) => !ELSEWHERE.has(code))
    .map((code) => ({ way: `${call.name} ${code}`, call, code })),
);

test('each refusal that the table names has a case here', () => {
  expect(Object.keys(WAYS).sort()).toEqual(named.map(({ way }) => way).sort());
});

test.each(named)('$way', async ({ way, call, code }) => {
  const answer = await (WAYS[way] as Refused)();
  expectDocumented(call.name, answer.http, answer.body);
  const { http, status } = refusalStatusOf(call, code);
  expect([answer.ok, answer.http, answer.status]).toEqual([false, http, status]);
  expect((answer.body as { message: string }).message).toMatch(/\w/);
});

test('only a call whose answer is not read reports its own refusals by HTTP status', () => {
  const byHttp = Object.values<Call>(CALLS).filter(
    (call) => refusalStatusOf(call, 'any refusal of its own').http !== 200,
  );
  expect(byHttp.map(({ name }) => name)).toEqual([
    'resetpassword',
    'traders',
    'getUsers',
    'signals',
    'verify',
    'deleteUser',
    'approveKYC',
    'rejectKYC',
    'createTrader',
    'updateTraderLog',
    'deleteTrader',
  ]);
});

test('a reset without a token is refused, and the link is mailed', async () => {
  const { email } = await newInvestor(installation);
  const answer = await anonymous.call('resetpassword', { email, newPassword: 'three words and a comma' });
  expectDocumented('resetpassword', answer.http, answer.body);
  expect([answer.http, answer.status]).toEqual([401, 'error']);
  await expect
    .poll(() => installation.output.join('\n'), { timeout: 20_000 })
    .toContain(`/resetpassword/${encodeURIComponent(email)}`);
  await succeed(anonymous, 'login', { email, password: PASSWORD });
});

test('ambiguous names are refused with the choices', async () => {
  const answer = await person.client.call('sendproof', { amount: 5, method: 'USDT' });
  expect([statusOf(answer), answer.body]).toMatchObject([
    400,
    { field: 'method', message: '"USDT" could be USDT TRC20, USDT ERC20 or USDT BEP20. Please send one of these.' },
  ]);
});

test('a result is booked as it was meant, or refused, and the answer contains what was booked', async () => {
  const { _id: id } = await succeed(admin, 'createTrader', CALLS.createTrader.example, randomUUID());
  const log = { pair: 'eurusd', amount: 5, tradeType: 'profit', id };
  const wrong: [field: 'pair' | 'tradeType' | 'date' | 'amount', sent: string[], message: RegExp][] = [
    ['pair', ['BABA', 'GOOG', 'MET', 'XO', 'KOKO', 'VV', 'USD'], /^No trade pair is called/],
    ['tradeType', ['', 'win', 'lost'], /^Choose profit or loss/],
    ['date', ['1900-01-01', '12/31/1999', '2005-06-01'], /^The date is too long ago/],
    ['date', ['31/31/2026'], /"31\/31\/2026" is not a date/],
    ['amount', ['0,500', '12.345'], /^Use /],
  ];
  for (const [field, values, message] of wrong) {
    for (const sent of values) {
      const { body } = await admin.call('updateTraderLog', { tradeLog: { ...log, [field]: sent } as never });
      expect([sent, body]).toMatchObject([sent, { status: 400, message: expect.stringMatching(message) }]);
    }
  }
  const date = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const booked = await succeed(admin, 'updateTraderLog', { tradeLog: { ...log, tradeType: ' Loss ', date } });
  expect(booked).toMatchObject({ pair: 'EUR/USD', tradeType: 'loss', amount: 5, at: `${date}T23:59:59.999Z` });
  expect(booked.message).toMatch(/a loss of \$5\.00 in EUR\/USD, /);
  const { traders } = await succeed(anonymous, 'fetchTraders', {});
  expect(traders.find(({ _id }) => _id === id)?.tradehistory).toMatchObject([{ pair: 'EUR/USD', tradeType: 'loss' }]);
});

test('a repeated getWithdrawInfo pays no second withdrawal, and an ID selects the one that is paid', async () => {
  const { email, client } = await newInvestor(installation, { dollars: 2_000, admin });
  const ids: string[] = [];
  for (const WithdrawAmount of [27, 1_000.5, 31])
    ids.push((await succeed(client, 'withdraw', { ...CALLS.withdraw.example, WithdrawAmount })).id);
  const answers = await Promise.all([1, 2, 3].map(() => admin.call('getWithdrawInfo', { email })));
  expect(answers.map(({ http }) => http).sort()).toEqual([200, 409, 409]);
  expect(answers.find(({ http }) => http === 200)?.body).toMatchObject({ id: ids[0], amount: 27 });
  const named = await succeed(admin, 'getWithdrawInfo', { email, id: ids[2] });
  expect(named).toMatchObject({ id: ids[2], amount: 31 });
  for (const id of [ids[2], randomUUID()]) {
    expect((await admin.call('getWithdrawInfo', { email, id }, { key: randomUUID() })).body).toMatchObject({
      status: 404,
      field: 'id',
    });
  }
  const { withdrawals } = await succeed(client, 'getData', {});
  expect(withdrawals.map(({ status }) => status).sort()).toEqual(['paid', 'paid', 'requested']);
});

test('the next read shows a change, however often it was read before', async () => {
  for (let n = 0; n < 10; n++) {
    const { _id } = await succeed(
      admin,
      'createTrader',
      { ...CALLS.createTrader.example, lastname: 'Fresh' },
      randomUUID(),
    );
    for (let read = 0; read < 3; read++) {
      const { traders } = await succeed(anonymous, 'fetchTraders', {});
      expect(traders.some((trader) => trader._id === _id)).toBe(true);
    }
    await succeed(admin, 'deleteTrader', { id: _id });
    const { traders } = await succeed(anonymous, 'fetchTraders', {});
    expect(traders.some((trader) => trader._id === _id)).toBe(false);
  }
});

test('whole users are returned with their lists, at most fifty a page', async () => {
  const fields = await succeed(admin, 'getUsers', {});
  expect(fields.some((user) => 'deposit' in user)).toBe(false);
  const users = await succeed(admin, 'getUsers', { full: '1' });
  const mine = await succeed(person.client, 'getData', {});
  expect(users.find(({ _id }) => _id === person.id)).toMatchObject({
    email: person.email,
    deposit: mine.deposit,
    transaction: mine.transaction,
    kycStatus: 'not_submitted',
    kyc: 'none',
    kycRejectionReason: '',
  });
  for (const user of users) expect(Object.values(user)).not.toContain(null);
});
