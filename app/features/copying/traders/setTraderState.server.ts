import { eq } from 'drizzle-orm';
import { trader, user } from '#drizzle/schema';
import type { Handle, Reader } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { advance } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { type TraderEvent, type TraderState, traderMachine } from './states';

/**
 * Pauses, reopens or retires a trader; investors can do this only to their own. A job stops the copies of a retired trader, each in its
 * own transaction.
 */
export async function setTraderState(
  tx: Handle,
  by: Actor,
  id: string,
  event: TraderEvent,
): Promise<Result<{ name: string; status: TraderState }>> {
  if (by.kind === 'investor') {
    const [own] = await verified(tx, trader, eq(trader.id, id));
    if (own?.ownerUserId !== by.id) return refuse('not-yours', 'You can’t change this trader.');
  } else {
    const without = await refuseUnlessMay(tx, by, 'traders:change');
    if (without) return without;
  }
  const moved = await advance(tx, trader, traderMachine, { id, event, by });
  if (!moved.ok) return moved;
  const { firstName, lastName, status } = moved.value;
  return done({ name: `${firstName} ${lastName}`, status });
}

export async function reopenTrader(tx: Handle, by: Actor, id: string, minimumCapital: bigint): Promise<Result<null>> {
  const without = await refuseUnlessMay(tx, by, 'traders:change');
  if (without) return without;
  const [found] = await verified(tx, trader, eq(trader.id, id));
  if (found?.source !== 'investor') return refuse('not-investor', 'This trader is not an investor.');
  const moved = await advance(tx, trader, traderMachine, { id, event: 'return', by, set: { minimumCapital } });
  return moved.ok ? done(null) : moved;
}

/**
 * Returns whether a trader accepts new copies; false if the trader is an investor whose account is closed, frozen or locked from trading.
 */
export async function canAcceptNewCopies(
  handle: Reader,
  { status, ownerUserId }: Pick<typeof trader.$inferSelect, 'status' | 'ownerUserId'>,
): Promise<boolean> {
  if (status !== 'open') return false;
  if (!ownerUserId) return true;
  const [owner] = await verified(handle, user, { id: ownerUserId });
  return owner !== undefined && owner.status === 'open' && !owner.frozenAt && owner.pdtUnlocked;
}
