import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { rankBonus } from '#drizzle/schema';
import { canGetBonuses, findAccountsOfPerson } from '~/features/people';
import { availableAccount, reserve } from '~/ledger/chartOfAccounts';
import { type PostedJournal, post } from '~/ledger/posting/post.server';
import { now } from '~/platform/clock';
import { type Handle, lockRule, type Reader } from '~/platform/db/index.server';
import { advance } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { createInvestorActor, formatActor } from '~/platform/states';
import { dayText } from '~/platform/text/dayText';
import { type ActingInvestor, findActingUser } from '~/signIns/acting.server';
import { notifyBonusClaimed } from './internal/mail.server';
import type { Rank } from './rules';
import type { claimSchema } from './schema';
import { rankBonusMachine } from './states';

/** Pays the bonus of a rank out of the free reserve. It stays claimable while the reserve is too small. */
export async function claimRankBonus(
  tx: Handle,
  asker: ActingInvestor,
  { rank }: z.output<typeof claimSchema>,
): Promise<Result<PostedJournal & { amount: string }>> {
  const open = await findActingUser(tx, asker);
  if (!open.ok) return open;
  const user = open.value;
  const own = and(eq(rankBonus.userId, user.id), eq(rankBonus.rank, rank));
  const [found] = await tx.select().from(rankBonus).where(own);
  if (found?.status === 'waiting') {
    return refuse(
      'not-yet',
      `You can claim this bonus after ${dayText(found.dueAt)}, if you hold the rank until then.`,
    );
  }
  if (!found) return refuse('locked', 'None of your deposits has reached this rank yet, so its bonus is locked.');
  if (!(await canGetBonuses(tx, [user.id]))) {
    return refuse(
      'no-papers',
      'You can claim this bonus once your identity check is approved. Please send your documents under Identity check.',
    );
  }
  await lockRule(tx, 'rank bonuses');
  if (await isClaimedElsewhere(tx, user.id, rank)) {
    return refuse('claimed-before', 'You have claimed this bonus with another account. Each person gets it once.');
  }
  const by = createInvestorActor(user.id);
  const change = { id: found.id, event: 'claim', by, owner: user.id, set: { claimedAt: now() } } as const;
  const moved = await advance(tx, rankBonus, rankBonusMachine, change);
  if (!moved.ok) return moved;
  const { id, amount } = moved.value;
  const legs = [{ debit: reserve.free, credit: availableAccount(user.id), amount }];
  const posted = await post(tx, { kind: 'rank-bonus', ref: id, actor: formatActor(by), effectiveAt: now(), legs });
  if (!posted.ok && posted.error.code === 'already-posted') throw new Error(`Rank bonus ${id} was paid before`);
  if (!posted.ok) {
    return refuse(
      'short-reserve',
      'The operator’s reserve can’t pay this bonus at the moment. You can still claim it later.',
    );
  }
  await notifyBonusClaimed(tx, user, moved.value);
  return done({ ...posted.value, amount: String(amount) });
}

async function isClaimedElsewhere(handle: Reader, userId: string, rank: Rank['id']): Promise<boolean> {
  const others = [...(await findAccountsOfPerson(handle, userId))].filter((id) => id !== userId);
  if (others.length === 0) return false;
  const ofOthers = and(inArray(rankBonus.userId, others), eq(rankBonus.rank, rank), eq(rankBonus.status, 'claimed'));
  const [found] = await handle.select({ id: rankBonus.id }).from(rankBonus).where(ofOthers).limit(1);
  return found !== undefined;
}
