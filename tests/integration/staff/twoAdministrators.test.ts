import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { copy, deposit, investment } from '#drizzle/schema';
import { topUpCopy } from '~/features/copying/copy/lifecycle/fundCopy.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { openInvestment } from '~/features/money/plans/openInvestment.server';
import { submitDeposit } from '~/features/money/wallet/deposits/submitDeposit.server';
import { requestWithdrawal } from '~/features/money/wallet/withdrawals/requestWithdrawal.server';
import { loadShell } from '~/features/site/shell/shell.server';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { NO_MONEY_ACCEPTED_TEXT } from '~/signIns/twoAdministrators.server';
import { useDatabase } from '../../support/database';
import { LIVE } from '../../support/liveEnvironment';
import { makeAdmin, makeUser } from '../../support/people/people';
import { makeTrader } from '../../support/trading/copies';

const PLAN = { plan: 'starter', amount: 500_00n };

/** Every use case that accepts an investor's money, each tried once: the codes of the refused ones. */
async function tried(): Promise<Record<string, string>> {
  const user = await makeUser({}, { dollars: 10_000 });
  const trader = await makeTrader();
  const results = {
    deposit: await write((tx) => submitDeposit(tx, user, { method: 'BTC', amount: 1_000_00n, proof: null })),
    plan: await write((tx) => openInvestment(tx, user, PLAN)),
    copy: await write((tx) => startCopy(tx, user, { trader })),
    'top-up': await write((tx) => topUpCopy(tx, user, { id: newId(), amount: 100_00n })),
  };
  return Object.fromEntries(
    Object.entries(results).map(([name, result]) => [name, result.ok ? 'done' : result.error.code]),
  );
}

describe('live mode with fewer than two administrators', () => {
  useDatabase(LIVE);

  test.each([0, 1])('accepts no money with %i, says so on every page, and lets money out', async (administrators) => {
    for (let made = 0; made < administrators; made++) await makeAdmin();
    const code = 'needs-administrators';
    expect(await tried()).toEqual({ deposit: code, plan: code, copy: code, 'top-up': code });
    for (const table of [investment, copy]) expect(await read().select().from(table)).toEqual([]);
    expect(await read().select().from(deposit).where(eq(deposit.status, 'pending'))).toEqual([]);
    const user = await makeUser({}, { dollars: 1_000 });
    expect((await loadShell(user)).notTaken).toBe(NO_MONEY_ACCEPTED_TEXT);
    const request = { method: 'BTC', amount: 100_00n, wallet: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' };
    expect(await write((tx) => requestWithdrawal(tx, user, request))).toMatchObject({ ok: true });
  });

  test('accepts it with two', async () => {
    for (let made = 0; made < 2; made++) await makeAdmin();
    // The reserve is empty, so the plan is refused; an unknown copy can't be topped up.
    expect(await tried()).toEqual({ deposit: 'done', plan: 'short-reserve', copy: 'done', 'top-up': 'not-found' });
    expect((await loadShell(await makeUser())).notTaken).toBeNull();
  });
});

describe('paper mode', () => {
  useDatabase();

  test('accepts money without an administrator', async () => {
    expect(await tried()).toMatchObject({ deposit: 'done', copy: 'done' });
  });
});
