import { setLiveTrading } from '~/features/copying';
import type { Handle } from '~/platform/db/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { findVerifiedUser } from '~/signIns/userById.server';

/** Sets the flag that calls name `verified` (PDT), which only unlocks live trading. Removing it cancels waiting opening orders. */
export async function setLiveTradingUnlocked(
  tx: Handle,
  by: Actor,
  { userId, verified }: { userId: string; verified: boolean },
): Promise<Result<{ changed: boolean; email: string }>> {
  const without = await refuseUnlessMay(tx, by, 'accounts:change');
  if (without) return without;
  const known = await findVerifiedUser(tx, userId);
  if (!known) return refuse('not-found', 'There is no such user.');
  const { email } = known;
  if (known.pdtUnlocked === verified) return done({ changed: false, email });
  await setLiveTrading(tx, { userId, unlocked: verified, by });
  return done({ changed: true, email });
}
