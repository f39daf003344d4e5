import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { depositMethod, file, withdrawalMethod } from '#drizzle/schema';
import { loadStatementOfPeriod } from '~/features/money/statements/lines.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { rejectWithdrawal } from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { loadWithdrawalQueue, loadWithdrawalStep } from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { UPLOAD_REFERENCES } from '~/jobs.server';
import { availableAccount, custody } from '~/ledger/chartOfAccounts';
import { postMany } from '~/ledger/posting/post.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { DAY, MINUTE, now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { createAdminActor } from '~/platform/states';
import { deleteUnusedUploads } from '~/uploads/unused.server';
import { clock, useDatabase } from '../../support/database';
import { makeAdmin, makeUser } from '../../support/people/people';

useDatabase();

const ANY = { from: null, until: null };
const wallet = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';

async function minimumOf(table: typeof depositMethod | typeof withdrawalMethod): Promise<bigint> {
  const [row] = await read().select({ minimum: table.minimum }).from(table).where(eq(table.code, 'BTC'));
  return row?.minimum ?? 0n;
}

describe('an amount at its limit', () => {
  test('that is the minimum of a withdrawal is accepted, and a cent less is not', async () => {
    const user = await makeUser({}, { dollars: 1_234.57 });
    const minimum = await minimumOf(withdrawalMethod);
    const ask = (amount: bigint) => write((tx) => requestWithdrawal(tx, user, { method: 'BTC', amount, wallet }));
    expect((await ask(minimum - 1n)).ok).toBe(false);
    expect((await ask(minimum)).ok).toBe(true);
  });

  test('that is the minimum of a deposit is accepted, and a cent less is not', async () => {
    const user = await makeUser();
    const minimum = await minimumOf(depositMethod);
    const submit = (amount: bigint) => write((tx) => submitDeposit(tx, user, { method: 'BTC', amount, proof: null }));
    expect((await submit(minimum - 1n)).ok).toBe(false);
    expect((await submit(minimum)).ok).toBe(true);
  });

  test('that is all of a user’s money is withdrawn, and a cent more is not, on the page as in the books', async () => {
    const user = await makeUser({}, { dollars: 1_234.57 });
    const balances = await readBalances(read(), user.id);
    const step = (WithdrawAmount: string) =>
      loadWithdrawalStep(user.id, new URLSearchParams({ method: 'BTC', WithdrawAmount }), balances);
    expect(await step('1234.57')).toMatchObject({ at: 'preview', amount: 1_234_57n });
    expect(await step('1234.58')).toMatchObject({ at: 'amount', problem: expect.stringContaining('does not cover') });
    const ask = (amount: bigint) => write((tx) => requestWithdrawal(tx, user, { method: 'BTC', amount, wallet }));
    await write((tx) => tx.update(withdrawalMethod).set({ fee: 5_00n }).where(eq(withdrawalMethod.code, 'BTC')));
    expect(await step('5.00')).toMatchObject({ at: 'amount', problem: expect.stringContaining('at least $5.01') });
    expect(await step('5.01')).toMatchObject({ at: 'preview' });
    expect((await ask(1_234_58n)).ok).toBe(false);
    expect((await ask(1_234_57n)).ok).toBe(true);
  });
});

test('the queue of withdrawals lists waiting ones from the oldest, and all from the newest', async () => {
  const admin = createAdminActor((await makeAdmin()).id);
  const ids: string[] = [];
  for (const dollars of [100.01, 200.02, 300.03]) {
    const user = await makeUser({}, { dollars });
    const request = { method: 'BTC', amount: 50_13n, wallet };
    const requested = await write((tx) => requestWithdrawal(tx, user, request));
    if (requested.ok) ids.push(requested.value.id);
    clock.advance(MINUTE);
  }
  const [first = '', second, third] = ids;
  const shown = async (show: 'waiting' | 'all') =>
    (await loadWithdrawalQueue({ show, page: 1 })).rows.map((row) => row.withdrawal.id);
  expect(await shown('waiting')).toEqual([first, second, third]);
  await write((tx) => rejectWithdrawal(tx, admin, first, 'The name differs'));
  expect(await shown('waiting')).toEqual([second, third]);
  expect(await shown('all')).toEqual([third, second, first]);
});

test.each([
  [3, false],
  [2, true],
])('a statement of three rows cut to its newest %i is marked as cut: %o', async (max, isCut) => {
  const user = await makeUser();
  const entries = [1_01n, 2_03n, 4_07n].map((amount) => ({
    kind: 'deposit' as const,
    ref: newId(),
    actor: 'system',
    effectiveAt: now(),
    legs: [{ debit: custody('BTC'), credit: availableAccount(user.id), amount }],
  }));
  await write((tx) => postMany(tx, entries));
  const statement = await loadStatementOfPeriod(user.id, ANY, max);
  expect([statement.lines.length, statement.isCut]).toEqual([max, isCut]);
  expect([statement.opening, statement.closing]).toEqual([isCut ? 1_01n : 0n, 7_11n]);
});

test('unused uploads of one purpose that fill a batch count as more to do, whatever the other purposes had', async () => {
  const user = await makeUser();
  const rows = Array.from({ length: 51 }, (_, at) => ({
    id: newId(),
    ownerId: user.id,
    purpose: 'proof' as const,
    name: `${at}.png`,
    type: 'image/png',
    bytes: 7,
    sha256: String(at),
    storageKey: newId(),
    createdAt: now(),
  }));
  await write((tx) => tx.insert(file).values(rows));
  clock.advance(DAY + 1);
  expect(await deleteUnusedUploads(UPLOAD_REFERENCES)).toBe(true);
  expect(await read().select().from(file)).toHaveLength(1);
  expect(await deleteUnusedUploads(UPLOAD_REFERENCES)).toBe(false);
  expect(await read().select().from(file)).toEqual([]);
});
