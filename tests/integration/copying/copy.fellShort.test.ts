// On both engines: bulk writes.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { copyFigures } from '#drizzle/schema';
import { findTraderAnswer } from '~/api/answers/traders.server';
import { loadCopyWithTrades } from '~/features/copying/copy/following/comparison.server';
import { saveShortfalls } from '~/features/copying/copy/following/internal/fellShort.server';
import { copyJobs } from '~/features/copying/copy/jobs.server';
import { topUpCopy } from '~/features/copying/copy/lifecycle/fundCopy.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { stopCopy } from '~/features/copying/copy/lifecycle/stopCopy.server';
import { loadTraderProfile } from '~/features/copying/traders/record/profile.server';
import { DAY, HOUR, now, SECOND } from '~/platform/clock';
import { insertAll, read, write } from '~/platform/db/index.server';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import { findOrders } from '~/trading/orders/orders.server';
import { clock, useDatabase } from '../../support/database';
import { makeUser } from '../../support/people/people';
import { clean, makeCopy, makeTrader, mirrorAll, runAll, trades } from '../../support/trading/copies';
import { leaderOrders, makeLeader } from '../../support/trading/leaders';

useDatabase();

const stored = async (id: string) =>
  (await read().select().from(copyFigures).where(eq(copyFigures.id, id)))[0]?.fellShortBps;

async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  for (const { run } of copyJobs) await runAll(run);
}

test('the shortfall of a copy is its leader’s closed trades, scaled, less its own, relative to its deposits', async () => {
  const leader = await makeLeader();
  const user = await makeUser({}, { dollars: 10_000 });
  const started = await write((tx) => startCopy(tx, user, { trader: leader, amount: 1_000_00n, takeOver: true }));
  const id = started.ok ? started.value.id : '';
  await pass(HOUR);
  expect((await loadTraderProfile(leader))?.fellShort).toEqual({ copies: 0, medianBps: null, worstTenthBps: null });
  await leaderOrders(leader, 'BTCUSD', UNITS_PER_WHOLE / 2n);
  await pass(5 * SECOND);
  // An open trade does not count yet, and neither does a manual result as a deposit.
  await pass(DAY);
  expect(await stored(id)).toBeNull();
  await write((tx) => topUpCopy(tx, user, { id, amount: 500_00n }));
  await trades(leader, 1_000);
  await mirrorAll();
  await leaderOrders(leader, 'BTCUSD', -UNITS_PER_WHOLE / 2n);
  await pass(DAY);

  const own = (await findOrders(read(), id)).filter(({ id: symbol }) => symbol === 'BTCUSD');
  const last = (await findOrders(read(), leader)).findLast(({ id: symbol }) => symbol === 'BTCUSD');
  // The copy had $1,000 and the leader $100,000 when the trade was opened, so the scale is a hundredth; the deposits are $1,500.
  const leaderResult = last?.result ?? 0n;
  const scaled = leaderResult >= 0n ? leaderResult / 100n : -((-leaderResult + 99n) / 100n);
  const result = own.reduce((sum, row) => sum + row.result, 0n);
  expect(own).toHaveLength(2);
  const bps = Number(((scaled - result) * 10_000n) / 1_500_00n);
  expect(await stored(id)).toBe(bps);
  const page = await loadCopyWithTrades(user.id, id, 1);
  expect([page?.whole?.trades.scaled, page?.whole?.trades.result]).toEqual([scaled, result]);
  expect(page?.whole?.result).toBe(page?.copy.total);
  expect((await loadTraderProfile(leader))?.fellShort).toEqual({ copies: 1, medianBps: bps, worstTenthBps: bps });

  // The job compares an ended copy once more, and never again.
  await write((tx) => stopCopy(tx, user, id));
  clock.advance(SECOND);
  expect(await saveShortfalls()).toBe(false);
  const [row] = await read().select().from(copyFigures);
  expect(row?.until).toEqual(new Date(now().getTime() - SECOND));
  await pass(3 * DAY);
  expect(await read().select().from(copyFigures)).toEqual([row]);
  await clean();
});

test('the shortfall of a copy is that of whole days, whenever in a day it is computed', async () => {
  const leader = await makeLeader();
  const user = await makeUser({}, { dollars: 10_000 });
  const started = await write((tx) => startCopy(tx, user, { trader: leader, amount: 1_000_00n, takeOver: true }));
  const id = started.ok ? started.value.id : '';
  const trade = async () => {
    await leaderOrders(leader, 'BTCUSD', UNITS_PER_WHOLE / 2n);
    await pass(HOUR);
    await leaderOrders(leader, 'BTCUSD', -UNITS_PER_WHOLE / 2n);
    await pass(HOUR);
  };
  await trade();
  // Today's trade does not belong to a whole day yet.
  expect(await stored(id)).toBeNull();
  await pass(DAY - (now().getTime() % DAY) + SECOND);
  const early = await stored(id);
  expect(early).not.toBeNull();
  await trade();
  await trade();
  expect(await stored(id)).toBe(early);
  // Resets the stored figures, as if the job had never run.
  const forgotten = { id, fellShortBps: null, until: new Date(0) };
  await write((tx) => insertAll(tx, copyFigures, [forgotten], ['fellShortBps', 'until']));
  await runAll(saveShortfalls);
  expect(await stored(id)).toBe(early);
  await pass(DAY);
  expect(await stored(id)).not.toBe(early);
  await clean();
});

test('a trader shows the shortfall of the median copy and of the worst tenth', async () => {
  const trader = await makeTrader();
  const set = async (values: number[]) => {
    for (const fellShortBps of values) {
      const { id } = await makeCopy(trader);
      await write((tx) => insertAll(tx, copyFigures, [{ id, fellShortBps, until: now() }]));
    }
  };
  await set([900, -50, 30, 10, 20]);
  expect((await loadTraderProfile(trader))?.fellShort).toEqual({ copies: 5, medianBps: 20, worstTenthBps: 900 });
  await set([25, 5, 40, 60, 80, 70, 1, 2, 3, 4, 1_000, 6, 7, 8, 9]);
  // Two of twenty copies are a tenth: the worst fell short by 1,000 and 900. The tenth and eleventh fell short by 10 and 9.
  expect((await loadTraderProfile(trader))?.fellShort).toEqual({ copies: 20, medianBps: 9, worstTenthBps: 900 });
  const found = await findTraderAnswer(trader);
  expect(found?.copiers.fellShort).toEqual({ median: 0.09, worstTenth: 9 });
});
