import { eq, isNull } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { copy, mirror, trade, trader } from '#drizzle/schema';
import { applyResultToBatch } from '~/features/copying/copy/following/closedResults.server';
import { loadCopyWithTrades } from '~/features/copying/copy/following/comparison.server';
import { payWaiting } from '~/features/copying/copy/following/internal/payWaiting.server';
import { applyResultBatch } from '~/features/copying/copy/jobs.server';
import { stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { INITIAL_POSITION_COLUMNS } from '~/features/copying/copy/rules';
import { importHistory } from '~/features/copying/traders/simulated/importHistory.server';
import { allocatedAccount, availableAccount, custody, reserve } from '~/ledger/chartOfAccounts';
import { postMany } from '~/ledger/posting/post.server';
import { balance, readBalances } from '~/ledger/reading/statement.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { DAY, MINUTE, now } from '~/platform/clock';
import { insertAll, read, write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import type { User } from '~/signIns/session.server';
import { clock, useDatabase } from '../../support/database';
import { cases } from '../../support/depth';
import { onBothEngines } from '../../support/onBothEngines';
import { postAct } from '../../support/people/announcedEntries';
import { makeUser } from '../../support/people/people';
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

async function drainMarketReserve(leave: bigint): Promise<void> {
  const held = await balance(read(), reserve.market.code);
  const legs = [{ debit: reserve.market, credit: custody('manual'), amount: held - leave }];
  await write((tx) =>
    postAct(tx, { kind: 'reserve-taken-back', ref: newId(), actor: 'system', effectiveAt: now(), legs }),
  );
}

async function fundMarketReserve(amount: bigint): Promise<void> {
  const legs = [{ debit: custody('manual'), credit: reserve.market, amount }];
  await write((tx) => postAct(tx, { kind: 'reserve-funded', ref: newId(), actor: 'system', effectiveAt: now(), legs }));
}

describe("a leader's result", () => {
  onBothEngines('bulk writes', () => {
    test('reaches each copy in proportion to its worth', async () => {
      const trader = await makeTrader();
      const [one, five] = [await makeCopy(trader, 1_000_00n), await makeCopy(trader, 5_000_00n)];
      await trades(trader, 300);
      await mirrorAll();
      expect([await equity(one.id), await equity(five.id)]).toEqual([1_030_00n, 5_150_00n]);
      await trades(trader, -1_000);
      await mirrorAll();
      expect([await equity(one.id), await equity(five.id)]).toEqual([927_00n, 4_635_00n]);
      expect(await mirrorsOf(one.id)).toMatchObject([
        { amount: 30_00n, type: 'profit', equityBefore: 1_000_00n, status: 'posted' },
        { amount: 103_00n, type: 'loss', equityBefore: 1_030_00n, status: 'posted' },
      ]);
      expect((await readBalancesAndTotals(one.user.id)).totals.periodicProfit).toBe(-73_00n);
      await clean();
    });
  });

  test('of a trader without recorded capital is relative to the minimum capital', async () => {
    const trader = await makeTrader({ minimum: 500_00n, capital: null });
    const { id } = await makeCopy(trader, 1_000_00n);
    await trades(trader, 50);
    await mirrorAll();
    expect(await equity(id)).toBe(1_100_00n);
  });

  test('uses the capital of its recording, whatever the trader’s capital becomes before it reaches a copy', async () => {
    const traderId = await makeTrader({ capital: 10_000_00n });
    const { id } = await makeCopy(traderId, 1_000_00n);
    const tradeId = await trades(traderId, 300);
    await write((tx) => tx.update(trader).set({ capital: 500_00n }).where(eq(trader.id, traderId)));
    await mirrorAll();
    expect(await equity(id)).toBe(1_030_00n);
    expect(await read().select({ capital: trade.capital }).from(trade).where(eq(trade.id, tradeId))).toEqual([
      { capital: 10_000_00n },
    ]);
    await clean();
  });

  test('never takes more than the copy holds, and ends an empty copy', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader);
    await trades(trader, -25_000);
    await mirrorAll();
    expect(await copyOf(id)).toMatchObject({ status: 'stopped', stopReason: 'nothing is left in it' });
    expect(await mirrorsOf(id)).toMatchObject([
      { amount: 1_000_00n, reason: expect.stringContaining('you do not bear the rest') },
    ]);
    expect(await readBalances(read(), user.id)).toMatchObject({ available: 9_000_00n, allocated: 0n });
    await clean();
  });

  test.each([false, true])('is shown on the page of the copy, which has stopped: %s', async (stops) => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader, 1_000_00n);
    await trades(trader, 300);
    await trades(trader, -100);
    await mirrorAll();
    if (stops) await write((tx) => stopCopy(tx, user, id));
    const page = await loadCopyWithTrades(user.id, id, 1);
    expect(page?.entered.map(({ amount, type, status }) => [amount, type, status])).toEqual([
      [10_30n, 'loss', 'posted'],
      [30_00n, 'profit', 'posted'],
    ]);
    const other = await makeUser();
    expect(await loadCopyWithTrades(other.id, id, 1)).toBeNull();
  });

  test('dated before a copy started never reaches it', async () => {
    const trader = await makeTrader();
    const { id } = await makeCopy(trader);
    const before = new Date(clock.at.getTime() - DAY).toISOString();
    await trades(trader, 500, before);
    await mirrorAll();
    expect(await mirrorsOf(id)).toEqual([]);
  });

  test('recorded before a copy started never reaches it, not even in the same instant', async () => {
    const trader = await makeTrader();
    await trades(trader, 500);
    const { id } = await makeCopy(trader);
    await mirrorAll();
    expect(await mirrorsOf(id)).toEqual([]);
    expect(await equity(id)).toBe(1_000_00n);
  });

  onBothEngines('bulk writes', () => {
    test('is found behind a long log', async () => {
      const trader = await makeTrader();
      const past = Array.from({ length: 1_001 }, (_, minute) => ({
        pair: 'EUR/USD' as const,
        amount: 1_00n,
        type: 'profit' as const,
        at: new Date(clock.at.getTime() - 2 * DAY + minute * 1_000),
      }));
      await write((tx) => importHistory(tx, trader, past));
      const { id } = await makeCopy(trader);
      await trades(trader, 100);
      await mirrorAll();
      expect(await equity(id)).toBe(1_010_00n);
      const unreached = () => read().select({ id: trade.id }).from(trade).where(isNull(trade.reachedAt));
      expect(await unreached()).toHaveLength(1);
      clock.advance(3 * MINUTE);
      await mirrorAll();
      expect(await unreached()).toEqual([]);
      await trades(trader, 100);
      await mirrorAll();
      expect([await equity(id), (await unreached()).length]).toEqual([1_020_10n, 1]);
    });
  });

  test('of less than a cent is stored as skipped', async () => {
    const trader = await makeTrader();
    const { id } = await makeCopy(trader);
    await trades(trader, 0.05);
    await mirrorAll();
    expect(await mirrorsOf(id)).toMatchObject([
      { status: 'skipped', amount: 0n, reason: expect.stringContaining('cent') },
    ]);
    await clean();
  });

  test('waits, visibly, while the reserve is short, and is paid when it is not', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader);
    await drainMarketReserve(10_00n);
    await trades(trader, 500);
    await trades(trader, 50);
    await mirrorAll();
    expect((await mirrorsOf(id)).map(({ status, amount }) => [status, amount])).toEqual([
      ['waiting', 50_00n],
      ['posted', 5_00n],
    ]);
    await runAll(payWaiting);
    expect(await equity(id)).toBe(1_005_00n);
    await clean();
    await fundMarketReserve(100_00n);
    await Promise.all([payWaiting(), payWaiting()]);
    expect(await equity(id)).toBe(1_055_00n);
    expect((await readBalances(read(), user.id)).allocated).toBe(1_055_00n);
    expect((await mirrorsOf(id)).map(({ status }) => status)).toEqual(['posted', 'posted']);
    await clean();
  });

  test('that waited is paid to the user when the copy has stopped meanwhile', async () => {
    const trader = await makeTrader();
    const { user, id } = await makeCopy(trader);
    await drainMarketReserve(0n);
    await trades(trader, 500);
    await mirrorAll();
    await write((tx) => stopCopy(tx, user, id));
    expect(await readBalances(read(), user.id)).toMatchObject({ available: 10_000_00n, allocated: 0n });
    await fundMarketReserve(100_00n);
    await runAll(payWaiting);
    expect(await readBalances(read(), user.id)).toMatchObject({ available: 10_050_00n, allocated: 0n });
    expect((await readBalancesAndTotals(user.id)).totals.periodicProfit).toBe(50_00n);
    await clean();
  });

  test('is always shared by one rule: in proportion, to the cent, never below zero', async () => {
    const results = fc.array(
      fc.integer({ min: -1_500_00, max: 1_500_00 }).filter((cents) => cents !== 0),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    const amounts = fc.array(fc.integer({ min: 1_000_00, max: 9_000_00 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(results, amounts, async (cents, stakes) => {
        const trader = await makeTrader({ capital: 2_000_00n });
        const copies = [];
        for (const stake of stakes) copies.push((await makeCopy(trader, BigInt(stake))).id);
        for (const each of cents) await trades(trader, each / 100);
        await mirrorAll();
        for (const [at, id] of copies.entries()) {
          let expected = BigInt(stakes[at]!);
          for (const each of cents) {
            if (expected === 0n) break;
            const share = (BigInt(Math.abs(each)) * expected) / 2_000_00n;
            expected += each > 0 ? share : -(share > expected ? expected : share);
          }
          const { status, result, contributed } = await copyOf(id);
          expect(BigInt(stakes[at]!) + result).toBe(expected);
          expect([status, contributed + result]).toEqual(expected > 0n ? ['active', expected] : ['stopped', 0n]);
        }
      }),
      { numRuns: cases(15) },
    );
    await clean();
  });
});

onBothEngines('bulk writes', () => {
  describe('a fan-out to a thousand copies', () => {
    /** Writes copies in bulk, as the use case would one by one. */
    async function thousandCopies(trader: string): Promise<string[]> {
      const user: User = await makeUser({}, { dollars: 2_000_000 });
      const ids = Array.from({ length: 1_000 }, () => newId());
      const row = {
        userId: user.id,
        traderId: trader,
        contributed: 1_000_00n,
        result: 0n,
        floor: null,
        ...INITIAL_POSITION_COLUMNS,
      };
      const going = { stoppedAt: null, stopReason: null, dueAt: null, endedByTradeId: null };
      const state = { status: 'active' as const, startedAt: now(), ...going };
      await write(async (tx) => {
        await insertAll(
          tx,
          copy,
          ids.map((id) => ({ id, ...row, ...state })),
        );
        for (let at = 0; at < ids.length; at += 250) {
          const entries = ids.slice(at, at + 250).map((id) => {
            const legs = [
              { debit: availableAccount(user.id), credit: allocatedAccount(id, user.id), amount: 1_000_00n },
            ];
            return { kind: 'copy-started' as const, ref: id, actor: 'system', effectiveAt: now(), legs };
          });
          await postMany(tx, entries);
        }
      });
      return ids;
    }

    test('killed halfway and resumed by two runners, reaches each once', async () => {
      const trader = await makeTrader();
      const ids = await thousandCopies(trader);
      const trade = await trades(trader, 123);
      for (let batch = 0; batch < 9; batch++) await applyResultBatch();
      const killed = write(async (tx) => {
        await applyResultToBatch(tx, trade, 50);
        throw new Error('killed');
      });
      await expect(killed).rejects.toThrow('killed');
      expect(await read().select().from(mirror)).toHaveLength(450);
      await Promise.all([mirrorAll(), mirrorAll()]);
      const rows = await read().select().from(mirror);
      expect(rows).toHaveLength(1_000);
      expect(new Set(rows.map(({ copyId }) => copyId))).toEqual(new Set(ids));
      expect(rows.every(({ status, amount }) => status === 'posted' && amount === 12_30n)).toBe(true);
      await clean();
    });
  });
});
