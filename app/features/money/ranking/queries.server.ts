import { and, eq, sql } from 'drizzle-orm';
import { rankBonus } from '#drizzle/schema';
import { areDocumentsRequired, canGetBonuses } from '~/features/people';
import { reserve } from '~/ledger/chartOfAccounts';
import { balance } from '~/ledger/reading/statement.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { prepared, read } from '~/platform/db/index.server';
import { readSetting } from '~/platform/installation/settings.server';
import { loadRankBonusAmounts } from './reachRanks.server';
import { calculateRankedBalance, RANKS, type Rank, rankAndNext } from './rules';
import type { RankBonusState } from './states';

/** Rank as shown to one user: its bonus in cents, and the user's progress. */
export type RankView = Rank & {
  bonus: bigint;
  state: RankBonusState;
  claimedAt: Date | null;
  /** True if it is claimable but exceeds the free reserve now. */
  waits: boolean;
  /** Time until which the rank must be held before the bonus can be claimed; null afterwards. */
  holdUntil: Date | null;
};

export async function loadRanking(userId: string) {
  const { balances, totals } = await readBalancesAndTotals(userId);
  const ranked = calculateRankedBalance(balances, totals);
  const own = await read().select().from(rankBonus).where(eq(rankBonus.userId, userId));
  const amounts = await loadRankBonusAmounts(read());
  const free = await balance(read(), reserve.free.code);
  const ranks = RANKS.map((rank): RankView => {
    const row = own.find((bonus) => bonus.rank === rank.id);
    if (!row)
      return { ...rank, bonus: amounts[rank.id], state: 'locked', claimedAt: null, waits: false, holdUntil: null };
    const holdUntil = row.status === 'waiting' ? row.dueAt : null;
    const waits = row.status === 'claimable' && row.amount > free;
    return { ...rank, bonus: row.amount, state: row.status, claimedAt: row.claimedAt, waits, holdUntil };
  });
  return {
    ranked,
    /** Parts of the balance that do not count for ranks, with their names on the page. */
    leftOut: [
      ...(totals.practiceMoney > 0n ? ['practice money'] : []),
      ...(totals.operatorNet > 0n ? ['credits by administrators'] : []),
    ].join(' and '),
    ...rankAndNext(ranked),
    ranks,
    holdingDays: await readSetting(read(), 'holding-days'),
    areDocumentsRequired: await areDocumentsRequired(read()),
  };
}

const selectClaimable = prepared('rank-bonuses.claimable', (handle) =>
  handle
    .select()
    .from(rankBonus)
    .where(and(eq(rankBonus.userId, sql.placeholder('user')), eq(rankBonus.status, 'claimable'))),
);

export type BonusToClaim = Pick<Rank, 'id' | 'name'> & { amount: bigint };

/** Returns the claimable bonuses that the free reserve can pay together; none before a required identity check. */
export async function findClaimableBonuses(userId: string): Promise<BonusToClaim[]> {
  const rows = await selectClaimable(read(), { user: userId });
  if (rows.length === 0 || !(await canGetBonuses(read(), [userId]))) return [];
  let free = await balance(read(), reserve.free.code);
  const bonuses: BonusToClaim[] = [];
  for (const { id, name } of RANKS) {
    const amount = rows.find(({ rank }) => rank === id)?.amount ?? 0n;
    if (amount === 0n || amount > free) continue;
    free -= amount;
    bonuses.push({ id, name, amount });
  }
  return bonuses;
}
