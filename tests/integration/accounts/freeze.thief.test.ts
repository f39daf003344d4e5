import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { mail, setting, token, user as userTable, withdrawal } from '#drizzle/schema';
import { approveWithdrawal, payWithdrawal } from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { freezeAccount, freezeByLink } from '~/features/people/auth/freeze/freeze.server';
import { changePassword } from '~/features/people/auth/passwords/changePassword.server';
import { hashPassword } from '~/features/people/auth/passwords/passwords.server';
import { requestPasswordReset } from '~/features/people/auth/passwords/requestPasswordReset.server';
import { resetPassword } from '~/features/people/auth/passwords/resetPassword.server';
import { sendVerification } from '~/features/people/auth/signUp/sendVerification.server';
import { signUp } from '~/features/people/auth/signUp/signUp.server';
import { closeOwnAccount } from '~/features/people/profile/closeOwnAccount.server';
import { reopenAccount } from '~/features/people/profile/reopenAccount.server';
import { unfreezeAccount } from '~/features/people/profile/unfreezeAccount.server';
import { confirmPerson } from '~/features/people/twofactor/confirmAdministrator.server';
import { disableSecondFactor, renewRecoveryCodes } from '~/features/people/twofactor/manage.server';
import { loadOwnerProofs } from '~/features/people/users/user.server';
import { DAY, HOUR, MINUTE, now } from '~/platform/clock';
import { type Handle, read, write } from '~/platform/db/index.server';
import { createAdminActor, createInvestorActor } from '~/platform/states';
import { findSessionInvestor, startSession, type User } from '~/signIns/session.server';
import { sourcesOf } from '../../architecture/sources';
import { clock, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { mailsPut } from '../../support/people/outbox';
import { makeAdmin, makeUser } from '../../support/people/people';
import { codeOf, ownerOf, turnOn } from '../../support/people/secondFactor';
import { transactionOf } from '../../support/transactionIds';
import { OF_BOTH, OF_INVESTORS, useCases } from '../../support/useCases';
import { HERE, last, PASSWORD, resetLinks, signInAs, typed } from './auth.fixtures';

/* A stranger with access to the owner's mailbox resets the password, adds a second factor and requests a withdrawal; then the owner freezes the account. */

useDatabase();

const STOLEN = 'chosen by the stranger';
const NEW_WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';

type Admin = ReturnType<typeof createAdminActor>;
type Account = { ann: User; admin: Admin; asked: string; approved: string; factor: Awaited<ReturnType<typeof turnOn>> };

let account: Account;

const reset = async (newPassword = STOLEN) => {
  clock.advance(HOUR);
  await requestPasswordReset({ email: 'ann@example.com' }, HERE);
  const changed = must(await resetPassword(last(await resetLinks()), { newPassword }, HERE));
  return changed.user;
};

const ask = async (ann: User, amount: bigint) => {
  const requested = must(
    await write((tx) => requestWithdrawal(tx, ann, { method: 'BTC', amount, wallet: NEW_WALLET })),
  );
  return requested.id;
};

beforeEach(async () => {
  await write((tx) => tx.update(setting).set({ value: 1 }).where(eq(setting.key, 'withdrawal-wait-days')));
  const admin = createAdminActor((await makeAdmin()).id);
  const passwordHash = await hashPassword(PASSWORD);
  await makeUser({ email: 'ann@example.com', passwordHash }, { dollars: 1_000 });
  const ann = await reset();
  const factor = await turnOn(ownerOf(ann));
  const approved = await ask(ann, 200_00n);
  const request = await ask(ann, 300_00n);
  clock.advance(DAY);
  expect((await write((tx) => approveWithdrawal(tx, admin, approved))).ok).toBe(true);
  await write((tx) =>
    freezeAccount(tx, createInvestorActor(ann.id), { userId: ann.id, reason: 'with the link in a mail' }),
  );
  await reset();
  account = { ann, admin, asked: request, approved, factor };
});

const rowOf = async (id: string) => {
  const [row] = await read().select().from(withdrawal).where(eq(withdrawal.id, id));
  return row as typeof withdrawal.$inferSelect;
};

/** Asserts that the account is still frozen, and neither withdrawal can advance. */
async function staysFrozen({ ann, admin, asked: request, approved }: Account): Promise<void> {
  const [owner] = await read().select().from(userTable).where(eq(userTable.id, ann.id));
  expect(owner?.frozenAt).not.toBeNull();
  expect(owner?.email).toBe('ann@example.com');
  if ((await rowOf(request)).status === 'requested') {
    expect(await write((tx) => approveWithdrawal(tx, admin, request))).toMatchObject({ error: { code: 'frozen' } });
  }
  const paid = await write((tx) => payWithdrawal(tx, admin, approved, transactionOf('a reference')));
  expect(paid).toMatchObject({ error: { code: 'frozen' } });
}

const unfreeze = () => {
  const { id } = account.ann;
  return write((tx) => unfreezeAccount(tx, createInvestorActor(id), { userId: id, reason: 'by you' }));
};

/** Returns an unused code of the stranger's second factor. */
const code = () => {
  clock.advance(MINUTE);
  return codeOf(account.factor.secret);
};

/** Actions of a person who reads the owner's mail, knows the newest password and has added a second factor. */
const DOORS: Record<string, (account: Account) => Promise<unknown>> = {
  'unfreeze, at once and days later': async () => {
    expect((await unfreeze()).ok).toBe(false);
    clock.advance(30 * DAY);
    expect((await unfreeze()).ok).toBe(false);
  },
  'let the factor grow old, reset once more, and unfreeze after the next freeze': async ({ ann, admin }) => {
    await write((tx) => unfreezeAccount(tx, admin, { userId: ann.id, reason: 'by a slip' }));
    clock.advance(10 * DAY);
    await reset();
    clock.advance(10 * DAY);
    await write((tx) =>
      freezeAccount(tx, createInvestorActor(ann.id), { userId: ann.id, reason: 'with the link in a mail' }),
    );
    await reset();
    expect((await unfreeze()).ok).toBe(false);
  },
  'reset the password again, and unfreeze': async () => {
    clock.advance(2 * DAY);
    await reset('another one of the stranger');
    expect((await unfreeze()).ok).toBe(false);
  },
  'change the password, and unfreeze': async ({ ann }) => {
    const [owner = ann] = await read().select().from(userTable).where(eq(userTable.id, ann.id));
    const change = { currentPassword: STOLEN, newPassword: 'another one of the stranger' };
    expect((await changePassword(owner, change, { ...HERE, sessionHash: 'none' })).ok).toBe(true);
    expect((await unfreeze()).ok).toBe(false);
  },
  'turn the second factor off and another one on, and unfreeze': async ({ ann }) => {
    expect((await disableSecondFactor(ownerOf(ann), code())).ok).toBe(true);
    expect((await unfreeze()).ok).toBe(false);
    await turnOn(ownerOf(ann));
    clock.advance(30 * DAY);
    expect((await unfreeze()).ok).toBe(false);
  },
  'make new recovery codes and confirm with one': async ({ ann }) => {
    const renewed = must(await renewRecoveryCodes(ownerOf(ann), code()));
    const session = await write((tx) => startSession(tx, { kind: 'investor', subjectId: ann.id }));
    const here = { subjectId: ann.id, sessionHash: session.secret, address: HERE.address };
    expect((await confirmPerson(here, renewed[0])).ok).toBe(true);
    expect((await unfreeze()).ok).toBe(false);
  },
  'close the account, have it reopened, and unfreeze': async ({ ann, admin }) => {
    const [owner = ann] = await read().select().from(userTable).where(eq(userTable.id, ann.id));
    const closing = { email: owner.email, password: STOLEN, otp: code() };
    expect((await closeOwnAccount(owner, closing, { ...HERE, sessionHash: 'none' })).ok).toBe(true);
    await staysFrozen(account);
    expect((await unfreeze()).ok).toBe(false);
    expect((await write((tx) => reopenAccount(tx, admin, { userId: ann.id, reason: 'asked for' }))).ok).toBe(true);
    await reset();
    expect((await unfreeze()).ok).toBe(false);
  },
  'freeze it anew with an earlier link, which changes nothing': async ({ ann }) => {
    const links = (await read().select().from(mail)).flatMap(
      ({ text }) => text.match(/(?<=\/freeze\?token=)\S+/) ?? [],
    );
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) await freezeByLink(link);
    expect((await read().select().from(token).where(eq(token.userId, ann.id))).length).toBeGreaterThan(0);
    expect((await unfreeze()).ok).toBe(false);
  },
  'sign up and ask for verification again with the address': async () => {
    await signUp(typed(), HERE);
    await sendVerification({ email: 'ann@example.com' }, HERE);
    expect((await unfreeze()).ok).toBe(false);
  },
  'sign in with a token of the API': async ({ ann }) => {
    await write((tx) => startSession(tx, { kind: 'api', subjectId: ann.id, confirmed: true }));
    expect((await unfreeze()).ok).toBe(false);
  },
};

describe('a stranger who reads the mail', () => {
  test.each(Object.keys(DOORS))('can’t %s', async (door) => {
    await staysFrozen(account);
    await DOORS[door]?.(account);
    await staysFrozen(account);
  });

  test('can’t do it with any use case for investors', async () => {
    const own = { ...account.ann, ...createInvestorActor(account.ann.id) };
    const request = { userId: account.ann.id, id: account.ann.id, reason: 'mine', submittedEmail: account.ann.email };
    const tried: string[] = [];
    for (const { path, name, key } of useCases()) {
      if (!(key in OF_INVESTORS || key in OF_BOTH)) continue;
      const module = (await import(join(import.meta.dirname, '../../..', path))) as Record<string, unknown>;
      const run = module[name] as (tx: Handle, ...input: unknown[]) => Promise<unknown>;
      for (const second of [request, account.asked, account.ann.id]) {
        await write((tx) => run(tx, own, second, {})).catch(() => null);
      }
      tried.push(key);
      const [owner] = await read().select().from(userTable).where(eq(userTable.id, account.ann.id));
      expect([key, owner?.frozenAt]).toEqual([key, expect.any(Date)]);
    }
    expect(tried.sort()).toEqual([...Object.keys(OF_INVESTORS), ...Object.keys(OF_BOTH)].sort());
    await staysFrozen(account);
  });

  test('has an administrator unfreeze it, and then the owner has the whole wait to notice', async () => {
    const { ann, admin, asked: request, approved } = account;
    clock.advance(30 * DAY);
    expect((await write((tx) => unfreezeAccount(tx, admin, { userId: ann.id, reason: 'by papers' }))).ok).toBe(true);
    const until = new Date(now().getTime() + DAY);
    expect([(await rowOf(request)).waitsUntil, (await rowOf(approved)).waitsUntil]).toEqual([until, until]);
    const link = last((await read().select().from(mail)).filter(({ kind }) => kind === 'account-unfrozen'));
    const [secret = ''] = link.text.match(/(?<=\/freeze\?token=)\S+/) ?? [];
    expect((await freezeByLink(secret)).ok).toBe(true);
    clock.advance(DAY);
    await staysFrozen(account);
  });
});

describe('an administrator who gives the account back to its owner', () => {
  const unfreezeFor = (factor?: 'off') => {
    const { ann, admin } = account;
    return write((tx) => unfreezeAccount(tx, admin, { userId: ann.id, reason: 'by papers', factor }));
  };

  test('ends the stranger’s second factor, password and sessions, and the owner chooses a password', async () => {
    const { ann, admin } = account;
    const open = await write((tx) => startSession(tx, { kind: 'investor', subjectId: ann.id }));
    await requestPasswordReset({ email: ann.email }, HERE);
    const earlier = last(await resetLinks());
    expect(await loadOwnerProofs(ann.id)).toMatchObject({ factorSince: expect.any(Date), documents: null });
    expect((await unfreezeFor('off')).ok).toBe(true);
    expect(await loadOwnerProofs(ann.id)).toMatchObject({ factorSince: null, firstReset: expect.any(Date) });
    expect(await findSessionInvestor(open.secret, 'investor')).toBeNull();
    expect((await signInAs(STOLEN)).ok).toBe(false);
    expect((await resetPassword(earlier, { newPassword: STOLEN }, HERE)).ok).toBe(false);
    const [sentMail] = (await mailsPut('account-unfrozen')).slice(-1);
    expect(sentMail?.text).toContain('the second factor was turned off, and the password is no longer valid');
    await reset('the owner’s own once more');
    expect((await signInAs('the owner’s own once more')).ok).toBe(true);
    expect(await write((tx) => approveWithdrawal(tx, admin, account.asked))).toMatchObject({
      error: { code: 'waits' },
    });
  });

  test('keeps them if the factor is the owner’s; and an owner can’t request it', async () => {
    const { ann } = account;
    const before = await loadOwnerProofs(ann.id);
    const own = { userId: ann.id, reason: 'by you', factor: 'off' } as const;
    expect((await write((tx) => unfreezeAccount(tx, createInvestorActor(ann.id), own))).ok).toBe(false);
    expect((await unfreezeFor()).ok).toBe(true);
    expect((await loadOwnerProofs(ann.id)).factorSince).toEqual(before.factorSince);
    expect(await signInAs(STOLEN)).toMatchObject({ ok: false, error: { code: 'second-factor' } });
  });
});

test('only these places change a freeze, a wait, the address and second factors', () => {
  const sources = sourcesOf('app').filter(({ path }) => !path.includes('.test.'));
  const placesOf = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  const setsColumn = (name: string) => new RegExp(`\\.set\\(\\{[^;]*\\b${name}\\b`);
  expect(placesOf(setsColumn('frozenAt'))).toEqual([
    'app/features/people/auth/freeze/freeze.server.ts',
    'app/features/people/profile/unfreezeAccount.server.ts',
  ]);
  expect(placesOf(setsColumn('mustResetPassword'))).toEqual([
    'app/features/people/auth/freeze/freeze.server.ts',
    'app/features/people/auth/passwords/resetPassword.server.ts',
  ]);
  expect(placesOf(setsColumn('waitsUntil'))).toEqual(['app/features/money/wallet/withdrawals/waiting.server.ts']);
  expect(placesOf(setsColumn('email'))).toEqual([]);
  expect(placesOf(/\.(insert|update|delete)\(twoFactor\)/)).toEqual([
    'app/features/people/twofactor/manage.server.ts',
    'app/features/people/twofactor/spendCode.server.ts',
  ]);
});
