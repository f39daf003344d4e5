import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { administrator, throttle, user } from '#drizzle/schema';
import { notifyAdministratorsOfWrongPasswords } from '~/features/backoffice/admin/jobs.server';
import { notifyOfWrongPasswords } from '~/features/people/auth/jobs.server';
import { changePassword } from '~/features/people/auth/passwords/changePassword.server';
import { checkOwnPassword } from '~/features/people/auth/passwords/checkOwnPassword.server';
import { hashPassword } from '~/features/people/auth/passwords/passwords.server';
import { requestPasswordReset } from '~/features/people/auth/passwords/requestPasswordReset.server';
import { resetPassword } from '~/features/people/auth/passwords/resetPassword.server';
import { signIn } from '~/features/people/auth/signIn/signIn.server';
import { endSignIn } from '~/features/people/profile/endSignIn.server';
import { signInAdministrator } from '~/features/people/staff/signInAdministrator.server';
import { endSignIns } from '~/features/people/users/endSignIns.server';
import { HOUR, MINUTE, SECOND } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { createAdminActor } from '~/platform/states';
import { adminAccount, investorAccount, readKnownDevice } from '~/signIns/knownDevice.server';
import { countAttempt } from '~/signIns/throttle.server';
import { readCookie } from '~/web/cookies/cookies.server';
import { rememberDevice } from '~/web/cookies/rememberDevice.server';
import { clock, useDatabase } from '../../support/database';
import { makeAdmin, makeUser } from '../../support/people/people';
import { HERE, last, mails, PASSWORD, resetLinks, signInAs, users, verifiedUser } from './auth.fixtures';

useDatabase();

type Account = Parameters<typeof rememberDevice>[1];

/** Cookie of a browser in which these accounts have signed in, in this order; the value as the server parses it. */
async function cookieOf(...accounts: Account[]): Promise<string | null> {
  let header = '';
  for (const account of accounts) {
    const request = new Request('http://mirrorbook.test/login', { headers: { Cookie: header } });
    const [, line] = await rememberDevice(request, account);
    header = line.split(';')[0] ?? '';
  }
  return await readCookie(new Request('http://mirrorbook.test/login', { headers: { Cookie: header } }), 'known');
}

/** Enters wrong passwords from a dozen addresses until each of them is delayed. */
async function attack(purpose: string, account: string) {
  for (let address = 1; address <= 12; address += 1) {
    const what = { purpose, account, address: `198.51.100.${address}` };
    while ((await countAttempt(what)) === 0);
  }
}

const ann = async () => last(await users());
const known = async (cookie: string | null, address = '203.0.113.7', password = PASSWORD) =>
  signIn({ email: 'ann@example.com', password, rememberme: false }, { userAgent: null, address, known: cookie });

describe('a browser that signed in to the account before', () => {
  beforeEach(async () => {
    await verifiedUser();
  });

  test('is let in however many others try, and a stranger waits', async () => {
    const cookie = await cookieOf(investorAccount(await ann()));
    for (let turn = 0; turn < 40; turn += 1) {
      await attack('login', 'ann@example.com');
      expect((await known(cookie)).ok).toBe(true);
      clock.advance(20 * SECOND);
    }
    await attack('login', 'ann@example.com');
    expect(await known(null)).toMatchObject({ ok: false, error: { code: 'throttled' } });
  });

  test('waits for its own wrong tries, and for those of its own address', async () => {
    const cookie = await cookieOf(investorAccount(await ann()));
    // Each request has a new address, as with a stolen cookie.
    for (let tried = 0; tried < 5; tried += 1) await known(cookie, `203.0.113.${tried}`, 'wrong');
    expect(await known(cookie)).toMatchObject({ ok: false, error: { code: 'throttled' } });
    clock.advance(15 * MINUTE);
    expect((await known(cookie)).ok).toBe(true);
    for (let tried = 0; tried < 5; tried += 1) await signInAs('wrong', { address: '203.0.113.7' });
    expect(await known(cookie)).toMatchObject({ ok: false, error: { code: 'throttled' } });
  });

  test('does not count its own tries against others', async () => {
    const cookie = await cookieOf(investorAccount(await ann()));
    for (let tried = 0; tried < 5; tried += 1) await known(cookie, `203.0.113.${tried}`, 'wrong');
    const rows = await read().select().from(throttle);
    expect(rows.filter(({ key }) => key.startsWith('login:account:'))).toEqual([]);
  });

  test('is forgotten with the password, and when all sessions end', async () => {
    const ends: [string, () => Promise<unknown>][] = [
      [
        'reset',
        async () => {
          await requestPasswordReset({ email: 'ann@example.com' }, HERE);
          await resetPassword(last(await resetLinks()), { newPassword: PASSWORD }, HERE);
        },
      ],
      [
        'changed',
        async () => {
          const change = { currentPassword: PASSWORD, newPassword: 'a new and better one' };
          await changePassword(await ann(), change, { ...HERE, sessionHash: 'mine' });
        },
      ],
      ['signed out everywhere', async () => write(async (tx) => endSignIn(tx, await ann(), 'all'))],
      [
        'signed out by an administrator',
        async () => {
          const { id } = await makeAdmin();
          await write(async (tx) => endSignIns(tx, createAdminActor(id), (await ann()).id));
        },
      ],
    ];
    for (const [, end] of ends) {
      clock.advance(SECOND);
      const cookie = await cookieOf(investorAccount(await ann()));
      expect(readKnownDevice(cookie, investorAccount(await ann()))).not.toBeNull();
      await end();
      expect(readKnownDevice(cookie, investorAccount(await ann()))).toBeNull();
    }
  });

  test('stores the marks of the five latest accounts, and of all others except one', async () => {
    const people = await Promise.all(Array.from({ length: 7 }, () => makeUser()));
    const all = people.map(investorAccount);
    const cookie = await cookieOf(...all, ...all.slice(-1));
    expect(cookie?.split(' ')).toHaveLength(5);
    expect(all.map((account) => readKnownDevice(cookie, account) !== null)).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
  });

  test('is not recognised for another account, another kind, or with a forged mark', async () => {
    const account = investorAccount(await ann());
    const own = (await cookieOf(account)) ?? '';
    const [device = '', signature = ''] = own.split('.');
    expect(readKnownDevice(own, account)).toBe(device);
    const others = [
      readKnownDevice(own, investorAccount(await makeUser())),
      readKnownDevice(own, { ...account, kind: 'admin' }),
      readKnownDevice(`other.${signature}`, account),
      readKnownDevice(`${device}.${signature.slice(1)}`, account),
      readKnownDevice(`${device}.`, account),
      readKnownDevice('.', account),
      readKnownDevice('', account),
      readKnownDevice(null, account),
    ];
    expect(others).toEqual(others.map(() => null));
  });

  test('may request a reset link too, whatever others request', async () => {
    const cookie = await cookieOf(investorAccount(await ann()));
    await attack('reset-mail', 'ann@example.com');
    const ask = (input: object) =>
      requestPasswordReset({ email: 'ann@example.com' }, { address: '203.0.113.7', ...input });
    expect((await ask({})).ok).toBe(false);
    expect((await ask({ known: cookie })).ok).toBe(true);
  });
});

test('an open session accepts its own password whatever others try at the sign-in page', async () => {
  const person = await verifiedUser();
  await attack('login', person.email);
  const request = { address: '203.0.113.7', sessionHash: 'mine', field: 'currentPassword' };
  expect((await checkOwnPassword(person, PASSWORD, request)).ok).toBe(true);
  for (let tried = 0; tried < 5; tried += 1) await checkOwnPassword(person, 'wrong', request);
  expect(await checkOwnPassword(person, PASSWORD, { ...request, address: '203.0.113.8' })).toMatchObject({
    ok: false,
    error: { code: 'throttled' },
  });
});

test('a program that sends a token of the account with its sign-in does not wait for others', async () => {
  await verifiedUser();
  const call = (token: string | null) =>
    signIn(
      { email: 'ann@example.com', password: PASSWORD, rememberme: false },
      { userAgent: null, address: '203.0.113.7', token },
      'api',
    );
  const first = await call(null);
  const token = first.ok ? first.value.secret : '';
  await attack('login', 'ann@example.com');
  expect(await call(null)).toMatchObject({ ok: false, error: { code: 'throttled' } });
  expect(await call('not a token')).toMatchObject({ ok: false, error: { code: 'throttled' } });
  expect((await call(token)).ok).toBe(true);
});

test('an administrator gets in with a browser used before, whatever others try', async () => {
  const passwordHash = await hashPassword(PASSWORD);
  const { id } = await makeAdmin();
  const [admin] = await write((tx) =>
    tx.update(administrator).set({ passwordHash }).where(eq(administrator.id, id)).returning(),
  );
  if (!admin) throw new Error('no administrator');
  const cookie = await cookieOf(adminAccount(admin));
  const enter = (input: object) =>
    signInAdministrator(
      { email: admin.email, password: PASSWORD },
      { userAgent: null, address: '203.0.113.7', ...input },
    );
  await attack('admin-login', admin.email);
  expect(await enter({})).toMatchObject({ ok: false, error: { code: 'throttled' } });
  expect((await enter({ known: cookie })).ok).toBe(true);
  await notifyAdministratorsOfWrongPasswords();
  await notifyAdministratorsOfWrongPasswords();
  expect(await mails('sign-in-tries')).toMatchObject([{ recipient: admin.email }]);
});

test('one address with 31 accounts waits before the 31st, known or not', async () => {
  const people = await Promise.all(Array.from({ length: 31 }, () => makeUser()));
  const at = { purpose: 'login', address: HERE.address };
  const waits: number[] = [];
  for (const { email } of people) waits.push(await countAttempt({ ...at, account: email }));
  expect(waits.slice(0, 30)).toEqual(Array(30).fill(0));
  expect(waits[30]).toBe(1);
  expect(await countAttempt({ ...at, account: 'another@example.com', device: 'known' })).toBe(1);
  expect(await countAttempt({ ...at, address: '203.0.113.7', account: 'another@example.com' })).toBe(0);
});

describe('many wrong passwords', () => {
  test('are reported to the owner once per burst, and to no address without an account', async () => {
    await verifiedUser();
    await attack('login', 'stranger@example.com');
    for (let tried = 0; tried < 9; tried += 1)
      await countAttempt({ purpose: 'login', account: 'ann@example.com', address: `198.51.100.${tried}` });
    await notifyOfWrongPasswords();
    expect(await mails('sign-in-tries')).toEqual([]);
    await attack('login', 'ann@example.com');
    await notifyOfWrongPasswords();
    clock.advance(10 * MINUTE);
    await attack('login', 'ann@example.com');
    await notifyOfWrongPasswords();
    expect(await mails('sign-in-tries')).toMatchObject([{ recipient: 'ann@example.com' }]);
    clock.advance(HOUR + SECOND);
    await attack('login', 'ann@example.com');
    await notifyOfWrongPasswords();
    expect(await mails('sign-in-tries')).toHaveLength(2);
  });

  test('are not reported for a closed account', async () => {
    await verifiedUser();
    await write((tx) => tx.update(user).set({ status: 'closed' }));
    await attack('login', 'ann@example.com');
    await notifyOfWrongPasswords();
    expect(await mails('sign-in-tries')).toEqual([]);
  });
});
