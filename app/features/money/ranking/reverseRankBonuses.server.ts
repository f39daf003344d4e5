import { and, eq, ne } from 'drizzle-orm';
import { journal, rankBonus } from '#drizzle/schema';
import { availableAccount, reserve } from '~/ledger/chartOfAccounts';
import { post } from '~/ledger/posting/post.server';
import { readStatement } from '~/ledger/reading/statement.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { type Actor, formatActor, getNextState } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { notifyRankBonusReversed } from './internal/mail.server';
import { computeHighestHeld, listRanksReached } from './rules';
import { rankBonusMachine } from './states';

type Bonus = typeof rankBonus.$inferSelect;

/**
 * Deletes bonuses whose rank the user no longer reaches after a deposit was reversed. Reverses a claimed bonus if the balance covers it;
 * otherwise records an event.
 */
export async function reverseRankBonuses(tx: Handle, by: Actor, user: User, reason: string): Promise<void> {
  const decided = and(eq(rankBonus.userId, user.id), ne(rankBonus.status, 'waiting'));
  const bonuses = await tx.select().from(rankBonus).where(decided);
  if (bonuses.length === 0) return;
  const lines = await readStatement(tx, user.id);
  for (const bonus of bonuses) {
    const period = bonus.dueAt.getTime() - bonus.createdAt.getTime();
    if (listRanksReached(computeHighestHeld(lines, { period, now: now() })).some(({ id }) => id === bonus.rank))
      continue;
    const next = getNextState(rankBonusMachine, bonus.status, 'take-back', by.kind);
    if (!next.ok) throw new Error(next.error.message);
    const about = { thing: 'rank bonus', thingId: bonus.id, from: bonus.status, by, userId: user.id, reason };
    const wasPaid = bonus.status === 'claimed';
    if (wasPaid && !(await reverseClaimedBonus(tx, by, bonus, reason))) {
      await record(tx, { ...about, event: 'leave', to: bonus.status });
      continue;
    }
    await tx.delete(rankBonus).where(and(eq(rankBonus.id, bonus.id), eq(rankBonus.status, bonus.status)));
    await record(tx, { ...about, event: 'take-back', to: next.value });
    await notifyRankBonusReversed(tx, user, { ...bonus, reason, wasPaid });
  }
}

/** Reverses a claimed bonus. @returns false, without a change, if the user has less available than the bonus */
async function reverseClaimedBonus(
  tx: Handle,
  by: Actor,
  { id, userId, amount }: Bonus,
  reason: string,
): Promise<boolean> {
  const paid = and(eq(journal.kind, 'rank-bonus'), eq(journal.businessRef, id));
  const [found] = await tx.select({ id: journal.id }).from(journal).where(paid);
  if (!found) throw new Error(`Rank bonus ${id} is claimed but not in the books`);
  const head = { kind: 'rank-bonus-reversed', ref: id, actor: formatActor(by), reason, effectiveAt: now() } as const;
  const legs = [{ debit: availableAccount(userId), credit: reserve.free, amount }];
  return (await post(tx, { ...head, reverses: found.id, legs })).ok;
}
