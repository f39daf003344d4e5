import { readFileSync } from 'node:fs';
import { eq, getTableColumns, getTableName } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as schema from '#drizzle/schema';
import { stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { createTrader } from '~/features/copying/traders/createTrader.server';
import { listTraders, loadListedTrader } from '~/features/copying/traders/list/queries.server';
import { saveNextFigures } from '~/features/copying/traders/record/internal/saveFigures.server';
import { updateTrader } from '~/features/copying/traders/updateTrader.server';
import { openInvestment } from '~/features/money/plans/openInvestment.server';
import { approveDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import {
  approveWithdrawal,
  bounceWithdrawal,
  payWithdrawal,
  rejectWithdrawal,
} from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { hashPassword } from '~/features/people/auth/passwords/passwords.server';
import { resetPassword } from '~/features/people/auth/passwords/resetPassword.server';
import { closeAccount } from '~/features/people/profile/closeAccount.server';
import { createAdministrator } from '~/features/people/staff/createAdministrator.server';
import { addProfit, creditGoodwill, debitUser } from '~/features/people/users/moveBalance.server';
import { creditUserSchema, moneyActSchema } from '~/features/people/users/schema';
import { loadUserFile } from '~/features/people/users/user.server';
import { loadUsersPage } from '~/features/people/users/users.server';
import { JOURNAL_KINDS } from '~/ledger/chartOfAccounts';
import { readBalances, readStatement } from '~/ledger/reading/statement.server';
import { enqueueMail, type OutgoingMail } from '~/mail/outbox.server';
import { DAY, HOUR, MINUTE } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { env, PLACEHOLDER_VALUES, readEnv } from '~/platform/env';
import { findTimeline } from '~/platform/events/index.server';
import { prepareInstallation } from '~/platform/installation/index.server';
import { RISK_WARNING } from '~/platform/installation/risk';
import { isWalletOf } from '~/platform/networks/addresses';
import { createAdminActor, createInvestorActor, SYSTEM_ACTOR } from '~/platform/states';
import { ensureCatalogue } from '~/seed/catalogue.server';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { must } from '../../support/must';
import { mailsPut } from '../../support/people/outbox';
import { makeAdmin, makeUser } from '../../support/people/people';
import { makeCopied } from '../../support/trading/copied';
import { clean, makeCopy, makeTrader, mirrorAll, runAll, trades } from '../../support/trading/copies';
import { transactionOf } from '../../support/transactionIds';
import { accrueAll, committed, free, GOLD_RETURN, gold, leaveFree, open } from '../plans/plans.fixtures';

/* One `describe` per rule of docs/honesty.md. Tests of rules about pages are in tests/contract/disclosures.test.ts. */

useDatabase();

const WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';

const aMail: OutgoingMail = {
  effectKey: 'a',
  kind: 'deposit-approved',
  to: 'ann@example.com',
  subject: 'Hello',
  paragraphs: ['Something.'],
};

async function mailed() {
  await write((tx) => enqueueMail(tx, aMail));
  const [sent] = await mailsPut();
  return sent ?? expect.fail('no mail');
}

describe('1. Paper by default', () => {
  test('is the default without configuration', () => {
    testEnv();
    expect(env().MODE).toBe('paper');
  });

  test('every mail has the mark', async () => {
    const { subject, text, html } = await mailed();
    expect(subject).toBe('[paper] Hello');
    for (const body of [text, html]) expect(body).toContain('Paper mode: simulated money');
  });

  test('no deposit address can be paid to, on any network', async () => {
    const methods = await read().select().from(schema.depositMethod);
    expect(methods.length).toBeGreaterThan(0);
    for (const { address, network } of methods) {
      expect(address).toMatch(/^PAPER-.*-DO-NOT-SEND$/);
      expect([address, isWalletOf(address, network)]).toEqual([address, false]);
    }
  });
});

describe('2. Live only on purpose', () => {
  const NEEDED = Object.keys(LIVE).filter((name) => name !== 'MODE');

  test('starts with everything configured', () => {
    testEnv(LIVE);
    expect(env().MODE).toBe('live');
  });

  test.each(NEEDED)('refuses to start without %s', (name) => {
    expect(() => readEnv({ ...LIVE, DATA_DIR: 'unused', [name]: '' })).toThrow(name);
  });

  test('lists everything that is missing at once', () => {
    const start = () => readEnv({ MODE: 'live', DATA_DIR: 'unused' });
    for (const name of NEEDED) expect(start).toThrow(`${name}: needed in live mode`);
  });

  test('refuses each example value of .env.example', () => {
    const input = Array.from(
      readFileSync('.env.example', 'utf8').matchAll(/^(?:# )?([A-Z_]+)=(.+)$/gm),
      ([, ...pair]) => pair,
    );
    // This folder exists where uploads would be stored.
    const shown = input.filter(
      ([name = '', value = '']) => (name in LIVE || name in PLACEHOLDER_VALUES) && !/^(file:|live|paper)/.test(value),
    );
    expect(new Set(shown.map(([name]) => name))).toEqual(new Set(Object.keys(PLACEHOLDER_VALUES)));
    for (const [name = '', value = ''] of shown) {
      expect(() => readEnv({ ...LIVE, DATA_DIR: 'unused', [name]: value })).toThrow(
        `${name}: is the example of .env.example`,
      );
    }
    expect(() => readEnv({ ...LIVE, DATA_DIR: 'unused', ...Object.fromEntries(input), MODE: 'live' })).toThrow(
      'MAIL_FROM: is the example',
    );
  });

  test('refuses simulated prices', () => {
    const start = () => readEnv({ ...LIVE, DATA_DIR: 'unused', MARKET_FEED: 'simulated' });
    expect(start).toThrow('MARKET_FEED: simulated prices are for paper mode');
    expect(readEnv({ ...LIVE, DATA_DIR: env().DATA_DIR }).MARKET_FEED).toBe('public');
  });

  test('each deposit address is validated as in the catalogue, and every fault is in the one message', () => {
    const start = () => readEnv({ ...LIVE, OPERATOR_NAME: '', OPERATOR_ADDRESSES: 'BTC=garbage,DOGE=x' });
    for (const fault of ['OPERATOR_NAME: needed', '"garbage" of BTC', 'no method "DOGE"']) expect(start).toThrow(fault);
  });

  test.each([
    ['paper', {}, LIVE],
    ['live', LIVE, {}],
  ])('a database created in %s mode keeps it', async (_mode, made, other) => {
    testEnv(made);
    await prepareInstallation();
    await prepareInstallation();
    testEnv(other);
    await expect(prepareInstallation()).rejects.toThrow(/made in/);
  });

  test('mails name the operator and the risk, and no bonus is given until it is turned on', async () => {
    testEnv(LIVE);
    const { subject, text, html } = await mailed();
    expect(subject).toBe('Hello');
    for (const body of [text, html]) {
      for (const output of [LIVE.OPERATOR_NAME, LIVE.OPERATOR_REGULATOR, LIVE.OPERATOR_JURISDICTION, RISK_WARNING]) {
        expect(body).toContain(output);
      }
      expect(body).not.toContain('Paper mode');
    }
    await write(async (tx) => {
      await tx.delete(schema.setting);
      await tx.delete(schema.depositMethod);
    });
    await ensureCatalogue();
    const bonuses = await read().select().from(schema.setting);
    expect(bonuses.length).toBeGreaterThan(0);
    for (const { key, value } of bonuses.filter((row) => row.key.includes('bonus')))
      expect([key, value]).toEqual([key, 0]);
    const methods = await read().select().from(schema.depositMethod);
    expect(methods.filter(({ enabled }) => enabled)).toMatchObject([{ code: 'BTC', address: WALLET }]);
  });
});

describe('3. Promises are reserved', () => {
  test('the whole promise is set aside before a plan is sold', async () => {
    const user = await makeUser({}, { dollars: 6_000 });
    const before = await free();
    await open(user);
    expect([before - (await free()), await committed()]).toEqual([GOLD_RETURN, GOLD_RETURN]);
    await clean();
  });

  test('a reserve one cent short refuses the sale, and nothing is sold', async () => {
    const user = await makeUser({}, { dollars: 6_000 });
    await leaveFree(GOLD_RETURN - 1n);
    const refused = await write((tx) => openInvestment(tx, user, gold));
    expect(refused).toMatchObject({ ok: false, error: { message: expect.stringMatching(/reserve/i) } });
    expect(await read().select().from(schema.investment)).toEqual([]);
    expect((await readBalances(read(), user.id)).available).toBe(6_000_00n);
    await clean();
  });

  test('a bonus without cover waits, visibly, and the deposit does not', async () => {
    const referrer = await makeUser();
    const referred = await makeUser({ referrerId: referrer.id });
    await leaveFree(99_99n);
    await depositOf(referred.id);
    expect(await read().select().from(schema.referralBonus)).toMatchObject([{ status: 'waiting', amount: 100_00n }]);
    expect((await readBalances(read(), referred.id)).available).toBe(1_000_00n);
    expect((await readBalances(read(), referrer.id)).available).toBe(0n);
    await clean();
  });

  test('nothing that reaches a user was taken from another user', async () => {
    const referrer = await makeUser({}, { dollars: 6_000 });
    const referred = await makeUser({ referrerId: referrer.id });
    await depositOf(referred.id);
    await open(referrer);
    const trader = await makeTrader();
    await makeCopy(trader);
    await trades(trader, 500);
    await mirrorAll();
    clock.advance(48 * HOUR);
    await accrueAll();
    const owners = new Map((await read().select().from(schema.account)).map((row) => [row.id, row.ownerId]));
    const moved = await read().select().from(schema.transfer);
    expect(moved.length).toBeGreaterThan(8);
    for (const { debitAccountId, creditAccountId } of moved) {
      const [from, to] = [owners.get(debitAccountId), owners.get(creditAccountId)];
      if (from && to) expect(from).toBe(to);
    }
    await clean();
  });
});

async function depositOf(userId: string): Promise<void> {
  const [user] = await read().select().from(schema.user).where(eq(schema.user.id, userId));
  if (!user) throw new Error('no such user');
  const admin = createAdminActor((await makeAdmin()).id);
  must(
    await write(async (tx) => {
      const made = await submitDeposit(tx, user, { method: 'BTC', amount: 1_000_00n, proof: null });
      return made.ok ? await approveDeposit(tx, admin, made.value.id, 1_000_00n) : made;
    }),
  );
}

describe('4. No invented performance', () => {
  const declare = async (firstname: string, winRate: string, followers: string) => {
    const names = {
      firstname,
      lastname: 'Stone',
      nationality: 'Malta',
      avgReturn: '99%',
      rrRatio: '9',
      winRate,
      followers,
    };
    const made = await write((tx) =>
      createTrader(tx, SYSTEM_ACTOR, { ...names, minimumcapital: 1_00n, capital: 10_000_00n }),
    );
    return made.ok ? made.value.id : expect.fail('not made');
  };

  test('figures are computed from recorded trades and real copies, whatever was declared', async () => {
    const id = await declare('Ada', '100%', '90000');
    const empty = await loadListedTrader(id);
    expect(empty).toMatchObject({ followers: 0, figures: { closed: 0, winRateBps: null } });
    await trades(id, 100);
    await trades(id, -50);
    await trades(id, -50);
    await trades(id, -50);
    await makeCopy(id, 100_00n);
    // Figures are of whole days.
    clock.advance(DAY);
    await runAll(saveNextFigures);
    expect(await loadListedTrader(id)).toMatchObject({ followers: 1, figures: { closed: 4, winRateBps: 2_500 } });
    expect((await loadListedTrader(id))?.declared).toMatchObject({ winRate: '100%', followers: '90000' });
  });

  test('declared figures rank no trader', async () => {
    await declare('Ada', '1%', '1');
    const boaster = await declare('Zed', '100%', '90000');
    const order = async () => (await listTraders({ search: '', page: 1 })).traders.map(({ firstName }) => firstName);
    expect(await order()).toEqual(['Ada', 'Zed']);
    await makeCopy(boaster, 100_00n);
    expect(await order()).toEqual(['Zed', 'Ada']);
  });

  test('results that an administrator enters are marked as entered by management', async () => {
    await trades(await declare('Ada', '', ''), 100);
    expect(await read().select({ source: schema.trade.source }).from(schema.trade)).toEqual([{ source: 'operator' }]);
  });
});

describe('5. No invented people', () => {
  test('an installation without the demonstration has no people in it', async () => {
    for (const table of [schema.user, schema.administrator, schema.trader, schema.trade]) {
      expect([getTableName(table), await read().select().from(table)]).toEqual([getTableName(table), []]);
    }
  });
});

describe('6. Balances have a history', () => {
  test('no table of people, traders or plans holds a balance', () => {
    for (const table of [schema.user, schema.administrator, schema.plan]) {
      // The time and reason of a freeze of withdrawals are no amounts.
      const names = Object.keys(getTableColumns(table)).filter((name) => !/(At|Reason)$/.test(name));
      expect(names.join(' ')).not.toMatch(/balance|funded|profit|deposit|withdraw|bonus|available/i);
    }
  });

  test.each([
    ['operator-credit', creditGoodwill, 'Operator credit', 100_00n],
    ['operator-profit', addProfit, 'Profit added by the operator', 100_00n],
    ['operator-debit', debitUser, 'Operator debit', -100_00n],
  ] as const)(
    '%s is a journal with its reason, in the statement and the audit log',
    async (kind, useCase, title, change) => {
      const user = await makeUser({}, { dollars: 1_000 });
      const admin = await makeAdmin();
      const act = { userId: user.id, amount: 100_00n, reason: 'As agreed by phone' };
      expect((await write((tx) => useCase(tx, createAdminActor(admin.id), act))).ok).toBe(true);
      const line = (await readStatement(read(), user.id)).at(-1);
      expect(line).toMatchObject({ kind, change, reason: act.reason });
      expect(JOURNAL_KINDS[kind]).toBe(title);
      const [noted] = await read().select().from(schema.event).where(eq(schema.event.event, kind));
      expect(noted).toMatchObject({ actorId: admin.id, userId: user.id, reason: act.reason });
      await clean();
    },
  );

  test.each([moneyActSchema, creditUserSchema])('is refused without a reason', (form) => {
    expect(form.safeParse({ amount: '10', kind: 'goodwill', reason: '  ' }).success).toBe(false);
    expect(form.safeParse({ amount: '10', kind: 'goodwill', reason: 'x' }).success).toBe(true);
  });

  test('records are neither changed nor deleted', async () => {
    await makeUser({}, { dollars: 10 });
    for (const table of [schema.journal, schema.transfer]) {
      await expect(write((tx) => tx.delete(table))).rejects.toThrow();
    }
    await expect(write((tx) => tx.update(schema.journal).set({ reason: 'another' }))).rejects.toThrow();
    await expect(write((tx) => tx.update(schema.transfer).set({ amount: 1n }))).rejects.toThrow();
  });

  test('a closed account keeps its records and what is owed', async () => {
    const user = await makeUser({}, { dollars: 1_000 });
    const admin = createAdminActor((await makeAdmin()).id);
    const closing = { userId: user.id, reason: 'Asked', submittedEmail: user.email };
    expect((await write((tx) => closeAccount(tx, admin, closing))).ok).toBe(true);
    const file = await loadUserFile(user.id);
    expect(file).toMatchObject({ person: { status: 'closed' }, balances: { funded: 1_000_00n } });
    expect(await readStatement(read(), user.id)).toHaveLength(1);
  });
});

describe('7. Withdrawals tell the truth', () => {
  const request = { method: 'BTC', amount: 200_00n, wallet: WALLET };

  async function withRequest() {
    const user = await makeUser({ pdtUnlocked: false }, { dollars: 1_000 });
    const requested = await write((tx) => requestWithdrawal(tx, user, request));
    return {
      user,
      admin: createAdminActor((await makeAdmin()).id),
      id: requested.ok ? requested.value.id : expect.fail('refused'),
    };
  }
  const rowOf = async (id: string) =>
    (await read().select().from(schema.withdrawal).where(eq(schema.withdrawal.id, id)))[0];

  test('each step has its own state and time, and no earlier one is rewritten', async () => {
    const { id, admin } = await withRequest();
    const requested = await rowOf(id);
    expect(requested).toMatchObject({ status: 'requested', approvedAt: null, paidAt: null });
    clock.advance(MINUTE);
    await write((tx) => approveWithdrawal(tx, admin, id));
    const approved = await rowOf(id);
    expect(approved).toMatchObject({ status: 'approved', requestedAt: requested?.requestedAt, paidAt: null });
    clock.advance(MINUTE);
    await write((tx) => payWithdrawal(tx, admin, id, transactionOf('tx-1')));
    const paid = await rowOf(id);
    expect(paid).toMatchObject({
      status: 'paid',
      requestedAt: requested?.requestedAt,
      approvedAt: approved?.approvedAt,
    });
    clock.advance(MINUTE);
    await write((tx) => bounceWithdrawal(tx, admin, id, 'It came back'));
    expect(await rowOf(id)).toMatchObject({
      status: 'bounced',
      paidAt: paid?.paidAt,
      approvedAt: approved?.approvedAt,
    });
    const steps = (await findTimeline(read(), 'withdrawal', id)).map(({ toState }) => toState);
    expect(steps).toEqual(['requested', 'approved', 'paid', 'bounced']);
  });

  test('a rejection says why', async () => {
    const { id, admin } = await withRequest();
    await write((tx) => rejectWithdrawal(tx, admin, id, 'The name differs'));
    expect(await rowOf(id)).toMatchObject({ status: 'rejected', reason: 'The name differs' });
    const [sentMail] = await mailsPut('withdrawal-rejected');
    expect(sentMail?.text).toContain('The name differs');
  });

  test('the only charge is the one that was shown before confirming', async () => {
    const { id, user, admin } = await withRequest();
    await write((tx) => tx.update(schema.withdrawalMethod).set({ fee: 50_00n }));
    await write((tx) => approveWithdrawal(tx, admin, id));
    await write((tx) => payWithdrawal(tx, admin, id, transactionOf('tx-1')));
    expect(await rowOf(id)).toMatchObject({ fee: 0n });
    const legs = await read().select().from(schema.transfer);
    const accounts = await read().select().from(schema.account);
    const fees = accounts.find(({ code }) => code === 'fees')?.id ?? 'none';
    expect(legs.filter(({ creditAccountId }) => creditAccountId === fees)).toEqual([]);
    expect((await readBalances(read(), user.id)).funded).toBe(800_00n);
    await clean();
  });

  test('neither the lock of live trading nor a missing identity check blocks one', async () => {
    const { user } = await withRequest();
    expect(user.pdtUnlocked).toBe(false);
    expect(await read().select().from(schema.kyc)).toEqual([]);
    expect(await read().select().from(schema.withdrawal)).toHaveLength(1);
  });
});

describe('8. No password can be read', () => {
  const PASSWORD = 'walking home in the rain';

  test('it is stored as Argon2id, for investors and administrators', async () => {
    const hash = await hashPassword(PASSWORD);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hash).not.toContain(PASSWORD);
    const made = { name: 'Ada', email: 'ada@example.com', passwordHash: hash };
    expect((await write((tx) => createAdministrator(tx, made))).ok).toBe(true);
  });

  test('pages about users contain no trace of it, and show when it was changed', async () => {
    const passwordHash = await hashPassword(PASSWORD);
    const user = await makeUser({ passwordHash });
    const text = (shown: unknown) =>
      JSON.stringify(shown, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    for (const shown of [await loadUsersPage(new URLSearchParams()), await loadUserFile(user.id)]) {
      expect(text(shown)).toContain(user.email);
      expect(text(shown)).not.toContain(passwordHash);
      expect(text(shown)).not.toContain(PASSWORD);
    }
    expect((await loadUserFile(user.id))?.person.passwordChangedAt).toEqual(user.passwordChangedAt);
  });

  test('an address alone resets nothing', async () => {
    const user = await makeUser({ passwordHash: await hashPassword(PASSWORD) });
    for (const secret of ['', 'guessed', user.id]) {
      const refused = await resetPassword(
        { email: user.email, secret },
        { newPassword: 'another long enough one' },
        { address: '192.0.2.1' },
      );
      expect(refused.ok).toBe(false);
    }
    const [still] = await read().select().from(schema.user);
    expect(still?.passwordHash).toBe(user.passwordHash);
  });
});

describe('10. The user can leave', () => {
  test('a copy stops at once, with its money back', async () => {
    const { user, id } = await makeCopy(await makeTrader());
    expect((await readBalances(read(), user.id)).available).toBe(9_000_00n);
    expect((await write((tx) => stopCopy(tx, user, id))).ok).toBe(true);
    expect(await readBalances(read(), user.id)).toMatchObject({ available: 10_000_00n, allocated: 0n });
    await clean();
  });

  test('an account is closed by its owner, including copies, and its balance stays owed', async () => {
    const { user } = await makeCopy(await makeTrader());
    const closing = { userId: user.id, reason: 'Enough', submittedEmail: user.email };
    expect((await write((tx) => closeAccount(tx, createInvestorActor(user.id), closing))).ok).toBe(true);
    expect(await readBalances(read(), user.id)).toMatchObject({ available: 10_000_00n, allocated: 0n });
    await clean();
  });
});

describe('12. A share is taken of new gains alone', () => {
  test('a running copy keeps the share that it started with', async () => {
    await prepareInstallation();
    const leader = await makeCopied();
    const admin = createAdminActor((await makeAdmin()).id);
    const entered = { firstname: 'Ann', lastname: 'Lee', nationality: 'Malta', minimumcapital: 1_000_00n };
    const declared = { winRate: '', avgReturn: '', followers: '', rrRatio: '' };
    const setShare = (share: string) =>
      write((tx) => updateTrader(tx, admin, leader.id, { ...entered, ...declared, capital: 1_000_00n, share }));
    await setShare('10');
    const { user, id } = await makeCopy(leader.id);
    await setShare('30');
    await trades(leader.id, -100);
    await trades(leader.id, 200);
    await mirrorAll();
    const [before] = await read().select().from(schema.copy);
    expect((await write((tx) => stopCopy(tx, user, id))).ok).toBe(true);
    const shares = await read().select().from(schema.leaderShare);
    // Of the worth above the deposit, after the loss was recovered.
    expect(shares).toMatchObject([{ shareBps: 1_000, amount: (before?.result ?? 0n) / 10n }]);
    await clean();
  });
});
