import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALLS, type CallName } from '~/api/calls';
import { MirrorbookClient } from '~/api/client';
import { schemaOf } from '~/api/document/openapi';
import { OTP_STATUSES } from '~/api/fields';
import { type Call, getCallAddress, isEmptyRefusal, isSuccess, pathFieldNames } from '~/web/guard/call';
import { newInvestor, PASSWORD, type Person, statusOf, submitDocuments, succeed } from '../support/pages/calls';
import { expectDocumented } from '../support/pages/openapi';
import { Installation } from '../support/servers/installation';

/* `refusals.txt` lists the refusals of each call, with status and body; vitest writes it with `-u`. */

const installation = new Installation({ DEMONSTRATION: '0' });
const ADMIN = { email: 'ada@operator.example', password: 'walking home in the rain' };
const NOWHERE = '01890000-0000-7000-8000-00000000000a';

let admin: MirrorbookClient;
let person: Person;
let gone: Person;
const own: Record<string, string> = {};

beforeAll(async () => {
  await installation.start();
  await installation.createAdministrator(ADMIN.email, 'Ada', ADMIN.password);
  const anonymous = new MirrorbookClient(installation.origin);
  admin = anonymous.with((await succeed(anonymous, 'admin', ADMIN)).token);
  person = await newInvestor(installation, { dollars: 1_000, admin });
  gone = await newInvestor(installation);
  await succeed(admin, 'deleteUser', { email: gone.email });
  await succeed(anonymous, 'register', { ...CALLS.register.example, email: 'waits@example.com', userName: 'waits' });
  const decided = await newInvestor(installation);
  await submitDocuments(decided.client);
  await succeed(admin, 'approveKYC', { email: decided.email });
  const { _id: trader } = await succeed(admin, 'createTrader', CALLS.createTrader.example);
  const { _id: dear } = await succeed(admin, 'createTrader', {
    ...CALLS.createTrader.example,
    lastname: 'Dear',
    minimumcapital: 50_000,
  });
  const { _id: retired } = await succeed(admin, 'createTrader', { ...CALLS.createTrader.example, lastname: 'Left' });
  await succeed(admin, 'deleteTrader', { id: retired });
  Object.assign(own, {
    $ADMIN_EMAIL: ADMIN.email,
    $ADMIN_PASSWORD: ADMIN.password,
    $DEAR: dear,
    $DECIDED: decided.email,
    $EMAIL: person.email,
    $EMAIL_TO_CLOSE: person.email,
    $GONE: gone.email,
    $PASSWORD: PASSWORD,
    $RETIRED: retired,
    $TRADER: trader,
    $TRADER_TO_RETIRE: trader,
    $USER: person.id,
    $USERNAME: person.username,
  });
});
afterAll(() => installation.remove());

/** Reason of a refusal, changes of the example, and a token of another kind. */
type Case = [when: string, changes: Record<string, unknown>, by?: () => Person];

const unknownUser: Case = ['of an unknown user', { email: 'no@example.com' }];

/** Fields that older clients send about a person besides the email address, instead of the names. */
const SEVENTEEN_NEEDED = {
  dateOfBirth: '5/17/1990',
  nationality: 'Irish',
  city: 'Dublin',
  idType: 'passport',
  idNumber: 'P1234567',
  idDocumentFront: 'https://pictures.example/a.png',
};
const SEVENTEEN = {
  ...Object.fromEntries(Object.keys(CALLS.submitKYC.example).map((field) => [field, undefined])),
  ...SEVENTEEN_NEEDED,
  address: '1 Quay Street',
};

/** Variants without each of some fields. */
const emptied = (fields: string[], rest: Record<string, unknown>): Case[] =>
  fields.map((field) => [`no ${field}`, { ...rest, [field]: undefined }]);

/** Refusals of a call for other reasons than its fields, its token and its form. A new call needs its own. */
const CASES: { [N in CallName]: Case[] } = {
  login: [
    ['an unknown address', { email: 'no@example.com' }],
    ['another password', { password: 'something else' }],
    ['an address that is not verified', { email: 'waits@example.com', password: CALLS.register.example.password }],
  ],
  logout: [],
  register: [
    ['an address with an account', { email: '$EMAIL' }],
    ['a username with an account', { email: 'other@example.com', userName: '$USERNAME' }],
    [
      'an address that waits, with another password',
      { email: 'waits@example.com', userName: 'waits', password: 'three words and a comma' },
    ],
    ['a common password', { email: 'other@example.com', password: 'password' }],
  ],
  requestpasswordreset: [],
  resetpassword: [
    ['without a token', { token: undefined }],
    ['with a token that does not work', { token: 'x'.repeat(43) }],
    ['with one that does not work in place of the address', { email: 'x'.repeat(43), token: undefined }],
  ],
  updateUserData: [
    ['no change', { firstname: 'Ida', country: undefined, zipcode: undefined }],
    ['a password', { password: 'three words and a comma' }],
    [
      'a picture of another site and no change',
      { firstname: 'Ida', country: undefined, zipcode: undefined, profilepicture: 'https://pictures.example/a.png' },
    ],
  ],
  submitKYC: [
    ...emptied(['firstName', 'lastName', 'email', 'country', 'state', 'postalCode', 'document'], {}),
    ['a document of another site', { document: 'https://pictures.example/a.png' }],
    ...emptied(Object.keys(SEVENTEEN_NEEDED), SEVENTEEN),
    ['seventeen fields, a picture of another site', SEVENTEEN],
    ['seventeen fields, a date that is none', { ...SEVENTEEN, dateOfBirth: '31/31/1990' }],
  ],
  getData: [['a limit that is none', { limit: '0' }]],
  fetchTraders: [['another all', { all: '2' }]],
  traders: [['an unknown trader', { id: NOWHERE }]],
  getUsers: [['a limit that is none', { limit: '0' }]],
  sendproof: [
    ['less than the minimum', { amount: 999, method: 'BTC' }],
    ['an unknown method', { method: 'shells' }],
    ['a method that could be several', { method: 'USDT' }],
    ['with the token of a closed account', {}, () => gone],
  ],
  withdraw: [
    ['less than the minimum', { WithdrawAmount: 0.5 }],
    ['more than there is', { WithdrawAmount: 5_000 }],
    ['an address that is none', { wallet: 'no address' }],
    ['an unknown method', { method: 'shells' }],
  ],
  invest: [
    ['an unknown plan', { plan: 'gone' }],
    ['less than the plan takes', { amount: 499 }],
    ['more than the plan takes', { amount: 5_000 }],
    ['terms of another plan', { percent: 99 }],
  ],
  copytrade: [
    ['an unknown trader', { trader: NOWHERE }],
    ['less than the trader takes', { trader: '$DEAR' }],
    ['a trader who has retired', { trader: '$RETIRED' }],
    ['another share', { leaderShare: 25 }],
  ],
  stopcopytrade: [['a trader who is not copied', {}]],
  orders: [['live trading is locked', {}]],
  signals: [['an unknown key', { key: 'mbs_x' }]],
  positions: [],
  admin: [['another password', { password: 'something else' }]],
  fundwallet: [unknownUser],
  debitwallet: [unknownUser, ['more than there is', { amount: 5_000 }]],
  upgradeUser: [unknownUser],
  getWithdrawInfo: [unknownUser, ['without a withdrawal', {}]],
  approveKYC: [unknownUser, ['without papers', {}], ['papers that were decided', { email: '$DECIDED' }]],
  rejectKYC: [unknownUser, ['without papers', {}], ['papers that were decided', { email: '$DECIDED' }]],
  verify: [['an unknown user', { id: NOWHERE }]],
  deleteUser: [unknownUser, ['an account that is closed', { email: '$GONE' }]],
  createTrader: [['a name that is an address', { firstname: 'www.a.example' }]],
  updateTraderLog: [
    ['an unknown trader', { tradeLog: { ...CALLS.updateTraderLog.example.tradeLog, id: NOWHERE } }],
    ['an unknown pair', { tradeLog: { ...CALLS.updateTraderLog.example.tradeLog, pair: 'shells' } }],
    ['a date ahead', { tradeLog: { ...CALLS.updateTraderLog.example.tradeLog, date: '2999-01-01' } }],
  ],
  deleteTrader: [
    ['an unknown trader', { id: NOWHERE }],
    ['one who has retired', { id: '$RETIRED' }],
  ],
};

/** Codes of `statuses` that need a second factor, a freeze or a disabled administrator: other tests cover them. */
const ELSEWHERE = [
  ...Object.keys(OTP_STATUSES),
  'bad-input',
  'disabled',
  'foreign-key',
  'frozen',
  'needs-second-factor',
];

/** Input of a call, with IDs of this installation. */
const sentOf = (call: Call, changes: Record<string, unknown> = {}): Record<string, unknown> =>
  JSON.parse(JSON.stringify({ ...call.example, ...changes }), (_, value) => own[value] ?? value);

type Schema = { properties?: Record<string, Schema>; required?: string[] };

/** Required fields, including nested ones. */
function neededOf({ properties = {}, required = [] }: Schema, within = ''): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    ...(required.includes(name) ? [within + name] : []),
    ...neededOf(schema, `${within}${name}.`),
  ]);
}

function without(sent: Record<string, unknown>, path: string): Record<string, unknown> {
  const copy = structuredClone(sent);
  const names = path.split('.');
  const last = names.pop() ?? '';
  delete names.reduce((within, name) => within[name] as Record<string, unknown>, copy)[last];
  return copy;
}

type Asked = { token?: string; method?: string; headers?: Record<string, string>; body?: string };

async function answerTo(call: Call, sent: Record<string, unknown>, { token, method, headers, body }: Asked = {}) {
  const url = new URL(getCallAddress(call, sent), installation.origin);
  const asks = method ?? call.method;
  const isQuery = call.method === 'GET';
  for (const [name, value] of Object.entries(isQuery ? sent : {})) {
    if (!pathFieldNames(call).includes(name)) url.searchParams.set(name, String(value));
  }
  const own = { investor: person.client.token, administrator: admin.token, anyone: undefined }[call.who];
  const shown = token ?? own ?? '';
  const response = await fetch(url, {
    method: asks,
    headers: { 'Content-Type': 'application/json', ...(shown && { 'x-access-token': shown }), ...headers },
    body: asks === 'GET' ? undefined : (body ?? JSON.stringify(sent)),
  });
  return { http: response.status, body: await response.json() };
}

/** Every refusal of a call, in the order of the table. */
async function refusalsOf(call: Call) {
  const rows: { when: string; http: number; body: unknown }[] = [];
  const ask = async (when: string, changes: Record<string, unknown>, request?: Asked) => {
    rows.push({ when, ...(await answerTo(call, sentOf(call, changes), request)) });
  };
  const other = call.who === 'investor' ? admin.token : person.client.token;
  if (call.who !== 'anyone') {
    await ask('no token that works', {}, { token: 'x'.repeat(43) });
    await ask('a token of the other kind', {}, { token: other });
  }
  await ask('another method', {}, { method: call.method === 'GET' ? 'POST' : 'GET' });
  if (call.method === 'POST') {
    await ask('no JSON', {}, { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } });
    await ask('half a body', {}, { body: '{' });
    for (const field of neededOf(schemaOf(call.input, 'input'))) {
      const answer = await answerTo(call, without(sentOf(call), field));
      rows.push({ when: `no ${field}`, ...answer });
    }
  }
  if (call.once) await ask('a key that is none', {}, { headers: { 'Idempotency-Key': 'two words' } });
  for (const [when, changes, by] of CASES[call.name as CallName])
    await ask(when, changes, { token: by?.().client.token });
  return rows;
}

/** Replaces what differs between runs: IDs, and the number of a person, which continues from file to file. */
const plain = (body: unknown): string =>
  JSON.stringify(body)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
    .replaceAll(person.email, '<email>');

test('every call refuses as the table says', async () => {
  const lines: string[] = [];
  for (const call of Object.values<Call>(CALLS)) {
    const rows = await refusalsOf(call);
    lines.push(call.usesHttpStatus ? `${call.name} (by HTTP status)` : call.name);
    for (const { when, http, body } of rows) {
      lines.push(`  ${when}: ${http} ${plain(body)}`);
      expectDocumented(call.name, http, body);
      const { status } = body as { status?: unknown };
      // At least one of the two statuses is an error. It is the HTTP status if clients read only that.
      expect([call.name, when, http === 200 && isSuccess(status)]).toEqual([call.name, when, false]);
      expect([call.name, when, call.usesHttpStatus && http < 400]).toEqual([
        call.name,
        when,
        call.usesHttpStatus && false,
      ]);
      // Calls that return lists answer a missing or foreign session with an empty list, so that older pages continue to work.
      expect([call.name, http, Array.isArray(body)]).toEqual([call.name, http, isEmptyRefusal(call, http)]);
    }
    const seen = new Set(rows.map(statusOf));
    const listed = Object.entries(call.statuses ?? {}).filter(([code]) => !ELSEWHERE.includes(code));
    const missing = listed.filter(([, status]) => !seen.has(status));
    expect([call.name, missing]).toEqual([call.name, []]);
  }
  for (const address of ['/api/distributeProfit', '/api/admin/distributeProfit']) {
    const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
    const response = await fetch(installation.origin + address, request);
    lines.push(`${address}, which is not served`, `  always: ${response.status} ${plain(await response.json())}`);
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('refusals.txt');
});
