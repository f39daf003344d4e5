import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { event, notification, user } from '#drizzle/schema';
import { loadReferrals } from '~/features/money/referrals/queries.server';
import { requestPasswordReset } from '~/features/people/auth/passwords/requestPasswordReset.server';
import { resetPassword } from '~/features/people/auth/passwords/resetPassword.server';
import { disownSignUp } from '~/features/people/auth/signUp/disownSignUp.server';
import { sendVerification } from '~/features/people/auth/signUp/sendVerification.server';
import { signUp } from '~/features/people/auth/signUp/signUp.server';
import { chooseUsername } from '~/features/people/auth/signUp/usernames.server';
import { findSignUp, verifyEmail } from '~/features/people/auth/signUp/verifyEmail.server';
import { MINUTE } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { findSessionInvestor, startSession, type User } from '~/signIns/session.server';
import { clock, useDatabase } from '../../support/database';
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

const byEmail = async (email: string): Promise<User> =>
  last(await read().select().from(user).where(eq(user.email, email)));

describe('the page of a verification link', () => {
  test('says whose sign-up it was, and opening it changes nothing', async () => {
    await enter({}, { country: 'Ireland' });
    const link = last(await verifyLinks());
    for (let poll = 0; poll < 3; poll += 1) {
      expect(await findSignUp(link)).toEqual({
        state: 'waiting',
        name: 'Ann Lee',
        username: 'annlee',
        email: 'ann@example.com',
        country: 'Ireland',
        at: expect.any(Date),
        needsPassword: false,
      });
    }
    expect((await byEmail('ann@example.com')).emailVerifiedAt).toBeNull();
    expect(await findSignUp({ ...link, secret: 'made up' })).toEqual({ state: 'expired' });
    await verifyEmail(link);
    expect(await findSignUp(link)).toEqual({ state: 'verified', needsPassword: false });
  });

  test('shows a name stored by an earlier version without the address in it', async () => {
    await enter();
    await write((tx) => tx.update(user).set({ firstName: 'See https://evil.example' }));
    expect(await findSignUp(last(await verifyLinks()))).toMatchObject({ name: 'See https evil example Lee' });
  });
});

test('refused sign-ups have to wait as well, in paper mode', async () => {
  await enter();
  const codes = [];
  for (let at = 0; at < 6; at += 1) {
    const refused = await enter({ email: 'eve@example.com' });
    codes.push(refused.ok ? 'ok' : refused.error.code);
  }
  expect(codes.slice(0, 5)).not.toContain('throttled');
  expect(codes[5]).toBe('throttled');
});

describe('a sign-up that the owner of its address disowns', () => {
  test('is over: nothing of it is stored, its links, tokens and password end, and its username is free', async () => {
    await enter();
    const link = last(await verifyLinks());
    const { id } = await byEmail('ann@example.com');
    const token = await write((tx) => startSession(tx, { kind: 'api', subjectId: id }));
    expect(await disownSignUp(link)).toMatchObject({ ok: true });
    expect(await disownSignUp(link)).toMatchObject({ ok: false });
    expect(await verifyEmail(link)).toMatchObject({ ok: false });
    expect(await findSignUp(link)).toEqual({ state: 'expired' });
    expect(await findSessionInvestor(token.secret, 'api')).toBeNull();
    expect((await signInAs(PASSWORD)).ok).toBe(false);
    expect(await byEmail('ann@example.com')).toMatchObject({
      firstName: 'Ended',
      lastName: 'sign-up',
      phone: '',
      country: null,
    });
    expect(await enter({ email: 'bob@example.com' })).toMatchObject({ ok: true });
    expect((await byEmail('bob@example.com')).username).toBe('annlee');
  });

  test('sends its address no more mails until it signs up again', async () => {
    await enter();
    await disownSignUp(last(await verifyLinks()));
    clock.advance(2 * MINUTE);
    await sendVerification({ email: 'ann@example.com' }, HERE);
    await requestPasswordReset({ email: 'ann@example.com' }, HERE);
    expect([(await mails('verify')).length, (await mails('reset')).length]).toEqual([1, 0]);
    expect(await enter({ firstName: 'Anna', password: 'a quite different one' })).toMatchObject({
      ok: true,
      value: { newcomer: expect.any(String) },
    });
    expect((await verifyEmail(last(await verifyLinks()))).ok).toBe(true);
    expect(await byEmail('ann@example.com')).toMatchObject({ firstName: 'Anna', username: 'annlee', disownedAt: null });
    expect((await signInAs('a quite different one')).ok).toBe(true);
    const events = await read().select().from(event).where(eq(event.thing, 'email address'));
    expect(events.map((each) => each.event)).toEqual(['sign-up', 'disown', 'sign-up', 'verify']);
  });

  test('is refused for a verified address', async () => {
    await verifiedUser();
    expect((await disownSignUp(last(await verifyLinks()))).ok).toBe(false);
    expect((await signInAs(PASSWORD)).ok).toBe(true);
  });
});

describe('a username in live mode', () => {
  const inLive = () => testEnv(LIVE);

  test('reveals nothing about an address before it is verified', async () => {
    await makeUser({ email: 'known@example.com', username: 'known' });
    inLive();
    // The same name with a known address, an unknown one, and the stranger's own: the response is the same.
    const answers = [];
    for (const [email, userName] of [
      ['known@example.com', 'probe'],
      ['new@example.com', 'probe2'],
      ['known@example.com', 'known'],
      ['other@example.com', 'known'],
    ]) {
      const { ok } = await enter({ email, userName });
      answers.push(ok);
    }
    expect(answers).toEqual([true, true, true, true]);
    for (const [email, userName] of [
      ['me@example.com', 'probe'],
      ['me2@example.com', 'probe2'],
    ]) {
      await enter({ email, userName });
      const link = (await verifyLinks()).at(-1);
      const opened = link && (await verifyEmail(link));
      expect(opened).toMatchObject({ ok: true, value: { username: '' } });
      expect((await byEmail(email ?? '')).username).toBe(userName);
    }
  });

  test('that was taken is reported after verification, and another is requested once', async () => {
    await makeUser({ email: 'known@example.com', username: 'known' });
    inLive();
    await enter({ userName: 'Known' });
    expect((await mails('verify')).at(-1)?.text).toContain('Your username is Known.');
    const opened = await verifyEmail(last(await verifyLinks()));
    expect(opened).toMatchObject({ ok: true, value: { username: expect.stringContaining('Known is taken') } });
    const ann = await byEmail('ann@example.com');
    expect(ann.username).toMatch(/^user-[a-z0-9]{12}$/);
    expect(await read().select().from(notification)).toMatchObject([{ userId: ann.id, href: '/settings/username' }]);
    const choose = (name: string) => write((tx) => chooseUsername(tx, ann, name));
    expect(await choose('KNOWN')).toMatchObject({ ok: false, error: { field: 'userName' } });
    expect((await choose('Ann-Lee')).ok).toBe(true);
    expect(await choose('another')).toMatchObject({ ok: false, error: { code: 'chosen' } });
    expect(await byEmail('ann@example.com')).toMatchObject({
      username: 'Ann-Lee',
      usernameKey: 'ann-lee',
      wantedUsername: null,
    });
  });

  test('of the page is generated, and its owner chooses one, once', async () => {
    const { userName, phonenumber, ...request } = typed();
    expect((await signUp(request, HERE)).ok).toBe(true);
    const [mail] = await mails('verify');
    expect(mail?.text).not.toContain('Your username');
    await verifyEmail(last(await verifyLinks()));
    const ann = await byEmail('ann@example.com');
    expect([ann.username, ann.phone]).toEqual([expect.stringMatching(/^user-[a-z0-9]{12}$/), '']);
    expect((await loadReferrals(ann)).link).toContain(`/user/${ann.id}`);
    const choose = (name: string) => write((tx) => chooseUsername(tx, ann, name));
    expect((await choose(userName)).ok).toBe(true);
    expect(await choose('another')).toMatchObject({ ok: false, error: { code: 'chosen' } });
    const named = await byEmail('ann@example.com');
    expect((await loadReferrals(named)).link).toContain(`/user/${userName}`);
    // Two accounts with the same name and without a telephone number do not count as one person, so the referral is kept.
    await signUp({ ...request, email: 'ann.lee@example.com' }, { ...HERE, referrer: userName });
    expect((await byEmail('ann.lee@example.com')).referrerId).toBe(ann.id);
  });

  test('that two want goes to the first whose address is verified, by a reset link too', async () => {
    inLive();
    await enter({ userName: 'wanted' });
    clock.advance(MINUTE);
    await enter({ userName: 'wanted', email: 'bob@example.com' });
    await requestPasswordReset({ email: 'bob@example.com' }, HERE);
    expect((await resetPassword(last(await resetLinks()), { newPassword: 'a new and better one' }, HERE)).ok).toBe(
      true,
    );
    for (const link of await verifyLinks()) await verifyEmail(link);
    expect((await users()).map(({ username, wantedUsername }) => [username === 'wanted', wantedUsername])).toEqual([
      [false, 'wanted'],
      [true, null],
    ]);
  });
});
