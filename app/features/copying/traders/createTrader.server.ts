import type { z } from 'zod';
import { type TRADER_SOURCES, trader } from '#drizzle/schema';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Result } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import type { traderFormSchema } from './schema';

type NewTraderOptions = { simulated?: boolean; source?: (typeof TRADER_SOURCES)[number]; strategy?: string | null };

/** Adds a trader who can be copied. Declared figures are only stored; the product computes the figures that it shows. */
export async function createTrader(
  tx: Handle,
  by: Actor,
  input: z.output<typeof traderFormSchema>,
  { simulated = false, source = 'log', strategy = null }: NewTraderOptions = {},
): Promise<Result<{ id: string; journalId?: string }>> {
  const without = await refuseUnlessMay(tx, by, 'traders:change');
  if (without) return without;
  const id = newId();
  await tx.insert(trader).values({
    id,
    ...toTraderRow(input),
    imageFileId: input.traderImage || null,
    simulated,
    source,
    strategy,
    status: 'open',
    createdAt: now(),
  });
  await record(tx, { thing: 'trader', thingId: id, event: 'create', to: 'open', by });
  return done({ id });
}

export function toTraderRow(input: z.output<typeof traderFormSchema>) {
  const { firstname, lastname, nationality, minimumcapital, capital } = input;
  const { winRate, avgReturn, followers, rrRatio } = input;
  return {
    firstName: firstname,
    lastName: lastname,
    nationality,
    minimumCapital: minimumcapital,
    capital: capital ?? null,
    declared: { winRate, avgReturn, followers, rrRatio },
  };
}
