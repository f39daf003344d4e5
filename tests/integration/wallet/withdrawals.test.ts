import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { mail, withdrawal } from '#drizzle/schema';
import { WITHDRAWAL_QUEUE } from '~/features/money/wallet/acts/withdrawalActs.server';
import { listReferenceItems } from '~/features/money/wallet/components/Receipt';
import { withdrawalSchema } from '~/features/money/wallet/schema';
import { withdrawalMachine } from '~/features/money/wallet/states';
import {
  approveAndPayWithdrawal,
  approveWithdrawal,
  bounceWithdrawal,
  cancelWithdrawal,
  payWithdrawal,
  rejectWithdrawal,
} from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { notifyRefused, requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { loadWithdrawalQueue } from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { debitUser } from '~/features/people/users/moveBalance.server';
import { audit } from '~/ledger/proof/audit.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { MINUTE } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { done } from '~/platform/result';
import { createAdminActor, createInvestorActor } from '~/platform/states';
import { createPossibleKeys, decide } from '~/routes/admin/decide.server';
import { clock, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { onBothEngines } from '../../support/onBothEngines';
import { formOf } from '../../support/pages/files';
import { agreed } from '../../support/pages/previews';
import { makeAdmin, makeUser, superadmin } from '../../support/people/people';
import { transactionOf } from '../../support/transactionIds';

useDatabase();

const confirmed = async () => done(null);

const WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const request = { method: 'BTC', amount: 200_00n, wallet: WALLET };

async function withRequest() {
  const user = await makeUser({}, { dollars: 1_000 });
  const admin = createAdminActor((await makeAdmin()).id);
  const requested = must(await write((tx) => requestWithdrawal(tx, user, request)));
  return { user, admin, me: createInvestorActor(user.id), id: requested.id };
}

const stateOf = async (id: string) => (await read().select().from(withdrawal).where(eq(withdrawal.id, id)))[0]?.status;

describe('a refused withdrawal', () => {
  const SAYS = {
    'more than there is': [{ amount: 5_000_00n }, 'does not cover $5,000.00.'],
    'less than the minimum': [{ amount: 1n }, 'Amount is less than withdrawal limit.'],
    'no wallet of the method': [{ wallet: 'not a wallet' }, 'This is not a valid'],
    'no such method': [{ method: 'GOLD' }, 'Choose a withdrawal method.'],
  } as const;

  test.each(Object.entries(SAYS))('for %s is mailed with its reason, once in ten minutes', async (_, [odd, says]) => {
    const user = await makeUser({}, { dollars: 1_000 });
    const ask = async () => {
      const refused = await write((tx) => requestWithdrawal(tx, user, { ...request, ...odd }));
      if (refused.ok) throw new Error('It was not refused');
      await write((tx) => notifyRefused(tx, user, refused.error, { ...request, ...odd }));
    };
    const mails = async () =>
      (await read().select().from(mail).where(eq(mail.recipient, user.email))).map(({ subject, text }) => [
        subject,
        text,
      ]);
    await ask();
    await ask();
    expect(await mails()).toEqual([['[paper] Withdrawal not made', expect.stringContaining(says)]]);
    clock.advance(9 * MINUTE);
    await ask();
    expect(await mails()).toHaveLength(1);
    clock.advance(MINUTE);
    await ask();
    expect(await mails()).toHaveLength(2);
  });
});

describe('missing values are not invented', () => {
  test('for a payment without a reference, and an act of a call without a reason', async () => {
    const { user, admin, id } = await withRequest();
    expect((await write((tx) => approveAndPayWithdrawal(tx, admin, id, null))).ok).toBe(true);
    expect((await write((tx) => debitUser(tx, admin, { userId: user.id, amount: 1_00n }))).ok).toBe(true);
    const sent = (await read().select().from(mail).where(eq(mail.recipient, user.email))).map(({ text }) => text);
    expect(sent.join('\n')).toContain('No payment reference was given.');
    expect(sent.join('\n')).not.toMatch(/[Rr]eason|undefined|null|Paid by management/);
    const [row] = await read().select().from(withdrawal).where(eq(withdrawal.id, id));
    expect([row?.status, row?.reference]).toEqual(['paid', null]);
    expect(listReferenceItems({ reference: 'Paid by management', paidAt: new Date() })).toEqual([
      { term: 'Payment reference', detail: 'None was given' },
    ]);
    expect((await audit()).findings).toEqual([]);
  });
});

describe('a withdrawal', () => {
  test('is held when requested, owed when approved, gone when paid', async () => {
    const { user, admin, id } = await withRequest();
    expect(await readBalances(read(), user.id)).toMatchObject({ available: 800_00n, held: 200_00n, funded: 1_000_00n });
    expect((await write((tx) => approveWithdrawal(tx, admin, id))).ok).toBe(true);
    expect(await readBalances(read(), user.id)).toMatchObject({ available: 800_00n, held: 0n, funded: 800_00n });
    expect((await readBalancesAndTotals(user.id)).totals.totalWithdraw).toBe(200_00n);
    expect((await write((tx) => payWithdrawal(tx, admin, id, transactionOf('tx-1')))).ok).toBe(true);
    expect(await stateOf(id)).toBe('paid');
    expect((await audit()).findings).toEqual([]);
    const sent = await read().select({ kind: mail.kind, recipient: mail.recipient }).from(mail);
    const kindsTo = (address: string) =>
      sent
        .filter(({ recipient }) => recipient === address)
        .map(({ kind }) => kind)
        .sort();
    expect(kindsTo(user.email)).toEqual(['withdrawal-approved', 'withdrawal-paid', 'withdrawal-requested']);
    expect(kindsTo('support@mirrorbook.example')).toEqual(['withdrawal-approved', 'withdrawal-requested']);
  });

  test('cancelled or rejected, returns the money', async () => {
    const first = await withRequest();
    await write((tx) => cancelWithdrawal(tx, first.me, first.id));
    expect(await readBalances(read(), first.user.id)).toMatchObject({ available: 1_000_00n, held: 0n });
    const second = await withRequest();
    await write((tx) => rejectWithdrawal(tx, second.admin, second.id, 'The name differs'));
    expect(await readBalances(read(), second.user.id)).toMatchObject({ available: 1_000_00n, held: 0n });
    expect((await audit()).findings).toEqual([]);
  });

  test('that came back after payment is available again', async () => {
    const { user, admin, id } = await withRequest();
    await write((tx) => approveWithdrawal(tx, admin, id));
    await write((tx) => payWithdrawal(tx, admin, id, transactionOf('tx-1')));
    await write((tx) => bounceWithdrawal(tx, admin, id, 'The exchange sent it back'));
    expect(await readBalances(read(), user.id)).toMatchObject({ available: 1_000_00n, funded: 1_000_00n });
    expect((await readBalancesAndTotals(user.id)).totals.totalWithdraw).toBe(0n);
    expect((await audit()).findings).toEqual([]);
  });

  test('shows the first decision and its time', async () => {
    const { admin, me, id } = await withRequest();
    await write((tx) => rejectWithdrawal(tx, admin, id, 'The name differs'));
    const other = createAdminActor((await makeAdmin()).id);
    const late = (by: typeof admin) => write((tx) => approveWithdrawal(tx, by, id));
    const plain = 'Nothing was changed: this withdrawal is rejected.';
    expect(await late(other)).toMatchObject({
      error: { message: `${plain} Ada did this on 2 Mar 2026 at 09:00 UTC.` },
    });
    expect(await late(admin)).toMatchObject({ error: { message: plain } });
    expect(await write((tx) => cancelWithdrawal(tx, me, id))).toMatchObject({ error: { message: plain } });
  });

  onBothEngines('races for money', () => {
    test('decided by three at once has one winner', async () => {
      const { admin, me, id } = await withRequest();
      const ended = await Promise.all([
        write((tx) => approveWithdrawal(tx, admin, id)),
        write((tx) => rejectWithdrawal(tx, admin, id, 'no')),
        write((tx) => cancelWithdrawal(tx, me, id)),
      ]);
      expect(ended.filter((end) => end.ok)).toHaveLength(1);
      expect((await audit()).findings).toEqual([]);
    });

    test('is approved and paid in one, or not at all', async () => {
      const { user, admin, id } = await withRequest();
      expect((await write((tx) => approveAndPayWithdrawal(tx, admin, id, transactionOf('tx-1')))).ok).toBe(true);
      expect(await stateOf(id)).toBe('paid');
      expect(await readBalances(read(), user.id)).toMatchObject({ funded: 800_00n });
      // User and support get one mail each, and neither claims that a payment is pending.
      const readMails = (await read().select().from(mail)).filter(({ kind }) => !kind.endsWith('-requested'));
      expect(readMails.map(({ kind, recipient }) => [kind, recipient === user.email]).sort()).toEqual([
        ['withdrawal-paid', false],
        ['withdrawal-paid', true],
      ]);
      for (const { subject, text } of readMails) {
        expect(subject).toContain('Withdrawal approved and paid');
        expect(text).toMatch(/withdrawal of \$\S+ (by \S+ )?was approved and paid\./);
      }
      const again = await write((tx) => approveAndPayWithdrawal(tx, admin, id, transactionOf('tx-2')));
      expect(again).toMatchObject({ ok: false, error: { code: 'wrong-state' } });
      expect((await audit()).findings).toEqual([]);
    });
  });

  test('waits in the queue until it is paid, with the decisions that its state allows', async () => {
    const { id } = await withRequest();
    const { id: adminId } = await makeAdmin();
    const view = { show: 'waiting', page: 1 } as const;
    const keysOf = (status: string) => createPossibleKeys(WITHDRAWAL_QUEUE, status, superadmin(adminId));
    expect(Object.keys(keysOf('requested'))).toEqual(['approve', 'approve-and-pay', 'reject']);
    expect(Object.keys(keysOf('approved'))).toEqual(['pay', 'bounce']);
    expect(Object.keys(keysOf('paid'))).toEqual(['bounce']);
    const send = async (decision: string, status: string, fields: Record<string, string>) => {
      const all = { id, _intent: decision, _key: keysOf(status)[decision] ?? '', ...fields };
      return await agreed((more) => decide(WITHDRAWAL_QUEUE, formOf({ ...all, ...more }), adminId, view, confirmed));
    };
    expect(await send('approve', 'requested', {})).toBeInstanceOf(Response);
    // A second tab gets the state, not the question whether to repeat it.
    expect(await send('approve', 'requested', {})).toMatchObject({
      data: {
        result: { error: { '': [expect.stringContaining('Nothing was changed: this withdrawal is approved.')] } },
      },
      init: { status: 400 },
    });
    expect((await loadWithdrawalQueue(view)).rows).toMatchObject([{ withdrawal: { id, status: 'approved' } }]);
    expect(await send('pay', 'approved', {})).toMatchObject({ init: { status: 400 } });
    expect(await send('pay', 'approved', { reference: transactionOf('tx-1') })).toBeInstanceOf(Response);
    expect(await loadWithdrawalQueue(view)).toMatchObject({ rows: [], total: 0 });
    expect((await loadWithdrawalQueue({ show: 'all', page: 1 })).total).toBe(1);
    expect((await audit()).findings).toEqual([]);
  });

  test('of another user is not found', async () => {
    const { id } = await withRequest();
    const other = await makeUser();
    const ended = await write((tx) => cancelWithdrawal(tx, createInvestorActor(other.id), id));
    expect(ended).toMatchObject({ ok: false, error: { code: 'not-found' } });
  });

  test.each([
    [{ ...request, amount: 99n }, 'Amount is less than withdrawal limit', 'amount'],
    [{ ...request, amount: 1_000_01n }, 'Your available balance does not cover $1,000.01.', 'amount'],
    [{ ...request, wallet: 'nonsense' }, 'This is not a valid BTC address', 'wallet'],
    [{ ...request, wallet: '1111111111111111111114oLvT2' }, 'money sent there is lost', 'wallet'],
    [{ ...request, method: 'DOGE' }, 'Choose a withdrawal method', 'method'],
  ])('is refused with a message at the field: %o', async (wrong, message, field) => {
    const user = await makeUser({}, { dollars: 1_000 });
    const refused = await write((tx) => requestWithdrawal(tx, user, wrong));
    expect(refused).toMatchObject({ ok: false, error: { field, message: expect.stringContaining(message) } });
    expect(await readBalances(read(), user.id)).toMatchObject({ available: 1_000_00n, held: 0n });
  });

  test('is paid to the address of a payment link, without its extra characters', async () => {
    const user = await makeUser({}, { dollars: 1_000 });
    const sent = withdrawalSchema.parse({
      method: 'BTC',
      WithdrawAmount: '200',
      wallet: `\u200ebitcoin:${WALLET}?amount=1`,
    });
    expect(await write((tx) => requestWithdrawal(tx, user, sent))).toMatchObject({ ok: true });
    expect(await read().select({ wallet: withdrawal.wallet }).from(withdrawal)).toEqual([{ wallet: WALLET }]);
  });

  test('changes only as its state table allows', async () => {
    const steps = {
      cancel: (id: string, { me }: Awaited<ReturnType<typeof withRequest>>) =>
        write((tx) => cancelWithdrawal(tx, me, id)),
      reject: (id: string, { admin }: Awaited<ReturnType<typeof withRequest>>) =>
        write((tx) => rejectWithdrawal(tx, admin, id, 'no')),
      approve: (id: string, { admin }: Awaited<ReturnType<typeof withRequest>>) =>
        write((tx) => approveWithdrawal(tx, admin, id)),
      pay: (id: string, { admin }: Awaited<ReturnType<typeof withRequest>>) =>
        write((tx) => payWithdrawal(tx, admin, id, transactionOf(id))),
      bounce: (id: string, { admin }: Awaited<ReturnType<typeof withRequest>>) =>
        write((tx) => bounceWithdrawal(tx, admin, id, 'no')),
    };
    const ways = {
      requested: [],
      approved: ['approve'],
      paid: ['approve', 'pay'],
      rejected: ['reject'],
      cancelled: ['cancel'],
      bounced: ['approve', 'bounce'],
    } as const;
    for (const [state, way] of Object.entries(ways)) {
      for (const [name, { from, to }] of Object.entries(withdrawalMachine.events)) {
        const made = await withRequest();
        for (const step of way) await steps[step](made.id, made);
        expect(await stateOf(made.id)).toBe(state);
        const allowed = (from as readonly string[]).includes(state);
        const ended = await steps[name as keyof typeof steps](made.id, made);
        expect([state, name, ended.ok]).toEqual([state, name, allowed]);
        expect(await stateOf(made.id)).toBe(allowed ? to : state);
      }
    }
    expect((await audit()).findings).toEqual([]);
  });
});
