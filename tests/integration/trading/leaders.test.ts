import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { trader, traderFigures, tradingAccount, tradingSnapshot } from '#drizzle/schema';
import { findCopies, toCopyRow } from '~/features/copying/copy/queries.server';
import { listFeaturedTraders } from '~/features/copying/traders/list/featured.server';
import { SORT_ORDERS } from '~/features/copying/traders/list/filter';
import { listTraders, loadListedTrader } from '~/features/copying/traders/list/queries.server';
import { findSuggestedTraders } from '~/features/copying/traders/list/suggested.server';
import { makeFigures, saveNextFigures } from '~/features/copying/traders/record/internal/saveFigures.server';
import { loadTraderProfile } from '~/features/copying/traders/record/profile.server';
import {
  addSimulatedTrader,
  getSimulatedMarket,
  simulatePast,
} from '~/features/copying/traders/simulated/simulatedTrader.server';
import {
  advanceNextSimulatedTrader,
  advanceSimulatedTrader,
  countCopiesOn,
} from '~/features/copying/traders/simulated/tradeOn.server';
import { listLabels } from '~/features/copying/traders/sources';
import { DAY, HOUR, MINUTE } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { prepareInstallation } from '~/platform/installation/index.server';
import { SYSTEM_ACTOR } from '~/platform/states';
import { addMissingTraders } from '~/seed/simulatedTraders.server';
import { findSavedAccount } from '~/trading/accounts/accounts.server';
import { computeSnapshots } from '~/trading/accounts/snapshots';
import { findAccountSnapshots } from '~/trading/accounts/snapshots.server';
import { STRATEGIES } from '~/trading/leaders';
import { runLeader, startProgress } from '~/trading/leaders/run';
import { findOrders } from '~/trading/orders/orders.server';
import { clock, START, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { LIVE } from '../../support/liveEnvironment';
import { onBothEngines } from '../../support/onBothEngines';
import { clean, makeCopy, makeTrader, runAll, trades } from '../../support/trading/copies';

useDatabase();

const strategyCalled = (id: string) => STRATEGIES.find((one) => one.id === id) ?? expect.fail(`no strategy ${id}`);
const SINCE = START.getTime() - 40 * DAY;

async function addTrader(id: string, from = SINCE): Promise<string> {
  const past = simulatePast(strategyCalled(id), from, START.getTime());
  const added = await write((tx) => addSimulatedTrader(tx, SYSTEM_ACTOR, past));
  return added.ok ? added.value.id : expect.fail(added.error.message);
}

const traderRow = async (id: string) =>
  (await read().select().from(trader).where(eq(trader.id, id)))[0] ?? expect.fail('no trader');
const withoutFlow = ({ kind }: { kind: string }) => kind !== 'flow';

describe('adding a simulated trader', () => {
  test('gives a trader an account with its orders and a snapshot of each whole day', async () => {
    const id = await addTrader('guesser');
    expect(await traderRow(id)).toMatchObject({
      firstName: 'Barnaby',
      source: 'engine',
      strategy: 'guesser',
      simulated: true,
      minimumCapital: 10_000n,
      capital: 1_500_000n,
      ownerUserId: null,
      shareBps: 0,
    });
    const strategy = strategyCalled('guesser');
    const atOnce = runLeader(strategy, getSimulatedMarket(), startProgress(strategy, SINCE).progress, START.getTime());
    expect((await findOrders(read(), id)).filter(withoutFlow)).toEqual(atOnce.orders);
    expect(await findSavedAccount(read(), id)).toEqual({ ...atOnce.progress, feed: 'simulated' });
    expect(await findAccountSnapshots(read(), id)).toHaveLength(40);
    await prepareInstallation();
    await clean();
  });

  test('is refused for an existing one, in live mode, and on a feed without every second', async () => {
    const past = simulatePast(strategyCalled('carry'), START.getTime() - DAY, START.getTime());
    const add = () => write((tx) => addSimulatedTrader(tx, SYSTEM_ACTOR, past));
    expect(await add()).toMatchObject({ ok: true });
    expect(await add()).toMatchObject({ ok: false, error: { code: 'known' } });
    testEnv({ MARKET_FEED: 'public' });
    expect(await add()).toMatchObject({ ok: false, error: { code: 'feed' } });
    testEnv(LIVE);
    expect(await add()).toMatchObject({ ok: false, error: { code: 'live' } });
    testEnv();
    expect(await read().select().from(tradingAccount)).toHaveLength(1);
  });
});

describe('active traders', () => {
  onBothEngines('bulk writes and races of jobs', () => {
    test('are suggested at any hour of the week, with the amount of every way to a copy', async () => {
      await addTrader('holder', START.getTime() - 120 * DAY);
      const spread = await addTrader('spread', START.getTime() - 120 * DAY);
      for (let hour = 0; hour < 7 * 24; hour += 31) {
        await runAll(advanceNextSimulatedTrader);
        await runAll(saveNextFigures);
        const suggested = await findSuggestedTraders(3, 1_000_000n);
        expect(suggested.map(({ id, amount }) => [id, amount])).toEqual([[spread, 250_000n]]);
        expect(suggested[0]?.monthly).toBeGreaterThan(1);
        clock.advance(31 * HOUR);
      }
      expect(await findSuggestedTraders(3, 10_000n)).toEqual([]);
    });

    test('get the same rows in many steps as at once, and snapshots that their orders reproduce', async () => {
      const ids = { scalper: await addTrader('scalper'), coins: await addTrader('coins') };
      // Interrupted seconds, hours or days after the last step, or in the middle of the end of a day.
      for (const step of [1_000, 5_000, 3 * MINUTE, 11 * MINUTE, 14 * HOUR + 59 * MINUTE, 2 * DAY + 7_000, 9 * HOUR]) {
        clock.advance(step);
        await runAll(advanceNextSimulatedTrader);
      }
      for (const [name, id] of Object.entries(ids)) {
        const strategy = strategyCalled(name);
        const until = clock.at.getTime();
        await write((tx) => advanceSimulatedTrader(tx, id, until));
        const atOnce = runLeader(strategy, getSimulatedMarket(), startProgress(strategy, SINCE).progress, until);
        const orders = await findOrders(read(), id);
        expect(orders.filter(withoutFlow)).toEqual(atOnce.orders);
        const stored = await findAccountSnapshots(read(), id);
        expect(stored).toEqual(computeSnapshots(orders, getSimulatedMarket().prices, until));
        expect(stored.at(-1)?.day).toBe(Math.floor(until / DAY) * DAY - DAY);
      }
    });
  });

  test('write nothing while nothing happens, except their progress now and then', async () => {
    const id = await addTrader('holder');
    await runAll(saveNextFigures);
    const untilNow = async () => (await findSavedAccount(read(), id))?.until;
    clock.advance(5 * MINUTE);
    await runAll(advanceNextSimulatedTrader);
    expect(await untilNow()).toBe(START.getTime());
    clock.advance(5 * MINUTE);
    await runAll(advanceNextSimulatedTrader);
    expect(await untilNow()).toBe(START.getTime() + 10 * MINUTE);
  });

  onBothEngines('bulk writes and races of jobs', () => {
    test('advanced by two at once write each order once', async () => {
      const id = await addTrader('scalper');
      clock.advance(3 * DAY);
      const both = async () =>
        await Promise.all([
          advanceNextSimulatedTrader(),
          advanceNextSimulatedTrader(),
          write((tx) => advanceSimulatedTrader(tx, id, clock.at.getTime())),
        ]);
      while ((await both()).some(Boolean));
      const strategy = strategyCalled('scalper');
      const atOnce = runLeader(
        strategy,
        getSimulatedMarket(),
        startProgress(strategy, SINCE).progress,
        clock.at.getTime(),
      );
      expect((await findOrders(read(), id)).filter(withoutFlow)).toEqual(atOnce.orders);
      expect((await findSavedAccount(read(), id))?.account.orders).toBe(atOnce.orders.length + 1);
    });
  });

  test('that retire close their positions as their markets open, and then stop', async () => {
    const id = await addTrader('holder');
    expect(Object.keys((await findSavedAccount(read(), id))?.account.positions ?? {})).toHaveLength(4);
    await write((tx) => tx.update(trader).set({ status: 'retired' }).where(eq(trader.id, id)));
    clock.advance(4 * DAY);
    await runAll(advanceNextSimulatedTrader);
    const closed = await findSavedAccount(read(), id);
    expect(closed?.account.positions).toEqual({});
    const rows = (await findOrders(read(), id)).length;
    clock.advance(30 * DAY);
    await runAll(advanceNextSimulatedTrader);
    expect(await findOrders(read(), id)).toHaveLength(rows);
    await runAll(saveNextFigures);
    expect(await saveNextFigures()).toBe(false);

    // Figures that a former version stored are recreated all the same.
    const stored = await read().select().from(traderFigures).where(eq(traderFigures.id, id));
    const former = { version: null, line: [10_000, 9_000] };
    await write((tx) => tx.update(traderFigures).set(former).where(eq(traderFigures.id, id)));
    expect([await saveNextFigures(), await saveNextFigures()]).toEqual([true, false]);
    expect(await read().select().from(traderFigures).where(eq(traderFigures.id, id))).toEqual(stored);
  });

  test('have the number of copiers at the end of each day', async () => {
    const id = await addTrader('guesser');
    await makeCopy(id, 200_00n);
    clock.advance(2 * DAY);
    await runAll(advanceNextSimulatedTrader);
    const rows = await read()
      .select({ copies: tradingSnapshot.copies, day: tradingSnapshot.day })
      .from(tradingSnapshot)
      .where(eq(tradingSnapshot.accountId, id))
      .orderBy(asc(tradingSnapshot.day));
    expect(rows.slice(-3).map(({ copies }) => copies)).toEqual([0, 1, 1]);
    for (const { day, copies } of rows) expect(await countCopiesOn(read(), id, day.getTime())).toBe(copies);
  });
});

describe('the stored figures of a trader', () => {
  const describeStored = async (id: string) =>
    (await read().select().from(traderFigures).where(eq(traderFigures.id, id)))[0] ?? expect.fail('no figures');

  onBothEngines('bulk writes and races of jobs', () => {
    test('are those of the whole record, whenever they were last computed', async () => {
      const id = await addTrader('guesser', START.getTime() - 120 * DAY);
      await runAll(saveNextFigures);
      const first = await describeStored(id);
      expect(first).toMatchObject({ days: 120, typed: 0, yearReturnBps: null });
      expect(first.rank).not.toBeNull();
      expect(first.risk).toBeGreaterThanOrEqual(3);
      expect(first.markets).toContain(' crypto ');
      expect(first.winners + first.losers).toBeGreaterThan(50);
      clock.advance(2 * DAY);
      await runAll(advanceNextSimulatedTrader);
      await runAll(saveNextFigures);
      const stored = await describeStored(id);
      expect(stored.days).toBe(122);
      expect(stored).toEqual({ id, ...(await makeFigures(read(), await traderRow(id))) });
      expect(await saveNextFigures()).toBe(false);
    });
  });

  test('count manual results without a position, from the next computation on', async () => {
    const id = await addTrader('carry');
    await runAll(saveNextFigures);
    const before = await describeStored(id);
    await trades(id, -3_000);
    clock.advance(DAY);
    await runAll(advanceNextSimulatedTrader);
    await runAll(saveNextFigures);
    const after = await describeStored(id);
    expect(after.typed).toBe(1);
    expect([after.winners, after.losers]).toEqual([before.winners, before.losers + 1]);
    expect(after.details.closedPositions).toBe(before.details.closedPositions);
    // A loss of 3,000 of 60,000.
    expect(after.details.total).toBeLessThan(before.details.total - 0.045);
    expect(after.maxDrawdownBps).toBeGreaterThan(450);
  });

  test('of manual results only are not rated, and are relative to the recorded capital', async () => {
    const id = await makeTrader();
    await trades(id, 500);
    await trades(id, -1_050);
    clock.advance(100 * DAY);
    await runAll(saveNextFigures);
    expect(await describeStored(id)).toMatchObject({
      risk: null,
      typed: 2,
      winners: 1,
      losers: 1,
      days: 100,
      markets: ' forex ',
      monthReturnBps: 0,
      maxDrawdownBps: 550,
    });
    const { details, rank } = await describeStored(id);
    expect(details.total).toBeCloseTo(-0.055, 6);
    expect(rank).toBe(-100);
  });
});

describe('the list and the profile', () => {
  test('put traders of manual results after all others, whatever their figures, and never suggest them', async () => {
    const entered = await makeTrader();
    const partly = await addTrader('carry', START.getTime() - 120 * DAY);
    const holder = await addTrader('holder', START.getTime() - 120 * DAY);
    clock.advance(HOUR);
    for (const id of [entered, partly]) await trades(id, 5_000);
    clock.advance(100 * DAY);
    await runAll(advanceNextSimulatedTrader);
    await runAll(saveNextFigures);
    for (const { value: order } of SORT_ORDERS) {
      const { traders } = await listTraders({ search: '', page: 1, order });
      expect([order, traders[0]?.id]).toEqual([order, holder]);
    }
    const { traders } = await listTraders({ search: '', page: 1 });
    expect(traders.map((each) => [each.id, listLabels(each)])).toEqual(
      expect.arrayContaining([
        [entered, ['entered by management']],
        [partly, ['partly entered by management']],
        [holder, []],
      ]),
    );
    // No trader has traded recently.
    expect(await findSuggestedTraders(9, null)).toEqual([]);
    expect((await listFeaturedTraders(6)).map(({ id, manualLabel }) => [id, manualLabel])).toEqual([[holder, null]]);
  });

  onBothEngines('bulk writes and races of jobs', () => {
    test('sort by return over drawdown where the record is long enough, and filter by market, risk and source', async () => {
      const entered = await makeTrader();
      const guesser = await addTrader('guesser', START.getTime() - 120 * DAY);
      const holder = await addTrader('holder', START.getTime() - 120 * DAY);
      const young = await addTrader('coins', START.getTime() - 20 * DAY);
      await runAll(saveNextFigures);
      const idsOf = async (filter = {}) =>
        (await listTraders({ search: '', page: 1, ...filter })).traders.map(({ id }) => id);
      const rankOf = async (id: string) => (await loadListedTrader(id))?.record?.rank ?? null;
      const [a, b] = [await rankOf(guesser), await rankOf(holder)];
      if (a === null || b === null) return expect.fail('not ranked');
      expect(await rankOf(young)).toBeNull();
      const ranked = a > b ? [guesser, holder] : [holder, guesser];
      // Mia Stone comes before Zuri Adeyemi by name, yet her results are manual.
      expect(await idsOf()).toEqual([...ranked, young, entered]);
      expect(await idsOf({ source: 'log' })).toEqual([entered]);
      expect(await idsOf({ market: 'index', search: 'lindqvist' })).toEqual([holder]);
      expect(await idsOf({ market: 'forex' })).toEqual([guesser]);
      const risk = (await loadListedTrader(holder))?.record?.risk ?? 0;
      expect(await idsOf({ risk: risk - 1 })).not.toContain(holder);
      expect(await idsOf({ risk })).toContain(holder);
      // A trader without a rating is not listed as low risk.
      expect(await idsOf({ risk: 10 })).not.toContain(young);
    });

    test('label them as manual in copies too', async () => {
      const entered = await makeTrader();
      const partly = await addTrader('holder');
      const { user } = await makeCopy(entered);
      const labels = async (id: string) => (await findCopies(id)).map(toCopyRow).map(({ manualLabel }) => manualLabel);
      expect(await labels(user.id)).toEqual(['entered by management']);
      const { user: other } = await makeCopy(partly);
      expect(await labels(other.id)).toEqual([null]);
      await trades(partly, 100);
      expect(await labels(other.id)).toEqual(['partly entered by management']);
    });

    test('show positions with their current result, the newest orders, and the number of manual ones', async () => {
      const id = await addTrader('holder');
      await trades(id, 100);
      await runAll(advanceNextSimulatedTrader);
      await runAll(saveNextFigures);
      // Labelled at once, and in the figures once its day is over.
      expect((await loadListedTrader(id))?.figures).toMatchObject({ closed: 0, open: 4 });
      expect(listLabels((await loadListedTrader(id))!)).toContain('partly entered by management');
      clock.advance(DAY);
      await runAll(advanceNextSimulatedTrader);
      await runAll(saveNextFigures);
      const profile = await loadTraderProfile(id);
      expect(profile?.account?.positions.map(({ symbol, side }) => [symbol, side])).toEqual([
        ['GER40', 'long'],
        ['JPN225', 'long'],
        ['SPX500', 'long'],
        ['US30', 'long'],
      ]);
      for (const { result, price } of profile?.account?.positions ?? []) {
        expect(result).not.toBeNull();
        expect(price).toMatch(/^[\d,]+(\.\d+)?$/);
      }
      expect(profile?.account?.orders.map(({ kind }) => kind)).toEqual([
        'market',
        'market',
        'market',
        'market',
        'flow',
      ]);
      expect(profile?.trader.manualResults).toBe(1);
      expect(profile?.trader.figures.closed).toBe(1);
      expect(profile?.nav[0]?.nav).toBe(1);
      expect(profile?.drawdownBps).toBe(profile?.trader.record?.maxDrawdownBps);
    });
  });

  test('of a trader with manual results only have no account', async () => {
    expect(await loadTraderProfile(await makeTrader())).toMatchObject({ account: null, details: null });
  });
});

onBothEngines('bulk writes and races of jobs', () => {
  test('an installation gets the missing simulated traders, once, and those who lost most are retired', async () => {
    const strategies = ['holder', 'martingale'].map(strategyCalled);
    const lines: string[] = [];
    const add = () => addMissingTraders(SYSTEM_ACTOR, (line) => lines.push(line), { strategies, days: 300 });
    expect(await add()).toBe(2);
    expect(lines).toHaveLength(2);
    expect(await add()).toBe(0);
    const rows = await read().select().from(trader).orderBy(asc(trader.strategy));
    expect(rows.map(({ strategy, source }) => [strategy, source])).toEqual([
      ['holder', 'engine'],
      ['martingale', 'engine'],
    ]);
    const ruined = rows.find(({ strategy }) => strategy === 'martingale')?.id ?? '';
    const last = (await findAccountSnapshots(read(), ruined)).at(-1);
    expect(last && last.equity * 2n < 1_000_000n).toBe(rows[1]?.status === 'retired');
    expect(rows[0]?.status).toBe('open');
    expect((await loadTraderProfile(ruined))?.trader.record?.days).toBe(300);
  });
});
