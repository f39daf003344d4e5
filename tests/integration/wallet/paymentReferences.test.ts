// On both engines: races for money.
import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { withdrawal } from '#drizzle/schema';
import { NO_REFERENCE } from '~/features/wallet/referenceKey';
import {
  approveAndPayWithdrawal,
  approveWithdrawal,
  payWithdrawal,
} from '~/features/wallet/withdrawals/decideWithdrawal.server';
import { requestWithdrawal } from '~/features/wallet/withdrawals/requestWithdrawal.server';
import { audit } from '~/ledger/proof/audit.server';
import { balancesOf } from '~/ledger/reading/statement.server';
import { read, write } from '~/platform/db/index.server';
import { byAdmin } from '~/platform/states';
import { useDatabase } from '../../support/database';
import { makeAdmin, makeUser } from '../../support/people/people';

useDatabase();

const asked = { method: 'BTC', amount: 200_00n, wallet: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' };

/** Several withdrawals of one user, requested. */
async function requests(count: number) {
  const user = await makeUser({}, { dollars: 1_000 });
  const admin = byAdmin((await makeAdmin()).id);
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const requested = await write((tx) => requestWithdrawal(tx, user, asked));
    if (!requested.ok) throw new Error(requested.error.message);
    ids.push(requested.value.id);
  }
  return { user, admin, ids: ids as [string, ...string[]] };
}

test('a payment is accepted for one withdrawal, however its reference is spelled', async () => {
  const { user, admin, ids } = await requests(3);
  const [first, second = '', third = ''] = ids;
  expect(await write((tx) => approveAndPayWithdrawal(tx, admin, first, '0xABC123'))).toMatchObject({ ok: true });
  await write((tx) => approveWithdrawal(tx, admin, second));
  for (const again of ['0xABC123', 'abc123', ' 0x abc 123']) {
    const error = { code: 'reference-used', field: 'reference', message: expect.stringContaining(first) };
    expect(await write((tx) => payWithdrawal(tx, admin, second, again))).toMatchObject({ ok: false, error });
    expect(await write((tx) => approveAndPayWithdrawal(tx, admin, third, again))).toMatchObject({ ok: false, error });
  }
  const states = await read().select({ status: withdrawal.status }).from(withdrawal).orderBy(asc(withdrawal.id));
  expect(states.map(({ status }) => status)).toEqual(['paid', 'approved', 'requested']);
  expect(await balancesOf(read(), user.id)).toMatchObject({ available: 400_00n, held: 200_00n });
  // Another output of the same transaction is another payment.
  expect(await write((tx) => payWithdrawal(tx, admin, second, '0xABC123:1'))).toMatchObject({ ok: true });
  expect((await audit()).findings).toEqual([]);
});

test('of two who pay with one reference at once, one succeeds', async () => {
  const { admin, ids } = await requests(4);
  for (const id of ids) await write((tx) => approveWithdrawal(tx, admin, id));
  const paid = await Promise.all(ids.map((id) => write((tx) => payWithdrawal(tx, admin, id, 'tx-1'))));
  expect(paid.filter(({ ok }) => ok)).toHaveLength(1);
  expect((await audit()).findings).toEqual([]);
});

test('calls that name no reference of a payment pay as many as there are', async () => {
  const { admin, ids } = await requests(2);
  for (const id of ids) {
    expect((await write((tx) => approveAndPayWithdrawal(tx, admin, id, NO_REFERENCE))).ok).toBe(true);
  }
});
