import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../support/pages/client';
import { change } from '../support/people/rows';
import { Installation } from '../support/servers/installation';

const installation = new Installation({ TRUSTED_PROXIES: '1' });
beforeAll(async () => {
  await installation.start();
  await signUp(new From('203.0.113.250'));
});
afterAll(async () => {
  await installation.remove();
});

/** A browser that reaches the proxy from an address. */
class From extends Client {
  constructor(readonly address: string) {
    super(installation);
  }

  override fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('X-Forwarded-For', this.address);
    return super.fetch(path, { ...init, headers });
  }
}

const stranger = { email: 'ned@example.com', password: 'walking home in the rain' };

/** An account of its own, verified by the link that paper mode shows to the browser that signed up. */
async function signUp(client: Client): Promise<void> {
  await client.submit('/signup', { firstName: 'Ned', lastName: 'Moss', ...stranger });
  const [link = ''] = /\/[\w-]+\/verify\/[\w-]+/.exec(await client.page('/verify')) ?? [];
  const opened = await client.fetch(`${link}/status`, { headers: { Accept: 'application/json' } });
  if (opened.status !== 200) throw new Error(`Verification answered ${opened.status}`);
}

/** A dozen addresses try wrong passwords until each has to wait, for so long that the account's own wait is the longest. */
async function attack(path: '/login' | '/admin', email: string): Promise<void> {
  for (let n = 0; n < 12; n += 1) {
    const client = new From(`198.51.100.${n}`);
    const form = await client.form(path, 'email');
    let status = 0;
    while (status !== 429) status = (await client.post(form, { email, password: 'wrong' })).status;
  }
  const key = `${path === '/admin' ? 'admin-login' : 'login'}:account:${email}`;
  change(installation, 'update throttle set failures = 40, last_at = ? where key = ?', [Date.now(), key]);
}

describe.each([
  ['investor', '/login', 'session'],
  ['admin', '/admin', 'admin'],
] as const)('a dozen addresses try wrong passwords for an %s', (kind, path, cookie) => {
  const enter = async (client: Client, given = installation.demonstration[kind]) =>
    (await client.submit(path, given)).status;
  const knownTo = (client: Client) => client.cookies.get('known') ?? '';
  let octet = 0;
  const newAddress = () => {
    octet += 1;
    return `203.0.113.${octet}`;
  };

  test('the owner’s browser gets in every time; others, and forged or foreign marks, wait', async () => {
    const owner = new From(newAddress());
    expect(await enter(owner)).toBe(303);
    const mine = knownTo(owner);
    expect(mine).not.toBe('');
    const other = new From(newAddress());
    await other.signIn(stranger);
    const marks = {
      none: '',
      'of another account': knownTo(other),
      'with another signature': `${mine.slice(0, -6)}AAAAAA`,
      unsigned: mine.replace(/\..*/, ''),
      'without its end': mine.slice(0, 40),
    };
    for (let time = 0; time < 3; time += 1) {
      await attack(path, installation.demonstration[kind].email);
      const again = new From(newAddress());
      again.cookies.set('known', mine);
      expect(await enter(again)).toBe(303);
      expect(again.cookies.has(cookie)).toBe(true);
    }
    await attack(path, installation.demonstration[kind].email);
    for (const [name, mark] of Object.entries(marks)) {
      const client = new From(newAddress());
      if (mark) client.cookies.set('known', mark);
      expect([name, await enter(client)]).toEqual([name, 429]);
    }
  });
});

test('the mark survives signing out, and is kept from scripts', async () => {
  const client = new From('203.0.113.200');
  await client.signIn(stranger);
  const before = client.cookies.get('known');
  await client.post({ action: '/logout', multipart: false, fields: (await client.form('/settings', '_csrf')).fields });
  expect(client.cookies.has('session')).toBe(false);
  expect(client.cookies.get('known')).toBe(before);
  const line = (await client.submit('/login', stranger)).headers
    .getSetCookie()
    .find((each) => each.startsWith('known='));
  expect(line).toMatch(/HttpOnly/i);
  expect(line).toMatch(/SameSite=Lax/i);
  expect(Number(/Max-Age=(\d+)/i.exec(line ?? '')?.[1])).toBeGreaterThan(180 * 86_400);
});

test('a mark from before a new password waits like none', async () => {
  const client = new From('203.0.113.201');
  await client.signIn(stranger);
  const old = client.cookies.get('known') ?? '';
  const changed = { currentPassword: stranger.password, newPassword: 'another walk in the rain' };
  await client.submit('/settings/password', { ...changed, confirmPassword: changed.newPassword });
  const fresh = client.cookies.get('known') ?? '';
  expect(fresh).not.toBe(old);
  await attack('/login', stranger.email);
  const enter = async (mark: string, address: string) => {
    const browser = new From(address);
    browser.cookies.set('known', mark);
    return (await browser.submit('/login', { email: stranger.email, password: changed.newPassword })).status;
  };
  expect(await enter(old, '203.0.113.202')).toBe(429);
  expect(await enter(fresh, '203.0.113.203')).toBe(303);
});
