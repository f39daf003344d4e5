import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { trade } from '#drizzle/schema';
import { type ListedTrader, listTraders } from '~/features/traders/queries.server';
import { formatBps, usdNumber } from '~/ledger/money';
import { prepared, read } from '~/platform/db/index.server';
import { usDate } from './fields';
import { fileLink } from './userFields.server';

/** Trades of each trader that the list has. */
const HISTORY = 20;

const history = prepared('api.trade-history', (handle) =>
  handle
    .select()
    .from(trade)
    .where(and(eq(trade.traderId, sql.placeholder('trader')), isNull(trade.voidedAt)))
    .orderBy(desc(trade.at), desc(trade.id))
    .limit(HISTORY),
);

/**
 * What `fetchTraders` answers: the traders in the order of the page.
 * @param retired with those who have retired
 */
export async function allTraders({ retired }: { retired: boolean }) {
  const first = await listTraders({ search: '', page: 1 });
  const all = [...first.traders];
  for (let page = 2; page <= first.pages; page++) all.push(...(await listTraders({ search: '', page })).traders);
  const shown = all.filter(({ status }) => retired || status !== 'retired');
  return { status: 200 as const, traders: await Promise.all(shown.map(asTrader)) };
}

/** What stands for a figure of a trader without trades, in words. */
const NONE_YET = 'none yet' as const;

async function asTrader(each: ListedTrader) {
  const { closed, winRateBps, monthlyReturnBps, riskReward } = each.figures;
  const ratio = typeof riskReward === 'number' ? riskReward : 0;
  return {
    _id: each.id,
    firstname: each.firstName,
    lastname: each.lastName,
    traderImage: fileLink(each.imageFileId),
    figures: closed === 0 ? NONE_YET : ('computed' as const),
    profitrate: (winRateBps ?? 0) / 100,
    averagereturn: (monthlyReturnBps ?? 0) / 100,
    averagereturnText: monthlyReturnBps === null ? NONE_YET : formatBps(monthlyReturnBps),
    followers: each.followers,
    rrRatio: ratio,
    riskRewardRatio: ratio,
    rrRatioText: typeof riskReward === 'number' ? `1:${riskReward}` : (riskReward ?? NONE_YET),
    nationality: each.nationality,
    minimumcapital: usdNumber(each.minimumCapital),
    tradehistory: (await history(read(), { trader: each.id })).map(({ pair, amount, type, at }) => ({
      pair,
      amount: usdNumber(amount),
      tradeType: type,
      date: usDate(at),
      at: at.toISOString(),
    })),
    state: each.status,
    declared: each.declared ?? { winRate: '', avgReturn: '', followers: '', rrRatio: '' },
    simulated: each.simulated,
  };
}
