import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { event, journal, mail, notification, setting, user as userTable, withdrawal } from '#drizzle/schema';
import { approveWithdrawal, payWithdrawal } from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { payOutClosed } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { freezeAccount, freezeByLink } from '~/features/people/auth/freeze/freeze.server';
import { hashPassword } from '~/features/people/auth/passwords/passwords.server';
import { requestPasswordReset } from '~/features/people/auth/passwords/requestPasswordReset.server';
import { resetPassword } from '~/features/people/auth/passwords/resetPassword.server';
import { closeAccount } from '~/features/people/profile/closeAccount.server';
import { reopenAccount } from '~/features/people/profile/reopenAccount.server';
import { accountMachine } from '~/features/people/profile/states';
import { audit } from '~/ledger/proof/audit.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { DAY, MINUTE } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { type Actor, createAdminActor, createInvestorActor } from '~/platform/states';
import {
  deleteEndedSessions,
  findSessionInvestor,
  isOfClosedAccount,
  signInsOf,
  type User,
} from '~/signIns/session.server';
import { clock, useDatabase } from '../../support/database';
import { LIVE } from '../../support/liveEnvironment';
import { secretOf } from '../../support/pages/guarded';
import { performAct } from '../../support/people/acts';
import { approveShown } from '../../support/people/approvals';
import { makeAdmin, makeUser } from '../../support/people/people';
import { transactionOf } from '../../support/transactionIds';
import { HERE, last, mails, PASSWORD, resetLinks, signInAs } from './auth.fixtures';

const WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const OTHER = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const NEW_PASSWORD = 'another long walk in the rain';

let ann: User;
let admin: ReturnType<typeof createAdminActor>;

async function start(): Promise<void> {
  ann = await makeUser({ email: 'ann@example.com', passwordHash: await hashPassword(PASSWORD) }, { dollars: 1_000 });
  admin = createAdminActor((await makeAdmin()).id);
}

const close = async () => {
  const closing = { userId: ann.id, reason: 'asked for', submittedEmail: ann.email };
  expect((await write((tx) => closeAccount(tx, admin, closing))).ok).toBe(true);
};
const reopen = (by: Actor = admin) =>
  write((tx) => reopenAccount(tx, by, { userId: ann.id, reason: 'the owner came back' }));
const requested = { method: 'BTC', amount: 400_00n, wallet: WALLET, reason: 'the owner wrote, with papers' };
const payOut = (input: Partial<typeof requested> = {}) =>
  write((tx) => payOutClosed(tx, admin, { userId: ann.id, ...requested, ...input }));
const stateOf = async () => (await read().select().from(userTable).where(eq(userTable.id, ann.id)))[0];
const withdrawals = () => read().select().from(withdrawal).where(eq(withdrawal.userId, ann.id));
const clean = async () => {
  await sealNextBatch();
  expect((await audit()).findings).toEqual([]);
};

describe('a closed account', () => {
  useDatabase();
  beforeEach(start);

  test('is reopened only by an administrator, and its owner gets in only by mail', async () => {
    await close();
    expect(await reopen(createInvestorActor(ann.id))).toMatchObject({ ok: false, error: { code: 'not-yours' } });
    expect((await reopen()).ok).toBe(true);
    expect(await stateOf()).toMatchObject({ status: 'open', closedAt: null, passwordHash: 'none' });
    expect(await signInAs()).toMatchObject({ ok: false, error: { code: 'wrong-password' } });

    const [sentMail] = await mails('account-reopened');
    expect(sentMail).toMatchObject({ recipient: ann.email, text: expect.stringContaining('the owner came back') });
    expect(sentMail?.text).toContain('http://mirrorbook.test/passwordreset');
    await requestPasswordReset({ email: ann.email }, HERE);
    const reset = await resetPassword(last(await resetLinks()), { newPassword: NEW_PASSWORD }, HERE);
    expect(reset.ok).toBe(true);
    expect((await signInAs(NEW_PASSWORD)).ok).toBe(true);
    expect((await readBalances(read(), ann.id)).available).toBe(1_000_00n);
    await clean();
  });

  test('is reported to its token of calls, which stays invalid after it was reopened', async () => {
    const token = await secretOf('api', ann.id);
    await secretOf('investor', ann.id);
    expect(await isOfClosedAccount(token)).toBe(false);
    await close();
    expect([await findSessionInvestor(token, 'api'), await isOfClosedAccount(token)]).toEqual([null, true]);
    expect([await isOfClosedAccount('made up'), await isOfClosedAccount(null)]).toEqual([false, false]);
    expect(await signInsOf(ann.id)).toEqual([]);
    await deleteEndedSessions();
    expect(await isOfClosedAccount(token)).toBe(true);
    expect((await reopen()).ok).toBe(true);
    expect([await findSessionInvestor(token, 'api'), await isOfClosedAccount(token)]).toEqual([null, false]);
    const later = await secretOf('api', ann.id);
    await close();
    clock.advance(DAY);
    await deleteEndedSessions();
    expect(await isOfClosedAccount(later)).toBe(false);
  });

  test('is reopened once; the second administrator learns who did it; the event has the person and the reason', async () => {
    await close();
    expect((await reopen()).ok).toBe(true);
    expect(await reopen()).toMatchObject({ ok: false, error: { code: 'wrong-state' } });
    const [latest] = await read()
      .select()
      .from(event)
      .where(eq(event.thing, accountMachine.thing))
      .orderBy(desc(event.id));
    expect(latest).toMatchObject({
      event: 'reopen',
      fromState: 'closed',
      toState: 'open',
      actorId: admin.id,
      reason: 'the owner came back',
    });
    const [notice] = await read().select().from(notification).where(eq(notification.userId, ann.id));
    expect(notice?.text).toContain('the owner came back');
  });

  test('notifies its owner each time when it is closed and reopened twice', async () => {
    for (const _ of [1, 2]) {
      await close();
      expect((await reopen()).ok).toBe(true);
    }
    expect([(await mails('account-closed')).length, (await mails('account-reopened')).length]).toEqual([2, 2]);
    await clean();
  });

  test('a link that resets the password, mailed before the closing, works in its time and opens nothing', async () => {
    await requestPasswordReset({ email: ann.email }, HERE);
    const link = last(await resetLinks());
    await close();
    const reset = () => resetPassword(link, { newPassword: NEW_PASSWORD }, HERE);
    expect((await reset()).ok).toBe(false);
    expect((await stateOf())?.status).toBe('closed');
    clock.advance(9 * MINUTE);
    await reopen();
    clock.advance(9 * MINUTE);
    expect((await reset()).ok).toBe(false);
  });
});

describe('the balance of a closed account', () => {
  useDatabase();
  beforeEach(start);

  test('is withdrawn by an administrator, approved and paid like any other withdrawal', async () => {
    await close();
    const held = await payOut();
    const id = held.ok ? held.value.id : '';
    expect(await withdrawals()).toMatchObject([{ id, status: 'requested', amount: 400_00n, wallet: WALLET }]);
    expect(await readBalances(read(), ann.id)).toMatchObject({ available: 600_00n, held: 400_00n });
    const [line] = await read().select().from(journal).where(eq(journal.kind, 'withdrawal-requested'));
    expect(line).toMatchObject({ actor: `admin:${admin.id}`, reason: requested.reason });
    const [happened] = await read().select().from(event).where(eq(event.thingId, id));
    expect(happened).toMatchObject({ event: 'request', actorKind: 'admin', reason: requested.reason, userId: ann.id });

    const sentMails = await mails('withdrawal-requested');
    expect(sentMails.map(({ recipient }) => recipient)).toEqual([ann.email, 'support@mirrorbook.example']);
    for (const { text } of sentMails) expect(text).toMatch(new RegExp(`${WALLET}.*${requested.reason}`, 's'));
    expect(sentMails[0]?.text).not.toContain('you requested');

    expect((await write((tx) => approveWithdrawal(tx, admin, id))).ok).toBe(true);
    expect((await write((tx) => payWithdrawal(tx, admin, id, transactionOf('tx-1')))).ok).toBe(true);
    expect(await readBalances(read(), ann.id)).toMatchObject({ available: 600_00n, held: 0n });
    await clean();
  });

  test('can be below the minimum of the method, but never above the balance', async () => {
    await close();
    expect((await payOut({ amount: 999_00n })).ok).toBe(true);
    expect(await payOut({ amount: 2_00n })).toMatchObject({ ok: false, error: { field: 'amount' } });
    expect((await payOut({ amount: 1_00n, wallet: OTHER })).ok).toBe(true);
    expect((await readBalances(read(), ann.id)).available).toBe(0n);
    await clean();
  });

  test.each([
    ['a wallet of another network', { wallet: '0xde709f2102306220921060314715629080e2fb77' }, 'bad-wallet'],
    ['a method that is not there', { method: 'NONE' }, 'unknown-method'],
    ['nothing', { amount: 0n }, 'too-low'],
  ])('is refused for %s, with a message at its field', async (_, input, code) => {
    await close();
    expect(await payOut(input)).toMatchObject({ ok: false, error: { code, field: expect.any(String) } });
    expect(await withdrawals()).toEqual([]);
  });

  test('of an open account can only be requested by its owner', async () => {
    expect(await payOut()).toMatchObject({ ok: false, error: { code: 'open' } });
  });

  test('does not leave after its owner froze the account with the link in the mail', async () => {
    await close();
    const held = await payOut();
    const id = held.ok ? held.value.id : '';
    const [sentMail] = await read().select().from(mail).where(eq(mail.recipient, ann.email)).orderBy(desc(mail.id));
    const [, secret = ''] = /\/freeze\?token=(\S+)/.exec(sentMail?.text ?? '') ?? [];
    expect((await freezeByLink(secret)).ok).toBe(true);
    expect(await write((tx) => approveWithdrawal(tx, admin, id))).toMatchObject({ error: { code: 'frozen' } });
    expect(await payOut({ amount: 1_00n })).toMatchObject({ error: { code: 'frozen', message: /unfreeze it first/ } });
    const [frozen] = await mails('account-frozen');
    expect(frozen?.text).toContain('nothing is paid out of it');
    expect(frozen?.text).not.toContain('Choose a new password');
  });
});

describe('in live mode', () => {
  useDatabase(LIVE);
  let bea: typeof admin;
  let cid: typeof admin;
  beforeEach(async () => {
    await start();
    [bea, cid] = [createAdminActor((await makeAdmin()).id), createAdminActor((await makeAdmin()).id)];
    await close();
  });

  test('reopening needs a second administrator, and the owner is notified only then', async () => {
    const input = { userId: ann.id, reason: 'the owner came back' };
    const waits = await write((tx) => performAct(tx, admin, 'account-reopen', input));
    const request = (waits.ok && waits.value.pending) || '';
    expect([(await stateOf())?.status, (await mails('account-reopened')).length]).toEqual(['closed', 0]);
    expect((await write((tx) => approveShown(tx, bea, request))).ok).toBe(true);
    expect([(await stateOf())?.status, (await mails('account-reopened')).length]).toEqual(['open', 1]);
    await clean();
  });

  test('a payment needs a second administrator to request it, and those who approve it never pay it', async () => {
    await write((tx) => tx.update(setting).set({ value: 0 }).where(eq(setting.key, 'withdrawal-wait-days')));
    const waits = await write((tx) => performAct(tx, admin, 'account-pay-out', { userId: ann.id, ...requested }));
    const request = (waits.ok && waits.value.pending) || '';
    expect(await withdrawals()).toEqual([]);
    expect((await write((tx) => approveShown(tx, bea, request))).ok).toBe(true);
    const [held] = await withdrawals();
    const id = held?.id ?? '';
    const [line] = await read().select().from(journal).where(eq(journal.kind, 'withdrawal-requested'));
    expect(line).toMatchObject({ actor: `admin:${admin.id}`, approver: `admin:${bea.id}` });

    // The wallet is new to this person, so the approval needs two as well.
    const approval = await write((tx) => performAct(tx, admin, 'withdrawal-approve', { id }));
    const second = (approval.ok && approval.value.pending) || '';
    expect((await write((tx) => approveShown(tx, bea, second))).ok).toBe(true);
    for (const by of [admin, bea]) {
      expect(await write((tx) => payWithdrawal(tx, by, id, transactionOf('tx-1')))).toMatchObject({
        error: { code: 'own-approval' },
      });
    }
    expect((await write((tx) => payWithdrawal(tx, cid, id, transactionOf('tx-1'), 1n))).ok).toBe(true);
    await clean();
  });

  test('a change of the charge between request and approval is refused', async () => {
    const waits = await write((tx) => performAct(tx, admin, 'account-pay-out', { userId: ann.id, ...requested }));
    const request = (waits.ok && waits.value.pending) || '';
    const { withdrawalMethod } = await import('#drizzle/schema');
    await write((tx) => tx.update(withdrawalMethod).set({ fee: 7_00n }).where(eq(withdrawalMethod.code, 'BTC')));
    expect(await write((tx) => approveShown(tx, bea, request))).toMatchObject({ error: { code: 'effect-changed' } });
    expect(await withdrawals()).toEqual([]);
  });

  test('a payout to a new wallet waits for a day', async () => {
    await payOut();
    const [held] = await withdrawals();
    const approve = () => write((tx) => approveWithdrawal(tx, admin, held?.id ?? ''));
    expect(await approve()).toMatchObject({ error: { code: 'waits' } });
    clock.advance(DAY);
    expect((await approve()).ok).toBe(true);
  });

  test('unfreezing needs two administrators, and freezing needs one', async () => {
    await write((tx) => freezeAccount(tx, admin, { userId: ann.id, reason: 'a stranger' }));
    const input = { userId: ann.id, reason: 'seen in person' };
    const waits = await write((tx) => performAct(tx, admin, 'account-unfreeze', input));
    expect((await stateOf())?.frozenAt).not.toBeNull();
    expect((await write((tx) => approveShown(tx, bea, (waits.ok && waits.value.pending) || ''))).ok).toBe(true);
    expect((await stateOf())?.frozenAt).toBeNull();
  });
});
