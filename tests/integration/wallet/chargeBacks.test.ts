// On both engines: locks of accounts without an owner, and postings that depend on others.
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { account, deposit, journal, mail } from '#drizzle/schema';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { stopDebtorsCopy } from '~/features/copying/copy/lifecycle/stopDebtorsCopy.server';
import { fundReserve } from '~/features/money/books/reserves.server';
import { endInvestmentEarly } from '~/features/money/plans/endInvestmentEarly.server';
import { openInvestment } from '~/features/money/plans/openInvestment.server';
import { findOpenMovements } from '~/features/money/reconciliation/movements.server';
import { WITHDRAWAL_QUEUE } from '~/features/money/wallet/acts/withdrawalActs.server';
import { approveDeposit, chargeBackDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import {
  approveWithdrawal,
  bounceWithdrawal,
  rejectWithdrawal,
} from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { runWithdrawalChecks } from '~/features/money/wallet/withdrawals/withdrawalChecks.server';
import { loadWithdrawalQueue } from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { creditGoodwill, writeOff } from '~/features/people/users/moveBalance.server';
import { calculateBalance } from '~/ledger/posting/accounts.server';
import { audit } from '~/ledger/proof/audit.server';
import { readReceivable } from '~/ledger/reading/refuseNotCovered.server';
import { balance, readBalances, readStatement } from '~/ledger/reading/statement.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { read, write } from '~/platform/db/index.server';
import { type AdminActor, createAdminActor, SYSTEM_ACTOR } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { START, useDatabase } from '../../support/database';
import { cases } from '../../support/depth';
import { makeAdmin, makeUser } from '../../support/people/people';
import { makeTrader } from '../../support/trading/copies';

useDatabase();

const TRANSACTION = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';

let ada: AdminActor;
let user: User;

beforeEach(async () => {
  ada = createAdminActor((await makeAdmin()).id);
  user = await makeUser();
  const funded = { reserve: 'free', amount: 100_000_00n, reason: 'The operator’s own money' } as const;
  await write((tx) => fundReserve(tx, SYSTEM_ACTOR, funded));
});

async function deposited(amount: bigint, transactionId?: string): Promise<string> {
  const submitted = await write((tx) => submitDeposit(tx, user, { method: 'BTC', amount, proof: null }));
  if (!submitted.ok) throw new Error(submitted.error.message);
  const { id } = submitted.value;
  const approved = await write((tx) => approveDeposit(tx, ada, id, amount, undefined, { transactionId }));
  if (!approved.ok) throw new Error(approved.error.message);
  return id;
}

const withdraw = (amount: bigint) =>
  write((tx) => requestWithdrawal(tx, user, { method: 'BTC', amount, wallet: WALLET }));
const chargeBack = (id: string) => write((tx) => chargeBackDeposit(tx, ada, id, 'Its bank took it back'));
const invest = (amount: bigint) => write((tx) => openInvestment(tx, user, { plan: 'starter', amount }));
const owed = () => readReceivable(read(), user.id);
const available = async () => (await readBalances(read(), user.id)).available;
const free = () => balance(read(), 'reserve:free');
const clean = async () => expect((await audit()).findings).toEqual([]);

/** Leaves the user owing $1,000 of a deposit of $1,500 that went into a plan. */
async function owing(): Promise<{ deposit: string; plan: string }> {
  const id = await deposited(1_500_00n);
  const bought = await invest(1_000_00n);
  if (!bought.ok) throw new Error(bought.error.message);
  const taken = await chargeBack(id);
  if (!taken.ok) throw new Error(taken.error.message);
  return { deposit: id, plan: bought.value.id };
}

describe('a deposit that is charged back', () => {
  test('takes the remaining money, and the spent part is owed', async () => {
    const { deposit: id } = await owing();
    expect(await readBalances(read(), user.id)).toMatchObject({
      available: 0n,
      principal: 1_000_00n,
      funded: 1_000_00n,
    });
    expect(await owed()).toBe(1_000_00n);
    expect(await balance(read(), 'custody:BTC')).toBe(0n);
    const [row] = await read().select().from(deposit).where(eq(deposit.id, id));
    expect(row).toMatchObject({ status: 'reversed', chargedBackAt: expect.any(Date) });
    expect((await readBalancesAndTotals(user.id)).totals.totalDeposit).toBe(0n);
    expect((await readStatement(read(), user.id)).at(-1)?.fundedAfter).toBe(1_000_00n);
    const [sentMail] = await read().select().from(mail).where(eq(mail.kind, 'deposit-reversed'));
    expect(sentMail?.text).toContain('You had spent $1,000.00 of it, which you now owe.');
    await clean();
  });

  test('of money that is all still there owes nothing', async () => {
    const id = await deposited(1_500_00n);
    await chargeBack(id);
    expect([await available(), await owed()]).toEqual([0n, 0n]);
    await clean();
  });

  test('keeps its transaction, and is on the statements as paid and reversed', async () => {
    const id = await deposited(1_500_00n, TRANSACTION);
    await chargeBack(id);
    const again = await write((tx) => submitDeposit(tx, user, { method: 'BTC', amount: 1_500_00n, proof: null }));
    const credited = again.ok
      ? await write((tx) =>
          approveDeposit(tx, ada, again.value.id, 1_500_00n, undefined, { transactionId: TRANSACTION }),
        )
      : again;
    expect(credited.ok).toBe(false);
    const moved = await findOpenMovements(read(), { method: 'BTC', opensAt: START });
    expect(moved.map(({ thing, direction, cents }) => [thing, direction, cents])).toEqual([
      ['deposit', 'in', 1_500_00n],
      ['return', 'out', 1_500_00n],
    ]);
  });
});

describe('a user’s debt', () => {
  test('is paid first by a later deposit, and the rest is theirs', async () => {
    await owing();
    await deposited(1_000_00n);
    expect([await available(), await owed()]).toEqual([0n, 0n]);
    await deposited(1_200_00n);
    expect([await available(), await owed()]).toEqual([1_200_00n, 0n]);
    await clean();
  });

  test('is paid in part, and by any other money that becomes available', async () => {
    await owing();
    await write((tx) => creditGoodwill(tx, ada, { userId: user.id, amount: 50_00n, reason: 'For the wait' }));
    expect([await available(), await owed()]).toEqual([0n, 950_00n]);
    const settled = await read().select().from(journal).where(eq(journal.kind, 'receivable-settled'));
    expect(settled).toHaveLength(1);
    await clean();
  });

  test('allows no withdrawal and no investment, with a plain message', async () => {
    await owing();
    const words = expect.stringContaining('You owe $1,000.00, because one of your deposits was charged back');
    expect(await withdraw(50_00n)).toMatchObject({ ok: false, error: { code: 'insufficient-funds', message: words } });
    expect(await invest(500_00n)).toMatchObject({ ok: false, error: { message: words } });
  });

  test('prevents the approval of a requested withdrawal; rejected, its hold pays', async () => {
    const id = await deposited(1_500_00n);
    const request = await withdraw(1_500_00n);
    if (!request.ok) throw new Error(request.error.message);
    await chargeBack(id);
    const refused = await write((tx) => approveWithdrawal(tx, ada, request.value.id));
    expect(refused).toMatchObject({ ok: false, error: { code: 'owed' } });
    await write((tx) => rejectWithdrawal(tx, ada, request.value.id, 'The deposit was charged back'));
    expect([await available(), await owed()]).toEqual([0n, 0n]);
    await clean();
  });

  test('is shown before an approved withdrawal is paid, in the queue and in the list of payments', async () => {
    const id = await deposited(1_500_00n);
    const request = await withdraw(1_500_00n);
    if (!request.ok) throw new Error(request.error.message);
    await write((tx) => approveWithdrawal(tx, ada, request.value.id));
    const row = async () => (await loadWithdrawalQueue({ show: 'waiting', page: 1 })).rows[0];
    expect((await row())?.risks).not.toContain('Owes money');
    await chargeBack(id);
    const shown = await row();
    expect(shown?.risks[0]).toBe('Owes money');
    const checks = shown && (await runWithdrawalChecks([shown])).get(request.value.id);
    expect(checks?.owed).toBe(1_500_00n);
    const listed = await write(async (tx) => WITHDRAWAL_QUEUE.about?.(tx, request.value.id));
    expect(listed?.title).toMatch(/, who owes \$1,500\.00$/);
    await write((tx) => bounceWithdrawal(tx, ada, request.value.id, 'Not paid: the deposit was charged back'));
    expect([await available(), await owed()]).toEqual([0n, 0n]);
  });

  test('is covered by a plan that is ended early', async () => {
    const { plan } = await owing();
    await write((tx) => endInvestmentEarly(tx, ada, plan, 'It covers what is owed'));
    expect([await available(), await owed()]).toEqual([0n, 0n]);
    await clean();
  });

  test('is covered by a copy that is stopped, which nobody else stops for an owner without a debt', async () => {
    const id = await deposited(1_500_00n);
    const trader = await makeTrader();
    const started = await write((tx) => startCopy(tx, user, { trader, amount: 1_400_00n }));
    if (!started.ok) throw new Error(started.error.message);
    const stop = () => write((tx) => stopDebtorsCopy(tx, ada, started.value.id, 'It covers what is owed'));
    expect(await stop()).toMatchObject({ ok: false, error: { code: 'not-owed' } });
    await chargeBack(id);
    expect(await owed()).toBe(1_400_00n);
    expect((await stop()).ok).toBe(true);
    expect([await available(), await owed()]).toEqual([0n, 0n]);
    await clean();
  });

  test('is written off at the cost of the free reserve, up to its amount', async () => {
    await owing();
    const before = await free();
    const act = (amount: bigint) => write((tx) => writeOff(tx, ada, { userId: user.id, amount, reason: 'Gone' }));
    expect(await act(1_000_01n)).toMatchObject({ ok: false, error: { code: 'not-owed', field: 'amount' } });
    expect((await act(1_000_00n)).ok).toBe(true);
    expect([await owed(), await free()]).toEqual([0n, before - 1_000_00n]);
    await clean();
  });
});

type Step = {
  act: 'deposit' | 'withdraw' | 'approve' | 'reject' | 'invest' | 'charge-back' | 'end' | 'write-off';
  n: number;
};

test('in any sequence no balance falls below zero, a debtor has nothing available, and the books balance', async () => {
  const step: fc.Arbitrary<Step> = fc.record({
    act: fc.constantFrom('deposit', 'withdraw', 'approve', 'reject', 'invest', 'charge-back', 'end', 'write-off'),
    n: fc.integer({ min: 1, max: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      user = await makeUser();
      const made = { deposits: [] as string[], withdrawals: [] as string[], plans: [] as string[] };
      const pick = (ids: string[], n: number) => ids[n % Math.max(ids.length, 1)] ?? 'none';
      for (const { act, n } of steps) {
        const amount = BigInt(n) * 100_00n;
        const before = { available: await available(), owed: await owed() };
        if (act === 'deposit') {
          made.deposits.push(await deposited(amount + 1_000_00n));
          const paid = before.owed < amount + 1_000_00n ? before.owed : amount + 1_000_00n;
          expect(await owed()).toBe(before.owed - paid);
          expect(await available()).toBe(before.available + amount + 1_000_00n - paid);
        } else if (act === 'withdraw') {
          const request = await withdraw(amount);
          if (request.ok) made.withdrawals.push(request.value.id);
          if (before.owed > 0n) expect(request.ok).toBe(false);
        } else if (act === 'invest') {
          const bought = await invest(amount);
          if (bought.ok) made.plans.push(bought.value.id);
        } else if (act === 'approve') await write((tx) => approveWithdrawal(tx, ada, pick(made.withdrawals, n)));
        else if (act === 'reject') await write((tx) => rejectWithdrawal(tx, ada, pick(made.withdrawals, n), 'no'));
        else if (act === 'charge-back') await chargeBack(pick(made.deposits, n));
        else if (act === 'end') await write((tx) => endInvestmentEarly(tx, ada, pick(made.plans, n), 'no'));
        else await write((tx) => writeOff(tx, ada, { userId: user.id, amount, reason: 'no' }));
        const balances = await readBalances(read(), user.id);
        for (const cents of Object.values(balances)) expect(cents).toBeGreaterThanOrEqual(0n);
        const debt = await owed();
        expect(debt).toBeGreaterThanOrEqual(0n);
        if (debt > 0n) expect(balances.available).toBe(0n);
        expect((await readStatement(read(), user.id)).at(-1)?.fundedAfter ?? 0n).toBe(balances.funded);
      }
      const books = await read().select().from(account);
      const sum = (side: 'debit' | 'credit') =>
        books.reduce((all, row) => (row.normalSide === side ? all + calculateBalance(row) : all), 0n);
      expect(sum('debit')).toBe(sum('credit'));
    }),
    { numRuns: cases(40) },
  );
  await clean();
});
