import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { trade } from '#drizzle/schema';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { utcText } from '~/platform/text/dayText';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { invalidateFigures } from '../record/internal/saveFigures.server';
import type { voidSchema } from '../schema';
import { recordTrade } from './recordTrade.server';

/** Voids a result, so that it no longer counts and is reversed in each copy. With an amount, a corrected result replaces it. */
export async function voidTrade(
  tx: Handle,
  by: Actor,
  { trade: id, reason, pair, amount, tradeType, date }: z.output<typeof voidSchema>,
): Promise<Result<{ id: string; journalId?: string; replacement?: string }>> {
  const without = await refuseUnlessMay(tx, by, 'traders:change');
  if (without) return without;
  const [found] = await verified(tx, trade, { id });
  if (!found) return refuse('not-found', 'There is no such trade.');
  const set = { voidedAt: now(), voidReason: reason, reachedAt: null };
  const [voided] = await tx
    .update(trade)
    .set(set)
    .where(and(eq(trade.id, id), isNull(trade.voidedAt)))
    .returning();
  if (!voided) return refuse('wrong-state', `This trade was already voided on ${utcText(found.voidedAt ?? now())}.`);
  await invalidateFigures(tx, found.traderId);
  let replacement: string | undefined;
  if (amount) {
    const right = {
      id: found.traderId,
      pair: pair ?? found.pair,
      amount,
      tradeType: tradeType ?? found.type,
      date: date || found.at.toISOString(),
    };
    const entered = await recordTrade(tx, by, right, found);
    if (!entered.ok) return entered;
    replacement = entered.value.id;
  }
  const details = { trader: found.traderId, ...(replacement && { replacement }) };
  await record(tx, { thing: 'trade', thingId: id, event: 'void', by, reason, details });
  return done({ id, replacement });
}
