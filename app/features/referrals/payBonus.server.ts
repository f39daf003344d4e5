import { referralBonus, type user } from '#drizzle/schema';
import { available, reserve } from '~/ledger/chart';
import { post } from '~/ledger/post.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { advance } from '~/platform/events.server';
import { actorText, SYSTEM } from '~/platform/states';
import { tellBonusPaid, tellBonusWaits } from './mail.server';
import { referralBonusMachine } from './states';

type Bonus = typeof referralBonus.$inferSelect;

/**
 * Pays a bonus that is not paid yet out of the free reserve. When the reserve does not hold it, one that was due waits.
 * @returns whether it is paid now
 */
export async function payBonus(
  tx: Handle,
  { id, depositId, referrerId, amount, status }: Pick<Bonus, 'id' | 'depositId' | 'referrerId' | 'amount' | 'status'>,
  referrer: typeof user.$inferSelect,
): Promise<boolean> {
  const legs = [{ debit: reserve.free, credit: available(referrerId), amount }];
  const head = { kind: 'referral-bonus', ref: depositId, actor: actorText(SYSTEM), effectiveAt: now() } as const;
  const posted = await post(tx, { ...head, legs });
  if (!posted.ok && posted.error.code === 'already-posted') throw new Error(`Bonus ${id} was paid before`);
  if (!posted.ok) {
    if (status === 'waiting') return false;
    await move(tx, { id, userId: referrerId }, 'wait');
    await tellBonusWaits(tx, referrer, { id, amount });
    return false;
  }
  await move(tx, { id, userId: referrerId }, 'pay');
  await tellBonusPaid(tx, referrer, { id, amount });
  return true;
}

async function move(tx: Handle, bonus: { id: string; userId: string }, event: 'pay' | 'wait'): Promise<void> {
  const set = event === 'pay' ? { paidAt: now() } : undefined;
  const moved = await advance(tx, referralBonus, referralBonusMachine, { ...bonus, event, by: SYSTEM, set });
  if (!moved.ok) throw new Error(moved.error.message);
}
