import { and, eq } from 'drizzle-orm';
import { event, user } from '#drizzle/schema';
import type { Handle, Reader } from '~/platform/db/index.server';
import { notify, record } from '~/platform/events/index.server';
import type { Actor } from '~/platform/states';
import { cancelLocked } from './cancelLocked.server';

/** Opens live trading for an investor, or locks it, and tells them unless they did it. Locked, orders that wait to open something are cancelled. */
export async function setLiveTrading(
  tx: Handle,
  { userId, unlocked, by }: { userId: string; unlocked: boolean; by: Actor },
): Promise<void> {
  await tx.update(user).set({ pdtUnlocked: unlocked }).where(eq(user.id, userId));
  const name = unlocked ? 'unlock-pdt' : LOCK;
  await record(tx, { thing: 'account', thingId: userId, event: name, by, userId });
  if (!unlocked) await cancelLocked(tx, userId, by);
  if (by.kind === 'investor') return;
  const text = unlocked ? 'Live trading was unlocked for you' : 'Live trading was locked';
  await notify(tx, { userId, text, href: '/live-trading' });
}

const LOCK = 'lock-pdt';

/** Has an administrator ever locked live trading for an investor? Then an administrator alone opens it again. */
export async function wasLocked(handle: Reader, userId: string): Promise<boolean> {
  const locking = and(eq(event.thing, 'account'), eq(event.thingId, userId), eq(event.event, LOCK));
  const [found] = await handle.select({ id: event.id }).from(event).where(locking).limit(1);
  return found !== undefined;
}
