import { eq } from 'drizzle-orm';
import { deposit, journal, referralBonus, user as userTable } from '#drizzle/schema';
import { bonusDayText } from '~/features/money/referrals/rules';
import { formatUsd } from '~/ledger/money';
import type { Handle } from '~/platform/db/index.server';
import { shownName } from '~/platform/fields/plainName';
import type { User } from '~/signIns/session.server';

const NO_UPLINE = { upline: null, uplineName: null, uplineEmail: null, uplineMessage: null, uplineSubject: null };

/** Returns the referrer of a deposit's bonus, as `fundwallet` answers it. */
export async function uplineOf(tx: Handle, { referrerId, firstName }: User, journalId: string) {
  if (!referrerId) return NO_UPLINE;
  const [found] = await tx
    .select({ upline: userTable, bonus: referralBonus })
    .from(journal)
    .innerJoin(deposit, eq(deposit.id, journal.businessRef))
    .innerJoin(referralBonus, eq(referralBonus.depositId, deposit.id))
    .innerJoin(userTable, eq(userTable.id, referralBonus.referrerId))
    .where(eq(journal.id, journalId));
  // Nothing of this deposit counts: the referrer has a notice that says why, and no mail.
  if (!found || found.bonus.amount === 0n) return NO_UPLINE;
  const { upline, bonus } = found;
  const whenPaid = bonus.decidedAt
    ? ' It is paid when the reserve can carry it.'
    : ` It is paid after ${bonusDayText(bonus.dueAt)}, for the money that stays until then.`;
  const waits = bonus.paidAt ? '' : whenPaid;
  return {
    upline: upline.username,
    uplineName: `${upline.firstName} ${upline.lastName}`,
    uplineEmail: upline.email,
    uplineMessage: `${shownName(firstName) || 'A friend'}'s deposit brings you a bonus of ${formatUsd(bonus.amount)}.${waits}`,
    uplineSubject: `Referral bonus: ${formatUsd(bonus.amount)}`,
  };
}
