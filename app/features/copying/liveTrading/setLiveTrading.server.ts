import { eq } from 'drizzle-orm';
import { user } from '#drizzle/schema';
import { now } from '~/platform/clock';
import type { Handle, Reader } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { notify, record } from '~/platform/events/index.server';
import type { Actor } from '~/platform/states';
import { cancelLocked } from './cancelLocked.server';

/** Unlocks or locks an investor's live trading and notifies the investor of a change by someone else. A lock cancels opening orders. */
export async function setLiveTrading(
  tx: Handle,
  { userId, unlocked, by }: { userId: string; unlocked: boolean; by: Actor },
): Promise<void> {
  const locked = unlocked ? {} : { tradingLockedAt: now() };
  await tx
    .update(user)
    .set({ pdtUnlocked: unlocked, ...locked })
    .where(eq(user.id, userId));
  const name = unlocked ? 'unlock-pdt' : 'lock-pdt';
  await record(tx, { thing: 'account', thingId: userId, event: name, by, userId });
  if (!unlocked) await cancelLocked(tx, userId, by);
  if (by.kind === 'investor') return;
  const text = unlocked ? 'Live trading was unlocked for you' : 'Live trading was locked';
  await notify(tx, { userId, text, href: '/live-trading' });
}

export async function wasLocked(handle: Reader, userId: string): Promise<boolean> {
  const [found] = await verified(handle, user, { id: userId });
  return Boolean(found?.tradingLockedAt);
}
