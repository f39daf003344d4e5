import { expect, test } from 'vitest';
import { setCookie } from '~/web/cookies/cookies.server';
import { completeSignIn, redirectToSignIn } from '~/web/guard/endedSession.server';
import { useDatabase } from '../../support/database';

useDatabase();

const request = (path: string, init: RequestInit = {}) => new Request(new URL(path, 'http://localhost'), init);
const cookiesOf = (response: Response) =>
  response.headers.getSetCookie().map((line) => `${line.split('=')[0]}${/max-age=0/i.test(line) ? ' gone' : ''}`);

test.each([
  ['session', '/settings/security', '/login', ['return']],
  ['session', '/withdraw?method=ETH', '/login', ['return']],
  ['session', '/transactions.csv', '/login', ['return gone']],
  ['admin', '/admin/deposits?id=1', '/admin', ['return']],
  ['admin', '/admin/users.csv', '/admin', ['return gone']],
] as const)(
  'a GET without a session (%s) of %s redirects to %s, and is remembered',
  async (kind, path, to, cookies) => {
    const stranger = await redirectToSignIn(request(path), kind, null);
    expect([stranger.status, stranger.headers.get('Location'), cookiesOf(stranger)]).toEqual([303, to, cookies]);
  },
);

test('a visitor who was signed in is notified that the session ended', async () => {
  const ended = await redirectToSignIn(request('/withdraw?method=ETH'), 'session', 'secret');
  expect([ended.headers.get('Location'), cookiesOf(ended)]).toEqual(['/login', ['return', 'toast']]);
  const elsewhere = await redirectToSignIn(request('/settings', { method: 'POST' }), 'session', null);
  expect([elsewhere.headers.get('Location'), cookiesOf(elsewhere)]).toEqual(['/login', ['return', 'toast']]);
  const admin = await redirectToSignIn(request('/admin/users', { method: 'POST' }), 'admin', 'secret');
  expect([admin.headers.get('Location'), cookiesOf(admin)]).toEqual(['/admin', ['return', 'toast']]);
});

test('a stream, a background request of a page, a download and a too long address are no return addresses', async () => {
  for (const [path, Accept] of [
    ['/live-trading/prices', 'text/event-stream'],
    ['/events/told', 'application/json'],
  ] as const) {
    expect(cookiesOf(await redirectToSignIn(request(path, { headers: { Accept } }), 'session', 'secret'))).toEqual([]);
  }
  for (const path of ['/transactions.csv?from=2026-01-01', `/traders?search=${'x'.repeat(2_000)}`]) {
    expect(cookiesOf(await redirectToSignIn(request(path), 'session', 'secret'))).toEqual(['return gone', 'toast']);
  }
});

test.each([
  ['session', '/withdraw?method=ETH&WithdrawAmount=100', '/withdraw?method=ETH&WithdrawAmount=100'],
  ['session', '/traders?search=A.%20B', '/traders?search=A.%20B'],
  ['session', '/admin/users', '/dashboard'],
  ['session', '//evil.example', '/dashboard'],
  ['admin', '/admin/users?q=ann', '/admin/users?q=ann'],
  ['admin', '/withdraw', '/admin'],
] as const)('a sign-in (%s) after %s leads to %s', async (kind, was, to) => {
  const [cookie = ''] = (await setCookie('return', was)).split(';');
  const { forget, ...after } = await completeSignIn(request('/login', { headers: { Cookie: cookie } }), kind);
  expect(after).toEqual({ to });
  expect(forget[1]).toMatch(/^return=;.*Max-Age=0/);
  expect((await completeSignIn(request('/login'), kind)).to).toBe(kind === 'admin' ? '/admin' : '/dashboard');
});
