import type { LoaderFunctionArgs } from '@remix-run/node';
import { eq, like } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { administrator, event, mail, recoveryCode, session, twoFactor, user, withdrawal } from '#drizzle/schema';
import { serveCall } from '~/api/serveCall.server';
import { checkOwnPassword } from '~/features/people/auth/passwords/checkOwnPassword.server';
import { hashPassword } from '~/features/people/auth/passwords/passwords.server';
import { finishSignIn, signIn } from '~/features/people/auth/signIn/signIn.server';
import { finishAdminSignIn, signInAdministrator } from '~/features/people/staff/signInAdministrator.server';
import { confirmAdministrator } from '~/features/people/twofactor/confirmAdministrator.server';
import {
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
  startSecondFactorSetup,
} from '~/features/people/twofactor/manage.server';
import { loadSecondFactor } from '~/features/people/twofactor/security.server';
import { withCode } from '~/features/people/twofactor/spendCode.server';
import { audit } from '~/ledger/proof/audit.server';
import { HOUR, MINUTE, SECOND } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { hashSecret } from '~/platform/ids';
import { done } from '~/platform/result';
import { findPendingSignIn } from '~/routes/auth/pendingSignIn.server';
import { loader as showFile } from '~/routes/files';
import { loader as withdrawForm, action as withdrawPage } from '~/routes/investor/withdraw';
import { actOnSecurity } from '~/routes/security.form.server';
import { findSessionAdministrator, findSessionInvestor, startSession, type User } from '~/signIns/session.server';
import { storeUpload } from '~/uploads/store.server';
import { formToken, setCookie } from '~/web/cookies/cookies.server';
import type { FormAnswer } from '~/web/form/submission.server';
import { issueKey } from '~/web/idempotency.server';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { must } from '../../support/must';
import { formOf, pictureFile } from '../../support/pages/files';
import { makeAdmin, makeUser } from '../../support/people/people';
import { codeOf, ownerOf, turnOn } from '../../support/people/secondFactor';

useDatabase();

const PASSWORD = 'walking home in the rain';
const HERE = { address: '192.0.2.1', userAgent: null };

const wrong = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0');

async function withFactor() {
  const person = await makeUser({ passwordHash: await hashPassword(PASSWORD) });
  const owner = ownerOf(person);
  return { person, owner, ...(await turnOn(owner)) };
}

const spend = (subjectId: string, code: string, address = HERE.address) =>
  withCode({ subjectId, address }, code, async () => done('in'));

describe('turning the second factor on', () => {
  test('needs a valid code, and stores neither the secret nor the recovery codes in readable form', async () => {
    const owner = ownerOf(await makeUser());
    expect(await loadSecondFactor(owner)).toEqual({ state: 'off' });
    await write((tx) => startSecondFactorSetup(tx, owner));
    const factor = await loadSecondFactor(owner);
    if (factor.state !== 'begun') throw new Error(factor.state);
    expect(factor.link).toContain(`secret=${factor.secret}`);
    expect(new URL(factor.link).protocol).toBe('otpauth:');

    const right = codeOf(factor.secret);
    expect(await enableSecondFactor(owner, wrong(right))).toMatchObject({ ok: false, error: { field: 'otp' } });
    expect((await loadSecondFactor(owner)).state).toBe('begun');
    const enabled = must(await enableSecondFactor(owner, `${right.slice(0, 3)} ${right.slice(3)}`));
    expect(new Set(enabled).size).toBe(10);
    expect(await loadSecondFactor(owner)).toMatchObject({ state: 'on', codesLeft: 10 });

    const stored = JSON.stringify([await read().select().from(twoFactor), await read().select().from(recoveryCode)]);
    for (const secret of [factor.secret, ...enabled]) expect(stored).not.toContain(secret);
    expect(await read().select({ kind: mail.kind, to: mail.recipient }).from(mail)).toEqual([
      { kind: 'two-factor', to: owner.email },
    ]);
  });

  test('accepts six digits of another script, and refuses an invalid code without an error', async () => {
    const owner = ownerOf(await makeUser());
    await write((tx) => startSecondFactorSetup(tx, owner));
    const factor = await loadSecondFactor(owner);
    if (factor.state !== 'begun') throw new Error(factor.state);
    for (const none of ['12345\u200b', '１２３４５é']) {
      expect(await enableSecondFactor(owner, none)).toMatchObject({ ok: false, error: { code: 'wrong-code' } });
    }
    const arabic = codeOf(factor.secret).replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
    expect(await enableSecondFactor(owner, `${arabic}\u200b`)).toMatchObject({ ok: true });
  });

  test('again gives another secret until it is on, and none after', async () => {
    const owner = ownerOf(await makeUser());
    await write((tx) => startSecondFactorSetup(tx, owner));
    const first = await loadSecondFactor(owner);
    await write((tx) => startSecondFactorSetup(tx, owner));
    expect(await loadSecondFactor(owner)).not.toEqual(first);
    await turnOn(owner);
    expect(await write((tx) => startSecondFactorSetup(tx, owner))).toMatchObject({
      ok: false,
      error: { code: 'enabled' },
    });
    expect((await loadSecondFactor(owner)).state).toBe('on');
  });

  test('works only in the session that started it, for a quarter of an hour', async () => {
    const owner = ownerOf(await makeUser());
    await write((tx) => startSecondFactorSetup(tx, owner));
    const factor = await loadSecondFactor(owner);
    if (factor.state !== 'begun') throw new Error(factor.state);
    const elsewhere = { ...owner, sessionHash: 'another' };
    expect(await loadSecondFactor(elsewhere)).toEqual({ state: 'off' });
    const notBegun = { ok: false, error: { code: 'not-begun' } };
    expect(await enableSecondFactor(elsewhere, codeOf(factor.secret))).toMatchObject(notBegun);
    clock.advance(15 * MINUTE);
    expect(await loadSecondFactor(owner)).toEqual({ state: 'off' });
    expect(await enableSecondFactor(owner, codeOf(factor.secret))).toMatchObject(notBegun);
    // Setting the machine's clock back does not reopen it.
    clock.advance(-HOUR);
    expect(await loadSecondFactor(owner)).toEqual({ state: 'off' });
  });

  test('ends every other session and token of the same person', async () => {
    const { id, email } = await makeUser();
    const own = await write((tx) => startSession(tx, { kind: 'investor', subjectId: id }));
    const other = await write((tx) => startSession(tx, { kind: 'investor', subjectId: id }));
    const token = await write((tx) => startSession(tx, { kind: 'api', subjectId: id }));
    await turnOn({ ...ownerOf({ id, email }), sessionHash: hashSecret(own.secret) });
    expect(await findSessionInvestor(own.secret, 'investor')).not.toBeNull();
    expect(await findSessionInvestor(other.secret, 'investor')).toBeNull();
    expect(await findSessionInvestor(token.secret, 'api')).toBeNull();
  });

  test.each(['investor', 'admin'] as const)('asks an %s for the password, at its field', async (kind) => {
    const passwordHash = await hashPassword(PASSWORD);
    const person = kind === 'admin' ? { ...(await makeAdmin()), passwordHash } : await makeUser({ passwordHash });
    const owner = ownerOf(person, kind);
    const start = async (fields: Record<string, string>) => {
      const form = formOf(fields);
      const request = { address: HERE.address, sessionHash: owner.sessionHash, field: 'currentPassword' };
      const answer = await actOnSecurity(owner, 'begin', form, (password) =>
        checkOwnPassword(person, password, request),
      );
      return answer as Response & { data?: FormAnswer; init?: ResponseInit };
    };
    const [none, wrongOne] = [await start({}), await start({ currentPassword: 'not this one' })];
    expect(none.data?.result.error).toEqual({ currentPassword: ['Enter your current password'] });
    expect(wrongOne.data?.result.error).toEqual({ currentPassword: ['This is not your current password'] });
    expect(await loadSecondFactor(owner)).toEqual({ state: 'off' });
    expect((await start({ currentPassword: PASSWORD })).status).toBe(303);
    expect((await loadSecondFactor(owner)).state).toBe('begun');

    for (let tries = 0; tries < 8; tries += 1) await start({ currentPassword: 'not this one' });
    const late = await start({ currentPassword: PASSWORD });
    expect(late.init).toMatchObject({ status: 429, headers: { 'Retry-After': expect.any(String) } });
  });

  test('that is on already is refused, and not reported as done', async () => {
    const { person, owner } = await withFactor();
    const form = formOf({ currentPassword: PASSWORD });
    const request = { address: HERE.address, sessionHash: owner.sessionHash, field: 'currentPassword' };
    const answer = await actOnSecurity(owner, 'begin', form, (password) => checkOwnPassword(person, password, request));
    expect((answer as { data: FormAnswer }).data.result.error).toEqual({
      '': ['Two-factor authentication is already on.'],
    });
  });

  test('a secret moved to another row, or decrypted with another key, is useless', async () => {
    const { owner, secret } = await withFactor();
    const other = ownerOf(await makeUser());
    await turnOn(other);
    const [mine] = await read().select().from(twoFactor).where(eq(twoFactor.subjectId, owner.id));
    await write((tx) =>
      tx
        .update(twoFactor)
        .set({ secret: mine?.secret ?? '' })
        .where(eq(twoFactor.subjectId, other.id)),
    );
    expect(await spend(other.id, codeOf(secret))).toMatchObject({ ok: false, error: { code: 'wrong-code' } });
    testEnv({ SESSION_SECRET: 'quite another secret of the same length' });
    expect(await spend(owner.id, codeOf(secret))).toMatchObject({ ok: false, error: { code: 'wrong-code' } });
  });
});

describe('a code', () => {
  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('%i steps away is accepted: %s', async (steps, taken) => {
    const { person, secret } = await withFactor();
    expect((await spend(person.id, codeOf(secret, steps))).ok).toBe(taken);
  });

  test('works once, however many send it at once, and no earlier one works after it', async () => {
    const { person, secret } = await withFactor();
    const code = codeOf(secret);
    // Only three, because a fourth attempt together with the two below could delay the last one.
    const ended = await Promise.all(Array.from({ length: 3 }, () => spend(person.id, code)));
    expect(ended.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await spend(person.id, codeOf(secret, -1))).toMatchObject({ ok: false, error: { code: 'used-code' } });
    clock.advance(30 * SECOND);
    expect(await spend(person.id, code)).toMatchObject({ ok: false, error: { code: 'used-code' } });
    expect((await spend(person.id, codeOf(secret))).ok).toBe(true);
  });

  test('is not used up by a refused act', async () => {
    const { person, secret } = await withFactor();
    const holder = { subjectId: person.id, address: HERE.address };
    const no = { ok: false as const, error: { code: 'no', message: 'No.' } };
    expect((await withCode(holder, codeOf(secret), async () => no)).ok).toBe(false);
    expect((await spend(person.id, codeOf(secret))).ok).toBe(true);
  });

  test('for recovery works once, in any spelling', async () => {
    const { person, owner, codes } = await withFactor();
    const [first = '', second = ''] = codes;
    const ended = await Promise.all([spend(person.id, first), spend(person.id, ` ${first.toUpperCase()} `)]);
    expect(ended.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await spend(person.id, second.replaceAll('-', ' '))).ok).toBe(true);
    expect(await loadSecondFactor(owner)).toMatchObject({ codesLeft: 8 });
    const sentMails = await read().select().from(mail).where(like(mail.subject, '%A recovery code was used'));
    expect(sentMails.map(({ recipient }) => recipient)).toEqual([person.email, person.email]);
    const left = sentMails.map(({ text }) => /(\d) recovery codes are left/.exec(text)?.[1]);
    expect(left.sort()).toEqual(['8', '9']);
    const events = await read().select().from(event).where(eq(event.event, 'spend-recovery-code'));
    const known = { thingId: person.id, actorKind: 'investor', userId: person.id };
    expect(events).toHaveLength(2);
    for (const each of events) expect(each).toMatchObject(known);
    const { person: other } = await withFactor();
    expect((await spend(other.id, codes[2] ?? '')).ok).toBe(false);
  });

  test('guessed from ever more addresses waits ever longer, too', async () => {
    const { person, secret } = await withFactor();
    let waited = 0;
    for (let tries = 0; tries < 45; tries += 1) {
      const tried = await spend(person.id, wrong(codeOf(secret)), `198.51.100.${tries}`);
      const { retryAfter = 0 } = (tried.ok ? {} : tried.error) as { retryAfter?: number };
      waited = Math.max(waited, retryAfter);
      clock.advance(retryAfter * SECOND);
    }
    expect(waited).toBe(15 * 60);
  });

  test('that is wrong too often waits, and a correct one with it', async () => {
    const { person, secret } = await withFactor();
    for (let tries = 0; tries < 8; tries += 1) await spend(person.id, wrong(codeOf(secret)));
    const throttled = { ok: false, error: { code: 'throttled', retryAfter: expect.any(Number) } };
    expect(await spend(person.id, codeOf(secret))).toMatchObject(throttled);
    clock.advance(HOUR);
    expect((await spend(person.id, codeOf(secret))).ok).toBe(true);
  });
});

describe('with the second factor on', () => {
  test('new recovery codes invalidate the earlier ones', async () => {
    const { owner, secret, codes } = await withFactor();
    expect((await renewRecoveryCodes(owner, wrong(codeOf(secret)))).ok).toBe(false);
    const renewed = must(await renewRecoveryCodes(owner, codeOf(secret)));
    expect((await spend(owner.id, codes[0] ?? '')).ok).toBe(false);
    expect((await spend(owner.id, renewed[0] ?? '')).ok).toBe(true);
  });

  test('turning it off needs a code, ends other sessions, and is recorded and mailed', async () => {
    const { owner, secret } = await withFactor();
    const own = await write((tx) => startSession(tx, { kind: 'investor', subjectId: owner.id }));
    const other = await write((tx) => startSession(tx, { kind: 'investor', subjectId: owner.id }));
    const here = { ...owner, sessionHash: hashSecret(own.secret) };
    expect((await disableSecondFactor(here, wrong(codeOf(secret)))).ok).toBe(false);
    expect((await disableSecondFactor(here, codeOf(secret))).ok).toBe(true);
    expect(await loadSecondFactor(owner)).toEqual({ state: 'off' });
    expect(await read().select().from(recoveryCode)).toEqual([]);
    expect(await findSessionInvestor(own.secret, 'investor')).not.toBeNull();
    expect(await findSessionInvestor(other.secret, 'investor')).toBeNull();
    const events = await read().select().from(event).where(eq(event.thing, 'two-factor'));
    expect(events.map((row) => row.event)).toEqual(['enable', 'disable']);
    expect(await read().select().from(mail)).toHaveLength(2);
  });
});

/** The browser's request between the two steps. */
async function between(second: string | undefined) {
  const cookie = (await setCookie('second', second ?? '')).split(';')[0] ?? '';
  return new Request('http://mirrorbook.test/login?step=code', { headers: { Cookie: cookie } });
}

describe('signing in', () => {
  const requested = (email: string, rememberme = false) => ({ email, password: PASSWORD, rememberme });

  test('starts no session before the code, and remembers the options of the first step', async () => {
    const { person, secret } = await withFactor();
    const first = await signIn(requested(person.email, true), HERE);
    if (first.ok) throw new Error('signed in by the password alone');
    expect(first.error.code).toBe('second-factor');
    expect(await read().select().from(session)).toEqual([]);

    const request = await between(first.error.second);
    expect(await findPendingSignIn(request, 'admin')).toBeNull();
    const pending = await findPendingSignIn(request, 'investor');
    expect((await finishSignIn(pending, wrong(codeOf(secret)), HERE)).ok).toBe(false);
    expect(await read().select().from(session)).toEqual([]);
    const second = await finishSignIn(pending, codeOf(secret), HERE);
    expect(second).toMatchObject({ ok: true, value: { maxAge: 14 * 24 * 60 * 60 } });
    expect((await finishSignIn(pending, codeOf(secret), HERE)).ok).toBe(false);
  });

  test('accepts a recovery code in the second step, and both factors at once over the API', async () => {
    const { person, secret, codes } = await withFactor();
    const first = await signIn(requested(person.email), HERE);
    const pending = await findPendingSignIn(await between(first.ok ? '' : first.error.second), 'investor');
    expect((await finishSignIn(pending, codes[0] ?? '', HERE)).ok).toBe(true);
    expect((await signIn({ ...requested(person.email), otp: wrong(codeOf(secret)) }, HERE, 'api')).ok).toBe(false);
    expect((await signIn({ ...requested(person.email), otp: codeOf(secret) }, HERE, 'api')).ok).toBe(true);
    expect(
      (await signIn({ ...requested(person.email), password: 'wrong', otp: codeOf(secret, 1) }, HERE, 'api')).ok,
    ).toBe(false);
  });

  test.each([
    ['too late', async () => clock.advance(10 * MINUTE)],
    ['with the clock set back', async () => clock.advance(-HOUR)],
  ])('%s starts again', async (_name, meanwhile) => {
    const { person } = await withFactor();
    const first = await signIn(requested(person.email), HERE);
    const request = await between(first.ok ? '' : first.error.second);
    await meanwhile();
    expect(await findPendingSignIn(request, 'investor')).toBeNull();
    expect(await finishSignIn(null, '123456', HERE)).toMatchObject({ ok: false, error: { code: 'too-late' } });
  });

  test.each([
    ['password', { passwordHash: 'another' }],
    ['account', { status: 'closed' as const }],
  ])('with the %s changed between the steps starts again', async (_name, change) => {
    const { person, secret } = await withFactor();
    const first = await signIn(requested(person.email), HERE);
    const pending = await findPendingSignIn(await between(first.ok ? '' : first.error.second), 'investor');
    await write((tx) => tx.update(user).set(change).where(eq(user.id, person.id)));
    expect(await finishSignIn(pending, codeOf(secret), HERE)).toMatchObject({ ok: false, error: { code: 'too-late' } });
    expect(await read().select().from(session)).toEqual([]);
  });

  test('a forged cookie is no first step', async () => {
    const { person } = await withFactor();
    const pending = {
      kind: 'investor',
      subjectId: person.id,
      remember: false,
      password: 'x',
      at: clock.machine.getTime(),
    };
    const cookie = `second=${Buffer.from(JSON.stringify(JSON.stringify(pending))).toString('base64')}`;
    const request = new Request('http://mirrorbook.test/login', { headers: { Cookie: cookie } });
    expect(await findPendingSignIn(request, 'investor')).toBeNull();
  });

  test('as an administrator works the same way', async () => {
    const ada = await makeAdmin();
    await write(async (tx) => {
      await tx.update(administrator).set({ passwordHash: await hashPassword(PASSWORD) });
    });
    const { secret } = await turnOn(ownerOf(ada, 'admin'));
    const input = { email: ada.email, password: PASSWORD };
    const first = await signInAdministrator(input, HERE);
    if (first.ok) throw new Error('signed in by the password alone');
    const pending = await findPendingSignIn(await between(first.error.second), 'admin');
    const second = must(await finishAdminSignIn(pending, codeOf(secret), HERE));
    expect(await findSessionAdministrator(second.secret, 'admin')).toMatchObject({ factorSince: expect.any(Date) });
    const token = must(await signInAdministrator({ ...input, otp: codeOf(secret, 1) }, HERE, 'api'));
    expect(await findSessionAdministrator(token.secret, 'api')).toMatchObject({
      session: { kind: 'api', forAdmin: true },
    });
  });
});

/** Loader or action of a page or a call, requested as by a browser or a program. */
async function ask(
  loader: (args: LoaderFunctionArgs) => Promise<unknown>,
  path: string,
  headers: Record<string, string>,
  { params = {}, body }: { params?: Record<string, string>; body?: string | URLSearchParams } = {},
): Promise<Response> {
  const request = new Request(`http://mirrorbook.test${path}`, { method: body ? 'POST' : 'GET', headers, body });
  const context = { requestId: 'none', nonce: '', address: HERE.address, allowFrames: () => {} };
  try {
    return (await loader({ request, params, context } as unknown as LoaderFunctionArgs)) as Response;
  } catch (thrown) {
    return thrown as Response;
  }
}

const adminCookie = async (secret: string) => (await setCookie('admin', secret)).split(';')[0] ?? '';

async function pictureOf({ id }: User): Promise<string> {
  const stored = must(await storeUpload(await pictureFile(), { ownerId: id, purpose: 'proof' }));
  return stored.id;
}

describe('a recent confirmation', () => {
  async function signedIn() {
    const ada = await makeAdmin();
    const { secret: cookie } = await write((tx) => startSession(tx, { kind: 'admin', subjectId: ada.id }));
    return { administrator: ada, sessionHash: hashSecret(cookie), address: HERE.address };
  }

  test('is not required of an administrator without a second factor', async () => {
    expect(await confirmAdministrator(await signedIn())).toEqual({ ok: true, value: null });
  });

  test('in live mode is impossible without a second factor, by page or call', async () => {
    const ada = await makeAdmin();
    const { secret: cookie } = await write((tx) => startSession(tx, { kind: 'admin', subjectId: ada.id }));
    const { secret: token } = await write((tx) => startSession(tx, { kind: 'api', subjectId: ada.id, forAdmin: true }));
    const here = { administrator: ada, sessionHash: hashSecret(cookie), address: HERE.address };
    const file = await pictureOf(await makeUser());
    const statuses = async () => [
      (await confirmAdministrator(here)).ok,
      (await ask(serveCall, '/api/getUsers', { 'x-access-token': token })).status,
      (await ask(showFile, `/files/${file}`, { Cookie: await adminCookie(cookie) }, { params: { id: file } })).status,
    ];
    expect(await statuses()).toEqual([true, 200, 200]);
    testEnv({ ...LIVE, STORAGE_URL: env().STORAGE_URL });
    expect(await statuses()).toEqual([false, 403, 404]);
    expect(await confirmAdministrator(here, '123456')).toMatchObject({ error: { code: 'needs-second-factor' } });
    await turnOn({ ...ownerOf(ada, 'admin'), sessionHash: here.sessionHash });
    const { secret: fresh } = await write((tx) => startSession(tx, { kind: 'api', subjectId: ada.id, forAdmin: true }));
    expect((await ask(serveCall, '/api/getUsers', { 'x-access-token': token })).status).toBe(401);
    expect((await ask(serveCall, '/api/getUsers', { 'x-access-token': fresh })).status).toBe(200);
    expect((await statuses()).filter((_, at) => at !== 1)).toEqual([true, 200]);
  });

  test('is required with the second factor on, counts for five minutes, and only for its session', async () => {
    const here = await signedIn();
    const { secret } = await turnOn({ ...ownerOf(here.administrator, 'admin'), sessionHash: here.sessionHash });
    // Turning it on was a confirmation.
    expect((await confirmAdministrator(here)).ok).toBe(true);
    clock.advance(5 * MINUTE);
    expect(await confirmAdministrator(here)).toMatchObject({ ok: false, error: { code: 'confirm', field: 'otp' } });
    expect(await confirmAdministrator(here, wrong(codeOf(secret)))).toMatchObject({
      ok: false,
      error: { code: 'wrong-code' },
    });
    const code = codeOf(secret);
    const ended = await Promise.all([confirmAdministrator(here, code), confirmAdministrator(here, code)]);
    expect(ended.map(({ ok }) => ok)).toEqual([true, true]);
    const { secret: elsewhere } = await write((tx) =>
      startSession(tx, { kind: 'api', subjectId: here.administrator.id }),
    );
    expect((await confirmAdministrator({ ...here, sessionHash: hashSecret(elsewhere) }, code)).ok).toBe(false);
    clock.advance(5 * MINUTE - SECOND);
    expect((await confirmAdministrator(here)).ok).toBe(true);
    clock.advance(SECOND);
    expect((await confirmAdministrator(here)).ok).toBe(false);
    // Setting the clock back does not make a used code valid again.
    clock.advance(-HOUR);
    expect((await confirmAdministrator(here)).ok).toBe(false);
  });
});

describe('a withdrawal of a user with the second factor on', () => {
  const request = { method: 'BTC', WithdrawAmount: '25', wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' };
  const requested = async () => (await read().select().from(withdrawal)).length;

  /** The sign-in is older than a confirmation is valid. */
  async function signedIn(kind: 'investor' | 'api', factor = true) {
    const person = await makeUser({}, { dollars: 1_000 });
    const turned = factor ? await turnOn(ownerOf(person)) : { secret: '', codes: [] };
    const { secret: token } = await write((tx) => startSession(tx, { kind, subjectId: person.id }));
    return { person, token, ...turned };
  }

  async function onPage({ person, token }: Awaited<ReturnType<typeof signedIn>>) {
    const headers = { Cookie: (await setCookie('session', token)).split(';')[0] ?? '' };
    const fields = {
      ...request,
      _charge: '0',
      _csrf: formToken(hashSecret(token)),
      _key: issueKey(person.id, 'withdraw'),
    };
    const post = async (otp?: string): Promise<Partial<Response & { data: FormAnswer; init: ResponseInit }>> =>
      ask(withdrawPage, '/withdraw', headers, { body: new URLSearchParams({ ...fields, ...(otp ? { otp } : {}) }) });
    const query = '/withdraw?method=BTC&WithdrawAmount=25';
    const form = async () => ((await ask(withdrawForm, query, headers)) as { data?: unknown }).data;
    return { fields, post, form };
  }

  test('needs a code on its page, and none when the same page is sent again', async () => {
    const made = await signedIn('investor');
    const { fields, post, form } = await onPage(made);
    expect(await form()).toMatchObject({ isCodeRequired: true });
    for (const [otp, output] of [
      [undefined, 'Enter a code from your authenticator app'],
      [wrong(codeOf(made.secret)), 'This code is wrong'],
    ] as const) {
      const { data, init } = await post(otp);
      expect(init).toMatchObject({ status: 403 });
      expect(data).toMatchObject({ confirm: true, formKey: fields._key });
      expect(data?.result.error?.otp?.join()).toContain(output);
      expect(data?.result.initialValue).toMatchObject({ wallet: request.wallet });
      expect(JSON.stringify(data)).not.toContain(otp ?? '"otp":"');
    }
    expect(await requested()).toBe(0);
    const code = codeOf(made.secret);
    const sent = await Promise.all([post(code), post(code)]);
    expect(sent.map(({ status }) => status)).toEqual([303, 303]);
    expect(await form()).toMatchObject({ isCodeRequired: false });
    clock.advance(5 * MINUTE);
    expect(await form()).toMatchObject({ isCodeRequired: true });
    expect((await post()).status).toBe(303);
    expect(await requested()).toBe(1);
    expect((await audit()).findings).toEqual([]);
  });

  test('makes guesses wait, with the correct code as well', async () => {
    const made = await signedIn('investor');
    const { post } = await onPage(made);
    for (let tries = 0; tries < 8; tries += 1) await post(wrong(codeOf(made.secret)));
    const { data, init } = await post(codeOf(made.secret));
    expect(init).toMatchObject({ status: 429, headers: { 'Retry-After': expect.any(String) } });
    expect(data).toMatchObject({ confirm: true, result: { error: { otp: [expect.any(String)] } } });
    expect(await requested()).toBe(0);
  });

  test('needs a code in the call, and its result is repeated with another or none', async () => {
    const { token, secret, codes } = await signedIn('api');
    const call = async (otp?: string, key = 'first', WithdrawAmount = 25) => {
      const headers = { 'x-access-token': token, 'Content-Type': 'application/json', 'Idempotency-Key': key };
      const answer = await ask(serveCall, '/api/withdraw', headers, {
        body: JSON.stringify({ ...request, WithdrawAmount, otp }),
      });
      const replayed = answer.headers.get('Idempotency-Replayed');
      return { status: answer.status, body: await answer.json(), replayed };
    };
    expect(await call()).toMatchObject({
      status: 200,
      body: { status: 401, field: 'otp', withdrawMessage: expect.stringMatching(/authenticator app/) },
    });
    expect(await call(wrong(codeOf(secret)))).toMatchObject({
      status: 200,
      body: { status: 401, withdrawMessage: expect.stringMatching(/code is wrong/) },
    });
    expect(await requested()).toBe(0);
    const first = await call(codeOf(secret));
    expect(first).toMatchObject({ status: 200, replayed: null });
    // The confirmation is valid for five minutes, as for other forms.
    expect((await call(undefined, 'second')).status).toBe(200);
    clock.advance(5 * MINUTE);
    for (const otp of [undefined, codeOf(secret), '000000', codes[0]]) {
      expect(await call(otp)).toEqual({ ...first, replayed: 'true' });
    }
    expect((await call(undefined, 'first', 26)).status).toBe(422);
    expect((await call(undefined, 'third')).body.status).toBe(401);
    expect(await requested()).toBe(2);
    expect((await call(codes[0], 'third')).status).toBe(200);
    expect((await audit()).findings).toEqual([]);
  });

  test('needs none once it is turned off', async () => {
    const { post, form } = await onPage(await signedIn('investor', false));
    expect(await form()).toMatchObject({ isCodeRequired: false });
    expect((await post()).status).toBe(303);
  });
});
