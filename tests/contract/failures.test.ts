import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALLS } from '~/api/calls';
import { MirrorbookClient } from '~/api/client';
import { type Call, refusalStatusOf } from '~/web/guard/call';
import { ADMIN, newInvestor, PASSWORD, type Person, signalKeyOf, statusOf, succeed } from '../support/pages/calls';
import { expectDocumented } from '../support/pages/openapi';
import { change } from '../support/people/rows';
import { Installation } from '../support/servers/installation';

/** Tests refusals of calls that `refusals.test.ts` does not cover, and answers of sequences of calls. */
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

test('a login of a frozen account, and a signal with the key of another trader, are refused with their statuses', async () => {
  const { email, id } = await newInvestor(installation);
  change(installation, 'update user set must_reset_password = 1 where id = ?', [id]);
  const { _id } = await succeed(
    admin,
    'createTrader',
    { ...CALLS.createTrader.example, capital: 10_000 },
    randomUUID(),
  );
  const key = await signalKeyOf(installation, ADMIN, _id);
  const signal = { id: 'one', symbol: 'BTCUSD', action: 'buy', size: '0.1', key, trader: id } as const;
  const answers = [
    { name: 'login', code: 'frozen', answer: await anonymous.call('login', { email, password: PASSWORD }) },
    { name: 'signals', code: 'foreign-key', answer: await anonymous.call('signals', signal) },
  ] as const;
  for (const { name, code, answer } of answers) {
    expectDocumented(name, answer.http, answer.body);
    const { http, status } = refusalStatusOf(CALLS[name] as Call, code);
    expect([name, answer.ok, answer.http, answer.status]).toEqual([name, false, http, status]);
  }
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
  const own = await succeed(person.client, 'getData', {});
  expect(users.find(({ _id }) => _id === person.id)).toMatchObject({
    email: person.email,
    deposit: own.deposit,
    transaction: own.transaction,
    kycStatus: 'not_submitted',
    kyc: 'none',
    kycRejectionReason: '',
  });
  for (const user of users) expect(Object.values(user)).not.toContain(null);
});
