// On both engines: paging.
import { expect, test } from 'vitest';
import { cancelDeposit } from '~/features/money/wallet/deposits/decideDeposit.server';
import { loadDepositsPage } from '~/features/money/wallet/deposits/depositQueries.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { cancelWithdrawal } from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { loadWithdrawalsPage } from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { write } from '~/platform/db/index.server';
import { createInvestorActor } from '~/platform/states';
import { clock, useDatabase } from '../../support/database';
import { makeAdmin, makeUser } from '../../support/people/people';

useDatabase();

const WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const ROWS = 27;
const query = (text: string) => new URLSearchParams(text);

/** Amounts that a page must show, in descending order, cents. */
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => BigInt(from - at) * 100n);

test('deposits and withdrawals come 25 to a page, the newest first, and another user reads none of them', async () => {
  await makeAdmin();
  const user = await makeUser({}, { dollars: 10_000 });
  const other = await makeUser({}, { dollars: 10_000 });
  for (let row = 0; row < ROWS; row++) {
    const amount = BigInt(100 + row) * 100n;
    clock.advance(60_000);
    const submitted = await write((tx) =>
      submitDeposit(tx, user, { method: 'BTC', amount: amount * 100n, proof: null }),
    );
    const requested = await write((tx) => requestWithdrawal(tx, user, { method: 'BTC', amount, wallet: WALLET }));
    if (!submitted.ok) throw new Error(submitted.error.message);
    if (!requested.ok) throw new Error(requested.error.message);
    // The number of waiting requests is limited.
    const { id } = submitted.value;
    await write((tx) => cancelDeposit(tx, createInvestorActor(user.id), id));
    await write((tx) => cancelWithdrawal(tx, createInvestorActor(user.id), requested.value.id));
  }

  const deposits = async (text: string) => await loadDepositsPage(user.id, query(text));
  const amounts = ({ rows }: Awaited<ReturnType<typeof deposits>>) => rows.map((row) => row.deposit.amount / 100n);
  const first = await deposits('');
  expect([amounts(first), first.previous]).toEqual([down(126, 102), null]);
  const second = await deposits(`after=${first.next}`);
  // The last one is the user's initial deposit.
  expect([amounts(second), second.next]).toEqual([[...down(101, 100), 100_00n], null]);
  expect(amounts(await deposits(`before=${second.previous}`))).toEqual(down(126, 102));
  expect((await loadDepositsPage(other.id, query(''))).rows.map(({ deposit }) => deposit.userId)).toEqual([other.id]);

  const newest = await loadWithdrawalsPage(user.id, query(''));
  expect(newest.rows.map(({ withdrawal }) => withdrawal.amount)).toEqual(down(126, 102));
  const oldest = await loadWithdrawalsPage(user.id, query(`after=${newest.next}`));
  expect(oldest.rows.map(({ withdrawal }) => withdrawal.amount)).toEqual(down(101, 100));
  expect((await loadWithdrawalsPage(other.id, query(`after=${newest.next}`))).rows).toEqual([]);
});
