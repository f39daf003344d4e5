import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someOf } from '../support/depth';
import { Client } from '../support/pages/client';
import { routesOf } from '../support/pages/routes';
import { Installation } from '../support/servers/installation';

/** Addresses that browsers or proxies have taken for another site's, or for more than one line. */
const FOREIGN = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/%0d%0aLocation: https://evil.example',
  '/\r\nSet-Cookie: a=b',
  '/.//evil.example',
  '/x/..//evil.example',
  'https:evil.example',
  'https:///evil.example',
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '/／evil.example',
  '／／evil.example',
  '//evil。example',
  '@evil.example',
];

/** Common names of such parameters. Pages here read none of them. */
const NAMES = [
  'redirectTo',
  'redirect',
  'next',
  'back',
  'return',
  'returnTo',
  'return_url',
  'url',
  'to',
  'from',
  'continue',
];

const installation = new Installation();
/** Returns the cookies of a browser whose session has ended. */
let ended = '';
const clients = {} as Record<'anonymous' | 'investor' | 'admin', Client>;

beforeAll(async () => {
  await installation.start();
  clients.anonymous = new Client(installation);
  clients.investor = await new Client(installation).signIn(installation.demonstration.investor);
  const leaving = await new Client(installation).signIn(installation.demonstration.investor);
  ended = leaving.cookie;
  const { fields } = await leaving.form('/dashboard', '_csrf');
  await leaving.post({ action: '/logout', multipart: false, fields });
  clients.admin = await new Client(installation).signInAdmin(installation.demonstration.admin);
});
afterAll(() => installation.remove());

const routes = await routesOf();
const clientFor = (id: string) =>
  id.startsWith('routes/admin/')
    ? clients.admin
    : id.startsWith('routes/investor/')
      ? clients.investor
      : clients.anonymous;

type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

/** Sends a raw request: `fetch` would normalise the address. */
const raw = (path: string, headers: Record<string, string> = {}, method = 'GET', body = '') =>
  new Promise<Answer>((resolve, reject) => {
    const { hostname, port } = new URL(installation.origin);
    const sent = httpRequest({ hostname, port, path, method, headers }, (answer) => {
      let text = '';
      // A stream would never end.
      if (/^text\/event-stream/.test(answer.headers['content-type'] ?? '')) answer.destroy();
      answer.on('data', (part) => {
        text += part;
      });
      answer.on('close', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** Target of a redirect, in its header or, for a data request, in its body. */
function leadsTo({ headers, body }: Answer): string | null {
  if (headers.location) return headers.location;
  return /"redirect","([^"]*)"/.exec(body)?.[1] ?? null;
}

function expectOurs(sent: string, answer: Answer): void {
  expect([sent, answer.status < 500]).toEqual([sent, true]);
  const target = leadsTo(answer);
  const hasValidMac =
    target === null ||
    // A path in plain characters that starts with a single slash.
    (/^\/(?![/\\])[\x21-\x7e]*$/.test(target) && new URL(target, installation.origin).origin === installation.origin);
  expect([sent, target, hasValidMac]).toEqual([sent, target, true]);
  expect(answer.headers['set-cookie'] ?? []).not.toContain('a=b');
}

describe('no page redirects to another site', () => {
  // Each parameter has one of the addresses, so that a few requests cover them all.
  const queries = [0, NAMES.length].map((first) =>
    new URLSearchParams(NAMES.map((name, at) => [name, FOREIGN[(first + at) % FOREIGN.length] ?? ''])).toString(),
  );
  const starts = ['//evil.example', '/%5Cevil.example/..', '/'];

  test.each([...routes.entries()].map(([row, route]) => ({ row, ...route })))(
    '$path, requested with return addresses in its query, and as a path that starts like another site',
    async ({ row, id, path }) => {
      const Cookie = clientFor(id).cookie;
      const request = [...queries.map((query) => `${path}?${query}`), ...starts.map((start) => `${start}${path}/`)];
      for (const target of someOf(request, row)) expectOurs(target, await raw(target, { Cookie }));
    },
  );
});

describe('pages that do redirect back', () => {
  test.each(FOREIGN)('the choice of colours, sent from %j', async (foreign) => {
    const Referer = `${installation.origin}${foreign.replace(/[^\x20-\x7e]/g, encodeURIComponent)}`;
    for (const from of [Referer, foreign.replace(/[^\x20-\x7e]/g, encodeURIComponent)]) {
      const headers = {
        Origin: installation.origin,
        Referer: from,
        'Content-Type': 'application/x-www-form-urlencoded',
      };
      const answer = await raw('/theme', headers, 'POST', 'theme=dark');
      expect(answer.status).toBe(303);
      expectOurs(from, answer);
    }
  });

  test.each([...FOREIGN.entries()])('a sign-in after a session that ended at address %i, %j', async (row, foreign) => {
    const path = `${/^[/\\]/.test(foreign) ? '' : '/'}${foreign.replace(/[^\x21-\x7e]|\\/g, encodeURIComponent)}`;
    const addresses = [path, `/dashboard${path}`, `/${path}/../dashboard`, `/withdraw?${path}`];
    for (const address of someOf(addresses, row)) {
      const browser = new Client(installation);
      const answer = await raw(address, { Cookie: ended });
      expectOurs(address, answer);
      for (const line of answer.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        browser.cookies.set(name, value);
      }
      if (address.startsWith('/withdraw')) expect([...browser.cookies.keys()]).toContain('return');
      if (!browser.cookies.has('return')) continue;
      const signedIn = await browser.submit('/login', installation.demonstration.investor);
      expectOurs(address, { status: signedIn.status, headers: Object.fromEntries(signedIn.headers), body: '' });
    }
  });

  test.each(someOf(FOREIGN))('a sign-in with a forged cookie for %j', async (foreign) => {
    const browser = new Client(installation);
    browser.cookies.set('return', encodeURIComponent(Buffer.from(JSON.stringify(foreign)).toString('base64')));
    const signedIn = await browser.submit('/login', installation.demonstration.investor);
    expect(signedIn.headers.get('Location')).toBe('/dashboard');
  });

  test.each(FOREIGN)('a refusal page of the address %j', async (foreign) => {
    const path = `${/^[/\\]/.test(foreign) ? '' : '/'}${foreign.replace(/[^\x21-\x7e]/g, encodeURIComponent)}`;
    const { body } = await raw(path, { Accept: 'text/html' }, 'PUT');
    for (const [, href = ''] of body.matchAll(/href="([^"]*)"/g)) {
      expect(href).toMatch(/^\/(?![/\\])/);
    }
  });
});
