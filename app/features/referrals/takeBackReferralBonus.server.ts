import { and, eq } from 'drizzle-orm';
import { journal, referralBonus, user as userTable } from '#drizzle/schema';
import { available, reserve } from '~/ledger/chart';
import { post } from '~/ledger/post.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events.server';
import { type Actor, actorText } from '~/platform/states';
import { tellBonusTakenBack } from './mail.server';

/**
 * The deposit behind a bonus was reversed. A bonus that was paid goes back to the reserve when the referrer still has the
 * whole of it to spend; spent, it stays theirs, since the mistake was the operator's, and that is noted. One that waits is
 * never paid.
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
  if (!journalId) return await record(tx, { ...about, event: 'drop' });
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
