// On both engines: locks between processes.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { and, eq, gt, inArray } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { copiedOrder, journal, quote, tradingOrder } from '#drizzle/schema';
import { copyJobs } from '~/features/copying/copy/jobs.server';
import { ownTradingJobs } from '~/features/copying/liveTrading/jobs.server';
import { putIntoTrading } from '~/features/copying/liveTrading/moneyInTrading.server';
import { closeOwnPosition, giveOrder } from '~/features/copying/liveTrading/ownOrders.server';
import { quoteJobs } from '~/features/copying/quotes/pollQuotes.server';
import { signalJobs } from '~/features/copying/signals/jobs.server';
import { receiveSignal } from '~/features/copying/signals/receiveSignal.server';
import { MINUTE, SECOND } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { prepareInstallation } from '~/platform/installation/index.server';
import { createAdminActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { clock, databaseUrl, useDatabase } from '../../support/database';
import { compiled } from '../../support/demonstration/compiled';
import { testEnv } from '../../support/environment';
import { makeAdmin, makeUser } from '../../support/people/people';
import { Exchange } from '../../support/servers/exchange';
import { clean, makeCopy, makeTrader, runAll } from '../../support/trading/copies';
import { giveNewKey } from '../../support/trading/signalKeys';

useDatabase();

// The clock of the source is fast, but prices are dated by the time of their request.
const exchange = await Exchange.start(() => clock.machine.getTime() + 30 * MINUTE);
afterAll(() => exchange.stop());
const feed = { MARKET_FEED: 'public', EXCHANGE_URL: exchange.origin, BANK_URL: `${exchange.origin}/rates` };

/** More accounts than one batch of the job processes. */
const INVESTORS = 24;

function runner(seconds: number, stopsAfter = ''): ChildProcess {
  const { DATA_DIR, SEAL_SECRET } = env();
  const database = { MODE: 'paper', DATA_DIR, SEAL_SECRET, DATABASE_URL: databaseUrl() };
  const times = [clock.at.getTime(), clock.machine.getTime(), seconds].map(String);
  return fork(compiled('tests/integration/trading/quotes.node.ts'), [...times, stopsAfter], {
    env: { ...process.env, ...database, ...feed },
  });
}

async function killedAfter(job: string): Promise<void> {
  const process = runner(0, job);
  const ended = once(process, 'exit');
  await once(process, 'message');
  process.kill('SIGKILL');
  await ended;
}

async function later(): Promise<void> {
  clock.advance(10 * SECOND);
  for (const { run } of [...quoteJobs, ...ownTradingJobs, ...signalJobs, ...copyJobs]) await runAll(run);
}

/** Trades after an instant, by account: seconds since it, size, and price. */
async function fillsAfter(accounts: readonly string[], from: Date) {
  const rows = await read()
    .select()
    .from(tradingOrder)
    .where(and(inArray(tradingOrder.accountId, [...accounts]), gt(tradingOrder.at, from)));
  return rows.map(({ at, size, price }) => ({ after: (at.getTime() - from.getTime()) / SECOND, size, price }));
}

test('a stored price fills each order once, though the process is killed before it does and two resume at once', async () => {
  testEnv(feed);
  await prepareInstallation();
  const investors: User[] = [];
  for (let made = 0; made < INVESTORS; made++) {
    const user = await makeUser({ pdtUnlocked: true }, { dollars: 2_000 });
    investors.push(user);
    await write((tx) => putIntoTrading(tx, user, 1_000_00n));
    await write((tx) => giveOrder(tx, user, { symbol: 'BTCUSD', side: 'buy', size: '0.01', type: 'market' }));
  }
  const leader = await makeTrader();
  const input = await giveNewKey(createAdminActor((await makeAdmin()).id), leader);
  const key = input.ok ? input.value.key : '';
  const copies = [(await makeCopy(leader)).id, (await makeCopy(leader)).id];
  await receiveSignal(key, { id: '1', symbol: 'BTCUSD', action: 'buy', size: '0.1' });
  await later();
  await later();

  for (const user of investors) await write((tx) => closeOwnPosition(tx, user, { symbol: 'BTCUSD' }));
  await receiveSignal(key, { id: '2', symbol: 'BTCUSD', action: 'close' });
  const from = clock.at;
  const own = investors.map(({ id }) => id);
  exchange.prices.BTCUSDT = { price: '61000.00' };
  clock.advance(10 * SECOND);
  exchange.asked = [];
  await killedAfter('quotes');
  const stored = await read().select().from(quote).where(gt(quote.observedAt, from));
  expect(stored.find(({ instrument }) => instrument === 'BTCUSD')?.price).toBe(61_000_00n);
  expect(await fillsAfter([...own, leader, ...copies], from)).toEqual([]);
  await killedAfter('own-trading');
  const partly = await fillsAfter(own, from);
  expect(partly.length).toBeGreaterThan(0);
  expect(partly.length).toBeLessThan(INVESTORS);

  exchange.prices.BTCUSDT = { price: '62000.00' };
  const ends = await Promise.all([runner(30), runner(30)].map((process) => once(process, 'exit')));
  expect(ends.map(([code]) => code)).toEqual([0, 0]);
  // Both processes together send one request in ten seconds, because they share the limit.
  expect(exchange.asked.length).toBeLessThanOrEqual(4);
  expect(exchange.asked.length).toBeGreaterThanOrEqual(2);

  const closed = { after: 10, size: -1_000_000n, price: 60_969_50n };
  expect(await fillsAfter(own, from)).toEqual(own.map(() => closed));
  expect(await fillsAfter([leader], from)).toEqual([{ ...closed, size: -10_000_000n }]);
  const followed = await fillsAfter(copies, from);
  expect(followed).toHaveLength(copies.length);
  expect(new Set(followed.map(({ after, price }) => `${after} ${price}`)).size).toBe(1);
  expect(followed[0]).toMatchObject({ price: 61_969_00n });
  const results = await read().select().from(journal).where(eq(journal.kind, 'position-profit'));
  expect(results).toHaveLength(INVESTORS + copies.length);
  expect(await read().select().from(copiedOrder)).toHaveLength(2 * copies.length);
  clock.advance(MINUTE);
  await clean();
});
