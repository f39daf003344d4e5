import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { copy as copyTable, journal, mail, mirror, notification } from '#drizzle/schema';
import { applyResultToBatch } from '~/features/copying/copy/following/closedResults.server';
import { applyResultBatch, copyJobs } from '~/features/copying/copy/jobs.server';
import { stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { completeLog } from '~/features/copying/traders/log/completeLog.server';
import { sumRetainedAfterVoids } from '~/features/copying/traders/log/tradeLog.server';
import { voidTrade } from '~/features/copying/traders/log/voidTrade.server';
import { loadTraderProfile } from '~/features/copying/traders/record/profile.server';
import { voidSchema } from '~/features/copying/traders/schema';
import { closeAccount } from '~/features/people/profile/closeAccount.server';
import { availableAccount, custody, reserve } from '~/ledger/chartOfAccounts';
import { mustPost } from '~/ledger/posting/post.server';
import { balance, readBalances } from '~/ledger/reading/statement.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { HOUR, now } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import { createInvestorActor, SYSTEM_ACTOR } from '~/platform/states';
import { clock, useDatabase } from '../../support/database';
import { postAct } from '../../support/people/announcedEntries';
import {
  clean,
  copyOf,
  equity,
  makeCopy,
  makeTrader,
  mirrorAll,
  mirrorsOf,
  runAll,
  trades,
} from '../../support/trading/copies';

useDatabase();

const voided = async (trade: string, more: Record<string, string> = {}) => {
  clock.advance(HOUR);
  return await write((tx) => voidTrade(tx, SYSTEM_ACTOR, voidSchema.parse({ trade, reason: 'Mistyped', ...more })));
};
const funded = async ({ id }: { id: string }) => (await readBalances(read(), id)).funded;

/** Reduces the money of a user or a reserve to an amount in cents. */
async function leave(account: typeof reserve.market, cents: bigint): Promise<void> {
  const amount = (await balance(read(), account.code)) - cents;
  const legs = [{ debit: account, credit: custody('manual'), amount }];
  await write((tx) => mustPost(tx, { kind: 'correction', ref: newId(), actor: 'system', effectiveAt: now(), legs }));
}

describe('a voided trade', () => {
  test.each([2_000, -2_000])(
    'of %d leaves no trace in balances, results and figures, and is notified',
    async (dollars) => {
      const trader = await makeTrader();
      const { user, id } = await makeCopy(trader);
      const trade = await trades(trader, dollars);
      await mirrorAll();
      expect((await voided(trade)).ok).toBe(true);
      await Promise.all([mirrorAll(), mirrorAll()]);
      expect([await equity(id), (await copyOf(id)).result]).toEqual([1_000_00n, 0n]);
      expect(await mirrorsOf(id)).toMatchObject([{ status: 'voided', reason: 'Voided: Mistyped' }]);
      expect((await readBalancesAndTotals(user.id)).totals.periodicProfit).toBe(0n);
      const profile = await loadTraderProfile(trader);
      expect([profile?.trader.figures.closed, profile?.nav]).toEqual([0, []]);
      const notifications = await read().select().from(notification);
      expect(notifications.at(-1)?.text).toContain('voided: Mistyped');
      const kind = dollars > 0 ? 'copy-profit' : 'copy-loss';
      const [first] = await read().select().from(journal).where(eq(journal.kind, kind));
      const back = await read().select().from(journal).where(eq(journal.reverses, first!.id));
      expect(back).toMatchObject([{ kind: `${kind}-reversed` }]);
      expect(await voided(trade)).toMatchObject({ ok: false, error: { code: 'wrong-state' } });
      await clean();
    },
  );

  test('that reached no copy yet never does', async () => {
    const trader = await makeTrader();
    const { id } = await makeCopy(trader);
    await voided(await trades(trader, 2_000));
    await mirrorAll();
    expect(await mirrorsOf(id)).toEqual([]);
  });

  test('that ended copies restores them, paused, with their amounts, and the correct one reaches them', async () => {
    const trader = await makeTrader();
    const [all, floor] = [await makeCopy(trader), await makeCopy(trader, 1_000_00n, 900_00n)];
    const trade = await trades(trader, -20_000);
    await mirrorAll();
    for (const { id } of [all, floor]) expect((await copyOf(id)).status).toBe('stopped');
    expect((await voided(trade, { amount: '200' })).ok).toBe(true);
    await mirrorAll();
    for (const { id, user } of [all, floor]) {
      expect(await copyOf(id)).toMatchObject({ status: 'paused', result: -20_00n, stoppedAt: null, stopReason: null });
      expect(await equity(id)).toBe(980_00n);
      expect(await funded(user)).toBe(9_980_00n);
      expect((await write((tx) => stopCopy(tx, user, id))).ok).toBe(true);
      expect((await readBalances(read(), user.id)).available).toBe(9_980_00n);
    }
    expect((await read().select().from(mail)).map(({ kind }) => kind).sort()).toEqual([
      'copy-returned',
      'copy-returned',
      ...Array(4).fill('copy-stopped'),
    ]);
    await clean();
  });

  test('that ended the copy of a since closed account restores none: the loss is paid to its owner', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader);
    const trade = await trades(trader, -5_000);
    await mirrorAll();
    const held = await equity(id);
    const mistake = await trades(trader, -20_000);
    await mirrorAll();
    expect((await copyOf(id)).status).toBe('stopped');
    const closing = { userId: user.id, reason: 'asked for', submittedEmail: user.email };
    expect((await write((tx) => closeAccount(tx, createInvestorActor(user.id), closing))).ok).toBe(true);
    await voided(mistake);
    await mirrorAll();
    expect((await copyOf(id)).status).toBe('stopped');
    expect(await readBalances(read(), user.id)).toMatchObject({ allocated: 0n, available: 9_000_00n + held });
    await voided(trade);
    await mirrorAll();
    expect((await readBalances(read(), user.id)).available).toBe(10_000_00n);
    await clean();
  });

  test('that brought a copy to its floor reverses its payout, once; where that is spent, the loss is paid to its owner', async () => {
    const trader = await makeTrader();
    const [stored, spent] = [await makeCopy(trader, 1_000_00n, 900_00n), await makeCopy(trader, 1_000_00n, 900_00n)];
    const trade = await trades(trader, -1_500);
    await mirrorAll();
    await leave(availableAccount(spent.user.id), 0n);
    // It was skipped because both had ended, and stays skipped.
    await trades(trader, 1_000);
    await voided(trade);
    await mirrorAll();
    expect(await copyOf(stored.id)).toMatchObject({ status: 'paused', floor: 900_00n });
    expect(await equity(stored.id)).toBe(1_000_00n);
    expect((await mirrorsOf(stored.id)).map(({ status }) => status)).toEqual(['voided', 'skipped']);
    expect((await copyOf(spent.id)).status).toBe('stopped');
    expect((await readBalances(read(), spent.user.id)).available).toBe(150_00n);
    await clean();
  });

  test('of a stopped copy is taken from its owner’s money; if that is too little, all of it is left and listed', async () => {
    const trader = await makeTrader();
    const [rich, poor] = [await makeCopy(trader), await makeCopy(trader)];
    const trade = await trades(trader, 2_000);
    await mirrorAll();
    for (const { user, id } of [rich, poor]) await write((tx) => stopCopy(tx, user, id));
    await leave(availableAccount(poor.user.id), 199_99n);
    await voided(trade);
    await mirrorAll();
    expect((await readBalances(read(), rich.user.id)).available).toBe(10_000_00n);
    expect((await readBalances(read(), poor.user.id)).available).toBe(199_99n);
    expect((await mirrorsOf(rich.id))[0]).toMatchObject({ status: 'voided' });
    expect((await mirrorsOf(poor.id))[0]).toMatchObject({ status: 'kept' });
    expect(await sumRetainedAfterVoids()).toMatchObject({
      total: 1,
      rows: [
        {
          mirror: {
            amount: 200_00n,
            type: 'profit',
            reason: 'Voided: Mistyped, but its result is no longer there',
          },
          owner: { id: poor.user.id },
          trader: { lastName: 'Stone' },
        },
      ],
    });
    expect((await readBalancesAndTotals(poor.user.id)).totals.periodicProfit).toBe(200_00n);
    await clean();
  });

  test('of a copy that has lost the profit since is left, and so is the copy', async () => {
    const trader = await makeTrader();
    const { id } = await makeCopy(trader);
    const trade = await trades(trader, 20_000);
    await trades(trader, -9_500);
    await mirrorAll();
    expect(await equity(id)).toBe(150_00n);
    await voided(trade);
    await mirrorAll();
    expect((await mirrorsOf(id)).map(({ status }) => status)).toEqual(['kept', 'posted']);
    expect([await equity(id), (await copyOf(id)).status]).toEqual([150_00n, 'active']);
    await clean();
  });

  test('whose profit was all of a copy’s money ends it', async () => {
    const trader = await makeTrader();
    const { id } = await makeCopy(trader, 1_000_00n, 950_00n);
    const trade = await trades(trader, 1_000);
    await trades(trader, -1_000);
    await mirrorAll();
    expect(await equity(id)).toBe(990_00n);
    await voided(trade);
    await mirrorAll();
    expect(await copyOf(id)).toMatchObject({ status: 'stopped', result: -110_00n });
    await clean();
  });

  test('whose loss the reserve can not pay back waits, and is paid back once it can', async () => {
    const trader = await makeTrader();
    const { id } = await makeCopy(trader);
    const trade = await trades(trader, -2_000);
    await mirrorAll();
    await leave(reserve.market, 199_99n);
    await voided(trade);
    await mirrorAll();
    expect(await mirrorsOf(id)).toMatchObject([{ status: 'voiding' }]);
    expect(await equity(id)).toBe(800_00n);
    await clean();
    const legs = [{ debit: custody('manual'), credit: reserve.market, amount: 1n }];
    const head = { kind: 'reserve-funded' as const, ref: newId(), actor: 'system', effectiveAt: now() };
    await write((tx) => postAct(tx, { ...head, legs }));
    for (const { run } of copyJobs) await runAll(async () => (await run()) as boolean);
    expect(await mirrorsOf(id)).toMatchObject([{ status: 'voided' }]);
    expect(await equity(id)).toBe(1_000_00n);
    await clean();
  });

  test('whose profit waited for the reserve is never paid', async () => {
    const trader = await makeTrader();
    const { id } = await makeCopy(trader);
    await leave(reserve.market, 0n);
    const trade = await trades(trader, 2_000);
    await mirrorAll();
    await voided(trade);
    await mirrorAll();
    expect(await mirrorsOf(id)).toMatchObject([{ status: 'voided', postedAt: null }]);
    expect(await equity(id)).toBe(1_000_00n);
    await clean();
  });

  test('killed midway resumes, each copy once, with two runners', async () => {
    const trader = await makeTrader();
    const made = [];
    for (let at = 0; at < 45; at++) made.push(await makeCopy(trader));
    const trade = await trades(trader, 2_000);
    await mirrorAll();
    await voided(trade);
    expect(await applyResultBatch()).toBe(true);
    const isVoided = and(eq(mirror.tradeId, trade), eq(mirror.status, 'voided'));
    expect(await read().select().from(mirror).where(isVoided)).toHaveLength(20);
    const killed = write(async (tx) => {
      await applyResultToBatch(tx, trade, 20);
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    // An act of the owner during the reversal first applies the reversal to its copy.
    const last = made.at(-1)!;
    await write((tx) => stopCopy(tx, last.user, last.id));
    expect((await readBalances(read(), last.user.id)).available).toBe(10_000_00n);
    await Promise.all([mirrorAll(), mirrorAll()]);
    expect(await read().select().from(mirror).where(isVoided)).toHaveLength(45);
    for (const { contributed, result } of await read().select().from(copyTable)) {
      expect([1_000_00n, 0n]).toContain(contributed + result);
      expect(result).toBe(0n);
    }
    await clean();
  });
});

test('a correct result that replaces a voided one is accepted at the same date though the log is complete', async () => {
  const trader = await makeTrader();
  const { id } = await makeCopy(trader);
  const trade = await trades(trader, 2_000);
  await mirrorAll();
  clock.advance(HOUR);
  expect((await write((tx) => completeLog(tx, SYSTEM_ACTOR, { trader, until: '' }))).ok).toBe(true);
  expect(await write((tx) => completeLog(tx, SYSTEM_ACTOR, { trader, until: '' }))).toMatchObject({
    error: { code: 'complete' },
  });
  const other = await voided(trade, { amount: '20', date: '2026-03-02T09:30' });
  expect(other).toMatchObject({ ok: false, error: { code: 'log-complete' } });
  expect((await voided(trade, { amount: '20' })).ok).toBe(true);
  await mirrorAll();
  expect(await equity(id)).toBe(1_002_00n);
  await clean();
});
