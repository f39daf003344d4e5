import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { copy, mail, setting, twoFactor, user as userTable, withdrawal } from '#drizzle/schema';
import { loadUserData } from '~/api/answers/userData.server';
import { listFreezes } from '~/features/backoffice/auditLog/freezes.server';
import { topUpCopy } from '~/features/copying/copy/lifecycle/fundCopy.server';
import { pauseCopy, resumeCopy } from '~/features/copying/copy/lifecycle/pauseCopy.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { WITHDRAWAL_QUEUE } from '~/features/money/wallet/acts/withdrawalActs.server';
import {
  approveAndPayWithdrawal,
  approveWithdrawal,
  cancelWithdrawal,
  payWithdrawal,
  rejectWithdrawal,
} from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import {
  isNewAddress,
  listWithdrawalDecisions,
  loadWaitRule,
} from '~/features/money/wallet/withdrawals/waiting.server';
import {
  findWithdrawalToDecide,
  loadWithdrawalQueue,
} from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import {
  findAccountOfFreezeLink,
  freezeAccount,
  freezeByLink,
  freezePart,
} from '~/features/people/auth/freeze/freeze.server';
import { notifyOfWrongPasswords } from '~/features/people/auth/jobs.server';
import { hashPassword } from '~/features/people/auth/passwords/passwords.server';
import { requestPasswordReset } from '~/features/people/auth/passwords/requestPasswordReset.server';
import { resetPassword } from '~/features/people/auth/passwords/resetPassword.server';
import {
  copyingFreezeMachine,
  freezeMachine,
  freezeState,
  withdrawalsFreezeMachine,
} from '~/features/people/auth/states';
import { unfreezeAccount, unfreezePart } from '~/features/people/profile/unfreezeAccount.server';
import { adoptResets } from '~/features/people/users/adoptResets.server';
import { audit } from '~/ledger/proof/audit.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { DAY, HOUR, MINUTE, now, SECOND } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { createAdminActor, createInvestorActor, SYSTEM_ACTOR } from '~/platform/states';
import { createPossibleKeys } from '~/routes/admin/decide.server';
import { ensureCatalogue } from '~/seed/catalogue.server';
import { FREEZE_PARTS, type FreezePart } from '~/signIns/frozen';
import { findSessionInvestor, startSession, type User } from '~/signIns/session.server';
import { countAttempt } from '~/signIns/throttle.server';
import { findUser } from '~/signIns/userById.server';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { must } from '../../support/must';
import { mailsPut } from '../../support/people/outbox';
import { makeAdmin, makeUser, superadmin } from '../../support/people/people';
import { makeTrader } from '../../support/trading/copies';
import { transactionOf } from '../../support/transactionIds';
import { HERE, last, PASSWORD, resetLinks, signInAs } from './auth.fixtures';

useDatabase();

const WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const OTHER = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const request = { method: 'BTC', amount: 100_00n, wallet: WALLET };

let ann: User;
let admin: ReturnType<typeof createAdminActor>;
beforeEach(async () => {
  ann = await makeUser({ email: 'ann@example.com', passwordHash: await hashPassword(PASSWORD) }, { dollars: 1_000 });
  admin = createAdminActor((await makeAdmin()).id);
  await write((tx) => tx.update(setting).set({ value: 1 }).where(eq(setting.key, 'withdrawal-wait-days')));
});

async function ask(input: Partial<typeof request> = {}): Promise<string> {
  const requested = must(await write((tx) => requestWithdrawal(tx, ann, { ...request, ...input })));
  return requested.id;
}
const rowOf = async (id: string) => {
  const [row] = await read().select().from(withdrawal).where(eq(withdrawal.id, id));
  if (!row) throw new Error('no withdrawal');
  return row;
};
const approve = (id: string) => write((tx) => approveWithdrawal(tx, admin, id));
const pay = (id: string) => write((tx) => payWithdrawal(tx, admin, id, transactionOf(id)));

/** Pays a withdrawal to an address, so that it is no longer new. */
async function paidTo(wallet: string) {
  const id = await ask({ wallet });
  clock.advance(DAY);
  expect((await approve(id)).ok).toBe(true);
  expect((await pay(id)).ok).toBe(true);
}

/** Secrets of freeze links in mails, oldest first. */
const freezeSecrets = async () =>
  (await read().select().from(mail)).flatMap(({ text }) =>
    [...text.matchAll(/\/freeze\?token=(\S+)/g)].map(([, secret]) => secret ?? ''),
  );

describe('a withdrawal to a new address', () => {
  test('waits a day, refuses its approval before, and continues after', async () => {
    const id = await ask();
    expect((await rowOf(id)).waitsUntil).toEqual(new Date(now().getTime() + DAY));
    clock.advance(DAY - SECOND);
    for (const decide of [
      () => approve(id),
      () => write((tx) => approveAndPayWithdrawal(tx, admin, id, transactionOf('tx'))),
    ]) {
      expect(await decide()).toMatchObject({
        ok: false,
        error: { code: 'waits', message: expect.stringContaining('3 Mar 2026 at 09:00 UTC') },
      });
    }
    expect((await rowOf(id)).status).toBe('requested');
    clock.advance(SECOND);
    expect((await approve(id)).ok).toBe(true);
    expect((await pay(id)).ok).toBe(true);
    await sealNextBatch();
    expect((await audit()).findings).toEqual([]);
  });

  test('shows in getData from when it can be approved, until it was', async () => {
    const id = await ask();
    const from = async () => (await loadUserData(ann, 10)).data.withdrawals.map(({ approvableFrom }) => approvableFrom);
    expect(await from()).toEqual(['2026-03-03T09:00:00.000Z']);
    clock.advance(DAY);
    expect(await from()).toEqual(['']);
    expect((await approve(id)).ok).toBe(true);
    expect(await from()).toEqual(['']);
  });

  test('can be cancelled and rejected meanwhile', async () => {
    const [first, second] = [await ask(), await ask({ wallet: OTHER })];
    expect((await write((tx) => cancelWithdrawal(tx, createInvestorActor(ann.id), first))).ok).toBe(true);
    expect((await write((tx) => rejectWithdrawal(tx, admin, second, 'no'))).ok).toBe(true);
    expect((await readBalances(read(), ann.id)).available).toBe(1_000_00n);
  });

  test('is mailed with a link that freezes the account; one to an address used before does not wait', async () => {
    await paidTo(WALLET);
    const secrets = (await freezeSecrets()).length;
    const id = await ask();
    expect((await rowOf(id)).waitsUntil).toBeNull();
    expect((await freezeSecrets()).length).toBe(secrets);
    expect((await approve(id)).ok).toBe(true);
    const other = await ask({ wallet: OTHER });
    expect((await rowOf(other)).waitsUntil).not.toBeNull();
    expect((await freezeSecrets()).length).toBe(secrets + 1);
  });

  test('is new until a payment to it, by the same method and to the same user', async () => {
    const isNew = (user = ann.id, method = 'BTC') => isNewAddress(read(), { userId: user, method, wallet: WALLET });
    expect(await isNew()).toBe(true);
    const id = await ask();
    expect(await isNew()).toBe(true);
    clock.advance(DAY);
    await approve(id);
    expect(await isNew()).toBe(true);
    await pay(id);
    expect(await isNew()).toBe(false);
    expect(await isNew((await makeUser()).id)).toBe(true);
    expect(await isNew(ann.id, 'ETH')).toBe(true);
  });

  test('is skipped for one that can be approved, by the call that selects the oldest', async () => {
    await paidTo(WALLET);
    const waiting = await ask({ wallet: OTHER });
    clock.advance(MINUTE);
    const free = await ask();
    const oldest = async () => (await findWithdrawalToDecide(read(), SYSTEM_ACTOR, { userId: ann.id }))?.id;
    expect(await oldest()).toBe(free);
    await approve(free);
    expect(await oldest()).toBe(waiting);
  });

  test('has no approval form in the queue until its wait ends', async () => {
    await ask();
    const keys = async () => {
      const { rows } = await loadWithdrawalQueue({ show: 'waiting', page: 1 });
      return rows.map((row) =>
        Object.keys(
          listWithdrawalDecisions(
            row,
            createPossibleKeys(WITHDRAWAL_QUEUE, row.withdrawal.status, superadmin('admin')),
            null,
          ),
        ),
      );
    };
    expect(await keys()).toEqual([['reject']]);
    clock.advance(DAY);
    expect(await keys()).toEqual([['approve', 'approve-and-pay', 'reject']]);
  });
});

describe('after a reset', () => {
  beforeEach(() => paidTo(WALLET));
  const waits = async () => {
    const id = await ask();
    const { waitsUntil } = await rowOf(id);
    await write((tx) => cancelWithdrawal(tx, createInvestorActor(ann.id), id));
    return waitsUntil !== null;
  };

  test.each([
    ['password', 'reset', true],
    ['two-factor', 'disable', true],
    ['password', 'change', false],
    ['two-factor', 'enable', false],
  ])('of %s: %s, each withdrawal requested within a day waits: %s', async (thing, event, expected) => {
    await write((tx) => record(tx, { thing, thingId: ann.id, event, by: createInvestorActor(ann.id), userId: ann.id }));
    // An event alone has no effect: freezes of version 1.0.0 are copied to the user's row when the server starts.
    expect(await waits()).toBe(false);
    await adoptResets();
    expect(await waits()).toBe(expected);
    expect(await loadWaitRule(read(), ann.id)).toEqual({ days: 1, reset: expected ? '24 hours' : null });
    clock.advance(DAY - SECOND);
    expect(await waits()).toBe(expected);
    clock.advance(SECOND);
    expect(await waits()).toBe(false);
  });

  test('of another user, no withdrawal waits', async () => {
    const other = await makeUser();
    await write((tx) =>
      record(tx, {
        thing: 'password',
        thingId: other.id,
        event: 'reset',
        by: createInvestorActor(other.id),
        userId: other.id,
      }),
    );
    await adoptResets();
    expect(await waits()).toBe(false);
  });
});

test('without a configured wait, as in paper mode by default, no withdrawal waits; live mode starts with a day', async () => {
  await write((tx) => tx.delete(setting).where(eq(setting.key, 'withdrawal-wait-days')));
  await ensureCatalogue();
  expect((await rowOf(await ask())).waitsUntil).toBeNull();
  await write((tx) => tx.delete(setting).where(eq(setting.key, 'withdrawal-wait-days')));
  testEnv(LIVE);
  await ensureCatalogue();
  expect((await rowOf(await ask({ wallet: OTHER }))).waitsUntil).not.toBeNull();
});

describe('a frozen account', () => {
  const freezeIt = () =>
    write((tx) =>
      freezeAccount(tx, createInvestorActor(ann.id), { userId: ann.id, reason: 'with the link in a mail' }),
    );
  const reset = async () => {
    await requestPasswordReset({ email: ann.email }, HERE);
    return await resetPassword(last(await resetLinks()), { newPassword: 'a new and better one' }, HERE);
  };

  test('is frozen by its mailed link, once, and opening the link freezes nothing', async () => {
    await ask();
    const secret = last(await freezeSecrets());
    for (let poll = 0; poll < 3; poll += 1) {
      expect(await findAccountOfFreezeLink(secret)).toEqual({
        name: 'Ann',
        email: ann.email,
        isFrozen: false,
        isOpen: true,
      });
    }
    expect((await read().select().from(userTable).where(eq(userTable.id, ann.id)))[0]?.frozenAt).toBeNull();
    const both = await Promise.all([freezeByLink(secret), freezeByLink(secret)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await findAccountOfFreezeLink(secret)).toBeNull();
    expect(await freezeByLink('made up')).toMatchObject({ ok: false, error: { code: 'expired' } });
    const kinds = (await read().select().from(mail)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'account-frozen')).toHaveLength(2);
  });

  test('has a link that works for a week', async () => {
    await ask();
    const secret = last(await freezeSecrets());
    clock.advance(7 * DAY);
    expect(await findAccountOfFreezeLink(secret)).toBeNull();
    expect((await freezeByLink(secret)).ok).toBe(false);
  });

  test('lets no withdrawal leave, whatever its state, and accepts no new one', async () => {
    await paidTo(WALLET);
    const [requested, approved] = [await ask(), await ask({ amount: 50_00n })];
    await approve(approved);
    await freezeIt();
    expect(await approve(requested)).toMatchObject({ ok: false, error: { code: 'frozen' } });
    expect(await pay(approved)).toMatchObject({ ok: false, error: { code: 'frozen' } });
    expect(await write((tx) => approveAndPayWithdrawal(tx, admin, requested, transactionOf('tx')))).toMatchObject({
      ok: false,
    });
    expect(await write((tx) => requestWithdrawal(tx, ann, request))).toMatchObject({
      ok: false,
      error: { code: 'frozen' },
    });
    expect([(await rowOf(requested)).status, (await rowOf(approved)).status]).toEqual(['requested', 'approved']);
    expect((await write((tx) => cancelWithdrawal(tx, createInvestorActor(ann.id), requested))).ok).toBe(true);
    await write((tx) => unfreezeAccount(tx, admin, { userId: ann.id, reason: 'seen in person' }));
    clock.advance(DAY);
    expect((await pay(approved)).ok).toBe(true);
    await sealNextBatch();
    expect((await audit()).findings).toEqual([]);
  });

  test('ends every session and requires a new password before the next', async () => {
    const ownRows = await write((tx) => startSession(tx, { kind: 'investor', subjectId: ann.id }));
    const token = await write((tx) => startSession(tx, { kind: 'api', subjectId: ann.id }));
    await requestPasswordReset({ email: ann.email }, HERE);
    const earlier = last(await resetLinks());
    await freezeIt();
    expect(await findSessionInvestor(ownRows.secret, 'investor')).toBeNull();
    expect(await findSessionInvestor(token.secret, 'api')).toBeNull();
    expect(await signInAs(PASSWORD)).toMatchObject({ ok: false, error: { code: 'frozen' } });
    expect(await signInAs('wrong')).toMatchObject({ ok: false, error: { code: 'wrong-password' } });
    expect((await resetPassword(earlier, { newPassword: 'of a stranger, perhaps' }, HERE)).ok).toBe(false);
    expect((await reset()).ok).toBe(true);
    expect((await signInAs('a new and better one')).ok).toBe(true);
    const [still] = await read().select().from(userTable).where(eq(userTable.id, ann.id));
    expect(still?.frozenAt).not.toBeNull();
  });

  test('is unfrozen by its owner only with a second factor older, by the wait, than the freeze and any reset', async () => {
    const own = () =>
      write((tx) => unfreezeAccount(tx, createInvestorActor(ann.id), { userId: ann.id, reason: 'by you' }));
    const factorSince = (enabledAt: Date) =>
      write(async (tx) => {
        await tx.delete(twoFactor).where(eq(twoFactor.subjectId, ann.id));
        await tx.insert(twoFactor).values({ subjectId: ann.id, secret: 'sealed', enabledAt, createdAt: enabledAt });
      });
    const ago = (milliseconds: number, time = now()) => new Date(time.getTime() - milliseconds);
    const unproven = { ok: false, error: { code: 'not-yours' } };
    expect(await own()).toMatchObject({ ok: false, error: { code: 'wrong-state' } });
    const first = now();
    await reset();
    clock.advance(5 * DAY);
    await reset();
    clock.advance(2 * DAY);
    const frozen = now();
    await freezeIt();
    clock.advance(HOUR);
    expect(await own()).toMatchObject(unproven);
    await reset();
    expect(await own()).toMatchObject(unproven);
    // Second factors set up after the freeze, between two resets, and less than the waiting time before the first reset.
    const between = new Date(first.getTime() + 2 * DAY);
    for (const since of [
      now(),
      ago(SECOND, frozen),
      ago(DAY + SECOND, frozen),
      between,
      first,
      ago(DAY - SECOND, first),
    ]) {
      await factorSince(since);
      expect(await own()).toMatchObject(unproven);
    }
    await factorSince(ago(DAY, first));
    expect((await own()).ok).toBe(true);
    expect(await own()).toMatchObject({ ok: false, error: { code: 'wrong-state' } });
  });

  test.each(['owner', 'administrator'] as const)(
    'restarts the wait of every unpaid withdrawal when its %s unfreezes it',
    async (who) => {
      await paidTo(WALLET);
      const [atOnce, approved] = [await ask(), await ask({ amount: 50_00n })];
      await approve(approved);
      const waiting = await ask({ wallet: OTHER });
      const ended = await ask({ amount: 10_00n });
      await write((tx) => cancelWithdrawal(tx, createInvestorActor(ann.id), ended));
      clock.advance(HOUR);
      const enabledAt = new Date(now().getTime() - 30 * DAY);
      await write((tx) =>
        tx.insert(twoFactor).values({ subjectId: ann.id, secret: 'sealed', enabledAt, createdAt: enabledAt }),
      );
      await freezeIt();
      await reset();
      clock.advance(3 * DAY);
      const by = who === 'owner' ? createInvestorActor(ann.id) : admin;
      expect((await write((tx) => unfreezeAccount(tx, by, { userId: ann.id, reason: 'seen' }))).ok).toBe(true);
      const until = new Date(now().getTime() + DAY);
      for (const id of [atOnce, approved, waiting]) expect((await rowOf(id)).waitsUntil).toEqual(until);
      expect((await rowOf(ended)).waitsUntil).toBeNull();
      // A withdrawal that is requested within the next day also waits, even to a wallet used before.
      expect((await rowOf(await ask())).waitsUntil).toEqual(until);
      const [readMails] = (await read().select().from(mail)).filter(({ kind }) => kind === 'account-unfrozen');
      expect(readMails?.text).toContain('Each withdrawal that is not paid yet waits until 7 Mar 2026 at 10:00 UTC.');

      clock.advance(DAY - SECOND);
      for (const refused of [await approve(atOnce), await approve(waiting), await pay(approved)]) {
        expect(refused).toMatchObject({ ok: false, error: { code: 'waits' } });
      }
      clock.advance(SECOND);
      for (const gone of [await approve(atOnce), await approve(waiting), await pay(approved)]) {
        expect(gone.ok).toBe(true);
      }
      await sealNextBatch();
      expect((await audit()).findings).toEqual([]);
    },
  );

  test('changes only as its state table allows', async () => {
    const run = { freeze: freezeAccount, unfreeze: unfreezeAccount };
    for (const [event, { from, to }] of Object.entries(freezeMachine.events)) {
      for (const state of ['in use', 'frozen'] as const) {
        const set = { frozenAt: state === 'frozen' ? now() : null };
        await write((tx) => tx.update(userTable).set(set).where(eq(userTable.id, ann.id)));
        const moved = await write((tx) =>
          run[event as keyof typeof run](tx, admin, { userId: ann.id, reason: 'as the table says' }),
        );
        const allowed = (from as readonly string[]).includes(state);
        expect([event, state, moved.ok]).toEqual([event, state, allowed]);
        const [after] = await read().select().from(userTable).where(eq(userTable.id, ann.id));
        expect(after && freezeState(after)).toBe(allowed ? to : state);
      }
    }
  });

  test('can’t be frozen twice; a closed account can be frozen, since it can be paid out', async () => {
    expect((await freezeIt()).ok).toBe(true);
    expect(await freezeIt()).toMatchObject({ ok: false, error: { code: 'wrong-state' } });
    const closed = await makeUser({ status: 'closed' });
    expect((await write((tx) => freezeAccount(tx, admin, { userId: closed.id, reason: 'asked for' }))).ok).toBe(true);
  });

  test('shows the staff why and by whom it was frozen last', async () => {
    const readState = async () => {
      const owner = await findUser(read(), ann.id);
      return owner && (await listFreezes(read(), owner)).map(({ part, reason, by }) => [part, reason, by]);
    };
    expect(await readState()).toEqual([]);
    await freezeIt();
    expect(await readState()).toEqual([['account', 'with the link in a mail', 'Ann Lee']]);
    await write((tx) => unfreezeAccount(tx, admin, { userId: ann.id, reason: 'seen' }));
    await write((tx) => freezeAccount(tx, admin, { userId: ann.id, reason: 'a court’s order' }));
    await write((tx) => freezePart(tx, admin, { userId: ann.id, part: 'copying', reason: 'papers' }));
    expect(await readState()).toEqual([
      ['account', 'a court’s order', 'Ada'],
      ['copying', 'papers', 'Ada'],
    ]);
  });
});

test('the mail about wrong passwords has a link that freezes the account', async () => {
  for (let tried = 0; tried < 10; tried += 1) {
    await countAttempt({ purpose: 'login', account: ann.email, address: `198.51.100.${tried}` });
  }
  await notifyOfWrongPasswords();
  const [secret = ''] = await freezeSecrets();
  expect((await freezeByLink(secret)).ok).toBe(true);
});

describe('a freeze of a part of an account', () => {
  const freeze = (part: FreezePart, reason = 'We ask for papers') =>
    write((tx) => freezePart(tx, admin, { userId: ann.id, part, reason }));
  const unfreeze = (part: FreezePart) =>
    write((tx) => unfreezePart(tx, admin, { userId: ann.id, part, reason: 'Papers seen' }));

  test('of withdrawals keeps the money in, with a message, and leaves the session and the rest unchanged', async () => {
    await paidTo(WALLET);
    const [request, approved] = [await ask(), await ask()];
    expect((await approve(approved)).ok).toBe(true);
    const session = await write((tx) => startSession(tx, { kind: 'investor', subjectId: ann.id }));
    expect((await freeze('withdrawals')).ok).toBe(true);
    const words = { code: 'frozen', message: expect.stringContaining('frozen since') };
    for (const decided of [await approve(request), await pay(approved)])
      expect(decided).toMatchObject({ error: words });
    expect(await write((tx) => requestWithdrawal(tx, ann, { method: 'BTC', amount: 100_00n, wallet: WALLET }))).toEqual(
      {
        ok: false,
        error: {
          code: 'frozen',
          message:
            'Withdrawals from your account are frozen: We ask for papers. Write to support about it. Nothing was done.',
        },
      },
    );
    const { rows } = await loadWithdrawalQueue({ show: 'waiting', page: 1, risk: 'frozen' });
    expect(rows.map(({ withdrawal: row }) => row.id)).toEqual([request, approved]);
    for (const row of rows) {
      const keys = listWithdrawalDecisions(
        row,
        createPossibleKeys(WITHDRAWAL_QUEUE, row.withdrawal.status, superadmin(admin.id)),
        null,
      );
      expect(Object.keys(keys)).toEqual(row.withdrawal.id === request ? ['reject'] : ['bounce']);
    }
    expect(await findSessionInvestor(session.secret, 'investor')).not.toBeNull();
    const readMails = (await read().select().from(mail)).filter(({ kind }) => kind === 'account-frozen');
    expect(readMails.map(({ subject }) => subject)).toEqual([
      '[paper] Withdrawals from your account are frozen',
      '[paper] Withdrawals of an account were frozen',
    ]);
    expect(readMails[0]?.text).toContain('We ask for papers');
    expect((await write((tx) => cancelWithdrawal(tx, createInvestorActor(ann.id), request))).ok).toBe(true);
  });

  test('of withdrawals is ended only by an administrator, and every withdrawal waits again', async () => {
    await paidTo(WALLET);
    clock.advance(2 * DAY);
    const first = await ask();
    await freeze('withdrawals');
    expect(await freeze('withdrawals')).toMatchObject({ error: { code: 'wrong-state' } });
    const own = { userId: ann.id, part: 'withdrawals', reason: 'mine' } as const;
    expect(await write((tx) => unfreezePart(tx, createInvestorActor(ann.id), own))).toMatchObject({
      error: { code: 'not-yours' },
    });
    expect((await unfreeze('withdrawals')).ok).toBe(true);
    const until = new Date(now().getTime() + DAY);
    expect([(await rowOf(first)).waitsUntil, (await rowOf(await ask())).waitsUntil]).toEqual([until, until]);
    expect((await mailsPut('account-unfrozen')).at(-1)?.text).toMatch(/no longer frozen: Papers seen.*waits until/s);
    clock.advance(DAY);
    expect((await approve(first)).ok).toBe(true);
  });

  test('follows its state table, event by event', async () => {
    const tables = {
      withdrawals: Object.keys(withdrawalsFreezeMachine.events),
      copying: Object.keys(copyingFreezeMachine.events),
    };
    for (const part of FREEZE_PARTS) {
      expect(tables[part]).toEqual(['freeze', 'unfreeze']);
      const outcomes = [unfreeze, freeze, freeze, unfreeze, unfreeze];
      const done = [];
      for (const act of outcomes) done.push((await act(part)).ok);
      expect(done).toEqual([false, true, false, true, false]);
    }
  });

  test('of copying lets running copies continue, and refuses to start, resume or top up a copy', async () => {
    const leader = await makeTrader();
    const started = await write((tx) => startCopy(tx, ann, { trader: leader }));
    const id = started.ok ? started.value.id : '';
    await freeze('copying');
    const [row] = await read().select().from(copy).where(eq(copy.id, id));
    expect(row?.status).toBe('active');
    const barred = { error: { code: 'frozen', message: expect.stringContaining('Copying is frozen') } };
    expect(await write((tx) => startCopy(tx, ann, { trader: leader }))).toMatchObject(barred);
    expect(await write((tx) => topUpCopy(tx, ann, { id, amount: 1_00n }))).toMatchObject(barred);
    expect((await write((tx) => pauseCopy(tx, ann, id))).ok).toBe(true);
    expect(await write((tx) => resumeCopy(tx, ann, id))).toMatchObject(barred);
    await unfreeze('copying');
    expect((await write((tx) => resumeCopy(tx, ann, id))).ok).toBe(true);
    expect((await write((tx) => stopCopy(tx, ann, id))).ok).toBe(true);
  });
});
