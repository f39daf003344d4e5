import { and, eq } from 'drizzle-orm';
import { journal, referralBonus, user as userTable } from '#drizzle/schema';
import { availableAccount, reserve } from '~/ledger/chartOfAccounts';
import { post } from '~/ledger/posting/post.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { advance, record } from '~/platform/events/index.server';
import { type Actor, formatActor } from '~/platform/states';
import { notifyBonusDropped, notifyReferralBonusReversed } from './internal/mail.server';
import { referralBonusMachine } from './states';

/** Reverses the bonus of a reversed deposit if the referrer still has all of it; otherwise records an event. */
export async function reverseReferralBonus(tx: Handle, by: Actor, depositId: string, reason: string): Promise<void> {
  const [found] = await tx
    .select({ bonus: referralBonus, referrer: userTable, journalId: journal.id })
    .from(referralBonus)
    .innerJoin(userTable, eq(userTable.id, referralBonus.referrerId))
    .leftJoin(journal, and(eq(journal.kind, 'referral-bonus'), eq(journal.businessRef, referralBonus.depositId)))
    .where(eq(referralBonus.depositId, depositId));
  if (!found) return;
  const { bonus, referrer, journalId } = found;
  const { id, amount } = bonus;
  const about = { userId: referrer.id, by, reason };
  if (journalId) {
    const ref = `referral-bonus:${id}`;
    const head = { kind: 'referral-bonus-reversed', ref, actor: formatActor(by), reason, effectiveAt: now() } as const;
    const legs = [{ debit: availableAccount(referrer.id), credit: reserve.free, amount }];
    const posted = await post(tx, { ...head, reverses: journalId, legs });
    if (!posted.ok)
      return await record(tx, { thing: referralBonusMachine.thing, thingId: id, event: 'leave', ...about });
  }
  const taken = await advance(tx, referralBonus, referralBonusMachine, { id, event: 'take-back', ...about });
  if (!taken.ok) throw new Error(taken.error.message);
  if (journalId) await notifyReferralBonusReversed(tx, referrer, { id, amount, reason });
  else if (amount > 0n) await notifyBonusDropped(tx, referrer, bonus);
}
