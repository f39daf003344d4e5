import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { deposit, withdrawal } from '#drizzle/schema';
import { approveDeposit, reverseDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import {
  approveWithdrawal,
  bounceWithdrawal,
  payWithdrawal,
} from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { custody, payoutsAccount } from '~/ledger/chartOfAccounts';
import { mustPost } from '~/ledger/posting/post.server';
import { audit } from '~/ledger/proof/audit.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { balance, readBalances } from '~/ledger/reading/statement.server';
import { DAY, now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { createAdminActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { clock, useDatabase } from '../../support/database';
import { LIVE } from '../../support/liveEnvironment';
import { must } from '../../support/must';
import { makeAdmin, makeUser } from '../../support/people/people';
import { transactionOf } from '../../support/transactionIds';

// In live mode no method can give more than it received.
useDatabase(LIVE);

const WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const DEPOSITED = 1_234_57n;

const administrators = async () =>
  [createAdminActor((await makeAdmin()).id), createAdminActor((await makeAdmin()).id)] as const;
const inCustody = () => balance(read(), 'custody:BTC');
const statusOf = async (table: typeof deposit | typeof withdrawal, id: string) =>
  (await read().select({ status: table.status }).from(table).where(eq(table.id, id)))[0]?.status;

/** Moves money between the operator's methods until this amount of bitcoin is left. */
async function leaveInCustody(cents: bigint): Promise<void> {
  const amount = (await inCustody()) - cents;
  const [debit, credit] = amount > 0n ? [custody('ETH'), custody('BTC')] : [custody('BTC'), custody('ETH')];
  const legs = [{ debit, credit, amount: amount > 0n ? amount : -amount }];
  const entry = { kind: 'custody-converted', ref: newId(), actor: 'system', effectiveAt: now(), legs } as const;
  await write((tx) => mustPost(tx, entry));
}

async function clean() {
  while (await sealNextBatch());
  expect((await audit()).findings).toEqual([]);
}

async function approvedWithdrawal(user: User) {
  const [approver, payer] = await administrators();
  const request = { method: 'BTC', amount: 700_43n, wallet: WALLET };
  const { id } = must(await write((tx) => requestWithdrawal(tx, user, request)));
  // After the waiting time of a new address.
  clock.advance(2 * DAY);
  expect(await write((tx) => approveWithdrawal(tx, approver, id))).toMatchObject({ ok: true });
  return { id, approver, payer };
}

const SHORT = { ok: false, error: { code: 'short-custody', message: expect.stringContaining('Held in BTC') } };

describe('custody with too little', () => {
  test('pays no withdrawal: it stays approved and owed, until there is exactly enough', async () => {
    const user = await makeUser({}, { dollars: 1_234.57 });
    const { id, payer } = await approvedWithdrawal(user);
    await leaveInCustody(700_42n);
    expect(await write((tx) => payWithdrawal(tx, payer, id, transactionOf('tx-1'), 1n))).toMatchObject(SHORT);
    expect(await statusOf(withdrawal, id)).toBe('approved');
    expect([await inCustody(), await balance(read(), payoutsAccount.code)]).toEqual([700_42n, 700_43n]);
    await clean();

    await leaveInCustody(700_43n);
    expect(await write((tx) => payWithdrawal(tx, payer, id, transactionOf('tx-1'), 1n))).toMatchObject({ ok: true });
    expect([await inCustody(), await balance(read(), payoutsAccount.code)]).toEqual([0n, 0n]);
    await clean();
  });

  test('does not prevent an approved withdrawal from returning to the user', async () => {
    const user = await makeUser({}, { dollars: 1_234.57 });
    const { id, approver } = await approvedWithdrawal(user);
    await leaveInCustody(0n);
    expect(await write((tx) => bounceWithdrawal(tx, approver, id, 'Closed there'))).toMatchObject({ ok: true });
    expect((await readBalances(read(), user.id)).available).toBe(DEPOSITED);
    await clean();
  });

  test('reverses no deposit: it stays approved and the user’s, until there is exactly enough', async () => {
    const user = await makeUser();
    const [admin] = await administrators();
    const { id } = must(
      await write((tx) => submitDeposit(tx, user, { method: 'BTC', amount: DEPOSITED, proof: null })),
    );
    expect(await write((tx) => approveDeposit(tx, admin, id, DEPOSITED, undefined, { coin: 1n }))).toMatchObject({
      ok: true,
    });
    await leaveInCustody(DEPOSITED - 1n);
    expect(await write((tx) => reverseDeposit(tx, admin, id, 'A mistake'))).toMatchObject(SHORT);
    expect(await statusOf(deposit, id)).toBe('approved');
    expect((await readBalances(read(), user.id)).available).toBe(DEPOSITED);
    await clean();

    await leaveInCustody(DEPOSITED);
    expect(await write((tx) => reverseDeposit(tx, admin, id, 'A mistake'))).toMatchObject({ ok: true });
    expect([await inCustody(), (await readBalances(read(), user.id)).funded]).toEqual([0n, 0n]);
    await clean();
  });
});
