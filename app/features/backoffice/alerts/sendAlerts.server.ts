import { and, eq } from 'drizzle-orm';
import { alertCall } from '#drizzle/schema';
import { systemNow } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { queueTestCall } from './alerts.server';

const NO_RECEIVER = refuse(
  'no-receiver',
  'Alerts have no receiver yet. See “Alerts” in the manual for how to set one up. Nothing was sent.',
);

export async function testAlerts(tx: Handle, by: Actor): Promise<Result<null>> {
  const without = await refuseUnlessMay(tx, by, 'operation:change');
  if (without) return without;
  if (!env().ALERTS_URL) return NO_RECEIVER;
  await queueTestCall(tx);
  await record(tx, { thing: 'alerts', thingId: 'receiver', event: 'test', by });
  return done(null);
}

/** Resends a post and resets its attempts to zero. Its ID stays the same, so the receiver recognises it. */
export async function sendAlertAgain(tx: Handle, by: Actor, id: string): Promise<Result<null>> {
  const without = await refuseUnlessMay(tx, by, 'operation:change');
  if (without) return without;
  if (!env().ALERTS_URL) return NO_RECEIVER;
  const again = { status: 'waiting', attempts: 0, nextAt: systemNow(), deliveredAt: null, problem: null } as const;
  const sent = await tx
    .update(alertCall)
    .set(again)
    .where(and(eq(alertCall.id, id)))
    .returning({ id: alertCall.id });
  if (sent.length === 0) return refuse('unknown', 'There is no such delivery. Deliveries are deleted after 90 days.');
  await record(tx, { thing: 'alerts', thingId: id, event: 'send-again', by });
  return done(null);
}
