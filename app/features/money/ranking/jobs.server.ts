import { and, asc, eq, lte } from 'drizzle-orm';
import { rankBonus, user as userTable } from '#drizzle/schema';
import { now, SECOND } from '~/platform/clock';
import { type Handle, read } from '~/platform/db/index.server';
import { advance, record } from '~/platform/events/index.server';
import { inSeparateTransactions, type Job } from '~/platform/jobs/index.server';
import { getNextState, SYSTEM_ACTOR } from '~/platform/states';
import { notifyBonusClaimable, notifyBonusLapsed } from './internal/mail.server';
import { isRankHeld } from './reachRanks.server';
import { rankBonusMachine } from './states';

const BONUSES_PER_BATCH = 50;

const isBonusDue = () => and(eq(rankBonus.status, 'waiting'), lte(rankBonus.dueAt, now()));

export async function decideDueRankBonuses(): Promise<boolean> {
  const due = await read()
    .select({ id: rankBonus.id, userId: rankBonus.userId })
    .from(rankBonus)
    .where(isBonusDue())
    .orderBy(asc(rankBonus.dueAt), asc(rankBonus.id))
    .limit(BONUSES_PER_BATCH);
  await inSeparateTransactions(
    due.map(({ id, userId }) => ({ id, users: [userId] })),
    decideRankBonus,
  );
  return due.length === BONUSES_PER_BATCH;
}

async function decideRankBonus(tx: Handle, id: string): Promise<void> {
  const [found] = await tx
    .select({ bonus: rankBonus, owner: userTable })
    .from(rankBonus)
    .innerJoin(userTable, eq(userTable.id, rankBonus.userId))
    .where(and(eq(rankBonus.id, id), isBonusDue()));
  if (!found) return;
  const { bonus, owner } = found;
  if (await isRankHeld(tx, bonus, bonus.dueAt)) {
    const unlocked = await advance(tx, rankBonus, rankBonusMachine, { id, event: 'unlock', by: SYSTEM_ACTOR });
    if (!unlocked.ok) throw new Error(unlocked.error.message);
    return await notifyBonusClaimable(tx, owner, unlocked.value, false);
  }
  const next = getNextState(rankBonusMachine, bonus.status, 'lapse', SYSTEM_ACTOR.kind);
  if (!next.ok) throw new Error(next.error.message);
  await tx.delete(rankBonus).where(and(eq(rankBonus.id, id), eq(rankBonus.status, 'waiting')));
  const happened = { event: 'lapse', from: bonus.status, to: next.value, by: SYSTEM_ACTOR, userId: owner.id };
  await record(tx, { thing: rankBonusMachine.thing, thingId: id, ...happened, details: { rank: bonus.rank } });
  await notifyBonusLapsed(tx, owner.id, bonus);
}

export const rankJobs: Job[] = [{ name: 'due-rank-bonuses', everyMs: 10 * SECOND, run: decideDueRankBonuses }];
