import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../support/pages/client';
import { Installation } from '../support/servers/installation';

const LIMIT = 40;
const direct = new Installation({ LIMITS: `requestsPerMinute=${LIMIT}`, DEMONSTRATION: '0' });
const proxied = new Installation({ LIMITS: `requestsPerMinute=${LIMIT}`, TRUSTED_PROXIES: '1' });
beforeAll(async () => {
  for (const each of [direct, proxied]) await each.start();
});
afterAll(async () => {
  for (const each of [direct, proxied]) await each.remove();
});

describe.each([
  ['investor', 'session', '/dashboard'],
  ['admin', 'admin', '/admin/users'],
] as const)('the session of an %s', (kind, cookie, page) => {
  test('ends when the same browser signs in again', async () => {
    const who = proxied.demonstration[kind];
    const browser = new Client(proxied);
    await (kind === 'admin' ? browser.signInAdmin(who) : browser.signIn(who));
    const stolen = new Client(proxied);
    stolen.cookies.set(cookie, browser.cookies.get(cookie) ?? '');
    expect((await stolen.fetch(page)).status).toBe(200);
    // A signed-in browser does not get the form, but may have had it open before.
    browser.cookies.delete(cookie);
    const path = cookie === 'admin' ? '/admin' : '/login';
    const form = await browser.form(path, 'email');
    browser.cookies.set(cookie, stolen.cookies.get(cookie) ?? '');
    await browser.post(form, who);
    expect((await stolen.fetch(page)).status).toBe(303);
    expect((await browser.fetch(page)).status).toBe(200);
  });
});

describe('the address that tries are counted by', () => {
  /** Returns how many requests of more than the limit succeed, from these claimed addresses. */
  const through = async (installation: Installation, from: (turn: number) => string) => {
    let passed = 0;
    for (let turn = 0; turn < LIMIT + 10; turn += 1) {
      const { status } = await fetch(`${installation.origin}/login`, { headers: { 'X-Forwarded-For': from(turn) } });
      if (status !== 429) passed += 1;
    }
    return passed;
  };

  test('is not what a request claims if no proxy is trusted', async () => {
    expect(await through(direct, (turn) => `198.51.100.${turn}`)).toBe(LIMIT);
  });

  test('behind a proxy is the last one in its header, not the one that the client wrote', async () => {
    expect(await through(proxied, (turn) => `198.51.100.${turn}, 203.0.113.9`)).toBe(LIMIT);
    expect(await through(proxied, (turn) => `203.0.113.9, 192.0.2.${turn}`)).toBe(LIMIT + 10);
  });
});
