import { eq } from 'drizzle-orm';
import { user } from '#drizzle/schema';
import { cancelLocked } from '~/features/liveTrading';
import type { Handle } from '~/platform/db/index.server';
import { notify, record } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { userById } from '~/signIns/userById.server';

/**
 * Sets the flag that the API calls `verified` (PDT): it opens live trading and gates nothing else. Without it, orders that wait to
 * open something are cancelled. Says what is wanted rather than "the other one", so a form sent twice does it once.
 */
export async function setVerified(
  tx: Handle,
  by: Actor,
  { userId, verified }: { userId: string; verified: boolean },
): Promise<Result<{ changed: boolean; email: string }>> {
  const without = await refuseUnlessMay(tx, by, 'accounts:change');
  if (without) return without;
  const known = await userById(tx, userId);
  if (!known) return refuse('not-found', 'There is no such user.');
  const { email } = known;
  if (known.pdtUnlocked === verified) return done({ changed: false, email });
  await tx.update(user).set({ pdtUnlocked: verified }).where(eq(user.id, userId));
  await record(tx, {
    thing: 'account',
    thingId: userId,
    event: verified ? 'unlock-pdt' : 'lock-pdt',
    by,
    userId,
  });
  if (!verified) await cancelLocked(tx, userId, by);
  const text = verified ? 'Live trading was unlocked for you' : 'Live trading was locked';
  await notify(tx, { userId, text, href: '/live-trading' });
  return done({ changed: true, email });
}
