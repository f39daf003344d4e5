import { and, eq, inArray } from 'drizzle-orm';
import { rankBonus, setting } from '#drizzle/schema';
import { findAccountsOfPerson } from '~/features/people';
import { findLowest } from '~/ledger/reading/lowest';
import { readBalances, readStatement } from '~/ledger/reading/statement.server';
import { readUnrankedMoney } from '~/ledger/reading/userTotals.server';
import { after, DAY } from '~/platform/clock';
import { findAll, type Handle, lockRule, type Reader, readShared } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { readSetting } from '~/platform/installation/settings.server';
import { SYSTEM_ACTOR } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { notifyBonusClaimable, notifyRankBonusPending } from './internal/mail.server';
import { calculateRankedBalance, listRankedChanges, listRanksReached, RANKS, type Rank } from './rules';
import { rankBonusMachine } from './states';

type Bonus = typeof rankBonus.$inferSelect;
type ReachedBy = { depositId: string; at: Date };

/** Creates a bonus for each rank that the balance has reached, once per person. It waits for the holding period. */
export async function reachRanks(tx: Handle, user: User, deposit: ReachedBy): Promise<void> {
  const [{ funded, held }, own] = await Promise.all([
    readBalances(tx, user.id),
    findAll(tx, rankBonus, { userId: user.id }),
  ]);
  // Unranked money only lowers the balance, so this cheap test comes first: computing that money reads the whole
  // statement.
  const isSettled = ({ id }: Rank) => own.some(({ rank, status }) => rank === id && status !== 'waiting');
  if (listRanksReached(funded - held).every(isSettled)) return;
  const [amounts, days, unranked] = await Promise.all([
    loadRankBonusAmounts(tx),
    readSetting(tx, 'holding-days'),
    readUnrankedMoney(tx, user.id),
  ]);
  const dueAt = after(deposit.at, days * DAY);
  const ranks = listRanksReached(calculateRankedBalance({ funded: funded - held }, unranked));
  let known = own;
  if (ranks.some(({ id }) => amounts[id] > 0n && !own.some(({ rank }) => rank === id))) {
    // Another account of the person may have reached the rank already, or may reach it at the same time.
    await lockRule(tx, 'rank bonuses');
    known = await findBonusesOfPerson(tx, user.id);
  }
  for (const rank of ranks) {
    const had = known.filter((bonus) => bonus.rank === rank.id);
    const earlier = had.find((bonus) => bonus.userId === user.id);
    if (earlier?.status === 'waiting') {
      if (!(await isRankHeld(tx, earlier, deposit.at))) await restartBonus(tx, earlier, { ...deposit, dueAt });
    } else if (had.length === 0 && amounts[rank.id] > 0n) {
      await createOrRestartBonus(
        tx,
        user,
        { rank: rank.id, amount: amounts[rank.id], dueAt, waits: days > 0 },
        deposit,
      );
    }
  }
}

async function findBonusesOfPerson(tx: Handle, userId: string): Promise<Bonus[]> {
  const accounts = [...(await findAccountsOfPerson(tx, userId))];
  return await tx.select().from(rankBonus).where(inArray(rankBonus.userId, accounts));
}

async function createOrRestartBonus(
  tx: Handle,
  user: User,
  { waits, ...reached }: Pick<Bonus, 'rank' | 'amount' | 'dueAt'> & { waits: boolean },
  { depositId, at }: ReachedBy,
): Promise<void> {
  const status = waits ? 'waiting' : 'claimable';
  const row = { id: newId(), userId: user.id, ...reached, status, createdAt: at } as const;
  await tx.insert(rankBonus).values(row);
  await record(tx, {
    thing: rankBonusMachine.thing,
    thingId: row.id,
    event: 'reach',
    from: 'locked',
    to: status,
    by: SYSTEM_ACTOR,
    userId: user.id,
    details: { rank: row.rank, deposit: depositId },
  });
  await (waits ? notifyRankBonusPending(tx, user, row) : notifyBonusClaimable(tx, user, row, true));
}

async function restartBonus(
  tx: Handle,
  bonus: Bonus,
  { depositId, at, dueAt }: ReachedBy & { dueAt: Date },
): Promise<void> {
  const { id, userId, rank } = bonus;
  await tx
    .update(rankBonus)
    .set({ createdAt: at, dueAt })
    .where(and(eq(rankBonus.id, id), eq(rankBonus.status, 'waiting')));
  const details = { rank, deposit: depositId };
  await record(tx, {
    thing: rankBonusMachine.thing,
    thingId: id,
    event: 'begin-again',
    by: SYSTEM_ACTOR,
    userId,
    details,
  });
}

export async function isRankHeld(tx: Handle, { userId, rank, createdAt, dueAt }: Bonus, until: Date): Promise<boolean> {
  const lines = await readStatement(tx, userId);
  const { lowest } = findLowest(listRankedChanges(lines), createdAt, until < dueAt ? until : dueAt);
  return listRanksReached(lowest).some(({ id }) => id === rank);
}

const getSettingKey = (rank: Rank['id']) => `rank-bonus-${rank}`;

export const RANK_SETTINGS = RANKS.map(({ id }) => getSettingKey(id));

export async function loadRankBonusAmounts(handle: Reader): Promise<Record<Rank['id'], bigint>> {
  const find = () => verified(handle, setting, { key: RANK_SETTINGS });
  const found = await readShared('settings of rank bonuses', find);
  const amount = (rank: Rank['id']) => BigInt(found.find(({ key }) => key === getSettingKey(rank))?.value ?? 0);
  return Object.fromEntries(RANKS.map(({ id }) => [id, amount(id)])) as Record<Rank['id'], bigint>;
}
