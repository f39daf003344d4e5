import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS } from '~/api/calls';
import { MirrorbookClient } from '~/api/client';
import { type Call, getCallAddress, listUploads, pathFieldNames, refusalStatusOf } from '~/web/guard/call';
import { someOf } from '../support/depth';
import { about, BAD, bodyWith, fields, posts } from '../support/pages/badFields';
import { ADMIN, newInvestor, openTrading, PASSWORD, signalKeyOf, statusOf, succeed } from '../support/pages/calls';
import { expectDocumented, fits } from '../support/pages/openapi';
import { contentsOf } from '../support/people/rows';
import { Installation } from '../support/servers/installation';

/** Starts without a demonstration, so that nothing but calls writes. */
const installation = new Installation({ DEMONSTRATION: '0', API_ALLOWED_ORIGINS: 'https://app.example' });
const tokens: Partial<Record<Call['who'], string>> = {};
/** Placeholders in the examples for a user's own values. */
const open: Record<string, string> = {};

beforeAll(async () => {
  await installation.start();
  await installation.createAdministrator(ADMIN.email, 'Ada', ADMIN.password);
  const anonymous = new MirrorbookClient(installation.origin);
  tokens.administrator = (await succeed(anonymous, 'admin', ADMIN)).token;
  const admin = anonymous.with(tokens.administrator);
  const person = await newInvestor(installation, { dollars: 20_000, admin });
  tokens.investor = person.client.token;
  const { _id } = await succeed(admin, 'createTrader', CALLS.createTrader.example);
  await openTrading(installation, person, admin);
  const program = await succeed(admin, 'createTrader', { ...CALLS.createTrader.example, capital: 10_000 }, 'program');
  const retiring = await succeed(admin, 'createTrader', CALLS.createTrader.example, 'another');
  Object.assign(open, {
    $EMAIL: person.email,
    $PASSWORD: PASSWORD,
    $ADMIN_EMAIL: ADMIN.email,
    $ADMIN_PASSWORD: ADMIN.password,
    $EMAIL_TO_CLOSE: (await newInvestor(installation)).email,
    $USER: person.id,
    $TRADER: _id,
    $TRADER_TO_RETIRE: retiring._id,
    $SIGNAL_KEY: await signalKeyOf(installation, ADMIN, program._id),
  });
});
afterAll(async () => {
  await installation.remove();
});

const send = (name: string, body: BodyInit | null, headers: Record<string, string> = {}, method = 'POST') =>
  fetch(`${installation.origin}/api/${name}`, {
    method,
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  });

/** The path of a call below `/api/`, with the values of its example. */
const pathOf = (call: Call, more: Record<string, string> = {}) =>
  getCallAddress(call, { ...call.example, ...more }, (value) => open[value] ?? value).slice('/api/'.length);

const signed = ({ who }: Call) => ({ 'x-access-token': tokens[who] ?? '' });

const exampleOf = ({ example }: Call): Record<string, unknown> =>
  JSON.parse(JSON.stringify(example), (_, value) => open[value] ?? value);

/** Maximum number of repetitions of a refused call before a difference is attributed to the call instead of a job. */
const LOOKS = 8;

/** Sends a call and compares all tables. Jobs also write, but not in the same tables each time, as the call would. */
async function sendWatched(...sent: Parameters<typeof send>) {
  let changed: string[] | null = null;
  for (let poll = 1; ; poll += 1) {
    const before = contentsOf(installation);
    const response = await send(...sent);
    const answer = await response.json();
    const status = statusOf({ http: response.status, body: answer });
    const seen = { status, http: response.status, answer };
    // A reset without a token mails the link.
    const mails = sent[0] === 'resetpassword' && status === 401;
    if (status === 200 || mails) return seen;
    const after = contentsOf(installation);
    changed = (changed ?? Object.keys(after)).filter((table) => !isDeepStrictEqual(after[table], before[table]));
    if (poll < LOOKS && changed.length > 0) continue;
    expect([sent[0], sent[1], changed]).toEqual([sent[0], sent[1], []]);
    return seen;
  }
}

/** Answer to input that the schema of a call refuses. */
const badInput = (call: Call): number | string => {
  const { http, status } = refusalStatusOf(call, 'bad-input');
  return http === 200 ? status : http;
};

/** Fields whose input is ignored. */
const UNUSED = ['server', 'deviceName'];

describe('every field of every call', () => {
  test.each(fields)('$name: $path', async ({ name, path, call, schema }) => {
    const own = path.split('.').at(-1);
    const row = fields.findIndex((field) => field.call === call && field.path === path);
    // Each value in each field is tested on the schemas themselves, in `app/api/badFields.test.ts`.
    for (const [what, json] of someOf(BAD, row, 12)) {
      const body = bodyWith(exampleOf(call), path, json);
      const { status, http, answer } = await sendWatched(pathOf(call), body, signed(call));
      expectDocumented(name, http, answer);
      const whole = what === 'a zero byte' ? own : what === '__proto__' ? what : undefined;
      if (whole) {
        expect([what, status, answer.field]).toEqual([what, 400, whole]);
      } else if (!fits(`${name}.${path}`, schema, JSON.parse(json))) {
        // Input that the document forbids is refused, with an error about this field only.
        const found = about(Object.keys(answer.errors ?? {}), path);
        expect([what, status, found]).toEqual([what, badInput(call), new Set([path])]);
      } else if (what === 'control characters' && !UNUSED.includes(path)) {
        expect([what, status]).not.toEqual([what, 200]);
      }
    }
    const repeated = await sendWatched(pathOf(call), bodyWith(exampleOf(call), path, `"a","${own}":"b"`), signed(call));
    expect([repeated.status, repeated.answer.field]).toEqual([400, own]);
  });

  test.each(fields.filter(({ needed }) => needed))('$name without $path', async ({ path, call }) => {
    const { status, answer } = await sendWatched(pathOf(call), bodyWith(exampleOf(call), path), signed(call));
    expect([status, about(Object.keys(answer.errors), path)]).toEqual([badInput(call), new Set([path])]);
    for (const messages of Object.values(answer.errors)) expect(messages).toHaveLength(1);
  });
});

const BAD_QUERIES = [
  ...[
    '',
    '+',
    '0',
    '-1',
    '1.5',
    '1e308',
    '1e999',
    'NaN',
    '0x10',
    '01',
    '%D9%A1',
    '1%0D%0AX-Injected:+1',
    '%07',
    '%5B1%5D',
  ],
  ...['null', 'true', '__proto__', '%7B%22%24gt%22:1%7D', 'x'.repeat(5_000), '9007199254740993', '5%'],
];

describe('every field of every query', () => {
  const queries = Object.values<Call>(CALLS)
    .filter(({ method }) => method === 'GET')
    .flatMap((call) => Object.keys(call.input.shape).map((field) => ({ name: call.name, field, call })))
    .filter(({ field, call }) => !pathFieldNames(call).includes(field));

  test.each(queries)('$name: $field', async ({ name, field, call }) => {
    const values = [...BAD_QUERIES, `1&${field}=2`, `5&x=1&x=2&${field}=5`];
    for (const value of someOf(
      values,
      queries.findIndex((query) => query.call === call && query.field === field),
    )) {
      const { status, http, answer } = await sendWatched(`${name}?${field}=${value}`, null, signed(call), 'GET');
      expectDocumented(name, http, answer);
      const unreadable = /&/.test(value);
      expect([value, status, answer.field]).toEqual([
        value,
        unreadable ? 400 : badInput(call),
        value.includes('&x=') ? 'x' : field,
      ]);
    }
    // No text of this product contains a zero byte.
    expect((await sendWatched(`${name}?${field}=%00`, null, signed(call), 'GET')).status).toBe(400);
  });

  test.each(Object.values<Call>(CALLS).filter(({ method }) => method === 'GET'))(
    '$name gives the same answer to unknown names',
    async (call) => {
      const ask = (query = '') => sendWatched(pathOf(call) + query, null, signed(call), 'GET');
      for (const query of [
        'page=-1&sort=1e308',
        'limit[]=1',
        'limit[0]=1&limit.x=2',
        '__proto__=1&constructor=2',
        '=&&',
      ]) {
        // Prices change each second, so only answers without a price change between them are compared.
        let [before, odd, after] = [await ask(), await ask(`?${query}`), await ask()];
        while (!isDeepStrictEqual(before, after)) [before, odd, after] = [after, await ask(`?${query}`), await ask()];
        expect([query, odd]).toEqual([query, before]);
      }
    },
  );
});

describe('every field of every path', () => {
  const fields = Object.values<Call>(CALLS).flatMap((call) =>
    pathFieldNames(call).map((field) => ({ name: call.name, field, call })),
  );

  test.each(fields)('$name: $field', async ({ name, field, call }) => {
    for (const value of [
      '0',
      '-1',
      '%00',
      '%0D%0Ax',
      "'",
      '1%27%20or%201=1',
      '__proto__',
      'x'.repeat(200),
      '%F0%9F%92%A9',
    ]) {
      const { status, http, answer } = await sendWatched(pathOf(call, { [field]: value }), null, signed(call), 'GET');
      expectDocumented(name, http, answer);
      expect([value, status]).toEqual([value, 400]);
    }
    // A field of the path that is repeated in the query is refused.
    expect((await sendWatched(`${pathOf(call)}?${field}=1`, null, signed(call), 'GET')).status).toBe(400);
  });
});

describe('request bodies', () => {
  test.each(posts)('$name accepts JSON in UTF-8, complete, uncompressed and within the limit', async (post) => {
    const body = JSON.stringify(post.example);
    const answer = async (sent: BodyInit, headers: Record<string, string> = {}) => {
      const { status, answer: summary } = await sendWatched(pathOf(post), sent, { ...signed(post), ...headers });
      expect(summary.message).toBeTruthy();
      return status;
    };
    // All calls share one body parser, so the short run sends each call only some of the broken bodies.
    const row = posts.indexOf(post);
    for (const broken of someOf(['', '{', '[]', 'null', '"x"', `${body}x`, '{"a":1}'.slice(0, -1)], row)) {
      expect([broken, await answer(broken)]).toEqual([broken, 400]);
    }
    expect(await answer(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBe(400);
    const types = ['application/x-www-form-urlencoded', 'application/json; charset=utf-16', 'text/json'];
    for (const type of [...(post.plainText ? [] : ['text/plain']), ...someOf(types, row)]) {
      expect([type, await answer(body, { 'Content-Type': type })]).toEqual([type, 415]);
    }
    expect(await answer(gzipSync(Buffer.alloc(4_000_000)), { 'Content-Encoding': 'gzip' })).toBe(415);
    expect(await answer(JSON.stringify({ ...post.example, x: 'x'.repeat(20_000) }))).toBe(413);
    const multipart = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const part = (name: string, more = '') =>
      `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\na\r\n`;
    const file = part(listUploads(post)[0]?.field ?? '', '; filename="a.png"');
    for (const form of someOf(['', 'x', part('a'), `${part('a')}${part('a')}--x--`, `${file}${file}--x--`], row)) {
      expect([form, await answer(form, multipart)]).toEqual([form, listUploads(post).length > 0 ? 400 : 415]);
    }
  });

  test.each(Object.values<Call>(CALLS))('$name names its method', async (each) => {
    const wrong = each.method === 'GET' ? 'POST' : 'GET';
    const response = await send(pathOf(each), wrong === 'POST' ? '{}' : null, signed(each), wrong);
    expect([response.status, response.headers.get('Allow')]).toEqual([
      405,
      each.method === 'GET' ? 'GET, HEAD' : 'POST',
    ]);
    expectDocumented(each.name, 405, await response.json());
    expect((await send(pathOf(each), '{}', signed(each), 'PUT')).status).toBe(405);
  });

  test.each(['nothing', 'login/x', 'getdata2', 'traders', 'traders/a/b', '.env', ''])(
    '/api/%s is not found, in JSON',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const response = await send(path, method === 'POST' ? '{}' : null, { Accept: 'text/html' }, method);
        expect([response.status, response.headers.get('Content-Type')]).toEqual([404, expect.stringContaining('json')]);
      }
    },
  );
});

describe('pages of other origins', () => {
  const preflight = (origin: string) =>
    send('login', null, { Origin: origin, 'Access-Control-Request-Method': 'POST' }, 'OPTIONS');

  test('are allowed by name', async () => {
    const request = await preflight('https://app.example');
    expect([request.status, request.headers.get('Access-Control-Allow-Origin')]).toEqual([204, 'https://app.example']);
    expect(request.headers.get('Access-Control-Allow-Headers')).toContain('x-access-token');
    expect(request.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    const [first, again] = [await traders('https://app.example'), await traders('https://app.example')];
    for (const answer of [first, again]) {
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('https://app.example');
      expect(answer.headers.get('Vary')).toContain('Origin');
    }
  });

  test.each(['https://evil.example', 'https://app.example.evil.example', 'http://app.example', 'null'])(
    '%s is refused',
    async (origin) => {
      for (const answer of [
        await preflight(origin),
        await traders(origin),
        await send('login', '{}', { Origin: origin }),
      ]) {
        expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([403, null]);
      }
    },
  );

  const traders = (origin: string) => send('fetchTraders', null, { Origin: origin }, 'GET');
});

test('the document is valid OpenAPI, and is the one that is served', async () => {
  const served = await (await fetch(`${installation.origin}/api/openapi.json`)).json();
  expect(await new Validator().validate(served)).toMatchObject({ valid: true });
  expect(Object.keys(served.paths).sort()).toEqual(
    Object.values<Call>(CALLS)
      .map((call) => getCallAddress(call))
      .sort(),
  );
});

test('answers contain the remaining limit and the mode', async () => {
  const { headers } = await send('getData', null, { 'x-access-token': tokens.investor ?? '' }, 'GET');
  for (const name of ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']) {
    expect(Number(headers.get(name))).toBeGreaterThanOrEqual(0);
    expect(headers.has(name)).toBe(true);
  }
  expect(headers.get('X-Mode')).toBe('paper');
  expect(await (await fetch(`${installation.origin}/api/health`)).json()).toEqual({ status: 'ok' });
});
