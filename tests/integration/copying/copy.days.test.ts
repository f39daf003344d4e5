import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { tradingSnapshot } from '#drizzle/schema';
import { loadResultLines, saveDays } from '~/features/copying/copy/following/internal/copyDays.server';
import { endCopiesAtFloor, followNextBatch } from '~/features/copying/copy/jobs.server';
import { topUpCopy } from '~/features/copying/copy/lifecycle/fundCopy.server';
import { startCopy } from '~/features/copying/copy/lifecycle/startCopy.server';
import { loadCopiesAndValuations } from '~/features/copying/copy/queries.server';
import { copyResults, loadCopyResultsPage } from '~/features/copying/copy/results.server';
import { getSimulatedPrices } from '~/features/copying/quotes/prices.server';
import { loadTransactionsPage } from '~/features/money/statements/queries.server';
import { DAY, HOUR, now, SECOND } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { foldOrders } from '~/trading/accounts/account';
import { midsAt } from '~/trading/accounts/advance';
import { calculateEquity } from '~/trading/accounts/margin';
import { UNITS_PER_WHOLE } from '~/trading/numbers';
import { findOrders } from '~/trading/orders/orders.server';
import { clock, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { makeUser } from '../../support/people/people';
import { clean, makeTrader, mirrorAll, runAll, trades } from '../../support/trading/copies';
import { leaderOrders, makeLeader } from '../../support/trading/leaders';

useDatabase();

async function follows(trader: string) {
  const user = await makeUser({}, { dollars: 10_000 });
  const started = must(await write((tx) => startCopy(tx, user, { trader, amount: 1_000_00n, takeOver: true })));
  return { user, id: started.id };
}

/** Advances the clock by a day, and runs its jobs. */
async function passDay(): Promise<void> {
  clock.advance(DAY);
  await runAll(endCopiesAtFloor);
  await runAll(saveDays);
}

const daysOf = (id: string) => read().select().from(tradingSnapshot).where(eq(tradingSnapshot.accountId, id));

test('a copy stores each of its days once, as computed from its log, and its chart counts deposits as no result', async () => {
  const leader = await makeLeader();
  await leaderOrders(leader, 'BTCUSD', UNITS_PER_WHOLE / 10n);
  const { user, id } = await follows(leader);
  for (let day = 0; day < 3; day += 1) await passDay();
  await write((tx) => topUpCopy(tx, user, { id, amount: 500_00n }));
  await passDay();
  await runAll(saveDays);

  const stored = await daysOf(id);
  expect(stored).toHaveLength(4);
  const orders = await findOrders(read(), id);
  for (const { day, equity } of stored) {
    const end = day.getTime() + DAY;
    const account = foldOrders(orders.filter(({ at }) => at < end));
    expect(equity).toBe(calculateEquity(account, midsAt(getSimulatedPrices(), end - SECOND)));
  }
  const {
    copies: [copy],
    flows,
  } = await loadCopiesAndValuations(user.id);
  if (!copy) throw new Error('There is no copy');
  const days = await loadResultLines(read(), user.id, [copy], flows);
  const line = [...(days.get(id) ?? []), copy.total].map(Number);
  expect(line).toHaveLength(5);
  expect(copy.line.points).toBe(5);
  // The deposit does not move the chart: no two adjacent days differ by its amount.
  for (const [at, value] of line.entries()) expect(Math.abs(value - (line[at - 1] ?? 0))).toBeLessThan(250_00);
  expect(copy.total).toBe(copy.equity - 1_500_00n);
  expect(copy.today).toBe(copy.total - BigInt(line.at(-2) ?? 0));
  await clean();
});

test('closed results and manual ones are in one list, newest first, in pages', async () => {
  const leader = await makeLeader();
  const { user, id } = await follows(leader);
  const entered = await makeTrader();
  await write((tx) => startCopy(tx, user, { trader: entered, amount: 1_000_00n }));
  for (let turn = 0; turn < 24; turn += 1) {
    clock.advance(HOUR);
    await leaderOrders(leader, 'BTCUSD', turn % 2 ? -UNITS_PER_WHOLE : UNITS_PER_WHOLE);
    await trades(entered, turn % 3 ? 100 : -100);
    await runAll(followNextBatch);
    await mirrorAll();
  }
  const all = await copyResults(read(), { user: user.id, limit: 1_000 });
  expect(new Set(all.map(({ pair }) => pair))).toEqual(new Set(['EUR/USD', 'BTC/USD']));
  expect(all.map(({ at }) => at.getTime())).toEqual(all.map(({ at }) => at.getTime()).sort((a, b) => b - a));
  const pages = [await loadCopyResultsPage(user.id, 1), await loadCopyResultsPage(user.id, 2)];
  expect(pages.map(({ pages: n }) => n)).toEqual([Math.ceil(all.length / 10), Math.ceil(all.length / 10)]);
  expect(pages.flatMap(({ results }) => results)).toEqual(all.slice(0, 20));
  expect(all.filter(({ copyId }) => copyId === id).every(({ leaderAmount }) => leaderAmount === null)).toBe(true);

  // On the transactions page too, each row names the trader and the pair, and links to the copy.
  const { lines } = await loadTransactionsPage(user, new URLSearchParams());
  const about = (kind: string) => lines.find((line) => line.kind.startsWith(kind));
  expect(about('copy-loss')).toMatchObject({ about: 'EUR/USD, Mia Stone', href: '/usercopytrade' });
  expect(about('position-')).toMatchObject({ about: 'BTC/USD, Mia Stone', href: `/usercopytrade/${id}` });
  const started = (await loadTransactionsPage(user, new URLSearchParams({ kind: 'copy-started' }))).lines;
  expect(started.map(({ about: name, href }) => [name, href])).toEqual([
    ['Mia Stone', '/usercopytrade'],
    ['Mia Stone', `/usercopytrade/${id}`],
  ]);

  // The same trade has one time in both lists, however much later its result was booked.
  const times = new Set(all.map(({ at }) => at.getTime()));
  const closed = lines.filter(({ kind }) => /^(copy|position)-(profit|loss)$/.test(kind));
  expect(closed.length).toBeGreaterThan(1);
  expect(closed.filter(({ closedAt }) => !closedAt || !times.has(closedAt.getTime()))).toEqual([]);

  const today = await copyResults(read(), { user: user.id, from: new Date(now().getTime() - 3 * HOUR), limit: 1_000 });
  expect(today).toEqual(all.filter(({ at }) => at.getTime() >= now().getTime() - 3 * HOUR));
});
