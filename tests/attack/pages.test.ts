import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PUBLIC_PAGES } from '~/features/site/marketing/menus';
import { Client } from '../support/pages/client';
import { weigh } from '../support/pages/pageWeight';
import { Installation } from '../support/servers/installation';

const installation = new Installation();
let visitor: Client;

beforeAll(async () => {
  await installation.start();
  visitor = new Client(installation);
});
afterAll(() => installation.remove());

/** Sends a raw request, without the changes that `fetch` makes. */
const raw = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(installation.origin);
    const sent = httpRequest({ hostname, port, path, method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });

const OWN_PAGES = [...PUBLIC_PAGES, '/markets/AAPL'].filter((path) => path !== '/login' && path !== '/signup');

describe('cached pages', () => {
  test('contain nothing from the first request', async () => {
    const hostile = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Cookie: 'theme=dark"onload="x' };
    const { status, body } = await raw('/team?next=https://evil.example', hostile);
    expect([status, /evil|onload/.test(body.toString())]).toEqual([200, false]);
    expect(/evil|onload/.test(await visitor.page('/team'))).toBe(false);
  });

  test('are the same for all visitors, set no cookie, and leave a toast to the page it is for', async () => {
    const before = await visitor.page('/');
    const newcomer = new Client(installation);
    const signedUp = await newcomer.submit('/signup', {
      firstName: 'Ida',
      lastName: 'Moss',
      email: 'ida@example.com',
      password: 'a long walk in the rain',
    });
    expect(signedUp.headers.get('Location')).toBe('/verify');
    expect(newcomer.cookies.has('toast')).toBe(true);
    for (let turn = 0; turn < 2; turn++) {
      const page = await newcomer.fetch('/');
      expect(page.headers.getSetCookie()).toEqual([]);
      expect(await page.text()).toBe(before);
    }
    expect(before).not.toContain('Account successfully created!');
    expect(await newcomer.page('/verify')).toContain('Account successfully created!');
    expect(await visitor.page('/')).toBe(before);
  });

  test('show that a browser is signed in, without personal data; signing out ends it', async () => {
    const anonymous = await visitor.page('/');
    expect(anonymous).toContain('href="/login"');
    const investor = await new Client(installation).signIn(installation.demonstration.investor);
    const name = decodeURIComponent(investor.cookies.get('person') ?? '');
    expect(name).toBe('Ivy');
    const pages = [await investor.page('/'), await investor.page('/')];
    for (const page of pages) {
      expect(page).toContain('href="/dashboard"');
      expect(page).not.toContain('href="/login" class');
      expect(page).not.toMatch(new RegExp(`\\b${name}\\b`));
    }
    // The cookie's content can't reach a page, and opens nothing.
    const { body } = await raw('/', { Cookie: 'person=%3Cscript%3Eevil' });
    expect(body.toString()).toBe(pages[1]);
    expect((await raw('/dashboard', { Cookie: 'person=Ivy' })).status).toBe(303);
    const { fields } = await investor.form('/settings', '_csrf');
    await investor.post({ action: '/logout', multipart: false, fields });
    expect(investor.cookies.has('person')).toBe(false);
    expect(await investor.page('/')).toBe(await visitor.page('/'));
  });

  test('the sign-up names the referrer only to the browser that followed the link', async () => {
    const investor = await new Client(installation).signIn(installation.demonstration.investor);
    const [link = ''] = /\/user\/[\w-]+/.exec(await investor.page('/referrals')) ?? [];
    const invited = new Client(installation);
    expect((await invited.fetch(link)).headers.get('Location')).toBe('/signup');
    const page = await invited.fetch('/signup');
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    expect(await page.text()).toContain('Invited by');
    const stranger = new Client(installation);
    await stranger.fetch('/user/no-such-user');
    expect(await stranger.page('/signup')).not.toContain('Invited by');
  });

  test.each(OWN_PAGES)('%s allows no script except our file, and says so in every answer', async (path) => {
    for (let turn = 0; turn < 2; turn++) {
      const page = await visitor.fetch(path);
      const policy = page.headers.get('Content-Security-Policy') ?? '';
      expect([page.status, /script-src 'self';/.test(policy), /nonce/.test(policy)]).toEqual([200, true, false]);
      expect(page.headers.get('Cache-Control')).toMatch(/^public/);
      expect(page.headers.get('X-Frame-Options')).toBe('DENY');
      expect(page.headers.get('X-Mode')).toBe('paper');
      const html = await page.text();
      const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = '']) => attributes);
      const strange = scripts.filter(
        (attributes) => !/ src="\/assets\/site-/.test(attributes) && !/type="application\/ld\+json"/.test(attributes),
      );
      expect(strange).toEqual([]);
      expect(html).not.toMatch(/\son\w+="|_csrf/);
    }
  });

  test('pages with forms are never cached', async () => {
    const tokens = new Set<string | undefined>();
    for (let turn = 0; turn < 2; turn++) {
      const page = await new Client(installation).fetch('/login');
      expect(page.headers.get('Cache-Control')).toBe('no-store');
      tokens.add(/name="_csrf" value="([^"]+)"/.exec(await page.text())?.[1]);
    }
    expect(tokens.size).toBe(2);
  });

  test('the bytes are those of the page in every encoding', async () => {
    const [plain, br, gzip] = await Promise.all(
      ['identity', 'br', 'gzip'].map((encoding) => raw('/', { 'Accept-Encoding': encoding })),
    );
    expect(brotliDecompressSync(br?.body ?? '').equals(plain?.body ?? Buffer.of())).toBe(true);
    expect(gunzipSync(gzip?.body ?? '').equals(plain?.body ?? Buffer.of())).toBe(true);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is not answered from the cache', async (method) => {
    await visitor.page('/');
    const { status, headers } = await raw('/', {}, method);
    expect([status === 200, String(headers.vary).endsWith(', Cookie')]).toEqual([
      method === 'OPTIONS' && status === 200,
      false,
    ]);
  });

  test.each(['//evil.example/', '/\\evil.example', '/%2e%2e/', '/?%E0%A4%A', '/?__proto__=x', '/?a=%00'])(
    '%s is no error',
    async (path) => {
      expect((await raw(path)).status).toBeLessThan(500);
    },
  );
});

test('the landing page of a filled demonstration weighs less than 22,000 bytes, including styles and script', async () => {
  const { bytes, ...parts } = await weigh(installation.origin, '/');
  expect(bytes, JSON.stringify(parts)).toBeLessThan(22_000);
});

describe('files of the build', () => {
  test('are compressed, and cached forever', async () => {
    const styles = /href="(\/assets\/styles-[^"]+)"/.exec(await visitor.page('/'))?.[1] ?? '';
    const plain = await raw(styles);
    const br = await raw(styles, { 'Accept-Encoding': 'br' });
    expect(br.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
  });

  test.each(['/assets/../server/index.js', '/assets/%2e%2e/server/index.js', '/assets/', '/assets/x.js', '/assets/..'])(
    '%s is not found',
    async (path) => {
      expect([404, 400, 403]).toContain((await raw(path)).status);
    },
  );
});

test('a password manager finds the form that changes a password', async () => {
  const answer = await visitor.fetch('/.well-known/change-password');
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/settings/password']);
  expect((await visitor.fetch('/.well-known/resource-that-should-not-exist')).status).toBe(404);
});

test('the sitemap lists existing public pages only', async () => {
  const map = await visitor.page('/sitemap.xml');
  const paths = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths) expect([path, (await visitor.fetch(path)).status]).toEqual([path, 200]);
  expect(await visitor.page('/robots.txt')).toContain(`Sitemap: ${installation.origin}/sitemap.xml`);
});
