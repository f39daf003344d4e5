import { referralBonus, type user } from '#drizzle/schema';
import { availableAccount, reserve } from '~/ledger/chartOfAccounts';
import { post } from '~/ledger/posting/post.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { advance } from '~/platform/events/index.server';
import { formatActor, SYSTEM_ACTOR } from '~/platform/states';
import { referralBonusMachine } from '../states';
import { notifyBonusPaid } from './mail.server';

type Bonus = typeof referralBonus.$inferSelect;

/** Pays a decided bonus out of the free reserve. @returns false if the reserve is too small */
export async function payBonus(tx: Handle, bonus: Bonus, referrer: typeof user.$inferSelect): Promise<boolean> {
  const { id, depositId, referrerId, amount, reduction } = bonus;
  const legs = [{ debit: reserve.free, credit: availableAccount(referrerId), amount }];
  const head = {
    kind: 'referral-bonus',
    ref: depositId,
    actor: formatActor(SYSTEM_ACTOR),
    effectiveAt: now(),
  } as const;
  const posted = await post(tx, { ...head, legs });
  if (!posted.ok && posted.error.code === 'already-posted') throw new Error(`Bonus ${id} was paid before`);
  if (!posted.ok) return false;
  await moveBonus(tx, bonus, reduction ? 'reduce' : 'pay', { paidAt: now() });
  await notifyBonusPaid(tx, referrer, { id, amount, reduction });
  return true;
}

export async function moveBonus(
  tx: Handle,
  { id, referrerId }: Pick<Bonus, 'id' | 'referrerId'>,
  event: 'pay' | 'reduce' | 'wait',
  set?: Partial<Bonus>,
): Promise<void> {
  const change = { id, userId: referrerId, event, by: SYSTEM_ACTOR, set };
  const moved = await advance(tx, referralBonus, referralBonusMachine, change);
  if (!moved.ok) throw new Error(moved.error.message);
}
