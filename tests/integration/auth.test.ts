import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import * as schema from '#drizzle/schema';
import { event, mail, notification, session, throttle, token, user } from '#drizzle/schema';
import { countryOf } from '~/features/auth/country.server';
import { forgetOldTokens } from '~/features/auth/jobs.server';
import { hashPassword } from '~/features/auth/passwords.server';
import { verificationMailOf } from '~/features/auth/queries.server';
import { findReferrer } from '~/features/auth/referrer.server';
import { requestPasswordReset } from '~/features/auth/requestPasswordReset.server';
import { resetPassword, resetting } from '~/features/auth/resetPassword.server';
import { signUpSchema } from '~/features/auth/schema';
import { sendVerification } from '~/features/auth/sendVerification.server';
import { signIn } from '~/features/auth/signIn.server';
import { signUp } from '~/features/auth/signUp.server';
import { emailMachine, emailState } from '~/features/auth/states';
import { verifyEmail } from '~/features/auth/verifyEmail.server';
import { DAY, HOUR, MINUTE, SECOND } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { hashSecret } from '~/platform/ids';
import {
  administratorOf,
  forgetEndedSessions,
  investorOf,
  type NewSession,
  startSession,
} from '~/platform/session.server';
import { beginTry, forgetOldTries, forgiveTry } from '~/platform/throttle.server';
import { clock, START, testEnv, useDatabase } from '../support/database';
import { makeAdmin, makeUser } from '../support/people';

useDatabase();

const LIVE = {
  MODE: 'live',
  OPERATOR_NAME: 'Operator Ltd',
  OPERATOR_LICENCE: '1',
  OPERATOR_REGULATOR: 'Regulator',
  OPERATOR_JURISDICTION: 'Somewhere',
  OPERATOR_ADDRESSES: 'BTC=1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  SUPPORT_EMAIL: 'support@operator.example',
  MAIL_FROM: 'no-reply@operator.example',
  PUBLIC_URL: 'https://operator.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  STORAGE_URL: 'file:/tmp/unused',
  SESSION_SECRET: 's'.repeat(32),
  SEAL_SECRET: 't'.repeat(32),
};

const PASSWORD = 'walking home in the rain';
const HERE = { address: '192.0.2.1' };
const CLIENT = { ...HERE, userAgent: null };

const typed = (given: Partial<Record<string, string>> = {}) => ({
  firstName: 'Ann',
  lastName: 'Lee',
  userName: 'annlee',
  email: 'ann@example.com',
  phonenumber: '+44 20 7946 0000',
  password: PASSWORD,
  confirmPassword: PASSWORD,
  ...given,
});

const enter = (given: Partial<Record<string, string>> = {}, origin: Partial<Parameters<typeof signUp>[1]> = {}) =>
  signUp(signUpSchema(8).parse(typed(given)), { ...HERE, ...origin });

const users = async () => await read().select().from(user).orderBy(asc(user.createdAt));
const mails = async (kind: string) =>
  await read().select().from(mail).where(eq(mail.kind, kind)).orderBy(asc(mail.createdAt), asc(mail.id));

/** What the links in mails of a kind lead to, oldest first. */
async function verifyLinks() {
  const sent = await mails('verify');
  return sent.map(({ text }) => {
    const [, id = '', secret = ''] = /\/([^/\s]+)\/verify\/(\S+)/.exec(text) ?? [];
    return { id, secret };
  });
}

async function resetLinks() {
  const sent = await mails('reset');
  return sent.map(({ text }) => {
    const [, email = '', secret = ''] = /\/resetpassword\/([^?\s]+)\?token=(\S+)/.exec(text) ?? [];
    return { email: decodeURIComponent(email), secret };
  });
}

const last = <T>(list: T[]): T => list.at(-1) as T;

async function verifiedUser() {
  await enter();
  await verifyEmail(last(await verifyLinks()));
  return last(await users());
}

const signInAs = (password = PASSWORD, more: { rememberme?: boolean; email?: string; address?: string } = {}) =>
  signIn(
    { email: more.email ?? 'ann@example.com', password, rememberme: more.rememberme ?? false },
    { ...CLIENT, address: more.address ?? HERE.address },
  );

describe('a sign-up', () => {
  test('makes an account that waits for its address, and tells whom it concerns', async () => {
    expect(await enter()).toMatchObject({ ok: true });
    const [made] = await users();
    expect(made).toMatchObject({ email: 'ann@example.com', emailVerifiedAt: null, referrerId: null });
    expect((await mails('verify')).map(({ recipient }) => recipient)).toEqual(['ann@example.com']);
    expect((await mails('sign-up')).map(({ recipient }) => recipient)).toEqual(['support@mirrorbook.example']);
    expect(await signInAs()).toMatchObject({ ok: false, error: { message: 'Error! Email not verified' } });
    expect(await read().select().from(session)).toEqual([]);
  });

  test('keeps names as they were typed', async () => {
    const names = { firstName: '👩‍🚀 <b>Ann</b>', lastName: 'שלום "Lee"; DROP' };
    await enter(names);
    expect(await users()).toMatchObject([names]);
    const [sent] = await mails('sign-up');
    expect(sent?.html).not.toContain('<b>Ann</b>');
    expect((await mails('verify'))[0]?.text).not.toContain('DROP');
  });

  test.each([
    [{ firstName: ' ' }, 'firstName', 'Enter your first name'],
    [{ lastName: 'x'.repeat(201) }, 'lastName', 'Use at most 200 characters'],
    [{ firstName: 'Ann\0' }, 'firstName', 'Leave out line breaks and other control characters'],
    [{ userName: 'a' }, 'userName', 'Use at least 3 letters'],
    [{ userName: 'ann lee' }, 'userName', 'Use at least 3 letters'],
    [{ userName: 'ann.data' }, 'userName', 'Use at least 3 letters'],
    [{ email: 'ann' }, 'email', 'Enter an email address'],
    [{ email: 'ann@example.com\r\nBcc: bob@example.com' }, 'email', 'Leave out line breaks'],
    [{ email: 'ann@example.com, bob@example.com' }, 'email', 'Enter an email address'],
    [{ phonenumber: '' }, 'phonenumber', 'Enter your phone number'],
    [{ password: 'short', confirmPassword: 'short' }, 'password', 'Use at least 8 characters'],
    [{ password: 'x'.repeat(129), confirmPassword: 'x'.repeat(129) }, 'password', 'Use at most 128 characters'],
    [{ confirmPassword: 'walking home in the sun' }, 'confirmPassword', 'The two passwords do not match'],
  ])('that says %j is told so beside %s', (given, field, message) => {
    const { error } = signUpSchema(8).safeParse(typed(given));
    expect(error?.issues.map((issue) => issue.path[0])).toContain(field);
    expect(error?.issues.map((issue) => issue.message).join()).toContain(message);
  });

  test('is trimmed, and its address lower-cased', async () => {
    await enter({ firstName: '  Ann ', email: ' Ann@Example.COM ', password: ` ${PASSWORD} ` });
    expect(await users()).toMatchObject([{ firstName: 'Ann', email: 'ann@example.com' }]);
    await verifyEmail(last(await verifyLinks()));
    expect((await signInAs()).ok).toBe(true);
  });

  test('with one of the most common passwords is refused', async () => {
    const common = { password: 'Password123', confirmPassword: 'Password123' };
    expect(await enter(common)).toMatchObject({ ok: false, error: { field: 'password' } });
    expect(await users()).toEqual([]);
  });

  test('with a taken address or username is told so in paper mode', async () => {
    await verifiedUser();
    expect(await enter({ userName: 'another' })).toMatchObject({ ok: false, error: { field: 'email' } });
    expect(await enter({ userName: 'ANNLEE', email: 'bob@example.com' })).toMatchObject({
      ok: false,
      error: { field: 'userName' },
    });
    expect(await users()).toHaveLength(1);
  });

  test('sent twice at once makes one account and one mail', async () => {
    const ended = await Promise.all([enter(), enter(), enter()]);
    expect(ended.every(({ ok }) => ok)).toBe(true);
    expect(await users()).toHaveLength(1);
    expect(await mails('verify')).toHaveLength(1);
    expect(await mails('sign-up')).toHaveLength(1);
  });

  test('racing for one username has one winner', async () => {
    const ended = await Promise.all(
      ['ann', 'bob', 'cat', 'dan'].map((name) => enter({ userName: 'Trader', email: `${name}@example.com` })),
    );
    expect(ended.filter(({ ok }) => ok)).toHaveLength(1);
    for (const end of ended) if (!end.ok) expect(end.error.field).toBe('userName');
    expect(await users()).toHaveLength(1);
  });

  test('of an address that waits sends a new link, and the account stays the same', async () => {
    await enter();
    clock.advance(2 * MINUTE);
    expect((await enter()).ok).toBe(true);
    const links = await verifyLinks();
    expect(links).toHaveLength(2);
    expect(await users()).toHaveLength(1);
    expect(await verifyEmail(links[0] as never)).toMatchObject({ ok: true, value: { already: false } });
    expect(await verifyEmail(links[1] as never)).toMatchObject({ ok: true, value: { already: true } });
  });

  test('takes the place of one whose link has expired', async () => {
    await enter();
    clock.advance(DAY + MINUTE);
    const other = 'another day, another word';
    await enter({ firstName: 'Anna', userName: 'anna', password: other, confirmPassword: other });
    expect(await users()).toMatchObject([{ firstName: 'Anna', username: 'anna', usernameKey: 'anna' }]);
    await verifyEmail(last(await verifyLinks()));
    expect((await signInAs(other)).ok).toBe(true);
    expect((await signInAs(PASSWORD)).ok).toBe(false);
  });

  test('of an address that waits, with another password, lets neither password in', async () => {
    await enter();
    clock.advance(2 * MINUTE);
    const other = 'the password of a stranger';
    const again = await enter({ password: other, confirmPassword: other });
    expect(again).toEqual({ ok: true, value: { newcomer: null } });
    const opened = await verifyEmail(last(await verifyLinks()));
    expect(opened).toMatchObject({ ok: true, value: { passwordWanted: true } });
    expect((await signInAs(PASSWORD)).ok).toBe(false);
    expect((await signInAs(other)).ok).toBe(false);
    await requestPasswordReset({ email: 'ann@example.com' }, HERE);
    await resetPassword(last(await resetLinks()), { newPassword: 'mine, by the mailbox' }, HERE);
    expect((await signInAs('mine, by the mailbox')).ok).toBe(true);
  });

  test('knows the country from a position, and does without', async () => {
    expect(await countryOf({ _lat: '51.5', _lng: '-0.1' })).toBe('United Kingdom');
    for (const form of [{}, { _lat: '', _lng: '' }, { _lat: '91', _lng: '0' }, { _lat: 'x', _lng: '1e999' }]) {
      expect(await countryOf(form)).toBeNull();
    }
    expect(await countryOf({ _lat: '30', _lng: '-30' })).toBeNull();
    await enter({}, { country: 'United Kingdom' });
    expect(await users()).toMatchObject([{ country: 'United Kingdom' }]);
  });

  test('too often for one address has to wait', async () => {
    for (let press = 0; press < 5; press++) expect((await enter()).ok).toBe(true);
    expect(await enter()).toMatchObject({ ok: false, error: { code: 'throttled', retryAfter: 1 } });
  });
});

describe('a referral link', () => {
  test('by id or username makes the referrer, who is told', async () => {
    const referrer = await makeUser({ username: 'Rita', phone: '+44 20 7946 0777' });
    expect((await findReferrer(read(), referrer.id))?.id).toBe(referrer.id);
    expect((await findReferrer(read(), 'rita'))?.id).toBe(referrer.id);
    await enter({}, { referrer: 'RITA' });
    expect(last(await users())).toMatchObject({ email: 'ann@example.com', referrerId: referrer.id });
    expect((await mails('referred')).map(({ recipient }) => recipient)).toEqual([referrer.email]);
    expect(await read().select().from(notification)).toMatchObject([{ userId: referrer.id, href: '/referrals' }]);
  });

  test('of nobody, of somebody closed, or not verified, is ignored', async () => {
    await makeUser({ username: 'closed', status: 'closed' });
    await makeUser({ username: 'waiting', emailVerifiedAt: null });
    for (const name of ['closed', 'waiting', 'nobody', '', "' or 1=1"]) {
      expect(await findReferrer(read(), name)).toBeNull();
    }
    await enter({}, { referrer: 'nobody' });
    expect(last(await users()).referrerId).toBeNull();
  });

  test("of one's own is ignored", async () => {
    await makeUser({ username: 'rita', email: 'rita@example.com' });
    await enter({ email: 'rita+bonus@example.com' }, { referrer: 'rita' });
    expect((await users()).map(({ referrerId }) => referrerId)).toEqual([null, null]);
    expect(await mails('referred')).toEqual([]);
  });
});

describe('a verification link', () => {
  test('works once, and says so when it is opened again', async () => {
    await enter();
    const link = last(await verifyLinks());
    const opened = await Promise.all([verifyEmail(link), verifyEmail(link)]);
    expect(opened.map((open) => open.ok && open.value.already).sort()).toEqual([false, true]);
    expect(await verifyEmail(link)).toMatchObject({ ok: true, value: { already: true } });
    const events = await read().select().from(event).where(eq(event.event, 'verify'));
    expect(events).toHaveLength(1);
  });

  test('expires after 24 hours, for good', async () => {
    await enter();
    const link = last(await verifyLinks());
    clock.advance(DAY);
    expect(await verifyEmail(link)).toMatchObject({ ok: false, error: { message: 'sorry, Link has expired' } });
    clock.set(START);
    expect((await verifyEmail(link)).ok).toBe(false);
    expect(last(await users()).emailVerifiedAt).toBeNull();
  });

  test('of somebody else, made up, or for another purpose, has expired', async () => {
    const other = await makeUser({ emailVerifiedAt: null });
    await enter();
    const { id, secret } = last(await verifyLinks());
    await requestPasswordReset({ email: 'ann@example.com' }, HERE);
    const reset = last(await resetLinks()).secret;
    for (const wrong of [
      { id: other.id, secret },
      { id, secret: `${secret}x` },
      { id, secret: '' },
      { id, secret: reset },
    ]) {
      expect(await verifyEmail(wrong)).toMatchObject({ ok: false, error: { message: 'sorry, Link has expired' } });
    }
    expect((await verifyEmail({ id, secret })).ok).toBe(true);
  });

  test('is sent again only to an address that waits, with one answer for all', async () => {
    await enter();
    clock.advance(MINUTE);
    await makeUser({ email: 'known@example.com' });
    for (const email of ['ann@example.com', 'known@example.com', 'nobody@example.com']) {
      expect(await sendVerification({ email }, HERE)).toEqual({ ok: true, value: null });
    }
    expect((await mails('verify')).map(({ recipient }) => recipient)).toEqual(['ann@example.com', 'ann@example.com']);
  });

  test('moves the address only as its state table says', async () => {
    for (const [name, { from, to }] of Object.entries(emailMachine.events)) {
      for (const state of ['unverified', 'verified'] as const) {
        const email = `${name}-${state}@example.com`;
        await enter({ userName: `${name}-${state}`, email });
        const link = last(await verifyLinks());
        if (state === 'verified') await verifyEmail(link);
        const stateNow = async () => emailState(last(await read().select().from(user).where(eq(user.email, email))));
        expect(await stateNow()).toBe(state);
        const opened = await verifyEmail(link);
        const moved = opened.ok && !opened.value.already;
        expect([name, state, moved]).toEqual([name, state, (from as readonly string[]).includes(state)]);
        expect(await stateNow()).toBe(to);
      }
    }
  });

  test('is shown to the browser that signed up, only where no mail is sent', async () => {
    const entered = await enter();
    const id = (entered.ok && entered.value.newcomer) || '';
    const shown = await verificationMailOf(id);
    expect(shown).toMatchObject({ to: 'ann@example.com', href: expect.stringContaining(`/${id}/verify/`) });
    expect(shown?.paragraphs.join()).not.toContain('/verify/');
    expect(await verificationMailOf('somebody else')).toBeNull();
    testEnv({ SMTP_URL: 'smtp://127.0.0.1:1' });
    expect(await verificationMailOf(id)).toBeNull();
    testEnv(LIVE);
    expect(await verificationMailOf(id)).toBeNull();
    testEnv();
    await verifyEmail(last(await verifyLinks()));
    expect(await verificationMailOf(id)).toBeNull();
  });
});

describe('a password reset', () => {
  beforeEach(async () => {
    await verifiedUser();
  });

  const NEW = 'a new and better one';

  test('ends every sign-in, works once, and is told to the owner', async () => {
    const before = [await signInAs(), await signInAs(PASSWORD, { rememberme: true })];
    await requestPasswordReset({ email: 'ann@example.com' }, HERE);
    await requestPasswordReset({ email: 'ann@example.com' }, HERE);
    const [first, second] = await resetLinks();
    const both = await Promise.all([
      resetPassword(first as never, { newPassword: NEW }, HERE),
      resetPassword(first as never, { newPassword: 'the other of two at once' }, HERE),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    for (const link of [first, second]) {
      expect(await resetting(link as never)).toBeNull();
      expect(await resetPassword(link as never, { newPassword: NEW }, HERE)).toMatchObject({
        ok: false,
        error: { message: 'error! something went wrong' },
      });
    }
    for (const signedIn of before) {
      expect(await investorOf(signedIn.ok ? signedIn.value.secret : '', 'investor')).toBeNull();
    }
    expect((await signInAs(PASSWORD)).ok).toBe(false);
    expect((await signInAs(both[0]?.ok ? NEW : 'the other of two at once')).ok).toBe(true);
    expect(await mails('password-changed')).toHaveLength(1);
  });

  test('expires after 15 minutes, for good', async () => {
    await requestPasswordReset({ email: 'ann@example.com' }, HERE);
    const link = last(await resetLinks());
    clock.advance(15 * MINUTE);
    expect((await resetPassword(link, { newPassword: NEW }, HERE)).ok).toBe(false);
    expect((await signInAs(PASSWORD)).ok).toBe(true);
  });

  test('needs the link of that very address', async () => {
    await makeUser({ email: 'bob@example.com' });
    await requestPasswordReset({ email: 'bob@example.com' }, HERE);
    const { secret } = last(await resetLinks());
    expect((await resetPassword({ email: 'ann@example.com', secret }, { newPassword: NEW }, HERE)).ok).toBe(false);
    expect((await resetPassword({ email: 'ann@example.com', secret: '' }, { newPassword: NEW }, HERE)).ok).toBe(false);
    expect((await signInAs(PASSWORD)).ok).toBe(true);
  });

  test('refuses a common password and keeps the link', async () => {
    await requestPasswordReset({ email: 'ann@example.com' }, HERE);
    const link = last(await resetLinks());
    expect(await resetPassword(link, { newPassword: 'password123' }, HERE)).toMatchObject({
      ok: false,
      error: { field: 'newPassword' },
    });
    expect((await resetPassword(link, { newPassword: NEW }, HERE)).ok).toBe(true);
  });

  test('answers alike, and has to wait alike, whether the address is known or not', async () => {
    for (const email of ['ann@example.com', 'nobody@example.com']) {
      const answers = [];
      for (let press = 0; press < 6; press++) answers.push(await requestPasswordReset({ email }, HERE));
      expect(answers.slice(0, 5)).toEqual(Array(5).fill({ ok: true, value: null }));
      expect(answers[5]).toMatchObject({ ok: false, error: { code: 'throttled' } });
    }
    expect(await mails('reset')).toHaveLength(5);
  });

  test('lets its owner in at once, after however many wrong tries', async () => {
    for (let tried = 0; tried < 8; tried++) await signInAs('wrong');
    expect(await signInAs(PASSWORD)).toMatchObject({ ok: false, error: { code: 'throttled' } });
    await requestPasswordReset({ email: 'ann@example.com' }, HERE);
    await resetPassword(last(await resetLinks()), { newPassword: NEW }, HERE);
    expect((await signInAs(NEW)).ok).toBe(true);
  });
});

describe('signing in', () => {
  test('says what the spec says', async () => {
    await verifiedUser();
    expect(await signInAs('wrong')).toMatchObject({ ok: false, error: { message: 'Warning! Incorrect password' } });
    const unknown = await signInAs(PASSWORD, { email: 'nobody@example.com' });
    expect(unknown).toMatchObject({ ok: false, error: { message: 'User does not exist' } });
    await write((tx) => tx.update(user).set({ status: 'closed' }));
    expect(await signInAs()).toMatchObject({ ok: false, error: { message: 'User does not exist' } });
  });

  test('with a row whose password nobody can know is refused', async () => {
    await makeUser({ email: 'bob@example.com' });
    const refused = await signInAs('none', { email: 'bob@example.com' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'wrong-password' } });
  });

  test('waits longer with each wrong try, forgets them after an hour, and on success', async () => {
    await verifiedUser();
    for (let tried = 0; tried < 5; tried++) {
      expect(await signInAs('wrong')).toMatchObject({ error: { code: 'wrong-password' } });
    }
    for (const seconds of [1, 2, 4, 8]) {
      expect(await signInAs()).toMatchObject({ ok: false, error: { code: 'throttled', retryAfter: seconds } });
      clock.advance(seconds * SECOND);
      expect(await signInAs('wrong')).toMatchObject({ ok: false, error: { code: 'wrong-password' } });
    }
    clock.advance(HOUR + SECOND);
    for (let tried = 0; tried < 4; tried++) await signInAs('wrong');
    expect((await signInAs()).ok).toBe(true);
    for (let tried = 0; tried < 4; tried++) await signInAs('wrong');
    expect((await signInAs()).ok).toBe(true);
  });

  test('of the owner, from another address, waits a minute at most, whatever others try', async () => {
    await verifiedUser();
    const other = { purpose: 'login', account: 'ann@example.com' };
    for (let tried = 0; tried < 40; tried++) {
      await beginTry({ ...other, address: `198.51.100.${tried}` });
      clock.advance(MINUTE);
    }
    await beginTry({ ...other, address: '198.51.100.99' });
    const waits = await signInAs(PASSWORD, { address: '203.0.113.7' });
    expect(waits).toMatchObject({ ok: false, error: { code: 'throttled', retryAfter: 60 } });
    clock.advance(MINUTE);
    expect((await signInAs(PASSWORD, { address: '203.0.113.7' })).ok).toBe(true);
  });

  test('guessed fifty times at once is fifty guesses', async () => {
    const what = { purpose: 'login', address: '192.0.2.9', account: 'ann@example.com' };
    const waits = await Promise.all(Array.from({ length: 50 }, () => beginTry(what)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
    await forgiveTry(what);
    expect(await beginTry(what)).toBe(0);
    clock.advance(2 * HOUR);
    await forgetOldTries();
    expect(await read().select().from(throttle)).toEqual([]);
  });
});

describe('a sign-in lasts', () => {
  const begin = (given: NewSession) => write((tx) => startSession(tx, given));

  test.each([
    ['30 minutes idle', false, 30 * MINUTE],
    ['14 days idle, remembered', true, 14 * DAY],
  ])('%s', async (_, remember, idle) => {
    const { id } = await makeUser();
    const { secret, maxAge } = await begin({ kind: 'investor', subjectId: id, remember });
    expect(maxAge).toBe(remember ? (14 * DAY) / SECOND : undefined);
    clock.advance(idle - SECOND);
    expect((await investorOf(secret, 'investor'))?.user.id).toBe(id);
    expect(await investorOf(secret, 'api')).toBeNull();
    clock.advance(idle);
    expect(await investorOf(secret, 'investor')).toBeNull();
    // A clock that is set back revives nothing.
    clock.set(START);
    expect(await investorOf(secret, 'investor')).toBeNull();
  });

  test('12 hours at most, 8 for an administrator, 15 minutes idle', async () => {
    const { id } = await makeUser();
    const ordinary = await begin({ kind: 'investor', subjectId: id });
    const admin = await makeAdmin();
    const administrator = await begin({ kind: 'admin', subjectId: admin.id, remember: true });
    const idle = await begin({ kind: 'admin', subjectId: admin.id });
    expect(administrator.maxAge).toBeUndefined();
    let [hours, adminHours] = [0, 0];
    for (let minutes = 10; minutes <= 13 * 60; minutes += 10) {
      clock.advance(10 * MINUTE);
      if (await investorOf(ordinary.secret, 'investor')) hours = minutes / 60;
      if (await administratorOf(administrator.secret, 'admin')) adminHours = minutes / 60;
      if (minutes === 20) expect(await administratorOf(idle.secret, 'admin')).toBeNull();
    }
    expect(hours).toBeLessThan(12);
    expect(hours).toBeGreaterThan(11.8);
    expect(adminHours).toBeLessThan(8);
    expect(adminHours).toBeGreaterThan(7.8);
  });

  test('until the account is closed, and is swept up after it has ended', async () => {
    const { id } = await makeUser();
    const { secret } = await begin({ kind: 'investor', subjectId: id });
    await write((tx) => tx.update(user).set({ status: 'closed' }).where(eq(user.id, id)));
    expect(await investorOf(secret, 'investor')).toBeNull();
    clock.advance(HOUR);
    await forgetEndedSessions();
    expect(await read().select().from(session)).toEqual([]);
  });
});

describe('in live mode', () => {
  const STRONG = 'walking home in the rain';
  beforeEach(() => testEnv(LIVE));

  test('sign-up answers a known address like any other, and its owner is told', async () => {
    await makeUser({ email: 'ann@example.com', username: 'known' });
    const known = await enter({ userName: 'fresh1' });
    const unknown = await enter({ userName: 'fresh2', email: 'bob@example.com' });
    expect([known.ok, unknown.ok]).toEqual([true, true]);
    expect(await mails('sign-up-known')).toMatchObject([{ recipient: 'ann@example.com' }]);
    expect((await users()).map(({ email }) => email)).toEqual(['ann@example.com', 'bob@example.com']);
    const refusals = [await enter({ userName: 'known' }), await enter({ userName: 'known', email: 'c@example.com' })];
    expect(refusals[0]).toEqual(refusals[1]);
  });

  test('sign-in says the same of an unknown address and a wrong password, after as much work', async () => {
    const passwordHash = await hashPassword(STRONG);
    await makeUser({ email: 'ann@example.com', passwordHash });
    const timed = async (email: string) => {
      let fastest = Number.POSITIVE_INFINITY;
      const answers = [];
      for (let tried = 0; tried < 4; tried++) {
        const started = performance.now();
        answers.push(await signInAs('wrong', { email }));
        fastest = Math.min(fastest, performance.now() - started);
      }
      return { answers, fastest };
    };
    const wrong = await timed('ann@example.com');
    const unknown = await timed('nobody@example.com');
    expect(wrong.answers).toEqual(unknown.answers);
    // An answer without hashing would come many times faster.
    expect(unknown.fastest).toBeGreaterThan(wrong.fastest / 5);
  });

  test('a reset link is asked for in the same time', async () => {
    await makeUser({ email: 'ann@example.com' });
    for (const email of ['ann@example.com', 'nobody@example.com']) {
      const started = performance.now();
      expect(await requestPasswordReset({ email }, HERE)).toEqual({ ok: true, value: null });
      expect(performance.now() - started).toBeGreaterThan(390);
    }
    expect((await mails('reset')).map(({ recipient }) => recipient)).toEqual(['ann@example.com']);
  });
});

test('no row holds a password or a secret, but the mail that carries it', async () => {
  await verifiedUser();
  const signedIn = await signInAs();
  await requestPasswordReset({ email: 'ann@example.com' }, HERE);
  const secrets = [
    PASSWORD,
    last(await verifyLinks()).secret,
    last(await resetLinks()).secret,
    signedIn.ok ? signedIn.value.secret : 'not signed in',
  ];
  for (const table of [schema.user, schema.session, schema.token, schema.event, schema.throttle, schema.notification]) {
    const held = JSON.stringify(await read().select().from(table));
    for (const secret of secrets) expect(held).not.toContain(secret);
  }
  const sent = await read().select().from(mail);
  expect(JSON.stringify(sent)).not.toContain(PASSWORD);
  expect(await read().select().from(token)).toContainEqual(
    expect.objectContaining({ hash: hashSecret(secrets[1] as string), purpose: 'verify' }),
  );
  clock.advance(40 * DAY);
  await forgetOldTokens();
  expect(await read().select().from(token)).toEqual([]);
});
