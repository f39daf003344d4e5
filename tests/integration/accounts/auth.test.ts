import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { event, notification, session, user } from '#drizzle/schema';
import { requestPasswordReset } from '~/features/people/auth/passwords/requestPasswordReset.server';
import { resetPassword } from '~/features/people/auth/passwords/resetPassword.server';
import { findInvitationFacts, findVerificationMail } from '~/features/people/auth/queries.server';
import { registerSchema } from '~/features/people/auth/schema';
import { findCountry } from '~/features/people/auth/signUp/country.server';
import { disownSignUp } from '~/features/people/auth/signUp/disownSignUp.server';
import { findReferrer } from '~/features/people/auth/signUp/referrer.server';
import { sendVerification } from '~/features/people/auth/signUp/sendVerification.server';
import { findSignUp, verifyEmail } from '~/features/people/auth/signUp/verifyEmail.server';
import { emailMachine, emailState } from '~/features/people/auth/states';
import { DAY, MINUTE } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { clock, START, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { makeUser } from '../../support/people/people';
import {
  enter,
  HERE,
  last,
  mails,
  PASSWORD,
  resetLinks,
  signInAs,
  typed,
  users,
  verifiedUser,
  verifyLinks,
} from './auth.fixtures';

useDatabase();

describe('a sign-up', () => {
  test('creates an account that waits for its address, and notifies those concerned', async () => {
    expect(await enter()).toMatchObject({ ok: true });
    const [made] = await users();
    expect(made).toMatchObject({ email: 'ann@example.com', emailVerifiedAt: null, referrerId: null });
    expect((await mails('verify')).map(({ recipient }) => recipient)).toEqual(['ann@example.com']);
    expect((await mails('sign-up')).map(({ recipient }) => recipient)).toEqual(['support@mirrorbook.example']);
    expect(await signInAs()).toMatchObject({ ok: false, error: { message: 'Error! Email not verified' } });
    expect(await read().select().from(session)).toEqual([]);
  });

  test('stores names as they were typed, in any script', async () => {
    const names = { firstName: 'Jose\u0301-María', lastName: 'שלום D’Arcy Jr.' };
    await enter(names);
    expect(await users()).toMatchObject([names]);
  });

  test.each([
    [{ firstName: ' ' }, 'firstName', 'Enter your first name'],
    [{ lastName: 'x'.repeat(61) }, 'lastName', 'Use at most 60 characters'],
    [{ firstName: 'evil.com' }, 'firstName', '“.” can’t be used here. Use letters, spaces, apostrophes and hyphens'],
    [
      { lastName: 'Ann\u202e' },
      'lastName',
      'The hidden mark U+202E can’t be used here. Remove invisible characters and characters that change the text direction',
    ],
    [{ userName: 'evil.com' }, 'userName', 'Use at least 3 letters'],
    [{ firstName: 'Ann\0' }, 'firstName', 'Remove line breaks and other control characters'],
    [{ userName: 'a' }, 'userName', 'Use at least 3 letters'],
    [{ userName: 'ann lee' }, 'userName', 'Use at least 3 letters'],
    [{ userName: 'ann.data' }, 'userName', 'Use at least 3 letters'],
    [{ email: 'ann' }, 'email', 'Enter an email address'],
    [{ email: 'ann@example.com\r\nBcc: bob@example.com' }, 'email', 'Remove line breaks'],
    [{ email: 'ann@example.com, bob@example.com' }, 'email', 'Enter an email address'],
    [{ phonenumber: '' }, 'phonenumber', 'Enter your phone number'],
    [{ password: 'short' }, 'password', 'Use at least 8 characters'],
    [{ password: 'x'.repeat(129) }, 'password', 'Use at most 128 characters'],
  ])('with %j is refused with a message beside %s', (input, field, message) => {
    const { error } = registerSchema(8).safeParse(typed(input));
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
    const common = { password: 'Password123' };
    expect(await enter(common)).toMatchObject({ ok: false, error: { field: 'password' } });
    expect(await users()).toEqual([]);
  });

  test('with a taken address or username is refused with the reason in paper mode', async () => {
    await verifiedUser();
    expect(await enter({ userName: 'another' })).toMatchObject({ ok: false, error: { field: 'email' } });
    expect(await enter({ userName: 'ANNLEE', email: 'bob@example.com' })).toMatchObject({
      ok: false,
      error: { field: 'userName' },
    });
    expect(await users()).toHaveLength(1);
  });

  test('sent twice at once creates one account and one mail', async () => {
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

  test('of a waiting address sends a new link, and the account stays the same', async () => {
    await enter();
    clock.advance(15 * MINUTE);
    expect((await enter()).ok).toBe(true);
    const links = await verifyLinks();
    expect(links).toHaveLength(2);
    expect(await users()).toHaveLength(1);
    expect(await verifyEmail(links[0] as never)).toMatchObject({ ok: true, value: { wasUsedBefore: false } });
    expect(await verifyEmail(links[1] as never)).toMatchObject({ ok: true, value: { wasUsedBefore: true } });
  });

  test('of a waiting address with its password replaces the earlier input', async () => {
    await enter();
    const [first] = await users();
    const mended = { firstName: 'Anna', lastName: 'Leigh', userName: 'anna', phonenumber: '+44 20 7946 0001' };
    const referrer = await makeUser({ username: 'rita' });
    expect(await enter(mended, { referrer: 'rita' })).toEqual({ ok: true, value: { newcomer: first?.id } });
    const latest = await read().select().from(user).where(eq(user.email, 'ann@example.com'));
    expect(latest).toMatchObject([
      { firstName: 'Anna', lastName: 'Leigh', username: 'anna', usernameKey: 'anna', referrerId: referrer.id },
    ]);
    // The link in the mailbox already shows the latest input.
    const [link, ...more] = await verifyLinks();
    expect(more).toEqual([]);
    expect(await findSignUp(link as never)).toMatchObject({ name: 'Anna Leigh', username: 'anna' });
    await verifyEmail(link as never);
    expect((await signInAs()).ok).toBe(true);
  });

  test('replaces one whose link has expired', async () => {
    await enter();
    clock.advance(DAY + MINUTE);
    const other = 'another day, another word';
    await enter({ firstName: 'Anna', userName: 'anna', password: other });
    expect(await users()).toMatchObject([{ firstName: 'Anna', username: 'anna', usernameKey: 'anna' }]);
    await verifyEmail(last(await verifyLinks()));
    expect((await signInAs(other)).ok).toBe(true);
    expect((await signInAs(PASSWORD)).ok).toBe(false);
  });

  test('of a waiting address with another password accepts neither password', async () => {
    await enter();
    const other = 'the password of a stranger';
    const again = await enter({ firstName: 'Bob', password: other });
    expect(again).toEqual({ ok: true, value: { newcomer: null, contested: true } });
    expect(await users()).toMatchObject([{ firstName: 'Ann' }]);
    await enter({ password: other });
    const sent = async () => (await mails('verify')).map(({ text }) => /none of them is valid/.test(text));
    expect(await sent()).toEqual([false]);
    expect(await findSignUp(last(await verifyLinks()))).toMatchObject({ needsPassword: true });
    clock.advance(15 * MINUTE);
    await enter({ password: other });
    expect(await sent()).toEqual([false, true]);
    const opened = await verifyEmail(last(await verifyLinks()));
    expect(opened).toMatchObject({ ok: true, value: { needsPassword: true } });
    expect((await signInAs(PASSWORD)).ok).toBe(false);
    expect((await signInAs(other)).ok).toBe(false);
    await requestPasswordReset({ email: 'ann@example.com' }, HERE);
    await resetPassword(last(await resetLinks()), { newPassword: 'mine, by the mailbox' }, HERE);
    expect((await signInAs('mine, by the mailbox')).ok).toBe(true);
  });

  test('derives the country from a position, and works without one', async () => {
    expect(await findCountry({ latitude: '51.5', longitude: '-0.1' })).toBe('United Kingdom');
    for (const form of [
      {},
      { latitude: '', longitude: '' },
      { latitude: '91', longitude: '0' },
      { latitude: 'x', longitude: '1e999' },
    ]) {
      expect(await findCountry(form)).toBeNull();
    }
    expect(await findCountry({ latitude: '30', longitude: '-30' })).toBeNull();
    await enter({}, { country: 'United Kingdom' });
    expect(await users()).toMatchObject([{ country: 'United Kingdom' }]);
  });

  test('that is repeated too often for one address has to wait', async () => {
    for (let press = 0; press < 5; press++) expect((await enter()).ok).toBe(true);
    expect(await enter()).toMatchObject({ ok: false, error: { code: 'throttled', retryAfter: 1 } });
  });
});

describe('a referral link', () => {
  test('by ID or username sets the referrer, who is notified', async () => {
    const referrer = await makeUser({ username: 'Rita', phone: '+44 20 7946 0777' });
    expect((await findReferrer(read(), referrer.id))?.id).toBe(referrer.id);
    expect((await findReferrer(read(), 'rita'))?.id).toBe(referrer.id);
    await enter({}, { referrer: 'RITA' });
    expect(last(await users())).toMatchObject({ email: 'ann@example.com', referrerId: referrer.id });
    expect((await mails('referred')).map(({ recipient }) => recipient)).toEqual([referrer.email]);
    expect(await read().select().from(notification)).toMatchObject([{ userId: referrer.id, href: '/referrals' }]);
  });

  test('of an unknown, closed or unverified user is ignored', async () => {
    await makeUser({ username: 'closed', status: 'closed' });
    await makeUser({ username: 'waiting', emailVerifiedAt: null });
    for (const name of ['closed', 'waiting', 'unknown', '', "' or 1=1"]) {
      expect(await findReferrer(read(), name)).toBeNull();
      expect(await findInvitationFacts(name)).toBeNull();
    }
    await enter({}, { referrer: 'unknown' });
    expect(last(await users()).referrerId).toBeNull();
  });

  test('names its owner, without a name that could contain a message', async () => {
    const rita = await makeUser({ username: 'rita', firstName: "Rita O'Hara" });
    expect(await findInvitationFacts(rita.id)).toEqual({ firstName: "Rita O'Hara", username: 'rita' });
    const spam = await makeUser({ username: 'spam', firstName: 'Win at https://evil.example' });
    expect(await findInvitationFacts(spam.id)).toEqual({ firstName: null, username: 'spam' });
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
    expect(opened.map((open) => open.ok && open.value.wasUsedBefore).sort()).toEqual([false, true]);
    expect(await verifyEmail(link)).toMatchObject({ ok: true, value: { wasUsedBefore: true } });
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

  test('of another user, forged, or for another purpose, has expired', async () => {
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

  test('is sent again only to a waiting address, with one answer for all', async () => {
    await enter();
    clock.advance(15 * MINUTE);
    await makeUser({ email: 'known@example.com' });
    for (const email of ['ann@example.com', 'known@example.com', 'nobody@example.com']) {
      expect(await sendVerification({ email }, HERE)).toEqual({ ok: true, value: null });
    }
    expect((await mails('verify')).map(({ recipient }) => recipient)).toEqual(['ann@example.com', 'ann@example.com']);
  });

  test('changes the address only as its state table allows', async () => {
    for (const [name, { from, to }] of Object.entries(emailMachine.events)) {
      for (const state of ['unverified', 'verified', 'disowned'] as const) {
        const [email, userName] = [`${name}-${state}@example.com`, `${name}-${state}`];
        await enter({ userName, email });
        const link = last(await verifyLinks());
        if (state === 'verified') await verifyEmail(link);
        if (state === 'disowned') await disownSignUp(link);
        const stateNow = async () => emailState(last(await read().select().from(user).where(eq(user.email, email))));
        expect(await stateNow()).toBe(state);
        if (name === 'verify') await verifyEmail(link);
        if (name === 'disown') await disownSignUp(link);
        if (name === 'sign-up') await enter({ userName, email });
        const moves = (from as readonly string[]).includes(state);
        expect([name, state, await stateNow()]).toEqual([name, state, moves ? to : state]);
      }
    }
  });

  test('is shown to the browser that signed up, only where no mail is sent', async () => {
    const entered = await enter();
    const id = (entered.ok && entered.value.newcomer) || '';
    const shown = await findVerificationMail(id);
    expect(shown).toMatchObject({ to: 'ann@example.com', href: expect.stringContaining(`/${id}/verify/`) });
    expect(shown?.paragraphs.join()).not.toContain('/verify/');
    expect(await findVerificationMail('another user')).toBeNull();
    const { SEAL_SECRET } = env();
    testEnv({ SMTP_URL: 'smtp://127.0.0.1:1' });
    expect(await findVerificationMail(id)).toBeNull();
    testEnv(LIVE);
    expect(await findVerificationMail(id)).toBeNull();
    testEnv({ SEAL_SECRET });
    await verifyEmail(last(await verifyLinks()));
    expect(await findVerificationMail(id)).toBeNull();
  });
});
