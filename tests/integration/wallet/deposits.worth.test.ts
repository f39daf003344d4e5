import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { deposit, file, mail } from '#drizzle/schema';
import { performIfShown } from '~/features/backoffice/approvals/perform.server';
import { importLines } from '~/features/money/reconciliation/statements/importLines.server';
import { DEPOSIT_ACTS } from '~/features/money/wallet/acts/depositActs.server';
import { computeWorthAtPayment, getInitialAmount } from '~/features/money/wallet/deposits/depositWorth.server';
import { expireDeposits } from '~/features/money/wallet/deposits/expireDeposits.server';
import { readRequestedAmount, signRequestedAmount } from '~/features/money/wallet/deposits/requestedAmount.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { writeCoinAmount } from '~/ledger/coinAmount';
import { HOUR, MINUTE } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { DAY } from '~/platform/durations';
import { newId } from '~/platform/ids';
import { forgetSingleton, singleton } from '~/platform/singleton';
import { createAdminActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { clock, useDatabase } from '../../support/database';
import { LIVE } from '../../support/liveEnvironment';
import { must } from '../../support/must';
import { performAct } from '../../support/people/acts';
import { makeAdmin, makeUser } from '../../support/people/people';

/* Worth of a deposit's coin when it was paid, and the owner of the payment. In live mode. */
useDatabase(LIVE);

const TX = 'ab'.repeat(32);
const STATED = 1_000_00n;
/** Dollars for a bitcoin, by the hour since the start of the test. */
let prices: number[] = [];
let began = 0;
let user: User;
let admin: ReturnType<typeof createAdminActor>;

beforeEach(async () => {
  prices = [80_000];
  began = clock.at.getTime();
  forgetSingleton('market-feed');
  singleton('market-feed', () => ({
    covers: () => true,
    quote: (_: unknown, at: Date) => {
      const price = prices[Math.floor((at.getTime() - began) / HOUR)] ?? prices.at(-1) ?? 0;
      return { price, at, source: 'exchange' };
    },
    candles: () => [],
    closes: () => [],
    changes: () => ({}),
  }));
  user = await makeUser();
  admin = createAdminActor((await makeAdmin()).id);
  await makeAdmin();
});

async function announced(owner = user, amount = STATED, transactionId: string | null = null) {
  const proof = { id: newId(), ownerId: owner.id, purpose: 'proof', name: 'p.png', type: 'image/png' } as const;
  const stored = { bytes: 1, sha256: newId(), storageKey: proof.id, createdAt: clock.at };
  await write((tx) => tx.insert(file).values({ ...proof, ...stored }));
  const sent = must(await write((tx) => submitDeposit(tx, owner, { method: 'BTC', amount, proof: proof.id })));
  if (transactionId) await write((tx) => tx.update(deposit).set({ transactionId }).where(eq(deposit.id, sent.id)));
  return await rowOf(sent.id);
}

async function rowOf(id: string) {
  const [row] = await read().select().from(deposit).where(eq(deposit.id, id));
  if (!row?.coinAmount) throw new Error('Nothing was asked for in coin');
  return { ...row, coinAmount: row.coinAmount };
}

const paid = (amount: bigint, transactionId: string, hours: number) =>
  importLines('BTC', [
    { key: transactionId, at: began + hours * HOUR, amount, fee: 0n, transactionId, address: null, note: '' },
  ]);
const approve = (id: string, received: bigint, coin: bigint) =>
  write((tx) => performAct(tx, admin, 'deposit-approve', { id, received, coin }));
const pends = (why: string) => ({
  ok: true,
  value: { pending: expect.any(String), toast: expect.stringContaining(why) },
});
const done = { ok: true, value: { journalId: expect.any(String) } };
const filled = async (row: typeof deposit.$inferSelect) =>
  getInitialAmount(await computeWorthAtPayment(read(), row, 'bitcoin'), row);

describe('a deposit is worth its coin at the time when it was paid', () => {
  test.each([
    ['at once', [80_000, 80_000], 0, STATED, null],
    ['at once, looked at after a fall', [80_000, 64_000, 64_000], 0, STATED, null],
    ['after a fall of a fifth', [80_000, 64_000, 64_000], 1, 800_00n, 'the coin was worth'],
    ['after a fall that is over since', [80_000, 64_000, 80_000], 1, 800_00n, 'the coin was worth'],
    ['after a fall of 2%', [80_000, 78_400], 1, 980_00n, null],
  ])('paid %s', async (_, course, hours, worth, why) => {
    prices = course;
    const row = await announced();
    clock.advance(2 * HOUR);
    await paid(row.coinAmount, TX, hours);
    const known = await computeWorthAtPayment(read(), row, 'bitcoin');
    const cents = known?.cents ?? 0n;
    // The last digits of an amount are worth less than half a dollar.
    expect(Number(cents - worth)).toBeGreaterThan(-50);
    expect(Number(cents - worth)).toBeLessThan(50);
    const form = await filled(row);
    expect(form.coin).toBe(writeCoinAmount(row.coinAmount));
    expect(Math.abs(Number(form.received) - Number(worth) / 100)).toBeLessThan(0.5);
    expect(await approve(row.id, STATED, row.coinAmount)).toMatchObject(why ? pends(why) : done);
  });

  test('of a payment on no statement counts the lesser of its submission and now, and requires a reason for more', async () => {
    prices = [80_000, 60_000];
    const row = await announced();
    clock.advance(HOUR);
    expect(Number((await filled(row)).received)).toBeCloseTo(750, 0);
    const request = { id: row.id, received: STATED, coin: row.coinAmount };
    const shown = await write((tx) => performIfShown(tx, admin, DEPOSIT_ACTS['deposit-approve'], request, null));
    expect(shown).toMatchObject({
      error: { preview: { needsReason: true, why: [expect.stringContaining('the coin was worth')] } },
    });
  });

  test('a coin amount far from the requested one needs two administrators, even if the dollars fit it', async () => {
    const row = await announced();
    expect(await approve(row.id, STATED, row.coinAmount * 2n)).toMatchObject(pends('the coin received and requested'));
  });

  test('without a price at that time needs two administrators', async () => {
    const row = await announced();
    prices = [];
    began = Number.NaN;
    expect(await approve(row.id, STATED, row.coinAmount)).toMatchObject(pends('is not known'));
  });
});

describe('the requested amount', () => {
  test('is valid for minutes, and is requested again if the form lacks it', async () => {
    const payment = { userId: user.id, method: 'BTC', cents: STATED };
    const field = signRequestedAmount(payment, '0.0125');
    for (const [minutes, units] of [
      [14, 1_250_000n],
      [16, null],
      [24 * 60, null],
    ] as const) {
      clock.at = new Date(began + minutes * MINUTE);
      expect(readRequestedAmount(payment, field)).toBe(units);
    }
    expect((await announced()).coinAmount).toBeGreaterThan(1_249_000n);
  });

  test('has last digits that no other pending deposit of the method has', async () => {
    const rows = [];
    for (let n = 0; n < 12; n += 1)
      rows.push(await announced(n % 3 === 0 ? user : await makeUser(), STATED + BigInt(n % 2)));
    const digits = rows.map(({ coinAmount }) => coinAmount % 1_000n);
    expect(new Set(digits).size).toBe(12);
    expect(digits.filter((each) => each % 10n === 0n)).toEqual([]);
  });

  test('distinguishes its payer from whoever read the transaction on the chain', async () => {
    const [thief, owner] = [await makeUser(), await makeUser()];
    const ofOthers = await announced(owner);
    await paid(ofOthers.coinAmount, TX, 0);
    const stolen = await announced(thief, STATED, TX);
    expect(await approve(stolen.id, STATED, ofOthers.coinAmount)).toMatchObject(pends('this user’s first deposit'));
    expect((await computeWorthAtPayment(read(), ofOthers, 'bitcoin'))?.seen?.units).toBe(ofOthers.coinAmount);
    expect(await approve(ofOthers.id, STATED, ofOthers.coinAmount)).toMatchObject(done);
  });
});

test('a deposit that nobody decides expires after two weeks, and its user is notified', async () => {
  const old = await announced();
  clock.advance(13 * DAY);
  const young = await announced();
  await expireDeposits();
  expect((await rowOf(old.id)).status).toBe('pending');
  clock.advance(2 * DAY);
  await expireDeposits();
  expect([(await rowOf(old.id)).status, (await rowOf(young.id)).status]).toEqual(['cancelled', 'pending']);
  expect(await read().select().from(mail).where(eq(mail.kind, 'deposit-expired'))).toHaveLength(1);
  expect(await approve(old.id, STATED, old.coinAmount)).toMatchObject({ ok: false, error: { code: 'wrong-state' } });
});
