// On both engines: the median that the database computes.
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { copy, copyFlow, tradingSnapshot } from '#drizzle/schema';
import { saveDays } from '~/features/copying/copy/following/internal/copyDays.server';
import { endCopiesAtFloor, followNextBatch } from '~/features/copying/copy/jobs.server';
import { topUpCopy } from '~/features/copying/copy/lifecycle/fundCopy.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { loadTraderProfile } from '~/features/copying/traders/record/profile.server';
import { DAY, HOUR } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import { clock, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { makeUser } from '../../support/people/people';
import { runAll } from '../../support/trading/copies';
import { leaderOrders, makeLeader } from '../../support/trading/leaders';

useDatabase();

async function follows(trader: string, amount: bigint) {
  const user = await makeUser({}, { dollars: 10_000 });
  const started = must(await write((tx) => startCopy(tx, user, { trader, amount, takeOver: true })));
  return { user, id: started.id };
}

async function passDay(): Promise<void> {
  clock.advance(DAY);
  await runAll(followNextBatch);
  await runAll(endCopiesAtFloor);
  await runAll(saveDays);
}

/** Computes the result of each copy at the end of the last complete day from its last snapshot, the money moved since, and its net deposits. */
async function plainResults(trader: string): Promise<{ result: bigint; worth: bigint }[]> {
  const results = [];
  for (const row of await read().select().from(copy).where(eq(copy.traderId, trader))) {
    const days = await read()
      .select()
      .from(tradingSnapshot)
      .where(eq(tradingSnapshot.accountId, row.id))
      .orderBy(asc(tradingSnapshot.day));
    const midnight = Math.floor(clock.at.getTime() / DAY) * DAY;
    const last = days.find(({ day }) => day.getTime() === midnight - DAY);
    const moved = (await read().select().from(copyFlow).where(eq(copyFlow.copyId, row.id)))
      .filter(({ movedAt }) => (movedAt?.getTime() ?? 0) >= midnight)
      .reduce((sum, flow) => sum + (flow.kind === 'top-up' ? 1n : -1n) * (flow.moved ?? 0n), 0n);
    const result = row.status === 'stopped' || !last ? row.result : last.equity + moved - row.contributed;
    results.push({ result, worth: row.contributed + result });
  }
  return results.sort((a, b) => (a.result < b.result ? -1 : 1));
}

test('the median result of copies, those in profit and their worth include open positions', async () => {
  const leader = await makeLeader();
  await leaderOrders(leader, 'BTCUSD', UNITS_PER_WHOLE / 2n);
  const stopped = await follows(leader, 1_000_00n);
  const topped = await follows(leader, 2_000_00n);
  await passDay();
  await leaderOrders(leader, 'ETHUSD', -3n * UNITS_PER_WHOLE);
  await follows(leader, 1_500_00n);
  await passDay();
  expect(await write((tx) => stopCopy(tx, stopped.user, stopped.id))).toMatchObject({ ok: true });
  await follows(leader, 1_200_00n);
  await passDay();
  clock.advance(HOUR);
  // Money that moves after midnight changes the worth of copies but is not a result. A copy started today is worth its deposits.
  expect(await write((tx) => topUpCopy(tx, topped.user, { id: topped.id, amount: 700_00n }))).toMatchObject({
    ok: true,
  });
  await follows(leader, 1_000_00n);

  const plain = await plainResults(leader);
  expect(plain.filter(({ result }) => result !== 0n).length).toBeGreaterThanOrEqual(4);
  const profile = await loadTraderProfile(leader);
  expect(profile?.copiers).toEqual({
    copies: 5,
    inProfit: plain.filter(({ result }) => result > 0n).length,
    median: plain[2]?.result,
  });
  expect(profile?.copied).toBe(plain.reduce((sum, { worth }) => sum + worth, 0n));
  // Booked results alone would omit open positions.
  const booked = (await read().select().from(copy)).reduce((sum, row) => sum + row.contributed + row.result, 0n);
  expect(profile?.copied).not.toBe(booked);
});
