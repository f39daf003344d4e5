import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { event, mail, user as userTable } from '#drizzle/schema';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { changePassword } from '~/features/people/auth/passwords/changePassword.server';
import { requestPasswordReset } from '~/features/people/auth/passwords/requestPasswordReset.server';
import { findUserOfResetLink } from '~/features/people/auth/passwords/resetPassword.server';
import { changePasswordSchema } from '~/features/people/auth/schema';
import { closeOwnAccount } from '~/features/people/profile/closeOwnAccount.server';
import { endSignIn } from '~/features/people/profile/endSignIn.server';
import { listOwnSignIns } from '~/features/people/profile/queries.server';
import { ALL_SESSIONS } from '~/features/people/profile/schema';
import { accountMachine } from '~/features/people/profile/states';
import { availableAccount, custody } from '~/ledger/chartOfAccounts';
import { audit } from '~/ledger/proof/audit.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { hashSecret } from '~/platform/ids';
import { findSessionInvestor, startSession, type User } from '~/signIns/session.server';
import { findUpload, openUpload, storeUpload } from '~/uploads/store.server';
import { clock, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { pictureFile } from '../../support/pages/files';
import { postAct } from '../../support/people/announcedEntries';
import { makeUser } from '../../support/people/people';
import { ownerOf, turnOn } from '../../support/people/secondFactor';
import { HERE, last, mails, PASSWORD, resetLinks, signInAs, users, verifiedUser } from './auth.fixtures';

useDatabase();

const NEW = 'another walk in the sun';
const change = (user: User, input: { currentPassword?: string; newPassword?: string } = {}, sessionHash = 'none') =>
  changePassword(user, { currentPassword: PASSWORD, newPassword: NEW, ...input }, { ...HERE, sessionHash });

const start = async (user: User, kind: 'investor' | 'api' = 'investor', userAgent = 'curl/8') =>
  (await write((tx) => startSession(tx, { kind, subjectId: user.id, userAgent, address: HERE.address }))).secret;

describe('changing the password', () => {
  test('ends every other session, tokens and mailed links, and mails a notice', async () => {
    const user = await verifiedUser();
    const [here, there, token] = [await start(user), await start(user), await start(user, 'api')];
    await requestPasswordReset({ email: user.email }, HERE);
    expect(await change(user, {}, hashSecret(here))).toMatchObject({ ok: true });
    expect(await findSessionInvestor(here, 'investor')).not.toBeNull();
    expect([await findSessionInvestor(there, 'investor'), await findSessionInvestor(token, 'api')]).toEqual([
      null,
      null,
    ]);
    expect(await mails('password-changed')).toMatchObject([{ recipient: user.email }]);
    expect((await signInAs(PASSWORD)).ok).toBe(false);
    expect((await signInAs(NEW)).ok).toBe(true);
    expect((await last(await users())).passwordChangedAt).toEqual(clock.at);
    expect(await findUserOfResetLink(last(await resetLinks()))).toBeNull();
    expect(await read().select().from(event).where(eq(event.thing, 'password'))).toMatchObject([
      { event: 'mail-reset-link' },
      { event: 'change', userId: user.id },
    ]);
  });

  test('needs the current one, and accepts no weak one', async () => {
    const user = await verifiedUser();
    expect(await change(user, { currentPassword: 'not this one' })).toMatchObject({
      ok: false,
      error: { field: 'currentPassword' },
    });
    expect(await change(user, { newPassword: 'password1' })).toMatchObject({
      ok: false,
      error: { field: 'newPassword' },
    });
    expect((await signInAs()).ok).toBe(true);
    expect(await mails('password-changed')).toEqual([]);
  });

  test('can’t be used to guess: tries are counted with those of signing in', async () => {
    const user = await verifiedUser();
    for (let tries = 0; tries < 5; tries++) await change(user, { currentPassword: `guess ${tries}` });
    expect(await change(user)).toMatchObject({ ok: false, error: { code: 'throttled' } });
    expect(await signInAs()).toMatchObject({ ok: false, error: { code: 'throttled' } });
  });

  test('twice at once happens once', async () => {
    const user = await verifiedUser();
    const ended = await Promise.all([change(user, { newPassword: NEW }), change(user, { newPassword: `${NEW}!` })]);
    expect(ended.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await mails('password-changed')).toHaveLength(1);
  });

  test.each([
    [{ confirmPassword: 'something else' }, 'confirmPassword', 'The two passwords do not match'],
    [{ newPassword: 'short', confirmPassword: 'short' }, 'newPassword', 'Use at least 8 characters'],
    [{ currentPassword: '' }, 'currentPassword', 'Enter your current password'],
  ])('%o is refused with a message at its field', (wrong, field, message) => {
    const entered = { currentPassword: PASSWORD, newPassword: NEW, confirmPassword: NEW, ...wrong };
    const issues = changePasswordSchema(8).safeParse(entered).error?.issues;
    expect(issues?.map(({ path, message }) => [path[0], message])).toEqual([[field, message]]);
  });
});

describe('the list of sessions', () => {
  test('names browsers and tokens, marks the current one, and excludes those that ended', async () => {
    const user = await makeUser();
    const here = await start(user, 'investor', 'Mozilla/5.0 (Windows NT 10.0; rv:132.0) Gecko/20100101 Firefox/132.0');
    await start(user, 'api');
    await start(await makeUser());
    const listed = await listOwnSignIns(user, hashSecret(here));
    expect(listed.map(({ device, isApi, isThis, address }) => [device, isApi, isThis, address]).sort()).toEqual([
      ['Firefox on Windows', false, true, HERE.address],
      ['curl', true, false, HERE.address],
    ]);
    clock.advance(31 * 60_000);
    expect(await listOwnSignIns(user, hashSecret(here))).toEqual([]);
  });

  test('ends one, and only one’s own', async () => {
    const user = await makeUser();
    const [here, there] = [await start(user), await start(user)];
    const foreign = await start(await makeUser());
    const end = async (secret: string) => (await write((tx) => endSignIn(tx, user, hashSecret(secret)))).ok;
    expect([await end(there), await end(there), await end(foreign)]).toEqual([true, false, false]);
    expect(await findSessionInvestor(there, 'investor')).toBeNull();
    expect(await findSessionInvestor(here, 'investor')).not.toBeNull();
    expect(await findSessionInvestor(foreign, 'investor')).not.toBeNull();
  });

  test('ends all, including tokens and this one', async () => {
    const user = await makeUser();
    const [here, token] = [await start(user), await start(user, 'api')];
    expect(await write((tx) => endSignIn(tx, user, ALL_SESSIONS))).toMatchObject({ value: { everywhere: true } });
    expect([await findSessionInvestor(here, 'investor'), await findSessionInvestor(token, 'api')]).toEqual([
      null,
      null,
    ]);
  });
});

describe('closing one’s own account', () => {
  const close = (user: User, input: { email?: string; password?: string; otp?: string } = {}) =>
    closeOwnAccount(user, { email: user.email, password: PASSWORD, ...input }, { ...HERE, sessionHash: 'none' });
  const statusOf = async ({ id }: User) =>
    (await read().select().from(userTable).where(eq(userTable.id, id)))[0]?.status;

  test('ends sessions and keeps the balance and the requests on the books', async () => {
    const user = await verifiedUser();
    await write(async (tx) => {
      const legs = [{ debit: custody('BTC'), credit: availableAccount(user.id), amount: 500_00n }];
      const entry = { kind: 'deposit', ref: 'test', actor: 'system', effectiveAt: now(), legs } as const;
      await postAct(tx, entry);
      const request = { method: 'BTC', amount: 100_00n, wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' };
      await requestWithdrawal(tx, user, request);
    });
    const here = await start(user);
    await write((tx) => tx.update(userTable).set({ pictureFileId: 'a picture' }).where(eq(userTable.id, user.id)));
    expect(await close(user)).toMatchObject({ ok: true });
    expect(await statusOf(user)).toBe('closed');
    expect(last(await users()).pictureFileId).toBeNull();
    expect(await findSessionInvestor(here, 'investor')).toBeNull();
    expect((await signInAs()).ok).toBe(false);
    expect(await readBalances(read(), user.id)).toMatchObject({ available: 400_00n, held: 100_00n, funded: 500_00n });
    const [sentMail] = await read().select().from(mail).where(eq(mail.kind, 'account-closed'));
    expect(sentMail?.text).toContain('$500.00');
    const [closed] = await read().select().from(event).where(eq(event.event, 'close'));
    expect(closed).toMatchObject({ thing: accountMachine.thing, actorKind: 'investor', actorId: user.id });
    expect((await audit()).findings).toEqual([]);
  });

  test('without money owes nothing', async () => {
    expect(await close(await verifiedUser())).toMatchObject({ ok: true });
    const [sentMail] = await read().select().from(mail).where(eq(mail.kind, 'account-closed'));
    expect(sentMail?.text).toContain('nothing is owed to you');
    expect(sentMail?.text).not.toMatch(/\$0\.00|We owe you/);
  });

  test('requires the second factor where it is on', async () => {
    const user = await verifiedUser();
    const { codes } = await turnOn(ownerOf(user));
    const refused = (code: string) => ({ ok: false, error: { code, field: 'otp' } });
    expect(await close(user)).toMatchObject(refused('confirm'));
    expect(await close(user, { otp: '000000' })).toMatchObject(refused('wrong-code'));
    expect(await close(user, { otp: codes[0], password: 'not this one' })).toMatchObject({
      error: { field: 'password' },
    });
    expect(await statusOf(user)).toBe('open');
    expect(await close(user, { otp: codes[0] })).toMatchObject({ ok: true });
  });

  test.each([
    ['the password', { password: 'not this one' }, 'password'],
    ['the typed address', { email: 'other@example.com' }, 'email'],
  ])('needs %s', async (_what, wrong, field) => {
    const user = await verifiedUser();
    expect(await close(user, wrong)).toMatchObject({ ok: false, error: { field } });
    expect(await statusOf(user)).toBe('open');
  });
});

test.each([
  [1000, 400, 400],
  [300, 900, 300],
  [1200, 900, 640],
  [64, 64, 64],
])('a picture of %i by %i becomes a square of %i', async (width, height, side) => {
  const stored = must(await storeUpload(await pictureFile({ width, height }), { ownerId: 'ann', purpose: 'picture' }));
  const opened = must(await openUpload((await findUpload(stored.id, 'ann'))!));
  const chunks: Buffer[] = [];
  for await (const chunk of opened) chunks.push(chunk);
  expect(await sharp(Buffer.concat(chunks)).metadata()).toMatchObject({ width: side, height: side });
});
