import { trader } from '#drizzle/schema';
import type { Handle } from '~/platform/db/index.server';
import { advance } from '~/platform/events/index.server';
import { done, type Result } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { type TraderEvent, type TraderState, traderMachine } from './states';

/** Pauses, reopens or retires a trader. The copies of a retired one are ended by a job, each in a transaction of its own. */
export async function setTraderState(
  tx: Handle,
  by: Actor,
  id: string,
  event: TraderEvent,
): Promise<Result<{ name: string; status: TraderState }>> {
  const moved = await advance(tx, trader, traderMachine, { id, event, by });
  if (!moved.ok) return moved;
  const { firstName, lastName, status } = moved.value;
  return done({ name: `${firstName} ${lastName}`, status });
}
