import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { administrator, deposit, withdrawal } from '#drizzle/schema';
import { PASTED_LIST_INTENT } from '~/features/backoffice/reviewQueue/several';
import { DEPOSITS } from '~/features/money/wallet/acts/depositActs.server';
import { WITHDRAWAL_QUEUE } from '~/features/money/wallet/acts/withdrawalActs.server';
import { loadDepositQueue } from '~/features/money/wallet/deposits/depositQueries.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { approveWithdrawal } from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { audit } from '~/ledger/proof/audit.server';
import { readBalances } from '~/ledger/reading/statement.server';
import { read, write } from '~/platform/db/index.server';
import { done } from '~/platform/result';
import { createAdminActor } from '~/platform/states';
import { createBatchKey, decideBatch } from '~/routes/admin/decide.server';
import type { FormAnswer } from '~/web/form/submission.server';
import { findStoredAnswer } from '~/web/idempotency.server';
import { useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { agreed, previewIn } from '../../support/pages/previews';
import { makeAdmin, makeUser } from '../../support/people/people';

/* Decisions about several entries of a queue in one form, each by its own act and exactly once. */
useDatabase();

const UNKNOWN = '00000000-0000-7000-8000-000000000000';

const WAITING = { show: 'waiting', page: 1 } as const;

async function waiting(amounts: bigint[], named = 'Ann') {
  const user = await makeUser({ firstName: named });
  const ids: string[] = [];
  for (const amount of amounts) {
    const sent = must(await write((tx) => submitDeposit(tx, user, { method: 'BTC', amount, proof: null })));
    ids.push(sent.id);
  }
  return { user, ids };
}

/** Posts the form for several as this administrator. */
const post = (
  adminId: string,
  key: string,
  fields: { decision: string; ids: string[]; reason?: string },
  more = {},
) => {
  const form = new FormData();
  for (const id of fields.ids) form.append('ids', id);
  const { ids: _, ...rest } = fields;
  for (const [name, value] of Object.entries({ ...rest, ...more, _key: key })) form.set(name, value);
  return decideBatch(DEPOSITS, form, adminId, WAITING, async () => done(null));
};

const resultsOf = async (adminId: string, key: string) =>
  (await findStoredAnswer<{ results: { ok: boolean; message: string }[] }>(adminId, key))?.results;

describe('several deposits', () => {
  test('are shown with their sum, then credited once each, however often the form is sent', async () => {
    const { user, ids } = await waiting([1_000_00n, 2_000_00n, 3_000_00n]);
    const { id } = await makeAdmin();
    const key = createBatchKey(DEPOSITS, id);
    const approve = { decision: 'approve', ids };
    const preview = previewIn(await post(id, key, approve));
    expect(preview?.lines.map(({ to }) => to)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Deposit approved and credited; .*Amount received: \$2,000.00/),
        expect.stringContaining('+$6,000.00'),
      ]),
    );
    expect((await readBalances(read(), user.id)).funded).toBe(0n);
    const sent = await Promise.all(Array.from({ length: 5 }, () => agreed((more) => post(id, key, approve, more))));
    for (const each of sent) expect(each instanceof Response && each.headers.get('Location')).toContain('done=');
    expect((await readBalances(read(), user.id)).funded).toBe(6_000_00n);
    expect((await resultsOf(id, key))?.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect((await audit()).findings).toEqual([]);
  });

  test('of which another administrator decided some meanwhile are shown again, and those stay unchanged', async () => {
    const { user, ids } = await waiting([1_000_00n, 2_000_00n]);
    const [one, two] = [await makeAdmin(), await makeAdmin()];
    const [first, second] = [createBatchKey(DEPOSITS, one.id), createBatchKey(DEPOSITS, two.id)];
    const shown = previewIn(await post(two.id, second, { decision: 'approve', ids }));
    await agreed((more) => post(one.id, first, { decision: 'approve', ids: ids.slice(0, 1) }, more));
    const again = previewIn(await post(two.id, second, { decision: 'approve', ids }, { _preview: shown?.digest }));
    expect(again).toMatchObject({ changed: true });
    expect(again?.lines[0]?.to).toMatch(/^stays as it is: /);
    await post(two.id, second, { decision: 'approve', ids }, { _preview: again?.digest });
    expect((await resultsOf(two.id, second))?.map(({ ok }) => ok)).toEqual([false, true]);
    expect((await readBalances(read(), user.id)).funded).toBe(3_000_00n);
    expect((await audit()).findings).toEqual([]);
  });

  test('are rejected with a reason, required at its field, and with one that everybody reads', async () => {
    const { ids } = await waiting([1_000_00n, 2_000_00n]);
    const { id } = await makeAdmin();
    const key = createBatchKey(DEPOSITS, id);
    const without = (await post(id, key, { decision: 'reject', ids })) as { data: FormAnswer };
    expect(without.data.result.error).toEqual({ reason: ['Enter a reason; it is shown to the investor'] });
    await agreed((more) => post(id, key, { decision: 'reject', ids, reason: 'Nothing arrived' }, more));
    const states = await read().select({ status: deposit.status, reason: deposit.reason }).from(deposit);
    expect(states).toEqual(ids.map(() => ({ status: 'rejected', reason: 'Nothing arrived' })));
  });

  test('stay unchanged for one whose role was removed after the effect was shown', async () => {
    const { ids } = await waiting([1_000_00n]);
    const { id } = await makeAdmin();
    const key = createBatchKey(DEPOSITS, id);
    const shown = previewIn(await post(id, key, { decision: 'approve', ids }));
    await write((tx) => tx.update(administrator).set({ role: 'auditor' }).where(eq(administrator.id, id)));
    const after = previewIn(await post(id, key, { decision: 'approve', ids }, { _preview: shown?.digest }));
    expect(after?.lines[0]?.to).toMatch(/^stays as it is: /);
    await post(id, key, { decision: 'approve', ids }, { _preview: after?.digest });
    expect((await loadDepositQueue(WAITING)).total).toBe(1);
  });

  test('are shown again if others of the same owner and amount are selected', async () => {
    const { ids } = await waiting([1_000_00n, 1_000_00n]);
    const { id } = await makeAdmin();
    const [one, other] = ids as [string, string];
    const digest = previewIn(await post(id, createBatchKey(DEPOSITS, id), { decision: 'approve', ids: [one] }))?.digest;
    const answer = await post(
      id,
      createBatchKey(DEPOSITS, id),
      { decision: 'approve', ids: [other] },
      { _preview: digest ?? '' },
    );
    expect(previewIn(answer)?.changed).toBe(true);
  });

  test('are assigned or put on hold, with a reason', async () => {
    const { ids } = await waiting([1_000_00n, 2_000_00n]);
    const { id } = await makeAdmin();
    const hold = { decision: 'hold', ids };
    const key = createBatchKey(DEPOSITS, id);
    const without = (await post(id, key, hold)) as { data: FormAnswer };
    expect(without.data.result.error).toEqual({ reason: ['Enter why it is on hold'] });
    await agreed((more) => post(id, key, { ...hold, reason: 'We wait for the chain' }, more));
    expect((await loadDepositQueue({ show: 'held', page: 1 })).total).toBe(2);
    await agreed((more) => post(id, createBatchKey(DEPOSITS, id), { decision: 'take', ids }, more));
    expect((await loadDepositQueue({ show: 'all', page: 1, taken: id })).total).toBe(2);
  });

  test('are assigned to another, including those of others, and to nobody without the right', async () => {
    const { ids } = await waiting([1_000_00n, 2_000_00n]);
    const [one, two, auditor] = [await makeAdmin(), await makeAdmin(), await makeAdmin({ role: 'auditor' })];
    const assign = (to: string) => ({ decision: `assign ${to}`, ids });
    const assigned = async (to: string) => (await loadDepositQueue({ show: 'all', page: 1, taken: to })).total;
    await agreed((more) =>
      post(two.id, createBatchKey(DEPOSITS, two.id), { decision: 'take', ids: ids.slice(0, 1) }, more),
    );
    const key = createBatchKey(DEPOSITS, one.id);
    const preview = previewIn(await post(one.id, key, assign(two.id)));
    expect(preview?.lines.map(({ to }) => to)).toEqual([
      `Assigned; To: ${two.name}; Now assigned to: ${two.name}`,
      `Assigned; To: ${two.name}`,
    ]);
    const other = await makeAdmin();
    const shown = previewIn(await post(one.id, key, assign(other.id), { _preview: preview?.digest }));
    expect(shown?.changed).toBe(true);
    await post(one.id, key, assign(other.id), { _preview: shown?.digest });
    expect([await assigned(other.id), await assigned(two.id)]).toEqual([2, 0]);
    await agreed((more) => post(one.id, createBatchKey(DEPOSITS, one.id), assign(auditor.id), more));
    expect([await assigned(other.id), await assigned(auditor.id)]).toEqual([2, 0]);
  });

  test('can’t be reversals, or more than a page of them', async () => {
    const { ids } = await waiting([1_000_00n]);
    const { id } = await makeAdmin();
    const errorsOf = async (fields: { decision: string; ids: string[] }) =>
      ((await post(id, createBatchKey(DEPOSITS, id), fields)) as { data: FormAnswer }).data.result.error;
    expect(await errorsOf({ decision: 'reverse', ids })).toEqual({ decision: ['There is no such decision here.'] });
    expect(await errorsOf({ decision: 'approve', ids: [] })).toEqual({ ids: ['Select at least one entry'] });
    expect(await errorsOf({ decision: 'approve', ids: Array.from({ length: 26 }, () => ids[0] ?? '') })).toHaveProperty(
      'ids',
    );
  });
});

describe('a pasted list of payments', () => {
  const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
  const transaction = (digit: string) => digit.repeat(64);

  /** Approved withdrawals of $100, $101 and so on; their IDs. */
  async function approved(count: number) {
    const user = await makeUser({}, { dollars: 10_000 });
    const { id: adminId } = await makeAdmin();
    const ids: string[] = [];
    for (let made = 0; made < count; made++) {
      const request = { method: 'BTC', amount: BigInt(100 + made) * 100n, wallet: ADDRESS };
      const sent = must(await write((tx) => requestWithdrawal(tx, user, request)));
      const agreed = await write((tx) => approveWithdrawal(tx, createAdminActor(adminId), sent.id));
      if (!agreed.ok) throw new Error(agreed.error.message);
      ids.push(sent.id);
    }
    return { adminId, ids };
  }

  const pay = (adminId: string, key: string, list: string, more = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ list, _key: key, ...more })) form.set(name, value);
    return decideBatch(WITHDRAWAL_QUEUE, form, adminId, WAITING, async () => done(null), PASTED_LIST_INTENT);
  };
  const errorOf = async (list: string) => {
    const { adminId } = await approved(0);
    const answer = await pay(adminId, createBatchKey(WITHDRAWAL_QUEUE, adminId, PASTED_LIST_INTENT), list);
    return (answer as { data: FormAnswer }).data.result.error?.list?.[0];
  };
  const states = async () =>
    (await read().select().from(withdrawal).orderBy(asc(withdrawal.id))).map(({ status, reference, coinPaid }) => [
      status,
      reference,
      coinPaid,
    ]);

  test('pays each of the exported rows that has a transaction, once, and lists the unchanged ones', async () => {
    const { adminId, ids } = await approved(3);
    const [first, second, third] = ids as [string, string, string];
    const list = [
      'id,status,amount_usd,coin_paid,reference',
      `${first},approved,100.00,0.002,${transaction('a')}`,
      `${second},approved,101.00,0.003,${transaction('a')}`,
      `${third},approved,102.00,,`,
    ].join('\r\n');
    const key = createBatchKey(WITHDRAWAL_QUEUE, adminId, PASTED_LIST_INTENT);
    const preview = previewIn(await pay(adminId, key, list));
    expect(preview?.lines.slice(0, 2)).toEqual([
      { name: expect.stringContaining(`, $100.00, 0.002 by transaction ${transaction('a')}`), to: 'Withdrawal paid' },
      { name: expect.anything(), to: expect.stringMatching(/^stays as it is: This transaction paid .* \$100.00/) },
    ]);
    expect((await states()).map(([status]) => status)).toEqual(['approved', 'approved', 'approved']);
    for (let time = 0; time < 3; time++) await agreed((more) => pay(adminId, key, list, more));
    expect(await states()).toEqual([
      ['paid', transaction('a'), 200_000n],
      ['approved', null, null],
      ['approved', null, null],
    ]);
    expect((await resultsOf(adminId, key))?.map(({ ok }) => ok)).toEqual([true, false]);
    expect((await audit()).findings).toEqual([]);
  });

  test('needs no heading', async () => {
    const { adminId, ids } = await approved(2);
    const list = ids.map((id, at) => `${id}\t${transaction(String(at + 1))}\t0.5`).join('\n');
    const key = createBatchKey(WITHDRAWAL_QUEUE, adminId, PASTED_LIST_INTENT);
    await agreed((more) => pay(adminId, key, list, more));
    expect((await states()).map(([status, , coin]) => [status, coin])).toEqual([
      ['paid', 50_000_000n],
      ['paid', 50_000_000n],
    ]);
  });

  test.each([
    ['', 'Paste the list'],
    ['id,reference', 'There are no transaction IDs in the column reference.'],
    ['12,abc', 'Line 1: “12” is not the ID of a withdrawal.'],
    [`id,reference\n${UNKNOWN},a\n${UNKNOWN},b`, 'Line 3: this withdrawal is listed twice.'],
    ['id,reference\n"a', 'Line 2: a quotation mark is out of place.'],
  ])('%j is refused with a message at its field', async (list, message) => {
    expect(await errorOf(list)).toBe(message);
  });
});

test('a queue is filtered by amount, name in any order and risk, and sorted, with its sum', async () => {
  await waiting([1_000_00n, 5_000_00n], 'Ann');
  await waiting([3_000_00n], 'Zoe');
  const amounts = async (view: object) =>
    (await loadDepositQueue({ ...WAITING, ...view })).rows.map((row) => row.deposit.amount / 100n);
  expect(await amounts({})).toEqual([1_000n, 5_000n, 3_000n]);
  expect(await amounts({ sort: 'largest' })).toEqual([5_000n, 3_000n, 1_000n]);
  expect(await amounts({ least: '3,000', most: '4000' })).toEqual([3_000n]);
  expect(await amounts({ q: 'zoe' })).toEqual([3_000n]);
  expect(await amounts({ days: '1' })).toEqual([]);
  expect(await amounts({ risk: 'no-proof' })).toHaveLength(3);
  expect(await amounts({ status: 'approved' })).toEqual([]);
  expect(await loadDepositQueue({ ...WAITING, least: '3000' })).toMatchObject({ total: 2, cents: 8_000_00n });
});
