import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { trader } from '#drizzle/schema';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { utcText } from '~/platform/text/dayText';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { type completeSchema, parseTradeTime } from '../schema';

/** Declares a log complete up to a time: older results can no longer be entered, so withdrawals from copies stop waiting for them. */
export async function completeLog(
  tx: Handle,
  by: Actor,
  { trader: id, until: entered }: z.output<typeof completeSchema>,
): Promise<Result<{ id: string; journalId?: string }>> {
  const without = await refuseUnlessMay(tx, by, 'traders:change');
  if (without) return without;
  const [found] = await verified(tx, trader, eq(trader.id, id));
  if (!found) return refuse('unknown-trader', 'Choose a trader', 'trader');
  const time = now();
  const until = parseTradeTime(entered, time);
  if (!until) return refuse('bad-date', 'Enter a date, as in 2026-03-02 or 2026-03-02T14:30', 'until');
  if (until > time) return refuse('future', 'The date is in the future', 'until');
  if (found.logCompleteUntil && found.logCompleteUntil >= until) {
    return refuse('complete', `The log is already complete up to ${utcText(found.logCompleteUntil)}.`, 'until');
  }
  await tx.update(trader).set({ logCompleteUntil: until }).where(eq(trader.id, id));
  await record(tx, {
    thing: 'trader',
    thingId: id,
    event: 'complete-log',
    by,
    details: { until: utcText(until) },
  });
  return done({ id });
}
