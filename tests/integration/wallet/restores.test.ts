// On both engines: backups.
/** Payments after a restore, and the review by administrators of what the backup does not contain. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { approval, seal, setting, withdrawal } from '#drizzle/schema';
import { makeBackup, markUnfinishedRestore, restoreBackup } from '~/backups/index.server';
import { fundReserve, withdrawReserve } from '~/features/money/books/reserves.server';
import { endPaymentsWait, recordFoundUnpaid } from '~/features/money/wallet/restored/goThrough.server';
import { loadRestoreReview } from '~/features/money/wallet/restored/toGoThrough.server';
import {
  approveWithdrawal,
  bounceWithdrawal,
  cancelWithdrawal,
  payWithdrawal,
  rejectWithdrawal,
} from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { audit } from '~/ledger/proof/audit.server';
import { recordHead, recordRestoredHead } from '~/ledger/proof/heads.server';
import { getPaymentBlock, PAYMENT_METRICS } from '~/ledger/proof/paymentsWait.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { HOUR, systemNow } from '~/platform/clock';
import { type Handle, read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { prepareInstallation } from '~/platform/installation/index.server';
import { findUnresolvedRestore, recordRestore } from '~/platform/installation/restored.server';
import type { Result } from '~/platform/result';
import { type AdminActor, createAdminActor, createInvestorActor, SYSTEM_ACTOR } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { clock, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { heldOnSqlite } from '../../support/onBothEngines';
import { type ActName, type Input, performAct } from '../../support/people/acts';
import { approveShown } from '../../support/people/approvals';
import { makeAdmin, makeUser } from '../../support/people/people';
import { transactionOf } from '../../support/transactionIds';
import { behindTheBack } from '../ledger/ledger.fixtures';

useDatabase(LIVE);

let ann: User;
let one: AdminActor;
let two: AdminActor;
let three: AdminActor;

const WALLET = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const ELSEWHERE = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const WAITS = { ok: false, error: { code: 'payments-wait' } };

beforeEach(async () => {
  await prepareInstallation();
  [one, two, three] = [
    createAdminActor((await makeAdmin()).id),
    createAdminActor((await makeAdmin()).id),
    createAdminActor((await makeAdmin()).id),
  ];
  ann = await makeUser({}, { dollars: 1_000 });
  await write(async (tx) => {
    await tx.update(setting).set({ value: 0 }).where(eq(setting.key, 'withdrawal-wait-days'));
  });
});

/** Runs an act that must not be refused. */
async function must<T>(work: (tx: Handle) => Promise<Result<T>>): Promise<T> {
  const answer = await write(work);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

const ask = async (amount: bigint, wallet = WALLET): Promise<string> =>
  (await must((tx) => requestWithdrawal(tx, ann, { method: 'BTC', amount, wallet }))).id;

const folder = (name: string) => join(env().DATA_DIR, 'backups', name);

async function backUp(name: string): Promise<void> {
  while (await sealNextBatch());
  await makeBackup(folder(name));
}

/** Restores as `npm run restore` does. */
async function restore(name: string): Promise<void> {
  await restoreBackup(folder(name), { replace: true });
  await recordRestoredHead();
}

async function paid(id: string, reference: string): Promise<void> {
  await must((tx) => approveWithdrawal(tx, one, id));
  await must((tx) => payWithdrawal(tx, two, id, reference, 1n));
}

const rowOf = async (id: string) => (await read().select().from(withdrawal).where(eq(withdrawal.id, id)))[0];

/** One administrator requests an act; returns the ID of the request that waits for a second one. */
async function asks<N extends ActName>(by: AdminActor, name: N, input: Input<N>): Promise<string> {
  const { pending } = await must((tx) => performAct(tx, by, name, input));
  if (!pending) throw new Error(`${name} was done by one administrator`);
  return pending;
}

const agrees = (by: AdminActor, id: string) => write((tx) => approveShown(tx, by, id));

/** Resumes payments by two administrators. */
async function goOn(): Promise<void> {
  const standing = await findUnresolvedRestore();
  const request = await asks(one, 'restored-go-on', { id: standing?.id ?? '' });
  expect(await agrees(two, request)).toMatchObject({ ok: true });
}

describe('after a restore, in live mode', () => {
  test('payments since the backup are paid once, and nothing leaves until two have reviewed it', async () => {
    const [before, waiting] = [await ask(100_00n), await ask(200_00n)];
    await backUp('one');
    await paid(before, transactionOf('tx-1'));
    const left = await readBalances(read(), ann.id);
    await restore('one');

    expect(await rowOf(before)).toMatchObject({ status: 'requested', reference: null });
    const { read: figure } = PAYMENT_METRICS[0] as (typeof PAYMENT_METRICS)[number];
    expect(await figure()).toBe(1);
    expect(await write((tx) => approveWithdrawal(tx, one, before))).toMatchObject(WAITS);
    expect(await write((tx) => performAct(tx, one, 'withdrawal-approve', { id: before }))).toMatchObject(WAITS);
    // Returned to its user, the money could be requested again.
    expect(await write((tx) => cancelWithdrawal(tx, createInvestorActor(ann.id), before))).toMatchObject(WAITS);
    expect(await write((tx) => rejectWithdrawal(tx, one, before, 'No'))).toMatchObject(WAITS);
    expect(await rowOf(before)).toMatchObject({ status: 'requested' });

    const recorded = await asks(one, 'restored-paid', { id: before, reference: transactionOf('tx-1'), coin: 1n });
    expect(await agrees(two, recorded)).toMatchObject({ ok: true });
    expect(await rowOf(before)).toMatchObject({ status: 'paid', reference: transactionOf('tx-1') });
    expect(await readBalances(read(), ann.id)).toEqual(left);

    const standing = await findUnresolvedRestore();
    const id = standing?.id ?? '';
    expect(await write((tx) => performAct(tx, one, 'restored-go-on', { id }))).toMatchObject({
      error: { code: 'not-gone-through', message: expect.stringContaining('1 withdrawal must still be recorded') },
    });
    await must((tx) => recordFoundUnpaid(tx, one, waiting));
    expect(await loadRestoreReview({ show: 'all', page: 1 })).toMatchObject({ open: 0, all: 2, total: 2 });
    const requested = await asks(one, 'restored-go-on', { id });
    const [{ effect } = { effect: '' }] = await read().select().from(approval).where(eq(approval.id, requested));
    expect(effect).toContain(`Not paid: withdrawal ${waiting}`);
    expect(await agrees(one, requested)).toMatchObject({ error: { code: 'own' } });
    expect(await write((tx) => approveWithdrawal(tx, one, waiting))).toMatchObject(WAITS);
    expect(await agrees(two, requested)).toMatchObject({ ok: true });

    expect([await figure(), await findUnresolvedRestore()]).toEqual([0, null]);
    await must((tx) => approveWithdrawal(tx, one, waiting));
    expect(await write((tx) => payWithdrawal(tx, two, waiting, transactionOf('tx-1'), 1n))).toMatchObject({
      error: { code: 'reference-used' },
    });
    await must((tx) => payWithdrawal(tx, two, waiting, transactionOf('tx-2'), 1n));
    while (await sealNextBatch());
    expect((await audit()).findings).toEqual([]);
  });

  heldOnSqlite(
    'what was approved before is neither paid nor returned, and what was prepared for a second administrator waits',
    async () => {
      const [approved, prepared] = [await ask(100_00n), await ask(200_00n, ELSEWHERE)];
      await must((tx) => approveWithdrawal(tx, one, approved));
      const request = await asks(one, 'withdrawal-approve', { id: prepared });
      await backUp('one');
      await restore('one');
      expect(await write((tx) => payWithdrawal(tx, three, approved, transactionOf('tx-1'), 1n))).toMatchObject(WAITS);
      expect(await write((tx) => bounceWithdrawal(tx, two, approved, 'Came back'))).toMatchObject(WAITS);
      expect(await agrees(two, request)).toMatchObject(WAITS);
      expect(await read().select().from(approval)).toMatchObject([{ status: 'waiting' }]);

      // Recorded as paid by its approver, since it left before.
      const recorded = await asks(one, 'restored-paid', { id: approved, reference: transactionOf('tx-1'), coin: 1n });
      expect(await agrees(two, recorded)).toMatchObject({ ok: true });
      expect(await rowOf(approved)).toMatchObject({ status: 'paid' });
      await must((tx) => recordFoundUnpaid(tx, one, prepared));
      await goOn();
      expect(await agrees(two, request)).toMatchObject({ ok: true });
    },
  );

  heldOnSqlite('no reserve is taken back', async () => {
    const funded = { reserve: 'free', amount: 50_00n, reason: 'The operator’s own money' } as const;
    await must((tx) => fundReserve(tx, SYSTEM_ACTOR, funded));
    await backUp('one');
    await restore('one');
    expect(await write((tx) => withdrawReserve(tx, one, funded))).toMatchObject(WAITS);
    await must((tx) => fundReserve(tx, one, funded));
    await goOn();
    await must((tx) => withdrawReserve(tx, one, funded));
  });

  heldOnSqlite(
    'a withdrawal that was found unpaid can be taken back, or corrected, and one that was asked for later is none of it',
    async () => {
      const [first, second] = [await ask(100_00n), await ask(200_00n)];
      await backUp('one');
      await restore('one');
      await must((tx) => recordFoundUnpaid(tx, one, first));
      await must((tx) => recordFoundUnpaid(tx, one, second));
      expect(await write((tx) => recordFoundUnpaid(tx, one, first))).toMatchObject({ error: { code: 'said-already' } });
      await must((tx) => cancelWithdrawal(tx, createInvestorActor(ann.id), first));
      const recorded = await asks(one, 'restored-paid', { id: second, reference: transactionOf('tx-1'), coin: 1n });
      expect(await agrees(two, recorded)).toMatchObject({ ok: true });
      expect(await write((tx) => recordFoundUnpaid(tx, one, second))).toMatchObject({ error: { code: 'wrong-state' } });

      clock.advance(HOUR);
      const later = await ask(50_00n);
      expect(await write((tx) => recordFoundUnpaid(tx, one, later))).toMatchObject({ error: { code: 'not-restored' } });
      expect(await write((tx) => approveWithdrawal(tx, one, later))).toMatchObject(WAITS);
      await must((tx) => cancelWithdrawal(tx, createInvestorActor(ann.id), later));
      await goOn();
    },
  );

  heldOnSqlite('payments wait for a mark that was altered, too', async () => {
    const id = await ask(100_00n);
    await backUp('one');
    await restore('one');
    await behindTheBack('update installation set restore_id = null, restored_from = null, restored_at = null');
    await expect(write((tx) => approveWithdrawal(tx, one, id))).rejects.toThrow('does not match its seal');
    await expect(write((tx) => cancelWithdrawal(tx, createInvestorActor(ann.id), id))).rejects.toThrow(
      'does not match',
    );
    await behindTheBack('delete from installation');
    await expect(write((tx) => approveWithdrawal(tx, one, id))).rejects.toThrow('does not match its seal');
  });

  heldOnSqlite(
    'of a backup that was made while payments waited, both spans are gone through, and nothing said before counts',
    async () => {
      const id = await ask(100_00n);
      await backUp('one');
      await restore('one');
      const first = await findUnresolvedRestore();
      await must((tx) => recordFoundUnpaid(tx, one, id));
      const requested = await asks(one, 'restored-go-on', { id: first?.id ?? '' });
      clock.advance(HOUR);
      await backUp('two');
      expect(await agrees(two, requested)).toMatchObject({ ok: true });
      await paid(id, transactionOf('tx-1'));
      clock.advance(HOUR);

      await restore('two');
      const second = await findUnresolvedRestore();
      expect([second?.from, second?.since, second?.at]).toEqual(['two', first?.since, clock.at]);
      expect(second?.id).not.toBe(first?.id);
      // An earlier request is about another restore.
      expect(await agrees(two, requested)).toMatchObject({ ok: false });
      expect(await write((tx) => endPaymentsWait(tx, one, first?.id ?? ''))).toMatchObject({
        error: { code: 'no-restore' },
      });
      expect(await write((tx) => endPaymentsWait(tx, one, second?.id ?? ''))).toMatchObject({
        error: { code: 'not-gone-through' },
      });
      // Restores the earlier backup again.
      await restore('one');
      expect(await findUnresolvedRestore()).toMatchObject({ from: 'one', since: first?.since });
      expect(await write((tx) => approveWithdrawal(tx, one, id))).toMatchObject(WAITS);
    },
  );

  test('a restore that was interrupted before its mark is marked by the next start', async () => {
    const id = await ask(100_00n);
    await backUp('one');
    await restore('one');
    await must((tx) => recordFoundUnpaid(tx, one, id));
    await goOn();
    const brokenOff = (lastSeal: string) => {
      const restoring = { from: '/backups/one', at: '2026-03-02T09:00:00.000Z', part: 'database' };
      const noted = { ...restoring, madeAt: systemNow().toISOString(), lastSeal };
      writeFileSync(join(env().DATA_DIR, 'restoring.json'), JSON.stringify(noted));
    };
    while (await sealNextBatch());
    // The database is as it was before: another one's chain.
    brokenOff('of another database');
    await markUnfinishedRestore();
    expect(await findUnresolvedRestore()).toBeNull();
    const [last] = await read().select().from(seal).orderBy(desc(seal.position)).limit(1);
    brokenOff(last?.hash ?? '');
    await markUnfinishedRestore();
    expect(await findUnresolvedRestore()).toMatchObject({ from: 'one' });
    const marked = await findUnresolvedRestore();
    await markUnfinishedRestore();
    expect(await findUnresolvedRestore()).toEqual(marked);
  });

  test('a database that was replaced by hand lets nothing leave', async () => {
    const id = await ask(100_00n);
    while (await sealNextBatch());
    expect(await getPaymentBlock()).toBeNull();
    // The state stored outside the database is of another chain, or of later.
    recordHead({ position: 1_000_000, hash: 'of a seal that is gone' }, true);
    expect(await getPaymentBlock()).toMatchObject({ kind: 'put-back' });
    const answer = await write((tx) => approveWithdrawal(tx, one, id));
    expect(answer).toMatchObject({
      error: { code: 'payments-wait', message: expect.stringContaining('restored by hand') },
    });
    expect(await write((tx) => cancelWithdrawal(tx, createInvestorActor(ann.id), id))).toMatchObject(WAITS);
  });
});

heldOnSqlite('in paper mode a restore is noted, and nothing waits for it', async () => {
  testEnv();
  const id = await ask(100_00n);
  await write((tx) => recordRestore(tx, { from: 'one', madeAt: systemNow() }));
  expect(await findUnresolvedRestore()).toMatchObject({ from: 'one' });
  expect(await getPaymentBlock()).toBeNull();
  await must((tx) => approveWithdrawal(tx, one, id));
});
