import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../support/pages/client';
import { Installation } from '../support/servers/installation';

const installation = new Installation({ METRICS_TOKEN: '' });
let investor: Client;
let csrf = '';

beforeAll(async () => {
  await installation.start();
  investor = await new Client(installation).signIn(installation.demonstration.investor);
  csrf = (await investor.form('/dashboard', '_csrf')).fields._csrf ?? '';
});
afterAll(() => installation.remove());

const MEGABYTE = 1024 * 1024;
/** Maximum delay of other requests by one body, milliseconds. */
const MAX_WAIT_MS = 50;
const TRIES = 4;
/** Largest accepted multiple of the delay of a normal form, for machines too slow for the limit in milliseconds. */
const MAX_WAIT_MULTIPLE = 5;

/** Returns the longest block of the served process' event loop since the last call, milliseconds. */
async function longestWait(): Promise<number> {
  const text = await (await fetch(`${installation.origin}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (.+)$/m.exec(text)?.[1]) * 1_000;
}

/** Returns the minimum of several tries, since other load on the machine only adds. */
async function waitFor(work: () => Promise<unknown>): Promise<number> {
  let min = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < TRIES && min > MAX_WAIT_MS; turn++) {
    await longestWait();
    await work();
    min = Math.min(min, await longestWait());
  }
  return min;
}

const part = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const MULTIPART = 'multipart/form-data; boundary=x';
const LONG_MARK = 'b'.repeat(70);
const fill = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);

/** Bodies that have stalled parsers. Bodies with a file are posted to a route that accepts large bodies. */
const BODIES: [string, string, string, string, number[]][] = [
  [
    'two boundaries and many parts',
    '/kyc',
    'multipart/form-data; boundary=y; boundary=x',
    fill(part('a', ''), 8 * MEGABYTE),
    [400],
  ],
  ['many parts', '/kyc', MULTIPART, fill(part('a', ''), 8 * MEGABYTE), [400]],
  ['many empty parts', '/kyc', MULTIPART, fill('--x\r\n\r\n\r\n', 8 * MEGABYTE), [400]],
  ['a line of megabytes above a part', '/kyc', MULTIPART, `--x\r\nX: ${fill('a', 8 * MEGABYTE)}`, [400]],
  ['lines without end above a part', '/kyc', MULTIPART, `--x\r\n${fill('X: y\r\n', 8 * MEGABYTE)}`, [400]],
  [
    'beginnings of its boundary',
    '/kyc',
    `multipart/form-data; boundary=${LONG_MARK}`,
    `--${LONG_MARK}\r\nContent-Disposition: form-data; name="document"; filename="a"\r\n\r\n${fill(`\r\n--${LONG_MARK.slice(1)}`, 8 * MEGABYTE)}`,
    [400],
  ],
  [
    'letters of its boundary',
    '/kyc',
    `multipart/form-data; boundary=${LONG_MARK}`,
    `--${LONG_MARK}\r\nContent-Disposition: form-data; name="document"; filename="a"\r\n\r\n${fill('b', 8 * MEGABYTE)}`,
    [400],
  ],
  [
    'a file of line breaks',
    '/kyc',
    MULTIPART,
    `--x\r\nContent-Disposition: form-data; name="document"; filename="a"\r\n\r\n${fill('\r\n', 8 * MEGABYTE)}`,
    [400],
  ],
  ['megabytes of text', '/kyc', MULTIPART, `${part('a', fill('é', 8 * MEGABYTE))}--x--`, [400]],
  ['a hundred thousand pairs', '/login', 'application/x-www-form-urlencoded', fill('a&', 63 * 1024), [400]],
  [
    'one pair of escapes',
    '/login',
    'application/x-www-form-urlencoded',
    `a=${fill('%f0%9f%98%80', 60 * 1024)}`,
    [303, 400, 403],
  ],
  [
    'one pair of broken escapes',
    '/login',
    'application/x-www-form-urlencoded',
    `a=${fill('%', 63 * 1024)}`,
    [303, 400, 403],
  ],
  [
    'an address of ats',
    '/login',
    'application/x-www-form-urlencoded',
    `_csrf=CSRF&email=${fill('a@', 60 * 1024)}&password=x`,
    [303, 400, 403],
  ],
  [
    'an amount of digits',
    '/withdraw',
    'application/x-www-form-urlencoded',
    `_csrf=CSRF&WithdrawAmount=${fill('9', 60 * 1024)}`,
    [400, 403],
  ],
  ['nested JSON', '/api/login', 'application/json', `{"email":${fill('[', 7_000)}${fill(']', 7_000)}}`, [200]],
  ['JSON of one name many times', '/api/login', 'application/json', `{${fill('"a":1,', 15_000)}"b":1}`, [400]],
  ['JSON of escapes', '/api/login', 'application/json', `{"email":"${fill('\\u0041', 15_000)}"}`, [200]],
];

const FILE = '--x\r\nContent-Disposition: form-data; name="document"; filename="a"\r\n\r\n';
const PLAIN: Record<string, string> = {
  [MULTIPART]: `${FILE}${fill('%PDF-1.4 ', 8 * MEGABYTE)}\r\n--x--`,
  'application/x-www-form-urlencoded': '_csrf=CSRF&email=ann%40example.com&password=x&WithdrawAmount=10',
  'application/json': '{"email":"ann@example.com"}',
};

/** Delay of a form that a person could have sent, on this machine at its current load. */
const usual = (path: string, type: string) =>
  waitFor(async () => {
    const known = type.startsWith('multipart') ? MULTIPART : type;
    const headers = { Origin: installation.origin, 'Content-Type': known };
    await investor.fetch(path, { method: 'POST', body: (PLAIN[known] ?? '').replace('CSRF', csrf), headers });
  });

describe('no body delays other requests', () => {
  test.each(BODIES)('%s', async (_name, path, type, body, statuses) => {
    const sent = body.replace('CSRF', csrf);
    const answers: number[] = [];
    const waited = await waitFor(async () => {
      const headers = { Origin: installation.origin, 'Content-Type': type };
      answers.push((await investor.fetch(path, { method: 'POST', body: sent, headers })).status);
    });
    for (const status of answers) expect(statuses).toContain(status);
    if (waited >= MAX_WAIT_MS) expect(waited).toBeLessThan(MAX_WAIT_MULTIPLE * (await usual(path, type)));
  });

  test.each([
    ['slashes', `/${'/'.repeat(7_000)}x`],
    ['a path of letters', `/${'a'.repeat(7_000)}`],
    ['slashes, as many as a path may have', `/${'/'.repeat(1_000)}x`],
    ['a query of brackets', `/login?${'a[]'.repeat(2_000)}=1`],
    ['a query of escapes', `/login?a=${'%25'.repeat(2_000)}`],
  ])('an address of %s does not block the event loop', async (_name, path) => {
    const visit = (address: string) =>
      waitFor(async () => fetch(installation.origin + address, { redirect: 'manual' }));
    const waited = await visit(path);
    if (waited >= MAX_WAIT_MS)
      expect(waited).toBeLessThan(MAX_WAIT_MULTIPLE * (await visit(`/login?a=${'a'.repeat(6_000)}`)));
  });
});
