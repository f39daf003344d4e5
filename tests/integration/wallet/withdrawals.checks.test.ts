import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { kyc } from '#drizzle/schema';
import {
  approveWithdrawal,
  payWithdrawal,
  rejectWithdrawal,
} from '~/features/money/wallet/withdrawals/decideWithdrawal.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { runWithdrawalChecks } from '~/features/money/wallet/withdrawals/withdrawalChecks.server';
import { loadWithdrawalQueue } from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { DAY } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { createAdminActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { clock, START, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { approvedDocuments } from '../../support/people/bonuses';
import { makeAdmin, makeUser } from '../../support/people/people';
import { ownerOf, turnOn } from '../../support/people/secondFactor';
import { transactionOf } from '../../support/transactionIds';

useDatabase();

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';

async function ask(user: User, wallet = WALLET, amount = 200_00n): Promise<string> {
  const request = must(await write((tx) => requestWithdrawal(tx, user, { method: 'ETH', amount, wallet })));
  return request.id;
}

const checksNow = async () => runWithdrawalChecks((await loadWithdrawalQueue({ show: 'all', page: 1 })).rows);

describe('before money leaves, an administrator sees', () => {
  test('the owner: identity check, second factor, the age of the account, deposits and withdrawals', async () => {
    const user = await makeUser({}, { dollars: 1_000 });
    const admin = createAdminActor((await makeAdmin()).id);
    clock.advance(DAY);
    const first = await ask(user);
    expect((await checksNow()).get(first)).toMatchObject({
      documents: null,
      secondFactor: false,
      accountSince: START,
      paidIn: 1_000_00n,
      practice: 0n,
      paidOut: 0n,
      available: 800_00n,
      isFirstUse: true,
      sameWallet: [],
    });
    await approvedDocuments(user);
    await turnOn(ownerOf(user));
    await write((tx) => approveWithdrawal(tx, admin, first));
    // The checked withdrawal does not count as an earlier one.
    expect((await checksNow()).get(first)).toMatchObject({ documents: 'approved', secondFactor: true, paidOut: 0n });
    await write((tx) => tx.update(kyc).set({ status: 'rejected', endedBy: 'expire' }).where(eq(kyc.userId, user.id)));
    expect((await checksNow()).get(first)).toMatchObject({ documents: 'expired' });
    await write((tx) => payWithdrawal(tx, admin, first, transactionOf('tx-1')));
    const second = await ask(user, WALLET, 100_00n);
    const checks = await checksNow();
    expect(checks.get(second)).toMatchObject({ paidOut: 200_00n, isFirstUse: false, available: 700_00n });
    // Decided ones need no checks.
    expect([...checks.keys()]).toEqual([second]);
    // Wallets that differ in letter case may be different.
    const third = await ask(user, WALLET.toLowerCase(), 100_00n);
    expect((await checksNow()).get(third)).toMatchObject({ isFirstUse: true, sameWallet: [] });
  });

  test('other accounts with the wallet, whatever the state of their withdrawals', async () => {
    const [one, other, third] = [
      await makeUser({}, { dollars: 1_000 }),
      await makeUser({}, { dollars: 1_000 }),
      await makeUser({}, { dollars: 1_000 }),
    ];
    const admin = createAdminActor((await makeAdmin()).id);
    const own = await ask(one);
    const ofOthers = await ask(other, WALLET.toLowerCase());
    const apart = await ask(third, '0x8617E340B3D01FA5F11F306F4090FD50E238070D');
    await write((tx) => rejectWithdrawal(tx, admin, ofOthers, 'no'));
    const checks = await checksNow();
    expect(checks.get(own)?.sameWallet).toEqual([{ id: other.id, email: other.email }]);
    expect(checks.get(apart)?.sameWallet).toEqual([]);
  });

  test('the coins to be paid, after the charge, at the current price', async () => {
    const user = await makeUser({}, { dollars: 1_000 });
    const id = await ask(user);
    const coin = (await checksNow()).get(id)?.coin;
    expect(coin).toMatchObject({ coin: 'ETH', amount: expect.stringMatching(/^0\.\d+$/), at: expect.any(Date) });
  });
});
