import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { administrator, leaderRequest, mail, user as userTable } from '#drizzle/schema';
import { ACTS } from '~/acts.server';
import { rejectRequest } from '~/features/backoffice/approvals/decideApproval.server';
import { acceptLeader } from '~/features/copying/beingCopied/decideRequest.server';
import { receiveSignal } from '~/features/copying/signals/receiveSignal.server';
import { setTraderState } from '~/features/copying/traders/setTraderState.server';
import { freezeByLink } from '~/features/people/auth/freeze/freeze.server';
import { createFreezeLink } from '~/features/people/auth/freeze/freezeLink.server';
import { hashPassword } from '~/features/people/auth/passwords/passwords.server';
import { resetPassword } from '~/features/people/auth/passwords/resetPassword.server';
import { disownSignUp } from '~/features/people/auth/signUp/disownSignUp.server';
import { verifyEmail } from '~/features/people/auth/signUp/verifyEmail.server';
import { createToken } from '~/features/people/auth/tokens.server';
import { closeAccount } from '~/features/people/profile/closeAccount.server';
import { changeRole, disableAdministrator } from '~/features/people/staff/changeStaff.server';
import { acceptInvitation, findOpenInvitation, inviteAdministrator } from '~/features/people/staff/invitations.server';
import { resetStaffPassword } from '~/features/people/staff/resetOwnPassword.server';
import { signInAdministrator } from '~/features/people/staff/signInAdministrator.server';
import { read, write } from '~/platform/db/index.server';
import { prepareInstallation } from '~/platform/installation/index.server';
import { createAdminActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { performAct } from '../../support/people/acts';
import { approveShown } from '../../support/people/approvals';
import { makeAdmin, makeUser } from '../../support/people/people';
import { makeAsking } from '../../support/trading/copied';
import { makeTrader } from '../../support/trading/copies';
import { giveNewKey } from '../../support/trading/signalKeys';

/* Actions that a person prepares and that are completed later, when that person may have lost the right. */
useDatabase();

/** Function that runs while the next password is hashed or checked. Without it, a busy machine could run it earlier or later. */
const hashing = vi.hoisted(() => ({ meanwhile: [] as (() => Promise<unknown>)[] }));
vi.mock('@node-rs/argon2', async (original) => {
  const { hash, verify } = await original<typeof import('@node-rs/argon2')>();
  return {
    hash: async (...input: Parameters<typeof hash>) => {
      await hashing.meanwhile.shift()?.();
      return await hash(...input);
    },
    verify: async (...input: Parameters<typeof verify>) => {
      await hashing.meanwhile.shift()?.();
      return await verify(...input);
    },
  };
});

const NEW = { newPassword: 'another long walk in the rain' };
const HERE = { address: '192.0.2.1' };
const reason = 'Another desk';
const adminWith = async (input: Parameters<typeof makeAdmin>[0] = {}) => createAdminActor((await makeAdmin(input)).id);
const code = (answer: { ok: boolean; error?: { code: string } }) => (answer.ok ? 'done' : answer.error?.code);

async function close(user: User): Promise<void> {
  const by = await adminWith();
  const closing = { userId: user.id, reason: 'asked for', submittedEmail: user.email };
  expect(code(await write((tx) => closeAccount(tx, by, closing)))).toBe('done');
}

/** Invites a person; returns the secret of the mailed link. */
async function invited(by: ReturnType<typeof createAdminActor>): Promise<string> {
  const email = 'bea@example.com';
  expect(code(await write((tx) => inviteAdministrator(tx, by, { name: 'Bea', email, role: 'superadmin' })))).toBe(
    'done',
  );
  const [sent] = await read().select().from(mail).where(eq(mail.recipient, email));
  return /invitation\?token=([\w-]+)/.exec(sent?.text ?? '')?.[1] ?? '';
}

test('an invitation ends with the right of its sender, and a new role withdraws it', async () => {
  const [ada, bob] = [await adminWith(), await adminWith()];
  const secret = await invited(bob);
  expect(code(await write((tx) => changeRole(tx, ada, { id: bob.id, role: 'support', reason })))).toBe('done');
  expect(await findOpenInvitation(secret)).toBe(null);
  expect(code(await acceptInvitation(secret, NEW))).toBe('bad-token');
});

test.each([
  ['whose role was changed', { role: 'support' as const }],
  ['who was disabled', { disabledAt: new Date(1) }],
])('an invitation of an administrator %s, though nothing withdrew it, creates nobody', async (_, lost) => {
  const bob = await adminWith();
  const secret = await invited(bob);
  await write((tx) => tx.update(administrator).set(lost).where(eq(administrator.id, bob.id)));
  expect(code(await acceptInvitation(secret, NEW))).toBe('bad-token');
  expect(await read().select().from(administrator)).toHaveLength(1);
});

test('a request needs the right of its requester and its approver, as they are then', async () => {
  testEnv(LIVE);
  const [ada, bob, cleo] = [await adminWith(), await adminWith(), await adminWith()];
  const user = await makeUser({}, { dollars: 100 });
  const request = await write((tx) =>
    performAct(tx, bob, 'debit', { userId: user.id, amount: 10_00n, reason: 'A fee' }),
  );
  const id = (request.ok && request.value.pending) || '';
  await write((tx) => tx.update(administrator).set({ role: 'support' }).where(eq(administrator.id, cleo.id)));
  expect(code(await write((tx) => approveShown(tx, cleo, id)))).toBe('forbidden');
  await write((tx) => tx.update(administrator).set({ role: 'traders' }).where(eq(administrator.id, bob.id)));
  expect(code(await write((tx) => approveShown(tx, ada, id)))).toBe('requester');
  expect(code(await write((tx) => rejectRequest(tx, ada, ACTS, id, 'They left')))).toBe('done');
});

test('a mailed link for a new password is useless to an administrator who was disabled', async () => {
  const [ada, bob] = [await adminWith(), await adminWith()];
  const secret = await write((tx) => createToken(tx, 'staff-reset', bob.id));
  await write((tx) => disableAdministrator(tx, ada, { id: bob.id, reason }));
  await write((tx) => tx.update(administrator).set({ disabledAt: null }).where(eq(administrator.id, bob.id)));
  expect(code(await resetStaffPassword(secret, NEW, HERE))).toBe('bad-token');
});

test.each([
  ['disabled', () => ({ disabledAt: new Date(1) })],
  ['given another password', async () => ({ passwordHash: await hashPassword(NEW.newPassword) })],
])('an administrator who is %s while their password is checked is not signed in', async (_, change) => {
  const password = 'a long walk in the rain';
  const bob = await makeAdmin({ passwordHash: await hashPassword(password) });
  const set = await change();
  const client = { ...HERE, userAgent: null, known: null };
  hashing.meanwhile.push(() => write((tx) => tx.update(administrator).set(set).where(eq(administrator.id, bob.id))));
  expect(code(await signInAdministrator({ email: bob.email, password }, client))).toBe('invalid-credentials');
  expect(hashing.meanwhile).toEqual([]);
  const [after] = await read().select().from(administrator).where(eq(administrator.id, bob.id));
  expect(after).toMatchObject(set);
});

test('mailed links of an account that was closed change nothing, except that a freeze is still possible', async () => {
  const waits = await makeUser({ emailVerifiedAt: null });
  const links = await write(async (tx) => ({
    verify: await createToken(tx, 'verify', waits.id),
    disown: await createToken(tx, 'verify', waits.id),
    reset: await createToken(tx, 'reset', waits.id),
    freeze: await createFreezeLink(tx, waits.id),
  }));
  await close(waits);
  expect(code(await verifyEmail({ id: waits.id, secret: links.verify }))).not.toBe('done');
  expect(code(await disownSignUp({ id: waits.id, secret: links.disown }))).not.toBe('done');
  expect(code(await resetPassword({ email: waits.email, secret: links.reset }, NEW, HERE))).toBe('bad-token');
  expect(code(await freezeByLink(links.freeze.split('=')[1] ?? ''))).toBe('done');
});

test('a mailed link sets no password of an account that is closed while the password is hashed', async () => {
  const user = await makeUser();
  const secret = await write((tx) => createToken(tx, 'reset', user.id));
  hashing.meanwhile.push(() => close(user));
  expect(code(await resetPassword({ email: user.email, secret }, NEW, HERE))).toBe('bad-token');
  expect(hashing.meanwhile).toEqual([]);
  const [after] = await read().select().from(userTable).where(eq(userTable.id, user.id));
  expect(after?.passwordHash).toBe('none');
});

test.each([
  ['closed', { status: 'closed' as const }],
  ['frozen', { frozenAt: new Date(1) }],
  ['locked', { pdtUnlocked: false }],
])('an investor who applied to be copied and is %s since is not approved', async (why, set) => {
  const { user, request } = await makeAsking();
  const by = await adminWith();
  await write((tx) => tx.update(userTable).set(set).where(eq(userTable.id, user.id)));
  expect(code(await write((tx) => acceptLeader(tx, by, request)))).toBe(why);
  expect(await read().select().from(leaderRequest)).toMatchObject([{ status: 'waiting' }]);
});

test('the key of a program ends with its trader, and the staff learns which keys a leaving administrator has seen', async () => {
  await prepareInstallation();
  const [ada, bob] = [await adminWith(), await adminWith()];
  const trader = await makeTrader();
  const input = await giveNewKey(bob, trader);
  const key = (input.ok && input.value.key) || '';
  const sent = async () => code(await receiveSignal(key, { id: 'one', symbol: 'BTCUSD', action: 'buy', size: '0.01' }));
  await write((tx) => changeRole(tx, ada, { id: bob.id, role: 'support', reason }));
  await write((tx) => disableAdministrator(tx, ada, { id: bob.id, reason }));
  const sentMails = await read().select().from(mail).where(eq(mail.kind, 'staff-changed'));
  const [known, own] = [sentMails.filter(({ text }) => text.includes('still valid: Mia Stone')), sentMails.length];
  expect([known.length, own]).toEqual([2, 4]);
  expect(await sent()).toBe('done');
  await write((tx) => setTraderState(tx, ada, trader, 'retire'));
  expect(await sent()).toBe('unknown-key');
});
