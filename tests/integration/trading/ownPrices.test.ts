// On both engines: processes that start at the same time must agree on one seed.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installation } from '#drizzle/schema';
import { installedFeed, loadSimulatedPrices, PRICES_ID } from '~/market/feed/installed.server';
import { requireInstrument } from '~/market/instruments';
import { DAY, HOUR, SECOND } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { prepareInstallation } from '~/platform/installation/index.server';
import { forgetSingleton } from '~/platform/singleton';
import { simulatedFeed } from '~/trading/market';
import { clock, useDatabase } from '../../support/database';
import { clean } from '../../support/trading/copies';
import { makeLeader } from '../../support/trading/leaders';

useDatabase();
beforeEach(() => prepareInstallation());

/** Initial state of another process, or of this one after a restart. */
const forget = () => forgetSingleton(PRICES_ID);
beforeEach(forget);
afterEach(forget);

const bitcoin = requireInstrument('BTCUSD');
const priceAt = (time: number) => installedFeed().quote(bitcoin, new Date(time))?.price;
const openPriceAt = (time: number) => simulatedFeed().quote(bitcoin, new Date(time))?.price;
const row = async () => (await read().select().from(installation))[0];

test('an installation has prices of its own from its first start on, the same in each process and after each start', async () => {
  await Promise.all([loadSimulatedPrices(), loadSimulatedPrices(), loadSimulatedPrices()]);
  const made = await row();
  expect(made?.simulatedSeed).toMatch(/^[0-9a-f]{16}$/);
  const from = made?.simulatedFrom?.getTime() ?? 0;
  expect(from - clock.at.getTime()).toBeLessThan(SECOND);
  const tomorrow = priceAt(from + DAY);
  expect(tomorrow).not.toBe(openPriceAt(from + DAY));
  expect(priceAt(from - HOUR)).toBe(openPriceAt(from - HOUR));
  clock.advance(HOUR);
  forget();
  await loadSimulatedPrices();
  expect(await row()).toEqual(made);
  expect(priceAt(from + DAY)).toBe(tomorrow);
  await clean();
});

test('prices that accounts have traded on stay, though the clock was set back since', async () => {
  await makeLeader();
  const traded = clock.at.getTime();
  clock.advance(-3 * DAY);
  await loadSimulatedPrices();
  expect((await row())?.simulatedFrom?.getTime()).toBe(Math.floor(traded / SECOND) * SECOND);
  expect(priceAt(traded - HOUR)).toBe(openPriceAt(traded - HOUR));
});

test('prices requested too early are an error, and never those of the source', async () => {
  expect(priceAt(clock.at.getTime())).toBeGreaterThan(0);
  await expect(loadSimulatedPrices()).rejects.toThrow('before their seed was read');
});
