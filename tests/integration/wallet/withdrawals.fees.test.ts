import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { mail, withdrawal, withdrawalMethod } from '#drizzle/schema';
import {
  approveWithdrawal,
  bounceWithdrawal,
  cancelWithdrawal,
  payWithdrawal,
  rejectWithdrawal,
} from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { audit } from '~/ledger/proof/audit.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { balance, readBalances } from '~/ledger/reading/statement.server';
import { readBalancesAndTotals, readTotalsOfUsers } from '~/ledger/reading/userTotals.server';
import { HOUR } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { createAdminActor, createInvestorActor } from '~/platform/states';
import { clock, useDatabase } from '../../support/database';
import { makeAdmin, makeUser } from '../../support/people/people';
import { transactionOf } from '../../support/transactionIds';

useDatabase();

const WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const DEPOSITED = 1_234_57n;
const AMOUNT = 200_13n;
const FEE = 7_31n;
const NET = AMOUNT - FEE;

const setMethod = (set: Partial<typeof withdrawalMethod.$inferInsert>) =>
  write((tx) => tx.update(withdrawalMethod).set(set).where(eq(withdrawalMethod.code, 'BTC')));

async function withRequest(amount = AMOUNT) {
  await setMethod({ fee: FEE });
  const user = await makeUser({}, { dollars: 1_234.57 });
  const admin = createAdminActor((await makeAdmin()).id);
  const payer = createAdminActor((await makeAdmin()).id);
  const request = { method: 'BTC', amount, wallet: WALLET, charge: FEE };
  const requested = await write((tx) => requestWithdrawal(tx, user, request));
  if (!requested.ok) throw new Error(requested.error.message);
  const { id } = requested.value;
  const must = async (done: Promise<{ ok: boolean }>) => {
    clock.advance(7 * HOUR + 1);
    expect(await done).toMatchObject({ ok: true });
  };
  return {
    user,
    id,
    approve: () => must(write((tx) => approveWithdrawal(tx, admin, id))),
    pay: () => must(write((tx) => payWithdrawal(tx, payer, id, transactionOf(id)))),
    bounce: () => must(write((tx) => bounceWithdrawal(tx, admin, id, 'The exchange sent it back'))),
    reject: () => must(write((tx) => rejectWithdrawal(tx, admin, id, 'The name differs'))),
    cancel: () => must(write((tx) => cancelWithdrawal(tx, createInvestorActor(user.id), id))),
  };
}

/** Distribution of the money, cents, once the books were found right. */
async function standing({ id }: { id: string }) {
  while (await sealNextBatch());
  expect((await audit()).findings).toEqual([]);
  const { available, held, funded } = await readBalances(read(), id);
  const { totals } = await readBalancesAndTotals(id);
  // The list of users computes the same sum in another way.
  expect((await readTotalsOfUsers([id])).get(id)).toEqual({ ...totals, funded });
  const [fees, payouts, custody] = await Promise.all(
    ['fees', 'payouts', 'custody:BTC'].map((code) => balance(read(), code)),
  );
  return { available, held, funded, withdrawn: totals.totalWithdraw, fees, payouts, custody };
}

const REQUESTED = {
  available: DEPOSITED - AMOUNT,
  held: AMOUNT,
  funded: DEPOSITED,
  withdrawn: 0n,
  fees: 0n,
  payouts: 0n,
  custody: DEPOSITED,
};
const APPROVED = { ...REQUESTED, held: 0n, funded: DEPOSITED - AMOUNT, withdrawn: AMOUNT, fees: FEE, payouts: NET };
const PAID = { ...APPROVED, payouts: 0n, custody: DEPOSITED - NET };
/** The charge was for the try: the operator keeps it. */
const BOUNCED = {
  ...REQUESTED,
  available: DEPOSITED - FEE,
  held: 0n,
  funded: DEPOSITED - FEE,
  withdrawn: FEE,
  fees: FEE,
};
const UNTOUCHED = { ...REQUESTED, available: DEPOSITED, held: 0n };

describe('a withdrawal with a fee', () => {
  test('is held as a whole, owed without the fee, and paid without it', async () => {
    const made = await withRequest();
    expect(await standing(made.user)).toEqual(REQUESTED);
    await made.approve();
    expect(await standing(made.user)).toEqual(APPROVED);
    await made.pay();
    expect(await standing(made.user)).toEqual(PAID);
  });

  test('that comes back after payment leaves the fee with the operator', async () => {
    const made = await withRequest();
    await made.approve();
    await made.pay();
    await made.bounce();
    expect(await standing(made.user)).toEqual(BOUNCED);
  });

  test('that comes back before payment takes nothing out of custody', async () => {
    const made = await withRequest();
    await made.approve();
    await made.bounce();
    expect(await standing(made.user)).toEqual(BOUNCED);
  });

  test.each(['cancel', 'reject'] as const)('ended by %s returns the fee too', async (end) => {
    const made = await withRequest();
    await made[end]();
    expect(await standing(made.user)).toEqual(UNTOUCHED);
  });

  test('keeps the fee that was shown when it was requested', async () => {
    const made = await withRequest();
    await setMethod({ fee: 99_99n });
    await made.approve();
    await made.pay();
    expect(await standing(made.user)).toEqual(PAID);
  });

  test('names in its mails the paid and the requested amount', async () => {
    const made = await withRequest();
    await made.approve();
    await made.pay();
    await made.bounce();
    const texts = new Map((await read().select().from(mail)).map(({ kind, text }) => [kind, text]));
    expect(texts.get('withdrawal-approved')).toContain('$200.13');
    expect(texts.get('withdrawal-paid')).toContain('$192.82');
    expect(texts.get('withdrawal-bounced')).toContain('$192.82');
  });

  test.each([
    ['equal to the fee', FEE, false],
    ['one cent more than the fee', FEE + 1n, true],
  ])('of an amount %s: taken is %o', async (_, amount, taken) => {
    await setMethod({ minimum: 1n, fee: FEE });
    const user = await makeUser({}, { dollars: 1_234.57 });
    const request = { method: 'BTC', amount, wallet: WALLET };
    const requested = await write((tx) => requestWithdrawal(tx, user, request));
    expect(requested).toMatchObject(taken ? { ok: true } : { ok: false, error: { code: 'too-low', field: 'amount' } });
    expect((await read().select().from(withdrawal)).length).toBe(taken ? 1 : 0);
    expect((await standing(user)).held).toBe(taken ? amount : 0n);
  });

  test('of one cent more than the fee pays out one cent', async () => {
    await setMethod({ minimum: 1n });
    const made = await withRequest(FEE + 1n);
    await made.approve();
    expect(await standing(made.user)).toMatchObject({ fees: FEE, payouts: 1n });
    await made.pay();
    expect(await standing(made.user)).toMatchObject({ fees: FEE, payouts: 0n, custody: DEPOSITED - 1n });
  });

  test('whose fee was changed after the preview is refused', async () => {
    await setMethod({ fee: FEE });
    const user = await makeUser({}, { dollars: 1_234.57 });
    const request = { method: 'BTC', amount: AMOUNT, wallet: WALLET, charge: FEE - 1n };
    const requested = await write((tx) => requestWithdrawal(tx, user, request));
    expect(requested).toMatchObject({ ok: false, error: { code: 'charge-changed' } });
    expect(await standing(user)).toEqual(UNTOUCHED);
  });
});
