import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client, type DrawnForm, formsOf } from '../support/pages/client';
import { contentsOf, countRows } from '../support/people/rows';
import { Installation } from '../support/servers/installation';

const APP = 'https://app.example';
const installation = new Installation({ DEMONSTRATION: '0', API_ALLOWED_ORIGINS: APP });
beforeAll(async () => {
  await installation.start();
});
afterAll(async () => {
  await installation.remove();
});

const PASSWORD = 'walking home in the rain';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

async function signUp(name: string): Promise<{ client: Client; link: string; email: string }> {
  const client = new Client(installation);
  const email = `${name}@example.com`;
  await client.submit('/signup', { firstName: 'Ned', lastName: 'Moss', email, password: PASSWORD });
  const [link = ''] = /\/[\w-]+\/verify\/[\w-]+/.exec(await client.page('/verify')) ?? [];
  return { client, link, email };
}
const isVerified = (email: string) =>
  countRows(installation, { table: 'user', where: `email = '${email}' and email_verified_at is not null` }) === 1;

/** Posts a form's token to another address. */
const at = (action: string) => (form: DrawnForm) => ({ ...form, action, fields: { _csrf: form.fields._csrf ?? '' } });

let programs = 0;

describe('a verification link', () => {
  test('that is only read, in any way, verifies nothing', async () => {
    const { link, email } = await signUp('looked-at');
    const looks: [string, RequestInit, number][] = [
      [link, { headers: { Accept: BROWSER, 'Sec-Fetch-Dest': 'document' } }, 200],
      [link, { headers: { Accept: '*/*' } }, 200],
      [link, { headers: { Accept: `${BROWSER},application/json` } }, 200],
      [link, { headers: { Accept: '*/*', 'Sec-Fetch-Dest': 'empty', 'Sec-Purpose': 'prefetch' } }, 200],
      [link, { method: 'HEAD', headers: { Accept: 'application/json' } }, 200],
      [link, { method: 'OPTIONS', headers: { Origin: APP, 'Access-Control-Request-Method': 'GET' } }, 204],
      [link, { headers: { Accept: 'application/json', Origin: 'https://evil.example' } }, 403],
      [link, { method: 'POST' }, 403],
      [`${link}.data`, { headers: { Accept: '*/*', 'Sec-Fetch-Dest': 'empty' } }, 200],
      [`${link}/status`, { headers: { Accept: '*/*' } }, 406],
      [`${link}/status`, { headers: { Accept: BROWSER } }, 406],
      [`${link}/status`, { method: 'HEAD', headers: { Accept: 'application/json' } }, 200],
    ];
    for (const [path, init, status] of looks) {
      const response = await fetch(`${installation.origin}${path}`, { redirect: 'manual', ...init });
      expect([path.replace(link, ''), init, response.status]).toEqual([path.replace(link, ''), init, status]);
      expect(isVerified(email)).toBe(false);
    }
  });

  test.each([
    ['a library', '', { Accept: 'application/json, text/plain, */*' }],
    ['a library, in capitals', '', { Accept: 'APPLICATION/JSON' }],
    ['a script of an allowed origin', '', { Accept: '*/*', Origin: APP, 'Sec-Fetch-Dest': 'empty' }],
    ['a program at /status', '/status', { Accept: 'application/json' }],
  ])('is verified by %s, with an answer in JSON', async (_, end, headers) => {
    programs += 1;
    const { link, email } = await signUp(`program-${programs}`);
    const response = await fetch(`${installation.origin}${link}${end}`, { redirect: 'manual', headers });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
    expect(await response.json()).toEqual({ status: 200, message: 'Email verified' });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('Origin' in headers ? APP : null);
    expect(isVerified(email)).toBe(true);
  });

  test('shows whose sign-up it was, and verifies by its button', async () => {
    const { client, link, email } = await signUp('by-button');
    const page = await client.page(link);
    for (const shown of ['Ned Moss', 'by-button', email]) expect(page).toContain(shown);
    const form = await client.form(link, '_intent');
    expect((await client.post(form, { _intent: 'anything' })).status).toBe(400);
    expect(isVerified(email)).toBe(false);
    const verified = await client.post(form, { _intent: 'verify' });
    // The browser that signed up is signed in.
    expect([verified.status, verified.headers.get('Location')]).toEqual([303, '/dashboard']);
    expect(isVerified(email)).toBe(true);
    expect(await client.page('/dashboard')).toContain('First steps');
  });

  test('signs in only the browser that signed up, once', async () => {
    const { client, link, email } = await signUp('elsewhere');
    const { client: another } = await signUp('another');
    const other = new Client(installation);
    for (const browser of [another, other]) {
      const verified = await browser.post(await browser.form('/login', '_csrf').then(at(link)), { _intent: 'verify' });
      expect([verified.status, verified.headers.get('Location')]).toEqual([303, '/login']);
      expect((await browser.fetch('/dashboard')).headers.get('Location')).toBe('/login');
    }
    expect(isVerified(email)).toBe(true);
    // The link was used, so it opens nothing.
    const again = await client.post(await client.form('/login', '_csrf').then(at(link)), { _intent: 'verify' });
    expect(again.headers.get('Location')).toBe('/login');
    expect((await client.fetch('/dashboard')).headers.get('Location')).toBe('/login');
  });

  test('ends the sign-up by its other button, and stops working', async () => {
    const { client, link, email } = await signUp('not-mine');
    const form = await client.form(link, '_intent');
    expect((await client.post(form, { _intent: 'disown' })).status).toBe(303);
    expect((await client.fetch(link)).status).toBe(400);
    const again = await fetch(`${installation.origin}${link}`, { headers: { Accept: 'application/json' } });
    expect(again.status).toBe(400);
    expect(isVerified(email)).toBe(false);
    expect(countRows(installation, { table: 'user', where: `email = '${email}' and first_name = 'Ned'` })).toBe(0);
  });
});

describe('a link that freezes an account', () => {
  test('freezes nothing when it is opened, and reports if it is incomplete', async () => {
    const client = new Client(installation);
    for (const path of ['/freeze', '/freeze?token=', '/freeze?token=made-up', `/freeze?token=${'x'.repeat(4_000)}`]) {
      expect((await client.fetch(path)).status).toBe(400);
    }
    const form = await client.form('/login', 'email');
    const posted = await client.post(
      { ...form, action: '/freeze', fields: { _csrf: form.fields._csrf ?? '' } },
      { token: 'made-up' },
    );
    expect(posted.status).toBe(400);
    expect(countRows(installation, { table: 'user', where: 'frozen_at is not null' })).toBe(0);
  });
});

describe('a link of the staff', () => {
  const BROKEN = 'This link has expired, was already used';
  const admin = { email: 'ada@example.com', password: PASSWORD };
  const mailed = async (pattern: RegExp): Promise<string> => {
    const found = () => installation.output.map((line) => pattern.exec(line)?.[0]).findLast(Boolean) ?? '';
    await expect.poll(found, { timeout: 20_000 }).not.toBe('');
    return found();
  };
  const staff = () => [contentsOf(installation).administrator, contentsOf(installation).staff_invitation];

  test.each(['/invitation', '/staff/resetpassword'])('%s: an invented or truncated one opens nothing', async (path) => {
    const client = new Client(installation);
    for (const query of ['', '?token=', '?token=made-up', `?token=${'x'.repeat(4_000)}`]) {
      const response = await client.fetch(path + query);
      expect([response.status, (await response.text()).includes(BROKEN)]).toEqual([400, true]);
    }
    const form = at(path)(await client.form('/login', 'email'));
    const chosen = { newPassword: PASSWORD, confirmPassword: PASSWORD, _token: 'made-up' };
    expect((await client.post(form, chosen)).status).toBe(400);
    expect(countRows(installation, { table: 'administrator' })).toBe(0);
  });

  test('shows a form when it is opened, whose button works once', async () => {
    await installation.createAdministrator(admin.email, 'Ada', admin.password);
    const ada = new Client(installation);
    await ada.signInAdmin(admin);
    const input = { name: 'Bea Stone', email: 'bea@example.com', role: 'support', _intent: 'invite' };
    const invite = await ada.form('/admin/staff?do=invite', 'role');
    const preview = await ada.post(invite, input);
    const [shown] = formsOf(await preview.text(), invite.action).filter(({ names }) => names.has('role'));
    expect((await ada.post(shown ?? invite, input)).status).toBe(303);
    const invitation = await mailed(/\/invitation\?token=[\w-]+/);
    expect(await ada.submit('/staff/passwordreset', { email: admin.email }).then(({ status }) => status)).toBe(303);
    const link = await mailed(/\/staff\/resetpassword\?token=[\w-]+/);

    const before = staff();
    const scanner = new Client(installation);
    for (const path of [invitation, link]) {
      for (const init of [{}, { method: 'HEAD' }, { headers: { Accept: 'application/json' } }]) {
        expect((await scanner.fetch(path, init)).status).toBe(200);
      }
    }
    expect(staff()).toEqual(before);
    expect((await ada.fetch('/admin/staff')).status).toBe(200);

    const newPassword = 'a bench beside the river';
    for (const path of [invitation, link]) {
      const client = new Client(installation);
      const form = await client.form(path, 'newPassword');
      const chosen = { newPassword, confirmPassword: newPassword };
      const sent = await client.post(form, chosen);
      expect([path, sent.status, sent.headers.get('Location')]).toEqual([path, 303, '/admin']);
      expect([path, (await client.post(form, chosen)).status]).toEqual([path, 400]);
      expect([path, (await client.fetch(path)).status]).toEqual([path, 400]);
    }
    // The reset ended the open session.
    expect((await ada.fetch('/admin/staff')).status).toBe(303);
    for (const email of [admin.email, input.email]) {
      await new Client(installation).signInAdmin({ email, password: newPassword });
    }
  });
});
