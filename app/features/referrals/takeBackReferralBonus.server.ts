import { and, eq } from 'drizzle-orm';
import { journal, referralBonus, user as userTable } from '#drizzle/schema';
import { available, reserve } from '~/ledger/chart';
import { post } from '~/ledger/post.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { advance, record } from '~/platform/events.server';
import { type Actor, actorText } from '~/platform/states';
import { tellBonusDropped, tellBonusTakenBack } from './mail.server';
import { referralBonusMachine } from './states';

/**
 * The deposit behind a bonus was reversed. A bonus that was paid goes back to the reserve when the referrer still has the
 * whole of it to spend; spent, it stays theirs, since the mistake was the operator's, and that is noted. One that
 * waits is dropped.
 */
export async function takeBackReferralBonus(tx: Handle, by: Actor, depositId: string, reason: string): Promise<void> {
  const [found] = await tx
    .select({ bonus: referralBonus, referrer: userTable, journalId: journal.id })
    .from(referralBonus)
    .innerJoin(userTable, eq(userTable.id, referralBonus.referrerId))
    .leftJoin(journal, and(eq(journal.kind, 'referral-bonus'), eq(journal.businessRef, referralBonus.depositId)))
    .where(eq(referralBonus.depositId, depositId));
  if (!found) return;
  const { bonus, referrer, journalId } = found;
  const about = { thing: 'referral bonus', thingId: bonus.id, by, userId: referrer.id, reason };
  if (!journalId) {
    const change = { id: bonus.id, event: 'drop', by, userId: referrer.id, reason } as const;
    const dropped = await advance(tx, referralBonus, referralBonusMachine, change);
    if (!dropped.ok) throw new Error(dropped.error.message);
    return await tellBonusDropped(tx, referrer, bonus);
  }
  const ref = `referral-bonus:${bonus.id}`;
  const head = {
    kind: 'referral-bonus-reversed',
    ref,
    actor: actorText(by),
    reason,
    reverses: journalId,
    effectiveAt: now(),
  } as const;
  const legs = [{ debit: available(referrer.id), credit: reserve.free, amount: bonus.amount }];
  const posted = await post(tx, { ...head, legs });
  if (!posted.ok) return await record(tx, { ...about, event: 'leave' });
  await record(tx, { ...about, event: 'take-back' });
  await tellBonusTakenBack(tx, referrer, { id: bonus.id, amount: bonus.amount, reason });
}
