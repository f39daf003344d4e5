import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { trade } from '#drizzle/schema';
import { type ListedTrader, listTraders } from '~/features/copying/traders/list/queries.server';
import { loadTraderProfile } from '~/features/copying/traders/record/profile.server';
import type { ProfitRatio } from '~/features/copying/traders/rules';
import { listLabelsInCalls, SOURCE_API_LABELS } from '~/features/copying/traders/sources';
import { toUsdNumber } from '~/ledger/money';
import { SECOND } from '~/platform/clock';
import { prepared, read } from '~/platform/db/index.server';
import { percentText, toBps } from '~/platform/text/percent';
import { formatUsDate } from '../fields';
import { fileLink } from './userFields.server';

const MAX_HISTORY_ENTRIES = 20;

const selectHistory = prepared('api.trade-history', (handle) =>
  handle
    .select()
    .from(trade)
    .where(and(eq(trade.traderId, sql.placeholder('trader')), isNull(trade.voidedAt)))
    .orderBy(desc(trade.at), desc(trade.id))
    .limit(MAX_HISTORY_ENTRIES),
);

export async function listTraderAnswers({ retired }: { retired: boolean }) {
  const first = await listTraders({ search: '', page: 1 });
  const all = [...first.traders];
  for (let page = 2; page <= first.pages; page++) all.push(...(await listTraders({ search: '', page })).traders);
  const shown = all.filter(({ status }) => retired || status !== 'retired');
  return { status: 200 as const, traders: await Promise.all(shown.map(toTraderAnswer)) };
}

const NO_FIGURE_TEXT = 'none yet' as const;

async function toTraderAnswer(each: ListedTrader) {
  const { closed, winRateBps, monthlyReturnBps, riskReward } = each.figures;
  const ratio = typeof riskReward === 'number' ? riskReward : 0;
  return {
    ...identityFields(each),
    figures: closed === 0 ? NO_FIGURE_TEXT : ('computed' as const),
    profitrate: (winRateBps ?? 0) / 100,
    averagereturn: (monthlyReturnBps ?? 0) / 100,
    averagereturnText: monthlyReturnBps === null ? NO_FIGURE_TEXT : percentText(monthlyReturnBps),
    followers: each.followers,
    rrRatio: ratio,
    riskRewardRatio: ratio,
    rrRatioText: typeof riskReward === 'number' ? `1:${riskReward}` : (riskReward ?? NO_FIGURE_TEXT),
    tradehistory: (await selectHistory(read(), { trader: each.id })).map(({ pair, amount, type, at }) => ({
      pair,
      amount: toUsdNumber(amount),
      tradeType: type,
      date: formatUsDate(at),
      at: at.toISOString(),
    })),
  };
}

const identityFields = (each: ListedTrader) => ({
  _id: each.id,
  firstname: each.firstName,
  lastname: each.lastName,
  traderImage: fileLink(each.imageFileId),
  nationality: each.nationality,
  minimumcapital: toUsdNumber(each.minimumCapital),
  state: each.status,
  declared: each.declared ?? { winRate: '', avgReturn: '', followers: '', rrRatio: '' },
  simulated: each.simulated,
  labels: listLabelsInCalls(each),
  leaderShare: each.shareBps / 100,
});

const percentOfBps = (bps: number | null | undefined): number | null => (typeof bps === 'number' ? bps / 100 : null);
const percentOfPart = (part: number): number => toBps(part) / 100;
const percentOrNull = (part: number | null | undefined): number | null =>
  typeof part === 'number' ? percentOfPart(part) : null;
const numberOf = (ratio: ProfitRatio): number | null => (typeof ratio === 'number' ? ratio : null);

export async function findTraderAnswer(id: string) {
  const profile = await loadTraderProfile(id);
  if (!profile) return null;
  const { trader, capital, details, months, traded, drawdownBps, copied, copiers, fellShort } = profile;
  const { record, figures } = trader;
  return {
    status: 'ok' as const,
    ...identityFields(trader),
    source: SOURCE_API_LABELS[trader.source],
    capital: toUsdNumber(capital),
    record: {
      until: record?.until?.toISOString() ?? '',
      days: record?.days ?? 0,
      returns: {
        month: percentOfBps(record?.monthReturnBps),
        quarter: percentOfBps(record?.quarterReturnBps),
        year: percentOfBps(record?.yearReturnBps),
        all: percentOfBps(record?.totalReturnBps),
      },
      months: months.map(({ month, gain }) => ({ month, return: percentOfPart(gain) })),
      worstDay: percentOrNull(details?.worstDay),
      worstWeek: percentOrNull(details?.worstWeek),
      longestUnderWater: details?.longestUnderWater ?? null,
      sharpe: details?.sharpe ?? null,
      sortino: details?.sortino ?? null,
      annualised: details?.annualised ?? false,
      risk: record?.risk ?? null,
      markets: traded.map(({ id: symbol, trades }) => ({ symbol, trades })),
    },
    maxDrawdown: percentOfBps(drawdownBps),
    closedTrades: figures.closed,
    openTrades: { count: figures.open, result: toUsdNumber(figures.openResult) },
    typedResults: trader.manualResults,
    winRate: percentOfBps(figures.winRateBps),
    monthlyReturn: percentOfBps(figures.monthlyReturnBps),
    profitFactor: numberOf(figures.profitFactor),
    riskReward: numberOf(figures.riskReward),
    averageHolding: details?.averageHolding == null ? null : Math.round(details.averageHolding / SECOND),
    copiers: {
      followers: trader.followers,
      capital: toUsdNumber(copied),
      copies: copiers.copies,
      inProfit: copiers.inProfit,
      median: copiers.median === null ? null : toUsdNumber(copiers.median),
      fellShort: { median: percentOfBps(fellShort.medianBps), worstTenth: percentOfBps(fellShort.worstTenthBps) },
    },
  };
}
