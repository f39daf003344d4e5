import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS, type CallName } from '~/api/calls';
import { type CallInput, MirrorbookClient } from '~/api/client';
import { type Call, getCallAddress } from '~/web/guard/call';
import {
  mailedLink,
  newInvestor,
  PASSWORD,
  type Person,
  refused,
  submitDocuments,
  succeed,
} from '../support/pages/calls';
import { Client } from '../support/pages/client';
import { pictureFile } from '../support/pages/files';
import { countRows } from '../support/people/rows';
import { Installation } from '../support/servers/installation';

const installation = new Installation();
let anonymous: MirrorbookClient;
let admin: MirrorbookClient;
let rich: Person;

beforeAll(async () => {
  await installation.start();
  anonymous = new MirrorbookClient(installation.origin);
  admin = anonymous.with((await succeed(anonymous, 'admin', installation.demonstration.admin)).token);
  rich = await newInvestor(installation, { dollars: 20_000, admin });
});
afterAll(async () => {
  try {
    expect((await installation.audit()).clean).toBe(true);
  } finally {
    await installation.remove();
  }
});

const fundedOf = async ({ client }: Person) => (await succeed(client, 'getData', {})).funded;

describe('who may call', () => {
  const closed = Object.values<Call>(CALLS).filter(({ who }) => who !== 'anyone');

  test.each(closed)('$name requires a valid token of its kind', async (call) => {
    const name = call.name as CallName;
    const input = call.example as never;
    const other = call.who === 'investor' ? admin : rich.client;
    expect((await refused(anonymous, name, input))[0]).toBe(401);
    expect((await refused(anonymous.with('x'.repeat(43)), name, input))[0]).toBe(401);
    expect((await refused(other, name, input))[0]).toBe(403);
    const response = await fetch(installation.origin + getCallAddress(call), {
      method: call.method,
      headers: { Cookie: `session=${rich.client.token}; admin=${admin.token}`, 'Content-Type': 'application/json' },
      body: call.method === 'POST' ? JSON.stringify(call.example) : undefined,
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual(
      name === 'getUsers' ? [] : expect.objectContaining({ status: 'error', message: expect.any(String) }),
    );
  });

  test('a token ends with its sign-out, and with a new password', async () => {
    const person = await newInvestor(installation);
    const { token } = await succeed(anonymous, 'login', { email: person.email, password: PASSWORD });
    await succeed(person.client, 'logout', {});
    expect((await refused(person.client, 'getData', {}))[0]).toBe(401);
    const other = anonymous.with(token);
    await succeed(other, 'getData', {});

    await succeed(anonymous, 'requestpasswordreset', { email: person.email });
    const link = await mailedLink(
      installation,
      new RegExp(`http\\S+/resetpassword/${encodeURIComponent(person.email)}\\S+`),
    );
    const reset = {
      email: person.email,
      newPassword: 'three words and a comma',
      token: new URL(link).searchParams.get('token') ?? '',
    };
    expect(await refused(anonymous, 'resetpassword', { ...reset, token: 'no' })).toEqual([
      401,
      'error! something went wrong',
    ]);
    await succeed(anonymous, 'resetpassword', reset);
    expect((await refused(other, 'getData', {}))[0]).toBe(401);
    expect((await refused(anonymous, 'resetpassword', reset))[0]).toBe(401);
    await succeed(anonymous, 'login', { email: person.email, password: reset.newPassword });
  });

  test('a client whose own form sends one part of the mailed link resets the password with it, on our page too', async () => {
    const person = await newInvestor(installation);
    for (const by of ['call', 'page'] as const) {
      // It sends no token, so the link is mailed.
      const request = { email: person.email, newPassword: 'three words and a comma' };
      const heard = installation.output.length;
      expect((await refused(anonymous, 'resetpassword', request))[0]).toBe(401);
      const link = /(http\S+\/resetpassword\/)([\w-]{43})(?![\w-])/;
      const mailed = () => link.exec(installation.output.slice(heard).join('\n'));
      await expect.poll(mailed, { timeout: 30_000 }).not.toBeNull();
      const [address = '', , token = ''] = mailed() ?? [];
      const newPassword = `a walk by the ${by}`;
      if (by === 'call') {
        await succeed(anonymous, 'resetpassword', { email: token, newPassword });
        expect((await refused(anonymous, 'resetpassword', { email: token, newPassword }))[0]).toBe(401);
      } else {
        const path = address.slice(installation.origin.length);
        const sent = await new Client(installation).submit(path, { newPassword, confirmPassword: newPassword });
        expect(sent.headers.get('Location')).toBe('/login');
      }
      await succeed(anonymous, 'login', { email: person.email, password: newPassword });
    }
  });

  test('a registered address is reported, and a token is issued only after its verification', async () => {
    const again = CALLS.register.example;
    const options = { ...again, userName: 'waits', email: 'waits@example.com' };
    const { token, ...fields } = await succeed(anonymous, 'register', { ...options, referralLink: rich.username });
    expect(fields).toMatchObject({
      message: 'Ida Moss (waits@example.com) signed up.',
      referringUser: rich.username,
      referringUserMessage: 'Ida signed up with your referral link.',
      subject: 'A new user signed up with your link',
      adminSubject: 'A new user signed up',
    });
    expect((await refused(anonymous.with(token), 'getData', {}))[0]).toBe(401);
    expect(await refused(anonymous, 'login', options)).toEqual([400, 'Error! Email not verified']);
    expect((await refused(anonymous, 'register', { ...options, email: rich.email }))[0]).toBe('error');
    expect(
      (await refused(anonymous, 'register', { ...options, email: 'x@example.com', userName: rich.username }))[0],
    ).toBe('error');
  });
});

describe('refusals with their messages', () => {
  test('a profile without a change, and a picture of another site', async () => {
    await succeed(rich.client, 'updateUserData', { country: 'France' });
    expect(await refused(rich.client, 'updateUserData', { country: 'France' })).toEqual([400, 'No changes were made']);
    const foreign = { profilepicture: 'https://evil.example/x.png' };
    expect(await refused(rich.client, 'updateUserData', foreign)).toEqual([
      400,
      'No changes were made. The picture was left out: use a picture that you uploaded here.',
    ]);
    const { message } = await succeed(rich.client, 'updateUserData', { ...foreign, country: 'Malta' });
    expect(message).toBe(
      'Profile successfully updated. The picture was left out: use a picture that you uploaded here.',
    );
    expect(await succeed(rich.client, 'getData', {})).toMatchObject({ country: 'Malta', profilepicture: '' });
  });

  test('plans that do not exist or cost less or more, and invalid terms', async () => {
    const { client } = rich;
    const invest = (plan: string, amount: number, more = {}) => refused(client, 'invest', { plan, amount, ...more });
    expect((await invest('gone', 500))[0]).toBe(404);
    expect(await invest('starter', 499)).toEqual([400, 'Amount is lower than the Investment Range']);
    expect(await invest('STARTER', 5_000)).toEqual([400, 'Amount is higher than the Investment Range']);
    for (const wrong of [{ percent: 99 }, { min: 1 }, { max: 9 }, { duration: '1 days' }, { percent: 'lots' }]) {
      expect((await invest('starter', 500, wrong))[0]).toBe(400);
    }
    expect(await fundedOf(rich)).toBe(20_000);
  });
});

describe('calls that count once', () => {
  test('fundwallet settles an announced deposit once, and pays the referrer', async () => {
    const person = await newInvestor(installation, { referralLink: `${installation.origin}/user/${rich.username}` });
    await succeed(person.client, 'sendproof', { amount: '300.50', method: 'eth' });
    const input = { amount: 300.5, email: person.email };
    const first = await succeed(admin, 'fundwallet', input, 'fund');
    expect(first).toMatchObject({ funded: 300.5, balance: 300.5, upline: rich.username, uplineEmail: rich.email });
    expect(await succeed(admin, 'fundwallet', input, 'fund')).toEqual(first);
    expect((await refused(admin, 'fundwallet', input))[0]).toBe(409);
    const { deposit, funded, totaldeposit } = await succeed(person.client, 'getData', {});
    expect([funded, totaldeposit, deposit.length, deposit[0]?.status]).toEqual([300.5, 300.5, 1, 'approved']);
    const { referred, refBonus } = await succeed(rich.client, 'getData', {});
    expect([referred[0]?.email, referred[0]?.refBonus, refBonus]).toEqual([person.email, 30.05, 30.05]);
  });
});

describe('the administrator’s calls', () => {
  test('a whole life of a user and of a trader', async () => {
    const person = await newInvestor(installation, { dollars: 2_000, admin });
    const { email, id, client } = person;
    expect(await succeed(admin, 'upgradeUser', { amount: '15', email })).toMatchObject({ funded: 15, balance: 2_015 });
    expect(await succeed(admin, 'debitwallet', { amount: 5, email })).toMatchObject({ funded: 5, balance: 2_010 });
    // Without a reason none is stored, so that no page or mail contains a sentence about it.
    const none = "kind in ('operator-profit', 'operator-debit') and reason is null";
    expect(countRows(installation, { table: 'journal', where: none })).toBeGreaterThanOrEqual(2);
    const tooMuch = await admin.call('debitwallet', { amount: '9999.50', email });
    expect(tooMuch.body).toMatchObject({ funded: 9_999.5, error: "amount exceeds user's capital" });
    expect((await succeed(admin, 'verify', { id })).verified).toBe(true);
    // A repeated call would lock it again.
    expect((await refused(admin, 'verify', { id }))[0]).toBe(409);
    expect((await succeed(admin, 'verify', { id, verified: true })).verified).toBe(true);
    expect((await succeed(admin, 'verify', { id }, 'lock')).verified).toBe(false);
    const { nationality: _, ...without } = CALLS.createTrader.example;
    const made = await succeed(admin, 'createTrader', without);
    const listed = async (input: CallInput<'fetchTraders'> = {}) =>
      (await succeed(anonymous, 'fetchTraders', input)).traders.find(({ _id }) => _id === made._id);
    expect(await listed()).toMatchObject({
      figures: 'none yet',
      nationality: 'Not given',
      traderImage: '',
      profitrate: 0,
      averagereturn: 0,
      averagereturnText: 'none yet',
      rrRatio: 0,
      rrRatioText: 'none yet',
      leaderShare: 0,
    });
    // The agreed share is the displayed share.
    const other = { trader: made._id, leaderShare: 25 };
    expect(await refused(client, 'copytrade', other)).toEqual([400, expect.stringContaining('share is now 0%')]);
    expect(await succeed(client, 'copytrade', { trader: made._id, leaderShare: 0 })).toMatchObject({ leaderShare: 0 });
    expect(await succeed(client, 'getData', {})).toMatchObject({
      trader: made._id,
      kycStatus: 'not_submitted',
      kyc: 'none',
      deposit: [{ balance: 2_000 }],
    });
    const short = (await succeed(admin, 'getUsers', {})).find(({ _id }) => _id === id);
    expect(short).toMatchObject({ trader: made._id, kycStatus: 'not_submitted', kyc: 'none' });
    expect((await submitDocuments(client)).status).toBe(200);
    expect(await succeed(client, 'getData', {})).toMatchObject({ kycStatus: 'processing', kyc: 'submitted' });
    await succeed(admin, 'updateTraderLog', {
      tradeLog: { pair: 'EUR/USD', amount: '50', tradeType: 'loss', id: made._id },
    });
    await expect
      .poll(async () => (await succeed(client, 'getData', {})).trades[0]?.amount, { timeout: 30_000 })
      .toBe(50);
    await succeed(client, 'stopcopytrade', { trader: made._id });
    await succeed(admin, 'deleteTrader', { id: made._id });
    const data = await succeed(client, 'getData', {});
    expect([data.funded, data.available, data.trader, data.periodicProfit]).toEqual([1_960, 1_960, '', -35]);
    expect([await listed(), await listed({ all: '1' })]).toMatchObject([undefined, { state: 'retired' }]);
    await succeed(admin, 'deleteUser', { email });
    expect((await refused(client, 'getData', {}))[0]).toBe(401);
    const open = await succeed(admin, 'getUsers', { limit: '500' });
    expect(open.some(({ _id }) => _id === id)).toBe(false);
    const users = await succeed(admin, 'getUsers', { limit: '500', all: '1' });
    expect(users.find(({ _id }) => _id === id)).toMatchObject({ status: 'closed', funded: 1_960, totaldeposit: 2_000 });
    expect(JSON.stringify(users)).not.toMatch(/argon|passwordHash/);
  });

  test('users are listed in pages with a next one', async () => {
    const first = await admin.call('getUsers', { limit: '1' });
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
    const before = new URL(next, installation.origin).searchParams.get('before') ?? undefined;
    const [second] = await succeed(admin, 'getUsers', { limit: '1', before });
    expect(first.ok && first.body[0]?._id).toBe(before);
    expect(second?._id).not.toBe(before);
  });
});

describe('an identity check in seventeen fields', () => {
  const ANSWERS = {
    middlename: 'Mary',
    dateOfBirth: '17.5.1990',
    nationality: 'Irish',
    city: 'Dublin',
    address: '1 Quay Street',
    employmentStatus: 'employed',
    occupation: 'Carpenter',
    annualIncome: '$25,000 - $50,000',
    sourceOfFunds: 'Wages',
    investmentExperience: 'Three years',
    idType: 'passport',
    idNumber: 'P1234567',
    idExpiry: '11/21/2031',
  };
  const FILES = ['idDocumentFront', 'idDocumentBack', 'proofOfAddress', 'selfiePhoto'] as const;

  /** Sends a complete form as such a client does: a value and a picture in each field. */
  async function sendForm({ client }: Person, changed: Record<string, string | Blob> = {}) {
    const body = new FormData();
    for (const [name, value] of Object.entries(ANSWERS)) body.set(name, value);
    for (const name of FILES) body.set(name, await pictureFile({ width: 40 + FILES.indexOf(name) }), `${name}.png`);
    for (const [name, value] of Object.entries(changed)) body.set(name, value);
    const headers = { 'x-access-token': client.token ?? '' };
    const response = await fetch(`${installation.origin}/api/submitKYC`, { method: 'POST', headers, body });
    return { http: response.status, body: await response.json() };
  }

  const decide = async (name: 'approveKYC' | 'rejectKYC', { email }: Person, more = {}) =>
    await succeed(admin, name, { email, ...more } as never);

  test('is stored with the account’s names, shown to its reviewer, and part of the user’s data', async () => {
    const person = await newInvestor(installation);
    await succeed(person.client, 'updateUserData', { country: 'Ireland', zipcode: 'D02 X285' });
    const foreign = await sendForm(person, { selfiePhoto: 'https://pictures.example/me.png' });
    expect(foreign).toMatchObject({ http: 200, body: { status: 400, field: 'selfiePhoto' } });
    expect(foreign.body.message).toMatch(/as a file in a multipart form/);
    expect(await succeed(person.client, 'getData', {})).toMatchObject({ kycStatus: 'not_submitted' });

    expect(await sendForm(person)).toMatchObject({ http: 200, body: { status: 'ok', code: 200 } });
    const page = await new Client(installation).signInAdmin(installation.demonstration.admin);
    const queue = await page.page(`/admin/kyc?user=${person.id}`);
    const { dateOfBirth, idExpiry, address, ...asSent } = ANSWERS;
    const shown = [
      ...Object.values(asSent),
      address,
      '1990-05-17',
      '2031-11-21',
      'Ida Moss',
      person.email,
      'Ireland',
      'D02 X285',
    ];
    for (const text of shown) expect(queue).toContain(`>${text}<`);
    for (const what of ['Identity document', 'Back of the identity document', 'Proof of address', 'Selfie']) {
      expect(queue).toContain(`alt="${what} of Ida Moss"`);
    }
    const rejected = await decide('rejectKYC', person, { reason: 'The selfie is blurred' });
    expect(rejected).toMatchObject({
      status: 'ok',
      message: 'KYC rejected',
      userName: 'Ida Moss',
      userEmail: person.email,
    });
    const after = { kycStatus: 'rejected', kycRejectionReason: 'The selfie is blurred' };
    expect(await succeed(person.client, 'getData', {})).toMatchObject(after);

    const own = await new Client(installation).signIn({ email: person.email, password: PASSWORD });
    const stored = JSON.parse(await own.page('/account.json'));
    const details = { ...asSent, dateOfBirth: '1990-05-17', idExpiry: '2031-11-21' };
    expect(stored.identityPapers).toMatchObject([{ address, country: 'Ireland', details }]);
    const [front = '', back, ...others] = stored.files.map(({ at }: { at: string }) => at);
    expect(others).toHaveLength(2);

    // In JSON a picture is the address of an earlier upload, or its ID.
    const again = { ...ANSWERS, idDocumentFront: front, idDocumentBack: back.split('/').at(-1) };
    await succeed(person.client, 'submitKYC', again);
    const stranger = await newInvestor(installation);
    const [status, message] = await refused(stranger.client, 'submitKYC', { ...ANSWERS, idDocumentFront: front });
    expect([status, message]).toEqual([400, foreign.body.message]);
    expect(await decide('approveKYC', person)).toMatchObject({ status: 'ok', message: 'KYC approved' });
    expect(await succeed(person.client, 'getData', {})).toMatchObject({
      kycStatus: 'approved',
      kycRejectionReason: '',
    });
  });
});

test('a result can be about any instrument of the market, by its name or ID', async () => {
  const { _id: id } = await succeed(admin, 'createTrader', { ...CALLS.createTrader.example, lastname: 'All' }, 'all');
  const sent = { 'sol/usd': 'SOL/USD', XAUUSD: 'XAU/USD', 'GC1!': 'GC1!', msft: 'MSFT', eurusd: 'EUR/USD' };
  for (const pair of Object.keys(sent)) {
    await succeed(admin, 'updateTraderLog', { tradeLog: { pair, amount: 5, tradeType: 'profit', id } });
  }
  const { traders } = await succeed(anonymous, 'fetchTraders', {});
  const logged = traders.find(({ _id }) => _id === id)?.tradehistory.map(({ pair }) => pair);
  expect(new Set(logged)).toEqual(new Set(Object.values(sent)));
});

describe('one trader', () => {
  const withRecord = async () => {
    const { traders } = await succeed(anonymous, 'fetchTraders', { all: '1' });
    return await Promise.all(
      traders.map(async (listed) => ({ listed, summary: await succeed(anonymous, 'traders', { id: listed._id }) })),
    );
  };

  test('has the figures of the list, with the source of its results', async () => {
    const all = await withRecord();
    expect(new Set(all.map(({ summary }) => summary.source))).toEqual(
      new Set(['simulated', 'typed results', 'investor']),
    );
    for (const { listed, summary } of all) {
      expect(summary).toMatchObject({ _id: listed._id, state: listed.state, copiers: { followers: listed.followers } });
      expect([summary.winRate ?? 0, summary.monthlyReturn ?? 0]).toEqual([listed.profitrate, listed.averagereturn]);
    }
  });

  test('has returns by month that compound to the total, and a drawdown no smaller than its worst day', async () => {
    const simulated = (await withRecord()).filter(({ summary }) => summary.source === 'simulated');
    expect(simulated.length).toBeGreaterThan(0);
    for (const { summary } of simulated) {
      const { months, returns, worstDay, days } = summary.record;
      expect(days).toBeGreaterThan(30);
      const whole = months.reduce((nav, month) => nav * (1 + month.return / 100), 1);
      // Each month is rounded to a hundredth of a percent.
      expect(Math.abs((whole - 1) * 100 - (returns.all ?? 0))).toBeLessThan(0.5);
      expect(summary.maxDrawdown ?? 0).toBeGreaterThanOrEqual(-(worstDay ?? 0) - 0.01);
    }
  });

  test('has the results of copiers', async () => {
    const made = await succeed(admin, 'createTrader', { ...CALLS.createTrader.example, lastname: 'Copied' }, 'copied');
    const [first, second] = [
      await newInvestor(installation, { dollars: 2_000, admin }),
      await newInvestor(installation, { dollars: 2_000, admin }),
    ];
    await succeed(first.client, 'copytrade', { trader: made._id });
    await succeed(admin, 'updateTraderLog', {
      tradeLog: { pair: 'EUR/USD', amount: 50, tradeType: 'profit', id: made._id },
    });
    await expect
      .poll(async () => (await succeed(first.client, 'getData', {})).trades.length, { timeout: 30_000 })
      .toBe(1);
    await succeed(second.client, 'copytrade', { trader: made._id });
    const { copiers, closedTrades, typedResults } = await succeed(anonymous, 'traders', { id: made._id });
    // Figures are of whole days: a result of today is in the log, and counts after midnight.
    expect([closedTrades, typedResults]).toEqual([0, 1]);
    expect(copiers).toMatchObject({ followers: 2, copies: 2, inProfit: 1 });
    expect(copiers.median).toBeGreaterThan(0);
    const date = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    await succeed(admin, 'updateTraderLog', {
      tradeLog: { pair: 'EUR/USD', amount: 20, tradeType: 'loss', id: made._id, date },
    });
    await expect
      .poll(async () => (await succeed(anonymous, 'traders', { id: made._id })).closedTrades, { timeout: 30_000 })
      .toBe(1);
  });
});

test('getData has the newest of each list, and their count', async () => {
  const person = await newInvestor(installation);
  for (let amount = 1; amount <= 4; amount++) {
    await succeed(admin, 'fundwallet', { amount, email: person.email });
  }
  const answer = await person.client.call('getData', { limit: '2' });
  const totals = ['deposit', 'transaction', 'trades', 'invest'].map((list) => answer.headers.get(`X-Total-${list}`));
  expect(totals).toEqual(['4', '4', '0', '0']);
  const data = await succeed(person.client, 'getData', { limit: '2' });
  expect(data.deposit.map(({ amount, balance }) => [amount, balance])).toEqual([
    [4, 10],
    [3, 6],
  ]);
  expect(data.transaction.map(({ amount, balance }) => [amount, balance])).toEqual([
    [4, 10],
    [3, 6],
  ]);
  for (const limit of ['0', '-1', '1001', 'all', '1e3']) {
    expect((await refused(person.client, 'getData', { limit }))[0]).toBe('error');
  }
  expect(answer.headers.get('X-Mode')).toBe('paper');
});
