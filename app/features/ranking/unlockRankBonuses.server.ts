import { eq, inArray } from 'drizzle-orm';
import { rankBonus, setting } from '#drizzle/schema';
import { balancesOf } from '~/ledger/statement.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events.server';
import { newId } from '~/platform/ids';
import type { User } from '~/platform/session.server';
import { SYSTEM } from '~/platform/states';
import { tellBonusClaimable } from './mail.server';
import { RANKS, type Rank, ranksReached } from './rules';

/**
 * A deposit was approved: every rank that the balance has reached with it has its bonus made claimable, unless it was
 * before, or the operator gives none now.
 */
export async function unlockRankBonuses(tx: Handle, user: User, depositId: string): Promise<void> {
  const reached = ranksReached((await balancesOf(tx, user.id)).funded);
  const known = await tx.select({ rank: rankBonus.rank }).from(rankBonus).where(eq(rankBonus.userId, user.id));
  const amounts = await rankBonusAmounts(tx);
  for (const { id: rank } of reached) {
    const amount = amounts[rank];
    if (amount === 0n || known.some((bonus) => bonus.rank === rank)) continue;
    const row = { id: newId(), userId: user.id, rank, amount, status: 'claimable', createdAt: now() } as const;
    await tx.insert(rankBonus).values(row);
    await record(tx, {
      thing: 'rank bonus',
      thingId: row.id,
      event: 'reach',
      from: 'locked',
      to: 'claimable',
      by: SYSTEM,
      userId: user.id,
      details: { rank, deposit: depositId },
    });
    await tellBonusClaimable(tx, user, row);
  }
}

const keyOf = (rank: Rank['id']) => `rank-bonus-${rank}`;

/** The operator's bonus for each rank, cents; none set is none given. */
export async function rankBonusAmounts(handle: Handle): Promise<Record<Rank['id'], bigint>> {
  const keys = RANKS.map(({ id }) => keyOf(id));
  const found = await handle.select().from(setting).where(inArray(setting.key, keys));
  const amount = (rank: Rank['id']) => BigInt(found.find(({ key }) => key === keyOf(rank))?.value ?? 0);
  return { silver: amount('silver'), gold: amount('gold'), diamond: amount('diamond') };
}
