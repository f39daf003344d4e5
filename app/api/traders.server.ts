import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { trade } from '#drizzle/schema';
import { type ListedTrader, listTraders } from '~/features/traders/queries.server';
import { usdNumber } from '~/ledger/money';
import { read, statement } from '~/platform/db/index.server';
import { usDate } from './fields';
import { fileLink } from './userData.server';

/** Trades of each trader that the list has. */
const HISTORY = 20;

const history = statement('api.trade-history', (handle) =>
  handle
    .select()
    .from(trade)
    .where(and(eq(trade.traderId, sql.placeholder('trader')), isNull(trade.voidedAt)))
    .orderBy(desc(trade.at), desc(trade.id))
    .limit(HISTORY),
);

/** What `fetchTraders` answers: all of them, in the order of the page. */
export async function allTraders() {
  const first = await listTraders({ search: '', page: 1 });
  const all = [...first.traders];
  for (let page = 2; page <= first.pages; page++) all.push(...(await listTraders({ search: '', page })).traders);
  return { status: 200 as const, traders: await Promise.all(all.map(asTrader)) };
}

const percent = (bps: number | null): number | null => (bps === null ? null : bps / 100);

async function asTrader(each: ListedTrader) {
  const { winRateBps, monthlyReturnBps, riskReward } = each.figures;
  const ratio = typeof riskReward === 'number' ? riskReward : null;
  return {
    _id: each.id,
    firstname: each.firstName,
    lastname: each.lastName,
    traderImage: fileLink(each.imageFileId),
    profitrate: percent(winRateBps),
    averagereturn: percent(monthlyReturnBps),
    followers: each.followers,
    rrRatio: ratio,
    riskRewardRatio: ratio,
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
