import { gzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { CALLS } from '~/api/calls';
import { MirrorbookClient } from '~/api/client';
import { schemaOf } from '~/api/openapi';
import type { Call } from '~/platform/guard/call';
import { newInvestor, succeed } from '../support/calls';
import { Installation } from '../support/installation';
import { expectDocumented, fits } from '../support/openapi';

const installation = new Installation({ API_ALLOWED_ORIGINS: 'https://app.example' });
const tokens: Partial<Record<Call['who'], string>> = {};
let person: MirrorbookClient;

beforeAll(async () => {
  await installation.start();
  const nobody = new MirrorbookClient(installation.origin);
  tokens.administrator = (await succeed(nobody, 'admin', installation.demonstration.admin)).token;
  const admin = nobody.with(tokens.administrator);
  person = (await newInvestor(installation, { dollars: 2_000, admin })).client;
  tokens.investor = person.token;
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

const signed = ({ who }: Call) => ({ 'x-access-token': tokens[who] ?? '' });

const BAD: [string, string][] = [
  ['null', 'null'],
  ['an object', '{"$ne":null}'],
  ['an array', '["100"]'],
  ['an array of numbers', '[1,2]'],
  ['empty', '""'],
  ['blank', '"   "'],
  ['too long', JSON.stringify('x'.repeat(5_000))],
  ['negative', '-1'],
  ['zero', '0'],
  ['a fraction of a cent', '1.005'],
  ['1e308', '1e308'],
  ['more than a number holds', '1e999'],
  ['true', 'true'],
  ['control characters', '"a\\u0000\\u0007b\\r\\nBcc: x@example.com"'],
  ['NaN as text', '"NaN"'],
  ['hexadecimal', '"0x10"'],
  ['grouped wrongly', '"1,000.999"'],
  ['__proto__', '{"__proto__":{"admin":true}}'],
];

const posts = Object.values<Call>(CALLS).filter(({ method }) => method === 'POST');
const fields = posts.flatMap((call) =>
  Object.keys(call.input.shape).map((field) => ({ name: call.name, field, call })),
);

/** The body of a call's example with one field as this JSON. */
function bodyWith(call: Call, field: string, json: string): string {
  const others = Object.entries(call.example).filter(([name]) => name !== field);
  return `{${[...others.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`), `${JSON.stringify(field)}:${json}`].join(',')}}`;
}

const dataNow = async () => JSON.stringify(await succeed(person, 'getData', {}));

describe('every field of every call', () => {
  test.each(fields)('$name: $field', async ({ name, field, call }) => {
    const before = await dataNow();
    const schema = schemaOf(call.input.shape[field] as z.ZodType, 'input');
    let succeeded = false;
    for (const [what, json] of BAD) {
      const response = await send(name, bodyWith(call, field, json), signed(call));
      const answer = await response.json();
      expectDocumented(name, response.status, answer);
      succeeded ||= response.ok;
      if (what === '__proto__') {
        expect([response.status, answer.field]).toEqual([400, '__proto__']);
      } else if (!fits(`${name}.${field}`, schema, JSON.parse(json))) {
        // What the document does not allow is refused, and said to be about this field.
        const about = Object.keys(answer.errors ?? {}).map((each) => each.split('.')[0]);
        expect([what, response.status, about]).toEqual([what, 400, expect.arrayContaining([field])]);
      }
    }
    const twice = bodyWith(call, field, `"a",${JSON.stringify(field)}:"b"`);
    const repeated = await send(name, twice, signed(call));
    expect([repeated.status, (await repeated.json()).field]).toEqual([400, field]);
    if (!succeeded) expect(await dataNow()).toBe(before);
  });

  const needed = fields.filter(({ call, field }) => {
    const { required = [] } = schemaOf(call.input, 'input') as { required?: string[] };
    return required.includes(field) && !call.adapt;
  });

  test.each(needed)('$name without $field', async ({ name, field, call }) => {
    const others = Object.fromEntries(Object.entries(call.example).filter(([each]) => each !== field));
    const response = await send(name, JSON.stringify(others), signed(call));
    const answer = await response.json();
    expect([response.status, answer.errors[field].length]).toEqual([400, 1]);
  });
});

describe('bodies', () => {
  test.each(posts)('$name takes JSON in UTF-8, whole, plain and not too much of it', async (post) => {
    const body = JSON.stringify(post.example);
    const answer = async (sent: BodyInit, headers: Record<string, string> = {}) => {
      const response = await send(post.name, sent, { ...signed(post), ...headers });
      expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
      const { message } = await response.json();
      expect(message).toBeTruthy();
      return response.status;
    };
    for (const broken of ['', '{', '[]', 'null', '"x"', `${body}x`, '{"a":1}'.slice(0, -1)]) {
      expect([broken, await answer(broken)]).toEqual([broken, 400]);
    }
    expect(await answer(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBe(400);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
      'text/json',
    ]) {
      expect([type, await answer(body, { 'Content-Type': type })]).toEqual([type, 415]);
    }
    expect(await answer(gzipSync(Buffer.alloc(4_000_000)), { 'Content-Encoding': 'gzip' })).toBe(415);
    expect(await answer(JSON.stringify({ ...post.example, x: 'x'.repeat(20_000) }))).toBe(413);
    if (!post.upload) {
      const form = await new Response(new FormData()).arrayBuffer();
      expect(await answer(form, { 'Content-Type': 'multipart/form-data; boundary=x' })).toBe(415);
    }
  });

  test.each(Object.values<Call>(CALLS))('$name says which method it takes', async (each) => {
    const wrong = each.method === 'GET' ? 'POST' : 'GET';
    const response = await send(each.name, wrong === 'POST' ? '{}' : null, signed(each), wrong);
    expect([response.status, response.headers.get('Allow')]).toEqual([
      405,
      each.method === 'GET' ? 'GET, HEAD' : 'POST',
    ]);
    expectDocumented(each.name, 405, await response.json());
    expect((await send(each.name, '{}', signed(each), 'PUT')).status).toBe(405);
  });

  test.each(['nothing', 'login/x', 'getdata2', '.env', ''])('/api/%s is not there, in JSON', async (path) => {
    for (const method of ['GET', 'POST']) {
      const response = await send(path, method === 'POST' ? '{}' : null, { Accept: 'text/html' }, method);
      expect([response.status, response.headers.get('Content-Type')]).toEqual([404, expect.stringContaining('json')]);
    }
  });
});

describe('pages of other origins', () => {
  const preflight = (origin: string) =>
    send('login', null, { Origin: origin, 'Access-Control-Request-Method': 'POST' }, 'OPTIONS');

  test('are let in by name', async () => {
    const asked = await preflight('https://app.example');
    expect([asked.status, asked.headers.get('Access-Control-Allow-Origin')]).toEqual([204, 'https://app.example']);
    expect(asked.headers.get('Access-Control-Allow-Headers')).toContain('x-access-token');
    expect(asked.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    const [first, again] = [await traders('https://app.example'), await traders('https://app.example')];
    for (const answer of [first, again]) {
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('https://app.example');
      expect(answer.headers.get('Vary')).toContain('Origin');
    }
  });

  test.each(['https://evil.example', 'https://app.example.evil.example', 'http://app.example', 'null'])(
    '%s is not',
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

test('the document is OpenAPI, and is the one that is served', async () => {
  const served = await (await fetch(`${installation.origin}/api/openapi.json`)).json();
  expect(await new Validator().validate(served)).toMatchObject({ valid: true });
  expect(Object.keys(served.paths).sort()).toEqual(
    Object.keys(CALLS)
      .map((name) => `/api/${name}`)
      .sort(),
  );
});

test('answers say how much may still be asked, and the mode', async () => {
  const { headers } = await send('getData', null, { 'x-access-token': tokens.investor ?? '' }, 'GET');
  for (const name of ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']) {
    expect(Number(headers.get(name))).toBeGreaterThanOrEqual(0);
    expect(headers.has(name)).toBe(true);
  }
  expect(headers.get('X-Mode')).toBe('paper');
  expect(await (await fetch(`${installation.origin}/api/health`)).json()).toEqual({ status: 'ok' });
});
