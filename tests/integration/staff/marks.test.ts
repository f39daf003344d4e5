import { describe, expect, test } from 'vitest';
import { mail } from '#drizzle/schema';
import { isAwaitingDecision, withMarks } from '~/features/backoffice/reviewQueue/marked.server';
import {
  claimItem,
  giveBackItem,
  holdItem,
  noteItem,
  releaseItem,
} from '~/features/backoffice/reviewQueue/marks.server';
import { DEPOSITS } from '~/features/money/wallet/acts/depositActs.server';
import { WITHDRAWAL_QUEUE } from '~/features/money/wallet/acts/withdrawalActs.server';
import { creditReceivedDeposit } from '~/features/money/wallet/deposits/creditReceivedDeposit.server';
import { approveDeposit, rejectDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { loadDepositQueue } from '~/features/money/wallet/deposits/depositQueries.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { loadDepositReceipt, loadWithdrawalReceipt } from '~/features/money/wallet/receipts.server';
import {
  approveWithdrawal,
  bounceWithdrawal,
  cancelWithdrawal,
  payWithdrawal,
} from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { findWithdrawalToDecide } from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { read, write } from '~/platform/db/index.server';
import { findTimeline } from '~/platform/events/index.server';
import { createAdminActor, createInvestorActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { clock, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { makeAdmin, makeUser } from '../../support/people/people';
import { transactionOf } from '../../support/transactionIds';

/* Entries of a queue that are assigned, on hold or have a note. */
useDatabase();

async function waiting(owner?: User) {
  const user = owner ?? (await makeUser());
  const sent = must(await write((tx) => submitDeposit(tx, user, { method: 'BTC', amount: 1_000_00n, proof: null })));
  return { user, id: sent.id };
}

async function asked(user: User, amount = 200_00n) {
  const what = { method: 'BTC', amount, wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' };
  return must(await write((tx) => requestWithdrawal(tx, user, what)));
}

const code = (result: { ok: boolean; error?: { code: string } }) => (result.ok ? 'done' : result.error?.code);
const approve = (adminId: string, id: string) =>
  write((tx) => approveDeposit(tx, createAdminActor(adminId), id, 1_000_00n));
const take = (adminId: string, id: string, from?: string) =>
  write((tx) => claimItem(tx, createAdminActor(adminId), DEPOSITS, { id, from }));
const total = async (view: object) => (await loadDepositQueue({ show: 'waiting', page: 1, ...view })).total;

describe('an assigned entry', () => {
  test('is decided by nobody else before they take it over, having seen the assignee', async () => {
    const { id } = await waiting();
    const [one, two] = [await makeAdmin(), await makeAdmin()];
    const both = await Promise.all([take(one.id, id), take(two.id, id)]);
    expect(both.map(code).sort()).toEqual(['done', 'taken']);
    const [has, other] = both[0]?.ok ? [one, two] : [two, one];
    expect(code(await approve(other.id, id))).toBe('taken');
    expect(code(await write((tx) => rejectDeposit(tx, createAdminActor(other.id), id, 'Nothing arrived')))).toBe(
      'taken',
    );
    expect(
      code(
        await write((tx) =>
          holdItem(tx, createAdminActor(other.id), DEPOSITS, { id, reason: 'Why', shouldNotify: false }),
        ),
      ),
    ).toBe('taken');
    expect(code(await take(other.id, id, other.id))).toBe('taken');
    expect(code(await take(other.id, id, has.id))).toBe('done');
    expect(code(await approve(has.id, id))).toBe('taken');
    expect(code(await approve(other.id, id))).toBe('done');
    expect(code(await take(has.id, id))).toBe('decided');
  });

  test('is assigned to another who may decide it, and reassigned by whoever saw the assignee', async () => {
    const { id } = await waiting();
    const [one, two, auditor] = [await makeAdmin(), await makeAdmin(), await makeAdmin({ role: 'auditor' })];
    const assign = (by: string, to: string, from?: string) =>
      write((tx) => claimItem(tx, createAdminActor(by), DEPOSITS, { id, to, from }));
    expect(await assign(one.id, auditor.id)).toMatchObject({ error: { code: 'no-right', field: 'to' } });
    expect(code(await assign(one.id, two.id))).toBe('done');
    expect(code(await approve(one.id, id))).toBe('taken');
    expect(code(await assign(one.id, one.id))).toBe('taken');
    expect(code(await assign(one.id, one.id, two.id))).toBe('done');
    const events = (await findTimeline(read(), 'deposit', id)).map(({ event, details }) => [event, details?.to]);
    expect(events.slice(1)).toEqual([
      ['assign', two.name],
      ['take-over', undefined],
    ]);
    expect(code(await approve(one.id, id))).toBe('done');
  });

  test('may be decided by two together if either has it', async () => {
    const { id } = await waiting();
    const [one, two] = [await makeAdmin(), await makeAdmin()];
    await take(two.id, id);
    const together = { ...createAdminActor(one.id), approver: `admin:${two.id}` };
    expect(code(await write((tx) => approveDeposit(tx, together, id, 1_000_00n)))).toBe('done');
  });

  test('is released by its only assignee, and found by its assignee', async () => {
    const { id } = await waiting();
    await waiting();
    const [one, two] = [await makeAdmin(), await makeAdmin()];
    await take(one.id, id);
    expect([await total({ taken: one.id }), await total({ taken: two.id }), await total({ taken: 'nobody' })]).toEqual([
      1, 0, 1,
    ]);
    expect(code(await write((tx) => giveBackItem(tx, createAdminActor(two.id), DEPOSITS, id)))).toBe('not-taken');
    expect(code(await write((tx) => giveBackItem(tx, createAdminActor(one.id), DEPOSITS, id)))).toBe('done');
    expect(code(await approve(two.id, id))).toBe('done');
  });
});

describe('an entry on hold', () => {
  test.each([true, false])('waits until it is released; the investor reads why: %s', async (shouldNotify) => {
    const { user, id } = await waiting();
    const admin = await makeAdmin();
    const by = createAdminActor(admin.id);
    const before = (await read().select().from(mail)).length;
    const hold = () =>
      write((tx) => holdItem(tx, by, DEPOSITS, { id, reason: 'We wait for the payment', shouldNotify }));
    expect([code(await hold()), code(await hold())]).toEqual(['done', 'held']);
    expect(code(await approve(admin.id, id))).toBe('held');
    expect([await total({}), await total({ show: 'held' }), await total({ show: 'all' })]).toEqual([0, 1, 1]);
    expect((await loadDepositReceipt(user.id, id))?.held).toBe(shouldNotify ? 'We wait for the payment' : null);
    expect((await read().select().from(mail)).length - before).toBe(shouldNotify ? 1 : 0);
    const [row] = await withMarks([{ id }]);
    expect(row?.mark?.held).toMatchObject({
      by: admin.name,
      reason: 'We wait for the payment',
      isInvestorNotified: shouldNotify,
    });
    expect(code(await write((tx) => releaseItem(tx, by, DEPOSITS, id)))).toBe('done');
    expect(code(await write((tx) => releaseItem(tx, by, DEPOSITS, id)))).toBe('not-held');
    expect((await loadDepositReceipt(user.id, id))?.held).toBeNull();
    expect(code(await approve(admin.id, id))).toBe('done');
  });
});

test('a withdrawal on hold is neither paid nor bounced; a paid one has no assignee any more', async () => {
  const user = await makeUser({}, { dollars: 1_000 });
  const [one, two] = [createAdminActor((await makeAdmin()).id), createAdminActor((await makeAdmin()).id)];
  const { id } = await asked(user);
  const bounce = (by: typeof one) => write((tx) => bounceWithdrawal(tx, by, id, 'It came back'));
  expect(code(await write((tx) => approveWithdrawal(tx, one, id)))).toBe('done');
  await write((tx) => holdItem(tx, one, WITHDRAWAL_QUEUE, { id, reason: 'Why', shouldNotify: false }));
  expect(code(await write((tx) => payWithdrawal(tx, one, id, transactionOf('tx 1'))))).toBe('held');
  expect(code(await bounce(one))).toBe('held');
  await write((tx) => releaseItem(tx, one, WITHDRAWAL_QUEUE, id));
  await write((tx) => claimItem(tx, one, WITHDRAWAL_QUEUE, { id }));
  expect(code(await bounce(two))).toBe('taken');
  expect(code(await write((tx) => payWithdrawal(tx, one, id, transactionOf('tx 1'))))).toBe('done');
  expect(code(await bounce(two))).toBe('done');
});

test('approving a withdrawal releases it; a refused decision does not', async () => {
  const user = await makeUser({}, { dollars: 1_000 });
  const [one, two] = [createAdminActor((await makeAdmin()).id), createAdminActor((await makeAdmin()).id)];
  const { id } = await asked(user);
  const takenBy = async () => (await withMarks([{ id }]))[0]?.mark?.takenBy?.id;
  await write((tx) => claimItem(tx, one, WITHDRAWAL_QUEUE, { id }));
  expect(code(await write((tx) => payWithdrawal(tx, one, id, transactionOf('tx 1'))))).toBe('wrong-state');
  expect(await takenBy()).toBe(one.id);
  expect(code(await write((tx) => approveWithdrawal(tx, one, id)))).toBe('done');
  expect(await takenBy()).toBeUndefined();
  expect(code(await write((tx) => payWithdrawal(tx, two, id, transactionOf('tx 1'))))).toBe('done');
});

test('a decision without an entry selects one that can be decided, before assigned ones and ones on hold', async () => {
  const user = await makeUser({}, { dollars: 1_000 });
  const [one, two] = [createAdminActor((await makeAdmin()).id), createAdminActor((await makeAdmin()).id)];
  const ids: string[] = [];
  for (const amount of [200_00n, 210_00n, 220_00n]) {
    ids.push((await asked(user, amount)).id);
    clock.advance(1_000);
  }
  const [held = '', taken = '', free = ''] = ids;
  const oldest = async (by = two) => (await findWithdrawalToDecide(read(), by, { userId: user.id }))?.id;
  expect(await oldest()).toBe(held);
  await write((tx) => holdItem(tx, one, WITHDRAWAL_QUEUE, { id: held, reason: 'Why', shouldNotify: false }));
  await write((tx) => claimItem(tx, one, WITHDRAWAL_QUEUE, { id: taken }));
  expect([await oldest(one), await oldest(), await oldest({ ...two, approver: `admin:${one.id}` })]).toEqual([
    taken,
    free,
    taken,
  ]);
  expect(code(await write((tx) => approveWithdrawal(tx, two, free)))).toBe('done');
  expect(await oldest()).toBe(taken);
  expect(code(await write((tx) => approveWithdrawal(tx, one, taken)))).toBe('done');
  expect(await oldest()).toBe(held);
  expect(code(await write((tx) => approveWithdrawal(tx, two, held)))).toBe('held');

  const deposits = [await waiting(), await waiting(user), await waiting(user)].map(({ id }) => id);
  const credit = () =>
    write((tx) => creditReceivedDeposit(tx, two, { userId: user.id, amount: 1_000_00n, reason: 'Seen' }));
  await write((tx) => holdItem(tx, one, DEPOSITS, { id: deposits[1] ?? '', reason: 'Why', shouldNotify: false }));
  expect(await credit()).toMatchObject({ ok: true, value: { depositId: deposits[2], announced: true } });
  expect(code(await credit())).toBe('held');
});

test('a mark counts as long as somebody decides or pays, and a receipt then no longer shows a hold', async () => {
  const user = await makeUser({}, { dollars: 1_000 });
  const by = createAdminActor((await makeAdmin()).id);
  const { id } = await asked(user);
  await write((tx) => holdItem(tx, by, WITHDRAWAL_QUEUE, { id, reason: 'Why', shouldNotify: true }));
  expect((await loadWithdrawalReceipt(user.id, id))?.held).toBe('Why');
  expect(code(await write((tx) => cancelWithdrawal(tx, createInvestorActor(user.id), id)))).toBe('done');
  expect((await loadWithdrawalReceipt(user.id, id))?.held).toBeNull();
  const states = ['requested', 'approved', 'paid', 'bounced'].map((status) =>
    isAwaitingDecision(WITHDRAWAL_QUEUE, status),
  );
  expect(states).toEqual([true, true, false, false]);
  expect([isAwaitingDecision(DEPOSITS, 'pending'), isAwaitingDecision(DEPOSITS, 'approved')]).toEqual([true, false]);
});

test('each mark is an event of the entry, and a note too, after it is decided', async () => {
  const { id } = await waiting();
  const by = createAdminActor((await makeAdmin()).id);
  await take(by.id, id);
  await write((tx) => holdItem(tx, by, DEPOSITS, { id, reason: 'Why', shouldNotify: false }));
  await write((tx) => releaseItem(tx, by, DEPOSITS, id));
  await write((tx) => giveBackItem(tx, by, DEPOSITS, id));
  await approve(by.id, id);
  await write((tx) => noteItem(tx, by, DEPOSITS, { id, note: 'Rang them' }));
  const events = (await findTimeline(read(), 'deposit', id)).map(({ event, reason }) => [event, reason]);
  for (const expected of [
    ['take', null],
    ['hold', 'Why'],
    ['release', null],
    ['give-back', null],
    ['note', 'Rang them'],
  ])
    expect(events).toContainEqual(expected);
});

test('assigning an entry to its present assignee records nothing', async () => {
  const { id } = await waiting();
  const one = await makeAdmin();
  expect(code(await take(one.id, id))).toBe('done');
  expect(code(await take(one.id, id))).toBe('done');
  expect((await findTimeline(read(), 'deposit', id)).filter(({ event }) => event === 'take')).toHaveLength(1);
});
