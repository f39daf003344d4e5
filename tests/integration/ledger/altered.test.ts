import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { depositMethod, journal, mail, tradingPosition, user as userTable } from '#drizzle/schema';
import { loadCatalogue } from '~/features/backoffice/catalogue/queries.server';
import { listPlansOnSale } from '~/features/money/plans/queries.server';
import { loadDepositStep } from '~/features/money/wallet/deposits/depositQueries.server';
import { loadWithdrawalReceipt } from '~/features/money/wallet/receipts.server';
import { loadWithdrawalQueue, loadWithdrawalsPage } from '~/features/money/wallet/withdrawals/withdrawalQueries.server';
import { requestPasswordReset } from '~/features/people/auth/passwords/requestPasswordReset.server';
import { loadUserPart } from '~/features/people/users/userParts.server';
import { listMethodNames } from '~/features/site/marketing/site.server';
import { describeUnavailability, read, write } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { readSetting } from '~/platform/installation/settings.server';
import { findSessionInvestor, startSession } from '~/signIns/session.server';
import { findSavedAccount } from '~/trading/accounts/accounts.server';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import { useDatabase } from '../../support/database';
import { requested } from '../../support/people/bonuses';
import { makeUser } from '../../support/people/people';
import { leaderOrders, makeLeader } from '../../support/trading/leaders';
import { behindTheBack } from './ledger.fixtures';

/* Altered rows that pages and calls read outside a transaction. */

useDatabase();

const readState = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => describeUnavailability(error)?.message ?? String(error),
  );
const REFUSED = expect.stringContaining('This record was altered outside the product');
const WORDS = expect.stringContaining('Pay nothing');

describe('the operator’s terms', () => {
  const checkout = () => loadDepositStep(new URLSearchParams('method=BTC&amount=2000'));

  test('are refused with a message wherever they are shown: deposit addresses, fees, plans, rates', async () => {
    const tried: [change: string, shown: () => Promise<unknown>][] = [
      [`address = 'thief'`, checkout],
      [`name = 'Bitcoin Cash'`, listMethodNames],
      [`minimum = minimum + 1`, loadCatalogue],
    ];
    const [method] = await read().select().from(depositMethod).where(eq(depositMethod.code, 'BTC'));
    for (const [change, shown] of tried) {
      expect(await readState(shown())).toBe('done');
      await behindTheBack(`update deposit_method set ${change} where code = 'BTC'`);
      expect(await readState(shown()), change).toEqual(REFUSED);
      const { address, name, minimum } = method as NonNullable<typeof method>;
      await behindTheBack(
        `update deposit_method set address = '${address}', name = '${name}', minimum = ${minimum} where code = 'BTC'`,
      );
    }
    await behindTheBack(`update setting set value = value + 1 where key = 'holding-days'`);
    expect(await readState(readSetting(read(), 'holding-days'))).toEqual(REFUSED);
    expect(await readState(loadCatalogue())).toEqual(REFUSED);
    const { id } = await makeUser();
    expect(await readState(listPlansOnSale(id))).toBe('done');
    await behindTheBack('update plan set daily_bps = daily_bps + 1');
    expect(await readState(listPlansOnSale(id))).toEqual(REFUSED);
  });

  test('do not count as altered while they are being changed', async () => {
    const looks = Array.from({ length: 50 }, async (_, at) => {
      const change = write((tx) =>
        tx
          .update(depositMethod)
          .set({ address: `address ${at}` })
          .where(eq(depositMethod.code, 'BTC'))
          .returning(),
      );
      return await Promise.all([change, verified(read(), depositMethod), checkout()]);
    });
    expect(await Promise.all(looks)).toHaveLength(50);
  });
});

describe('a withdrawal', () => {
  test('whose wallet or amount was altered has a message in its place wherever it is listed', async () => {
    const user = await makeUser({}, { dollars: 1_000 });
    const [altered, other] = [await requested(user, 100_00n), await requested(user, 200_00n)];
    const wallets = async () => {
      const queue = (await loadWithdrawalQueue({ show: 'waiting', page: 1 })).rows.map((row) => row.withdrawal);
      const own = (await loadWithdrawalsPage(user.id, new URLSearchParams())).rows.map((row) => row.withdrawal);
      const part = await loadUserPart(user.id, 'withdrawals', new URLSearchParams());
      const receipts = await Promise.all([altered, other].map((id) => loadWithdrawalReceipt(user.id, id)));
      const all = [
        ...queue,
        ...own,
        ...(part?.part === 'withdrawals' ? part.page.rows : []),
        ...receipts.flatMap((receipt) => receipt?.withdrawal ?? []),
      ];
      return [altered, other].map((id) => all.filter((row) => row.id === id).map(({ wallet }) => wallet));
    };
    const [mine, second] = (await wallets()) as [string[], string[]];
    expect(new Set([...mine, ...second]).size).toBe(1);
    expect(mine).toHaveLength(4);
    for (const change of [`wallet = wallet || 'x'`, `amount = amount + 1`]) {
      await behindTheBack(`update withdrawal set ${change} where id = '${altered}'`);
      expect(await wallets(), change).toEqual([Array(4).fill(WORDS), second]);
      await behindTheBack(`update withdrawal set wallet = '${mine[0]}', amount = 10000 where id = '${altered}'`);
    }
    expect(await wallets()).toEqual([mine, second]);
  });
});

test('an account whose position was altered or hidden does nothing more', async () => {
  const leader = await makeLeader();
  await leaderOrders(leader, 'BTCUSD', UNITS_PER_WHOLE / 10n);
  const account = () => write(async (tx) => ({ ok: true, value: await findSavedAccount(tx, leader) }));
  expect(await readState(account())).toBe('done');
  const [before] = await read().select().from(tradingPosition).where(eq(tradingPosition.accountId, leader));
  for (const change of [`size = '0'`, `cost = '${Number(before?.cost) - 100_000}'`]) {
    await behindTheBack(`update trading_position set ${change} where account_id = '${leader}'`);
    expect(await readState(account()), change).toEqual(REFUSED);
    await behindTheBack(
      `update trading_position set size = '${before?.size}', cost = '${before?.cost}' where account_id = '${leader}'`,
    );
    expect(await readState(account())).toBe('done');
  }
});

describe('an investor', () => {
  test('whose balance was altered is refused with a message when they withdraw it', async () => {
    const user = await makeUser({}, { dollars: 1_000 });
    await behindTheBack(`update account set credits = credits + 350000 where code = 'available:${user.id}'`);
    const before = await read().select().from(journal);
    expect(await readState(requested(user, 4_500_00n))).toEqual(REFUSED);
    expect(await read().select().from(journal)).toEqual(before);
  });

  test('whose row was altered while they are signed in can act again only once it is restored', async () => {
    const user = await makeUser();
    const { secret } = await write((tx) => startSession(tx, { kind: 'investor', subjectId: user.id }));
    const acts = async () => (await findSessionInvestor(secret, 'investor'))?.user.id;
    expect(await acts()).toBe(user.id);
    await behindTheBack(`update "user" set pdt_unlocked = not pdt_unlocked where id = '${user.id}'`);
    expect(await acts()).toBeUndefined();
    await behindTheBack(`update "user" set pdt_unlocked = not pdt_unlocked where id = '${user.id}'`);
    expect(await acts()).toBe(user.id);
    await write((tx) =>
      tx.update(userTable).set({ firstName: 'Another' }).where(eq(userTable.id, user.id)).returning(),
    );
    expect(await acts()).toBe(user.id);
  });

  test('whose address was altered gets no link mailed there', async () => {
    const user = await makeUser();
    const thief = 'thief@example.com';
    await behindTheBack(`update "user" set email = '${thief}' where id = '${user.id}'`);
    const before = (await read().select().from(mail)).length;
    expect(await readState(requestPasswordReset({ email: thief }, { address: '192.0.2.1' }))).toEqual(REFUSED);
    expect(await read().select().from(mail)).toHaveLength(before);
  });
});
