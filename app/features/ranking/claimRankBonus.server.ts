import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { rankBonus } from '#drizzle/schema';
import { available, reserve } from '~/ledger/chart';
import { type Posted, post } from '~/ledger/post.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { advance } from '~/platform/events.server';
import { done, type Result, refuse } from '~/platform/result';
import type { User } from '~/platform/session.server';
import { actorText, byInvestor } from '~/platform/states';
import { tellBonusClaimed } from './mail.server';
import type { claimSchema } from './schema';
import { rankBonusMachine } from './states';

/** Pays the bonus of a rank out of the free reserve. When the reserve is short it stays claimable. */
export async function claimRankBonus(
  tx: Handle,
  user: User,
  { rank }: z.output<typeof claimSchema>,
): Promise<Result<Posted & { amount: string }>> {
  const own = and(eq(rankBonus.userId, user.id), eq(rankBonus.rank, rank));
  const [found] = await tx.select({ id: rankBonus.id }).from(rankBonus).where(own);
  if (!found) return refuse('locked', 'No deposit of yours has reached this rank yet, so its bonus is locked.');
  const by = byInvestor(user.id);
  const change = { id: found.id, event: 'claim', by, owner: user.id, set: { claimedAt: now() } } as const;
  const moved = await advance(tx, rankBonus, rankBonusMachine, change);
  if (!moved.ok) return moved;
  const { id, amount } = moved.value;
  const legs = [{ debit: reserve.free, credit: available(user.id), amount }];
  const posted = await post(tx, { kind: 'rank-bonus', ref: id, actor: actorText(by), effectiveAt: now(), legs });
  if (!posted.ok && posted.error.code === 'already-posted') throw new Error(`Rank bonus ${id} was paid before`);
  if (!posted.ok) {
    return refuse(
      'short-reserve',
      'The operator’s reserve can’t carry this bonus at the moment. It stays yours to claim: please try again later.',
    );
  }
  await tellBonusClaimed(tx, user, moved.value);
  return done({ ...posted.value, amount: String(amount) });
}
