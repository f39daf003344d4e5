import { randomBytes } from 'node:crypto';
import { max } from 'drizzle-orm';
import { installation, tradingAccount } from '#drizzle/schema';
import { now, SECOND } from '~/platform/clock';
import { type Handle, type Reader, read, write } from '~/platform/db/index.server';
import { singleton } from '~/platform/singleton';
import type { SecondsFeed } from './feed';
import { type Chance, type OwnPrices, simulatedChance, simulatedFeed } from './simulated';

export const PRICES_ID = 'installed-prices';

const installedPrices = () =>
  singleton(PRICES_ID, () => ({ own: null as OwnPrices | null, feed: null as SecondsFeed | null }));

/** Reads the seed of this installation's simulated prices, which the first start creates. Called before any price is requested. */
export async function loadSimulatedPrices(): Promise<void> {
  const own = (await readOwnPrices(read())) ?? (await write(makeOwnPrices));
  const held = installedPrices();
  if (held.feed && held.own?.seed !== own.seed) throw new Error('Prices were asked for before their seed was read');
  held.own = own;
}

async function readOwnPrices(handle: Reader): Promise<OwnPrices | null> {
  const [row] = await handle.select().from(installation);
  return row?.simulatedSeed && row.simulatedFrom
    ? { seed: row.simulatedSeed, from: row.simulatedFrom.getTime() }
    : null;
}

async function makeOwnPrices(tx: Handle): Promise<OwnPrices> {
  // Another process may have created the seed meanwhile.
  const known = await readOwnPrices(tx);
  if (known) return known;
  const [row] = await tx.select({ until: max(tradingAccount.until) }).from(tradingAccount);
  const from = Math.ceil(Math.max(now().getTime(), row?.until?.getTime() ?? 0) / SECOND) * SECOND;
  const seed = randomBytes(8).toString('hex');
  await tx.update(installation).set({ simulatedSeed: seed, simulatedFrom: new Date(from) });
  return { seed, from };
}

export function installedFeed(): SecondsFeed {
  const held = installedPrices();
  held.feed ??= simulatedFeed(undefined, held.own);
  return held.feed;
}

export const installedChance = (): ((at: number) => Chance) => simulatedChance(installedPrices().own);
