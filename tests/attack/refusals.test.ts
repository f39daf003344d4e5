import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../support/pages/client';
import { Installation } from '../support/servers/installation';

const installation = new Installation();
let anonymous: Client;
let investor: Client;
let admin: Client;

beforeAll(async () => {
  await installation.start();
  anonymous = new Client(installation);
  investor = await new Client(installation).signIn(installation.demonstration.investor);
  admin = await new Client(installation).signInAdmin(installation.demonstration.admin);
});
afterAll(() => installation.remove());

const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('a request that is refused before any page is rendered', () => {
  const cases: [string, string, RequestInit, number][] = [
    ['another method', '/login', { method: 'PUT' }, 405],
    ['an address that does not decode', '/%E0%A4%A', {}, 400],
    ['an address too long', `/login?q=${'a'.repeat(9_000)}`, {}, 414],
    ['a form of another site', '/login', { method: 'POST', headers: { Origin: 'https://evil.example' } }, 403],
    ['a form too large', '/login', { method: 'POST', body: 'a'.repeat(65 * 1024) }, 413],
    ['a file that is not there', '/files/nothing', {}, 404],
  ];

  test.each(cases)(
    '%s is answered to a browser with a page with the banner and a link',
    async (_, path, init, status) => {
      const response = await anonymous.fetch(path, { ...init, headers: { ...BROWSER, ...init.headers } });
      expect(response.status).toBe(status);
      expect(response.headers.get('Content-Type')).toContain('text/html');
      expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
      const page = await response.text();
      expect(page).toContain('Paper mode:');
      expect(page).toContain('<a href="/">');
      expect(page).not.toContain('<script');
    },
  );

  test('never links to another site, and shows no markup from the address', async () => {
    for (const path of ['//evil.example/%3Cb%3E', '/x"><b>/%E0%A4%A']) {
      const response = await fetch(installation.origin + path, { method: 'PUT', headers: BROWSER });
      const page = await response.text();
      expect(page).not.toContain('href="//');
      expect(page).not.toContain('<b>');
    }
  });

  test('is answered in JSON to calls, and in a line to clients that accept neither', async () => {
    const call = await anonymous.fetch('/api/login', { method: 'PUT', headers: BROWSER });
    expect(await call.json()).toEqual({ status: 405, message: expect.any(String) });
    const plain = await anonymous.fetch('/login', { method: 'PUT' });
    expect(plain.headers.get('Content-Type')).toContain('text/plain');
  });
});

describe('a page that is not found', () => {
  test('has the menus of a signed-in user', async () => {
    for (const [client, path, menu] of [
      [investor, '/nothing', 'href="/dashboard"'],
      [investor, '/traders/nothing', 'href="/transactions"'],
      [admin, '/admin/nothing', 'href="/admin/outbox"'],
      [admin, '/admin/users/nothing', 'href="/admin/outbox"'],
      [anonymous, '/nothing', 'href="/signup"'],
    ] as const) {
      const response = await client.fetch(path);
      const page = await response.text();
      expect([path, response.status, page.includes(menu)]).toEqual([path, 404, true]);
      expect(page).toContain('Paper mode:');
    }
  });
});

test('a proof far over the limit is refused at its field, and the rest of the form is preserved', async () => {
  const form = await investor.form('/checkout?method=ETH&amount=50', 'proof');
  const proof = new File([new Uint8Array(20 * 1024 * 1024)], 'a;proof.png', { type: 'image/png' });
  const response = await investor.post(form, { proof });
  expect(response.status).toBe(400);
  const page = await response.text();
  expect(page).toContain('The picture is larger than 5 MB');
  expect(page).toContain('aria-invalid="true"');
});

test('a wrong password of an administrator leaves the email address in the form', async () => {
  const form = await anonymous.form('/admin', 'password');
  expect(form.action).toBe('/admin');
  const answer = await anonymous.post(form, { email: 'nobody@example.com', password: 'wrong' });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('Invalid credentials');
});
