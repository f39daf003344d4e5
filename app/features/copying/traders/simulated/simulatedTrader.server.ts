import { trader } from '#drizzle/schema';
import { getSimulatedPrices } from '~/features/copying/quotes/prices.server';
import { installedChance } from '~/market/feed/installed.server';
import { DAY, now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { env, isPaper } from '~/platform/env';
import { done, type Result, refuse } from '~/platform/result';
import { singleton } from '~/platform/singleton';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import type { Order } from '~/trading/accounts/account';
import { openAccount } from '~/trading/accounts/accounts.server';
import { saveSnapshots } from '~/trading/accounts/snapshots.server';
import { STRATEGIES } from '~/trading/leaders';
import { delayBy } from '~/trading/leaders/delays';
import { createMarketData, type LeaderProgress, type MarketData, startProgress } from '~/trading/leaders/run';
import { type DayEnd, runByDays } from '~/trading/leaders/runByDays';
import type { Strategy } from '~/trading/leaders/strategy';
import { createTrader } from '../createTrader.server';

export const getSimulatedMarket = (): MarketData =>
  singleton('simulated-market', () => createMarketData(getSimulatedPrices(), delayBy(installedChance())));

export const canSimulate = (): boolean => isPaper() && env().MARKET_FEED === 'simulated';

export const findStrategy = (id: string | null): Strategy | undefined => STRATEGIES.find((one) => one.id === id);

export type SimulatedPast = {
  strategy: Strategy;
  progress: LeaderProgress;
  orders: readonly Order[];
  days: readonly DayEnd[];
};

/** Simulates a strategy over a period (milliseconds). A year takes about a second, so it runs before the transaction. */
export function simulatePast(strategy: Strategy, from: number, to: number): SimulatedPast {
  const started = startProgress(strategy, from);
  const ran = runByDays(strategy, getSimulatedMarket(), started.progress, to);
  return { strategy, progress: ran.progress, orders: [...started.orders, ...ran.orders], days: ran.days };
}

/** Adds a simulated trader with account, orders and snapshots, once per strategy; paper mode on the simulated feed. */
export async function addSimulatedTrader(tx: Handle, by: Actor, past: SimulatedPast): Promise<Result<{ id: string }>> {
  const without = await refuseUnlessMay(tx, by, 'traders:change');
  if (without) return without;
  const { strategy, progress, orders, days } = past;
  if (!isPaper()) return refuse('live', 'Simulated traders exist in paper mode only.');
  if (!canSimulate()) return refuse('feed', 'Simulated traders need the simulated market: MARKET_FEED=simulated.');
  const [known] = await verified(tx, trader, { strategy: strategy.id });
  if (known) return refuse('known', `${strategy.firstName} ${strategy.lastName} already exists.`);
  const requested = {
    firstname: strategy.firstName,
    lastname: strategy.lastName,
    nationality: strategy.nationality,
    minimumcapital: strategy.minimum,
    capital: strategy.capital,
    traderImage: undefined,
    winRate: '',
    avgReturn: '',
    followers: '',
    rrRatio: '',
  };
  const made = await createTrader(tx, by, requested, { simulated: true, source: 'engine', strategy: strategy.id });
  if (!made.ok) return made;
  const { id } = made.value;
  await openAccount(tx, { id, kind: 'leader', createdAt: now() }, progress, orders);
  const flowsOf = (day: number) =>
    orders.reduce((sum, { at, flow }) => (dayOf(at) === dayOf(day) ? sum + flow : sum), 0n);
  await saveSnapshots(
    tx,
    id,
    days.map((end) => ({ ...end, flows: flowsOf(end.day), copies: 0 })),
  );
  return done({ id });
}

const dayOf = (at: number): number => Math.floor(at / DAY);
