import { hash, verify } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as schema from '#drizzle/schema';
import { mail, session, throttle, token, user } from '#drizzle/schema';
import { fundwallet } from '~/api/calls/admin';
import { forgetOldTokens } from '~/features/people/auth/jobs.server';
import { hashPassword } from '~/features/people/auth/passwords/passwords.server';
import { requestPasswordReset } from '~/features/people/auth/passwords/requestPasswordReset.server';
import {
  findUserOfResetLink,
  parseResetLink,
  resetPassword,
} from '~/features/people/auth/passwords/resetPassword.server';
import { mailRequestSchema, newPasswordSchema, signInSchema } from '~/features/people/auth/schema';
import { verifyEmail } from '~/features/people/auth/signUp/verifyEmail.server';
import { DAY, HOUR, MINUTE, SECOND } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { hashSecret } from '~/platform/ids';
import {
  deleteEndedSessions,
  findSessionAdministrator,
  findSessionInvestor,
  type NewSession,
  startSession,
} from '~/signIns/session.server';
import { clearAttempts, countAttempt, deleteOldAttempts } from '~/signIns/throttle.server';
import { clock, START, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { makeAdmin, makeUser } from '../../support/people/people';
import {
  enter,
  HERE,
  last,
  mails,
  PASSWORD,
  resetLinks,
  signInAs,
  users,
  verifiedUser,
  verifyLinks,
} from './auth.fixtures';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});

useDatabase();

test('an address with an internationalised domain is the same as a browser sends it and as it is typed', async () => {
  const [asSent, asTyped] = ['ann@xn--mller-kva.de', 'Ann@müller.de'];
  await enter({ email: asTyped });
  await verifyEmail(last(await verifyLinks()));
  expect(await users()).toMatchObject([{ email: asSent }]);
  expect((await mails('verify')).map(({ recipient }) => recipient)).toEqual([asSent]);
  for (const email of [asSent, asTyped, 'ann@mu\u0308ller.de', '\u200bann@müller.de ']) {
    const entered = signInSchema.parse({ email, password: PASSWORD });
    expect(await signInAs(entered.password, { email: entered.email })).toMatchObject({ ok: true });
    expect(
      await findUserOfResetLink({ ...(await mailedReset(mailRequestSchema.parse({ email }))), email }),
    ).not.toBeNull();
    expect(fundwallet.input.parse({ email, amount: 1 }).email).toBe(asSent);
  }
  await enter({ email: 'r&d/a=b@example.com', userName: 'another' });
  const { secret } = await mailedReset({ email: 'r&d/a=b@example.com' });
  expect(await findUserOfResetLink(parseResetLink('r&d/a=b@example.com', secret))).not.toBeNull();
});

test.each(['NFC', 'NFD'] as const)(
  'a password hashed as %s opens its account in either form, and is hashed composed',
  async (form) => {
    const password = 'früh am schönen Tag ﬁ';
    const passwordHash = await hash(password.normalize(form));
    const { id, email } = await makeUser({ passwordHash });
    for (const entered of [password.normalize('NFD'), password.normalize('NFC'), password.normalize('NFD')]) {
      expect(await signInAs(entered, { email })).toMatchObject({ ok: true });
    }
    for (const other of ['fruh am schonen Tag ﬁ', 'früh am schönen Tag fi']) {
      expect(await signInAs(other, { email })).toMatchObject({ ok: false });
    }
    const [changed] = await read().select().from(user).where(eq(user.id, id));
    expect(await verify(changed?.passwordHash ?? '', password.normalize('NFC'))).toBe(true);
    const pair = { newPassword: password.normalize('NFC'), confirmPassword: password.normalize('NFD') };
    expect(newPasswordSchema(8).safeParse(pair).success).toBe(true);
  },
);

async function mailedReset({ email }: { email: string }) {
  await requestPasswordReset({ email }, HERE);
  return last(await resetLinks());
}

describe('a password reset', () => {
  beforeEach(async () => {
    await verifiedUser();
  });

  const NEW = 'a new and better one';

  test('ends every session, works once, and is reported to the owner', async () => {
    testEnv({ LIMITS: 'minutesBetweenMails=0' });
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
      expect(await findUserOfResetLink(link as never)).toBeNull();
      expect(await resetPassword(link as never, { newPassword: NEW }, HERE)).toMatchObject({
        ok: false,
        error: { message: 'error! something went wrong' },
      });
    }
    for (const signedIn of before) {
      expect(await findSessionInvestor(signedIn.ok ? signedIn.value.secret : '', 'investor')).toBeNull();
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

  test('answers alike, and has the same wait, whether the address is known or not', async () => {
    for (const email of ['ann@example.com', 'nobody@example.com']) {
      const answers = [];
      for (let press = 0; press < 6; press++) answers.push(await requestPasswordReset({ email }, HERE));
      expect(answers.slice(0, 5)).toEqual(Array(5).fill({ ok: true, value: null }));
      expect(answers[5]).toMatchObject({ ok: false, error: { code: 'throttled' } });
    }
    expect(await mails('reset')).toHaveLength(1);
  });

  test('lets its owner in at once, after any number of wrong tries', async () => {
    for (let tried = 0; tried < 8; tried++) await signInAs('wrong');
    expect(await signInAs(PASSWORD)).toMatchObject({ ok: false, error: { code: 'throttled' } });
    await requestPasswordReset({ email: 'ann@example.com' }, HERE);
    await resetPassword(last(await resetLinks()), { newPassword: NEW }, HERE);
    expect((await signInAs(NEW)).ok).toBe(true);
  });
});

describe('signing in', () => {
  test('says which of address and password is wrong, in paper mode', async () => {
    await verifiedUser();
    expect(await signInAs('wrong')).toMatchObject({ ok: false, error: { message: 'Warning! Incorrect password' } });
    const unknown = await signInAs(PASSWORD, { email: 'nobody@example.com' });
    expect(unknown).toMatchObject({ ok: false, error: { message: 'User does not exist' } });
    await write((tx) => tx.update(user).set({ status: 'closed' }));
    expect(await signInAs()).toMatchObject({ ok: false, error: { message: 'User does not exist' } });
  });

  test('with a row without a usable password is refused', async () => {
    await makeUser({ email: 'bob@example.com' });
    const refused = await signInAs('none', { email: 'bob@example.com' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'wrong-password' } });
  });

  test('waits longer with each wrong try, and forgets them after an hour and on success', async () => {
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

  test('from one network waits, for any number of addresses and accounts, unless the browser is known', async () => {
    // Each attempt comes from another /64 network, as the owner of a /48 could do.
    const tried = (n: number) => ({
      purpose: 'login',
      address: `2001:db8:1:${n.toString(16)}::1`,
      account: `nobody${n}@example.com`,
    });
    for (let n = 0; n < 150; n++) expect(await countAttempt(tried(n))).toBe(0);
    expect(await countAttempt(tried(150))).toBeGreaterThan(0);
    expect(await countAttempt({ ...tried(151), device: 'known' })).toBe(0);
    expect(await countAttempt({ ...tried(152), address: '2001:db8:2::1' })).toBe(0);
  });

  test('by the owner from another address waits at most a minute, whatever others try', async () => {
    await verifiedUser();
    const other = { purpose: 'login', account: 'ann@example.com' };
    for (let tried = 0; tried < 40; tried++) {
      await countAttempt({ ...other, address: `198.51.100.${tried}` });
      clock.advance(MINUTE);
    }
    await countAttempt({ ...other, address: '198.51.100.99' });
    const waits = await signInAs(PASSWORD, { address: '203.0.113.7' });
    expect(waits).toMatchObject({ ok: false, error: { code: 'throttled', retryAfter: 60 } });
    clock.advance(MINUTE);
    expect((await signInAs(PASSWORD, { address: '203.0.113.7' })).ok).toBe(true);
  });

  test('guessing fifty times at once counts as fifty guesses', async () => {
    const what = { purpose: 'login', address: '192.0.2.9', account: 'ann@example.com' };
    const waits = await Promise.all(Array.from({ length: 50 }, () => countAttempt(what)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
    await clearAttempts(what);
    expect(await countAttempt(what)).toBe(0);
    clock.advance(2 * HOUR);
    await deleteOldAttempts();
    expect(await read().select().from(throttle)).toEqual([]);
  });
});

describe('a session lasts', () => {
  const start = (input: NewSession) => write((tx) => startSession(tx, input));

  test.each([
    ['30 minutes idle', false, 30 * MINUTE],
    ['14 days idle, remembered', true, 14 * DAY],
  ])('%s', async (_, remember, idle) => {
    const { id } = await makeUser();
    const { secret, maxAge } = await start({ kind: 'investor', subjectId: id, remember });
    expect(maxAge).toBe(remember ? (14 * DAY) / SECOND : undefined);
    clock.advance(idle - SECOND);
    expect((await findSessionInvestor(secret, 'investor'))?.user.id).toBe(id);
    expect(await findSessionInvestor(secret, 'api')).toBeNull();
    clock.advance(idle);
    expect(await findSessionInvestor(secret, 'investor')).toBeNull();
    // Setting the clock back does not revive an ended session.
    clock.set(START);
    expect(await findSessionInvestor(secret, 'investor')).toBeNull();
  });

  test('12 hours at most, 8 for an administrator, 15 minutes idle', async () => {
    const { id } = await makeUser();
    const ordinary = await start({ kind: 'investor', subjectId: id });
    const admin = await makeAdmin();
    const administrator = await start({ kind: 'admin', subjectId: admin.id, remember: true });
    const idle = await start({ kind: 'admin', subjectId: admin.id });
    expect(administrator.maxAge).toBeUndefined();
    let [hours, adminHours] = [0, 0];
    for (let minutes = 10; minutes <= 13 * 60; minutes += 10) {
      clock.advance(10 * MINUTE);
      if (await findSessionInvestor(ordinary.secret, 'investor')) hours = minutes / 60;
      if (await findSessionAdministrator(administrator.secret, 'admin')) adminHours = minutes / 60;
      if (minutes === 20) expect(await findSessionAdministrator(idle.secret, 'admin')).toBeNull();
    }
    expect(hours).toBeLessThan(12);
    expect(hours).toBeGreaterThan(11.8);
    expect(adminHours).toBeLessThan(8);
    expect(adminHours).toBeGreaterThan(7.8);
  });

  test('until the account is closed, and is deleted after it has ended', async () => {
    const { id } = await makeUser();
    const { secret } = await start({ kind: 'investor', subjectId: id });
    await write((tx) => tx.update(user).set({ status: 'closed' }).where(eq(user.id, id)));
    expect(await findSessionInvestor(secret, 'investor')).toBeNull();
    clock.advance(HOUR);
    await deleteEndedSessions();
    expect(await read().select().from(session)).toEqual([]);
  });
});

describe('in live mode', () => {
  beforeEach(() => testEnv(LIVE));

  test('sign-up answers a known address like any other, and its owner is notified', async () => {
    await makeUser({ email: 'ann@example.com', username: 'known' });
    const known = await enter({ userName: 'fresh1' });
    const unknown = await enter({ userName: 'fresh2', email: 'bob@example.com' });
    expect([known.ok, unknown.ok]).toEqual([true, true]);
    expect(await mails('sign-up-known')).toMatchObject([{ recipient: 'ann@example.com' }]);
    expect((await users()).map(({ email }) => email).sort()).toEqual(['ann@example.com', 'bob@example.com']);
    const other = { password: 'the password of a stranger' };
    expect(await enter({ userName: 'fresh2', email: 'bob@example.com', ...other })).toEqual(known);
    const answers = [await enter({ userName: 'known' }), await enter({ userName: 'known', email: 'c@example.com' })];
    expect(answers.map(({ ok }) => ok)).toEqual([true, true]);
  });

  test('sign-in gives the same answer for an unknown address and a wrong password, after the same work', async () => {
    const passwordHash = await hashPassword(PASSWORD);
    await makeUser({ email: 'ann@example.com', passwordHash });
    const answer = async (email: string) => {
      vi.mocked(verify).mockClear();
      const output = await signInAs('wrong', { email });
      // Hashing determines the response time, so an unknown address takes as many hashes as a known one.
      return { output, hashed: vi.mocked(verify).mock.calls.length };
    };
    // The placeholder hash is computed when it is first needed.
    await answer('nobody@example.com');
    const wrong = await answer('ann@example.com');
    expect(wrong.hashed).toBe(1);
    expect(await answer('stranger@example.com')).toEqual(wrong);
  });

  test('a reset link is answered in the same time', async () => {
    await makeUser({ email: 'ann@example.com' });
    for (const email of ['ann@example.com', 'nobody@example.com']) {
      clock.pauses = [];
      expect(await requestPasswordReset({ email }, HERE)).toEqual({ ok: true, value: null });
      expect(clock.pauses).toEqual([400]);
    }
    expect((await mails('reset')).map(({ recipient }) => recipient)).toEqual(['ann@example.com']);
  });
});

test('no row contains a password or a secret, except for the mail that carries it', async () => {
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
