// On both engines: races for money.
import { asc, eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deposit, paymentReference, withdrawal, withdrawalMethod } from '#drizzle/schema';
import { ACTS } from '~/acts.server';
import { approveDeposit, reverseDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { proveDeposit } from '~/features/money/wallet/deposits/proveDeposit.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { recordFoundPaid } from '~/features/money/wallet/restored/goThrough.server';
import {
  approveAndPayWithdrawal,
  approveWithdrawal,
  bounceWithdrawal,
  payWithdrawal,
} from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { audit } from '~/ledger/proof/audit.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { read, write } from '~/platform/db/index.server';
import type { Result } from '~/platform/result';
import { type AdminActor, createAdminActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { makeAdmin, makeUser } from '../../support/people/people';
import { restored } from '../../support/people/restored';
import { STEPS, useCases } from '../../support/useCases';

useDatabase();

const HASH = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const OTHER = 'a'.repeat(64);

const request = { method: 'BTC', amount: 200_00n, wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' };

/** Several requested withdrawals of one user. */
async function requests(count: number) {
  const user = await makeUser({}, { dollars: 1_000 });
  const admin = createAdminActor((await makeAdmin()).id);
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const requested = must(await write((tx) => requestWithdrawal(tx, user, request)));
    ids.push(requested.id);
  }
  return { user, admin, ids: ids as [string, ...string[]] };
}

test('a payment is accepted for one withdrawal, in any spelling of its reference', async () => {
  const { user, admin, ids } = await requests(3);
  const [first, second = '', third = ''] = ids;
  expect(await write((tx) => approveAndPayWithdrawal(tx, admin, first, `0x${HASH.toUpperCase()}`))).toMatchObject({
    ok: true,
  });
  await write((tx) => approveWithdrawal(tx, admin, second));
  for (const again of [`0x${HASH.toUpperCase()}`, HASH, ` 0x ${HASH.slice(0, 8)} ${HASH.slice(8)}`]) {
    const error = { code: 'reference-used', field: 'reference', message: expect.stringContaining(first) };
    expect(await write((tx) => payWithdrawal(tx, admin, second, again))).toMatchObject({ ok: false, error });
    expect(await write((tx) => approveAndPayWithdrawal(tx, admin, third, again))).toMatchObject({ ok: false, error });
  }
  const states = await read().select({ status: withdrawal.status }).from(withdrawal).orderBy(asc(withdrawal.id));
  expect(states.map(({ status }) => status)).toEqual(['paid', 'approved', 'requested']);
  expect(await readBalances(read(), user.id)).toMatchObject({ available: 400_00n, held: 200_00n });
  // A second output of the same transaction is a separate payment.
  expect(await write((tx) => payWithdrawal(tx, admin, second, `${HASH}:1`))).toMatchObject({ ok: true });
  expect((await audit()).findings).toEqual([]);
});

/** Returns why approving a deposit needs two. */
const twoFor = (admin: AdminActor, input: { id: string; received: bigint; transactionId: string }) => {
  const { takesTwo } = ACTS['deposit-approve'];
  return write((tx) => (typeof takesTwo === 'string' ? Promise.resolve([]) : takesTwo.when(tx, admin, input)));
};

test('outputs of a transaction are counted separately, each once, and then not the whole of it', async () => {
  const { admin } = await requests(0);
  const first = { deposit: await reportedBy(await makeUser()), named: `${HASH}:1` };
  const [again, whole] = [await reportedBy(await makeUser()), await reportedBy(await makeUser())];
  const approve = (id: string, transactionId: string) =>
    write((tx) => approveDeposit(tx, admin, id, 1_000_00n, undefined, { transactionId }));
  expect(await approve(first.deposit, first.named)).toMatchObject({ ok: true });
  for (const [id, named] of [
    [again, `${HASH}:01`],
    [whole, HASH],
  ] as const) {
    const error = { code: 'reference-used', message: expect.stringContaining(first.deposit) };
    expect([named, await approve(id, named)]).toMatchObject([named, { ok: false, error }]);
    const input = { id, received: 1_000_00n, transactionId: named };
    expect(await twoFor(admin, input)).toContain('its proof is that of another deposit, too');
  }
  expect(await approve(again, `${HASH}:2`)).toMatchObject({ ok: true });
});

test('another ID typed by an administrator does not hide the one that the investor named', async () => {
  const { admin } = await requests(0);
  const [one, other] = [await makeUser(), await makeUser()];
  const ids = [await reportedBy(one), await reportedBy(other)];
  await write((tx) => proveDeposit(tx, one, { id: ids[0] ?? '', transactionId: HASH }));
  await write((tx) => proveDeposit(tx, other, { id: ids[1] ?? '', transactionId: HASH }));
  const input = { id: ids[1] ?? '', received: 1_000_00n, transactionId: OTHER };
  expect(await twoFor(admin, input)).toContain('its proof is that of another deposit, too');
});

test('of two who pay with one reference at once, one succeeds', async () => {
  const { admin, ids } = await requests(4);
  for (const id of ids) await write((tx) => approveWithdrawal(tx, admin, id));
  const paid = await Promise.all(ids.map((id) => write((tx) => payWithdrawal(tx, admin, id, HASH))));
  expect(paid.filter(({ ok }) => ok)).toHaveLength(1);
  expect((await audit()).findings).toEqual([]);
});

/** Message of every use case with a payment ID to one of another network; each gets a payment in bitcoin. */
const DOORS: Record<string, (id: string) => Promise<Result<unknown>>> = {
  'wallet proveDeposit': async (transactionId) => {
    const user = await makeUser();
    const id = await reportedBy(user);
    return write((tx) => proveDeposit(tx, user, { id, transactionId }));
  },
  'wallet approveDeposit': async (transactionId) => {
    const { admin } = await requests(0);
    const id = await reportedBy(await makeUser());
    return write((tx) => approveDeposit(tx, admin, id, 1_000_00n, undefined, { transactionId }));
  },
  'wallet payWithdrawal': async (reference) => {
    const { admin, ids } = await requests(1);
    await write((tx) => approveWithdrawal(tx, admin, ids[0]));
    return write((tx) => payWithdrawal(tx, admin, ids[0], reference));
  },
  'wallet approveAndPayWithdrawal': async (reference) => {
    const { admin, ids } = await requests(1);
    return write((tx) => approveAndPayWithdrawal(tx, admin, ids[0], reference));
  },
  'wallet recordFoundPaid': async (reference) => {
    const { admin, ids } = await requests(1);
    await restored();
    return write((tx) => recordFoundPaid(tx, admin, ids[0], reference));
  },
};

test('every use case with a payment ID is tested with invalid ones', () => {
  const input = useCases().filter(({ key, takes }) => /\b(reference|transactionId)\b/.test(takes) && !(key in STEPS));
  expect(input.map(({ key }) => key).sort()).toEqual(Object.keys(DOORS).sort());
});

test.each(Object.entries(DOORS))('%s describes a valid ID of the network of the method', async (_, give) => {
  const error = { code: 'no-transaction', message: expect.stringMatching(/of Bitcoin is .*64 characters/) };
  for (const wrong of ['hello', HASH.slice(1), `${HASH.slice(1)}g`]) {
    expect(await give(wrong)).toMatchObject({ ok: false, error });
  }
  expect(await give(` ${HASH.toUpperCase()} `)).toMatchObject({ ok: true });
  expect((await audit()).findings).toEqual([]);
});

test('a payment by hand needs a reference', async () => {
  const give = DOORS['wallet payWithdrawal'];
  expect(await give?.('Paid by management')).toMatchObject({ ok: false, error: { code: 'no-transaction' } });
});

test('a method with an unknown network accepts the bank’s reference of the payment', async () => {
  const { admin, ids } = await requests(1);
  await write((tx) => tx.update(withdrawalMethod).set({ network: 'a bank' }).where(eq(withdrawalMethod.code, 'BTC')));
  expect(await write((tx) => approveAndPayWithdrawal(tx, admin, ids[0], 'SEPA 2026-11/0042'))).toMatchObject({
    ok: true,
  });
});

test('calls without a reference of a payment pay as many as there are', async () => {
  const { admin, ids } = await requests(2);
  for (const id of ids) {
    expect((await write((tx) => approveAndPayWithdrawal(tx, admin, id, null))).ok).toBe(true);
  }
});

async function reportedBy(user: User): Promise<string> {
  const sent = must(await write((tx) => submitDeposit(tx, user, { method: 'BTC', amount: 1_000_00n, proof: null })));
  return sent.id;
}

/** Deposits of several users, reported. */
async function reported(count: number): Promise<[string, ...string[]]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) ids.push(await reportedBy(await makeUser()));
  return ids as [string, ...string[]];
}

test('a transaction is credited once, pays nothing then, and can be credited again once that was reversed', async () => {
  const { admin, ids } = await requests(2);
  const [paid, unpaid = ''] = ids;
  const [first, second = ''] = await reported(2);
  const credit = (id: string, transactionId: string) =>
    write((tx) => approveDeposit(tx, admin, id, 1_000_00n, undefined, { transactionId, coin: 780_000n }));
  const used = (field: string, by: string) => ({
    ok: false,
    error: { code: 'reference-used', field, message: expect.stringContaining(by) },
  });
  expect(await credit(first, HASH)).toMatchObject({ ok: true });
  expect(await credit(second, `0x${HASH.toUpperCase()}`)).toMatchObject(used('transactionId', `deposit ${first}`));
  const [left] = await read().select().from(deposit).where(eq(deposit.id, second));
  expect(left).toMatchObject({ status: 'pending', coinReceived: null });
  const pay = (id: string, reference: string) => write((tx) => approveAndPayWithdrawal(tx, admin, id, reference, 3n));
  expect(await pay(paid, HASH)).toMatchObject(used('reference', `deposit ${first}`));
  expect(await pay(paid, OTHER)).toMatchObject({ ok: true });
  expect(await credit(second, OTHER)).toMatchObject(used('transactionId', `withdrawal ${paid}`));

  expect((await write((tx) => reverseDeposit(tx, admin, first, 'The other user sent it'))).ok).toBe(true);
  expect(await credit(second, HASH)).toMatchObject({ ok: true });
  // A payment that came back was made all the same.
  expect((await write((tx) => bounceWithdrawal(tx, admin, paid, 'Came back'))).ok).toBe(true);
  expect(await pay(unpaid, OTHER)).toMatchObject(used('reference', `withdrawal ${paid}`));
  const stored = await read()
    .select()
    .from(deposit)
    .where(inArray(deposit.id, [first, second]))
    .orderBy(asc(deposit.id));
  expect(stored.map(({ status, coinReceived }) => [status, coinReceived])).toEqual([
    ['reversed', 780_000n],
    ['approved', 780_000n],
  ]);
  expect((await audit()).findings).toEqual([]);
});

test('of two who credit one transaction while a third pays with it, one succeeds', async () => {
  const { admin, ids } = await requests(1);
  const deposits = await reported(2);
  const raced = await Promise.all([
    ...deposits.map((id) =>
      write((tx) => approveDeposit(tx, admin, id, 1_000_00n, undefined, { transactionId: HASH })),
    ),
    write((tx) => approveAndPayWithdrawal(tx, admin, ids[0], HASH)),
  ]);
  expect(raced.filter(({ ok }) => ok)).toHaveLength(1);
  expect((await audit()).findings).toEqual([]);
});

test('transactions booked by version 1.0.0 are not accepted again', async () => {
  const { admin, ids } = await requests(2);
  const [paid, unpaid = ''] = ids;
  const [credited, another = ''] = await reported(2);
  await write(async (tx) => {
    await tx.insert(paymentReference).values({ key: OTHER, withdrawalId: paid });
    await tx.update(deposit).set({ status: 'approved', transactionId: HASH }).where(eq(deposit.id, credited));
  });
  for (const [reference, by] of [
    [OTHER, paid],
    [HASH, credited],
  ] as const) {
    const error = { code: 'reference-used', message: expect.stringContaining(by) };
    expect(await write((tx) => approveAndPayWithdrawal(tx, admin, unpaid, reference))).toMatchObject({ error });
    const credit = write((tx) => approveDeposit(tx, admin, another, 1n, undefined, { transactionId: reference }));
    expect(await credit).toMatchObject({ error });
  }
});
