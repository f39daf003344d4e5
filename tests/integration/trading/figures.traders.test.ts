import { and, asc, eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { trade, trader, traderFigures, tradingOrder } from '#drizzle/schema';
import { ownTradingJobs } from '~/features/copying/liveTrading/jobs.server';
import { putIntoTrading, withdrawFromTrading } from '~/features/copying/liveTrading/moneyInTrading.server';
import { giveOrder } from '~/features/copying/liveTrading/ownOrders.server';
import { voidTrade } from '~/features/copying/traders/log/voidTrade.server';
import { saveNextFigures } from '~/features/copying/traders/record/internal/saveFigures.server';
import { loadTraderProfile } from '~/features/copying/traders/record/profile.server';
import { addSimulatedTrader, simulatePast } from '~/features/copying/traders/simulated/simulatedTrader.server';
import { advanceNextSimulatedTrader } from '~/features/copying/traders/simulated/tradeOn.server';
import { DAY, HOUR, MINUTE } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { prepareInstallation } from '~/platform/installation/index.server';
import { SYSTEM_ACTOR } from '~/platform/states';
import { ensureCatalogue } from '~/seed/catalogue.server';
import { ensureDemonstration } from '~/seed/demonstration.server';
import { STRATEGIES } from '~/trading/leaders';
import { clock, START, useDatabase } from '../../support/database';
import { makeCopied } from '../../support/trading/copied';
import { makeTrader, runAll, trades } from '../../support/trading/copies';
import { naiveFigures } from '../../support/trading/naiveFigures';

/* Figures of every trader against `naiveFigures` from raw rows: of sixty days, and of the demonstration. */

useDatabase({ DEMONSTRATION: 'small' }, async () => {
  await prepareInstallation();
  await ensureCatalogue();
});

/** Months of traders, where other things may run. */
const PATIENCE = 300_000;

/** Compares all stored and shown figures of each trader with raw rows. @returns the number of traders with a record */
async function compareAll(): Promise<number> {
  let compared = 0;
  for (const row of await read().select().from(trader).orderBy(asc(trader.id))) {
    const [stored] = await read().select().from(traderFigures).where(eq(traderFigures.id, row.id));
    const profile = await loadTraderProfile(row.id);
    if (!stored?.until || !profile) return expect.fail(`no figures of ${row.firstName}`);
    const orders = await read()
      .select()
      .from(tradingOrder)
      .where(eq(tradingOrder.accountId, row.ownerUserId ?? row.id))
      .orderBy(asc(tradingOrder.number));
    const entered = await read()
      .select()
      .from(trade)
      .where(and(eq(trade.traderId, row.id), isNull(trade.voidedAt)));
    const capital = row.capital ?? row.minimumCapital;
    const { winRateBps, profitFactor, nav, months, averageHolding, markets, ...naive } = naiveFigures({
      orders,
      typed: entered,
      capital,
      until: stored.until.getTime(),
    });
    const { worstDay, worstWeek, sharpe, sortino, ...columns } = naive;
    const name = `${row.firstName} ${row.lastName}`;
    expect({ name, ...stored }).toMatchObject({ name, ...columns });
    const { figures } = profile.trader;
    expect([name, figures.winRateBps, figures.monthlyReturnBps]).toEqual([name, winRateBps, columns.meanMonthBps]);
    expect([name, typeof figures.profitFactor === 'number' ? figures.profitFactor : null]).toEqual([
      name,
      profitFactor,
    ]);
    expect([figures.open, figures.openResult]).toEqual([
      columns.openWinners + columns.openLosers,
      columns.openWon - columns.openLost,
    ]);
    const { details } = stored;
    expect(details.nav.map(({ at }) => at)).toEqual(nav.map(({ at }) => at));
    for (const [day, point] of details.nav.entries()) expect(point.nav).toBeCloseTo(nav[day]!.nav, 5);
    expect(details.months.map(({ month }) => month)).toEqual(months.map(({ month }) => month));
    for (const [month, { gain }] of details.months.entries()) expect(gain).toBeCloseTo(months[month]!.gain, 9);
    for (const [first, plain] of [
      ...[
        [details.worstDay, worstDay],
        [details.worstWeek, worstWeek],
      ],
      ...[
        [details.sharpe, sharpe],
        [details.sortino, sortino],
      ],
      [details.averageHolding, averageHolding],
    ] as const) {
      if (plain === null) expect(first).toBeNull();
      else expect(first).toBeCloseTo(plain, 8);
    }
    for (const market of markets) expect(stored.markets).toContain(` ${market} `);
    if (stored.days > 0) compared += 1;
  }
  return compared;
}

async function addTrader(id: string): Promise<string> {
  const strategy = STRATEGIES.find((one) => one.id === id) ?? expect.fail(`no strategy ${id}`);
  const past = simulatePast(strategy, START.getTime() - 5 * DAY, START.getTime());
  const added = await write((tx) => addSimulatedTrader(tx, SYSTEM_ACTOR, past));
  return added.ok ? added.value.id : expect.fail(added.error.message);
}

async function liveOn(milliseconds: number): Promise<void> {
  clock.advance(milliseconds);
  await runAll(advanceNextSimulatedTrader);
  for (const { run } of ownTradingJobs) await runAll(run);
  await runAll(saveNextFigures);
}

test('of a scenario of sixty days with open losses, money in and out, and manual results, some of them voided', {
  timeout: PATIENCE,
}, async () => {
  const investor = await makeCopied();
  const [grid, , entered] = [await addTrader('grid'), await addTrader('scalper'), await makeTrader()];
  await addTrader('martingale');
  const must = (result: { ok: boolean }) => expect(result).toMatchObject({ ok: true });
  const order = (symbol: string, side: 'buy' | 'sell', size: string, more = {}) =>
    write((tx) => giveOrder(tx, investor, { symbol, side, size, type: 'market', ...more }));
  for (let range = 0; range < 12; range++) {
    await trades(entered, range % 3 === 1 ? -700 : 400);
    if (range % 4 === 0) await trades(grid, range === 4 ? -900 : 250);
    if (range === 2) must(await write((tx) => putIntoTrading(tx, investor, 1_500_00n)));
    if (range === 3) must(await order('ETHUSD', 'buy', '1.2'));
    if (range === 5) must(await order('BTCUSD', 'sell', '0.02', { leverage: 2 }));
    if (range === 6) must(await write((tx) => withdrawFromTrading(tx, investor, 300_00n)));
    if (range === 7) must(await order('ETHUSD', 'sell', '0.5'));
    if (range === 9) must(await order('ETHUSD', 'sell', '2'));
    await liveOn(5 * DAY - 3 * HOUR - range * MINUTE);
    if (range !== 8) continue;
    const [mistyped] = await read().select().from(trade).where(eq(trade.traderId, entered)).orderBy(asc(trade.at));
    must(await write((tx) => voidTrade(tx, SYSTEM_ACTOR, { trade: mistyped!.id, reason: 'Mistyped', date: '' })));
    // Results of the current day are in no figure yet.
    await trades(entered, 9_000);
  }
  expect(await compareAll()).toBe(5);
});

test('of every trader of the demonstration', { timeout: PATIENCE }, async () => {
  await ensureDemonstration(() => {});
  await runAll(advanceNextSimulatedTrader);
  await runAll(saveNextFigures);
  expect(await compareAll()).toBeGreaterThanOrEqual(4);
  clock.advance(2 * DAY + 5 * HOUR);
  await runAll(advanceNextSimulatedTrader);
  await runAll(saveNextFigures);
  await compareAll();
});
