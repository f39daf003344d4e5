import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, eq, ne } from 'drizzle-orm';
import { trader } from '#drizzle/schema';
import { traderJobs } from '~/features/copying/traders/jobs.server';
import { setTraderState } from '~/features/copying/traders/setTraderState.server';
import {
  addSimulatedTrader,
  type SimulatedPast,
  simulatePast,
} from '~/features/copying/traders/simulated/simulatedTrader.server';
import { DAY, now } from '~/platform/clock';
import { type Handle, read, write } from '~/platform/db/index.server';
import type { Actor } from '~/platform/states';
import { findAccountSnapshots } from '~/trading/accounts/snapshots.server';
import { STRATEGIES } from '~/trading/leaders';
import type { Strategy } from '~/trading/leaders/strategy';

/** Number of days ago up to which the past is computed at once. From then on the traders trade step by step. */
const END_DAYS_AGO = 62;

/** Computes each strategy's past, from `days` to `endDaysAgo` days ago. */
export async function simulatePasts(
  {
    strategies,
    days,
    endDaysAgo = END_DAYS_AGO,
  }: { strategies: readonly Strategy[]; days: number; endDaysAgo?: number },
  print: (line: string) => void,
): Promise<SimulatedPast[]> {
  const time = now().getTime();
  const from = Math.floor(time / DAY) * DAY - days * DAY;
  const pasts: SimulatedPast[] = [];
  for (const strategy of strategies) {
    const past = simulatePast(strategy, from, time - endDaysAgo * DAY);
    pasts.push(past);
    const orders = past.orders.length.toLocaleString('en-US');
    print(
      `  trader ${pasts.length} of ${strategies.length}: ${strategy.firstName} ${strategy.lastName}, ${orders} orders`,
    );
    await nextTurn();
  }
  return pasts;
}

export async function retireRuined(tx: Handle, by: Actor): Promise<void> {
  const running = and(eq(trader.source, 'engine'), ne(trader.status, 'retired'));
  for (const { id, capital } of await tx.select().from(trader).where(running)) {
    const last = (await findAccountSnapshots(tx, id)).at(-1);
    if (!last || capital === null || last.equity * 2n > capital) continue;
    const retired = await setTraderState(tx, by, id, 'retire');
    if (!retired.ok) throw new Error(retired.error.message);
  }
}

export async function addMissingTraders(
  by: Actor,
  print: (line: string) => void,
  { strategies = STRATEGIES, days = 365 }: { strategies?: readonly Strategy[]; days?: number } = {},
): Promise<number> {
  const known = new Set((await read().select({ strategy: trader.strategy }).from(trader)).map((row) => row.strategy));
  const missing = strategies.filter(({ id }) => !known.has(id));
  let added = 0;
  for (const past of await simulatePasts({ strategies: missing, days, endDaysAgo: 0 }, print)) {
    const result = await write((tx) => addSimulatedTrader(tx, by, past));
    if (result.ok) added += 1;
    else if (result.error.code !== 'known') throw new Error(result.error.message);
  }
  await write((tx) => retireRuined(tx, by));
  // Each job returns whether work is left, so it runs until none is.
  for (const { run } of traderJobs) while (await run());
  return added;
}
