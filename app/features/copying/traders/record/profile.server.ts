import { and, eq, isNull, lt } from 'drizzle-orm';
import { type StoredFigures, trade, traderFigures } from '#drizzle/schema';
import { DAY, now } from '~/platform/clock';
import { read, readShared } from '~/platform/db/index.server';
import { toBps } from '~/platform/text/percent';
import { listFigureInputs } from '~/trading/figures/performance';
import { MARKET_CHOICES } from '../list/filter';
import { loadListedTrader, type Trader } from '../list/queries.server';
import { getLeaderCapital } from '../rules';
import { findStrategy } from '../simulated/simulatedTrader.server';
import { loadCopiersResult, loadShortfall, sumCopiedCapital } from './internal/copiers.server';
import { getMarket } from './internal/figures';
import { computePastYear, type PastYearWithCosts } from './internal/pastYear';
import { describeAccount, readAccount } from './internal/traderAccount.server';
import { readUsualTradingHours } from './tradingHabit.server';

export async function loadTraderProfile(id: string) {
  const listed = await loadListedTrader(id);
  if (!listed) return null;
  const day = Math.floor(now().getTime() / DAY);
  const rows = await readShared(`profile ${id} ${day}`, async () => ({
    account: await readAccount(listed),
    typed: await findManualPairs(id, listed.record?.until ?? null),
    copied: await sumCopiedCapital(id),
    copiers: await loadCopiersResult(id),
    fellShort: await loadShortfall(id),
  }));
  const details = await loadDetails(id);
  const hours = await readUsualTradingHours(id);
  const nav = details?.nav ?? [];
  const hasRecord = nav.length > 0;
  return {
    trader: listed,
    about: [describeTrader(listed), hours && `Usually trades ${hours}.`].filter(Boolean).join(' '),
    inputs: listFigureInputs(nav),
    capital: getLeaderCapital(listed),
    account: rows.account && (await describeAccount(rows.account)),
    details: details && hasRecord ? omitLists(details) : null,
    months: details?.months ?? [],
    traded: details?.traded ?? [],
    markets: computeMarketShares(details?.traded ?? [], rows.typed),
    nav,
    drawdownBps: hasRecord ? (listed.record?.maxDrawdownBps ?? null) : null,
    copied: rows.copied,
    copiers: rows.copiers,
    fellShort: rows.fellShort,
  };
}

/** Describes the trader and their way of trading; null if the labels say all that is known. */
function describeTrader({ source, strategy }: Pick<Trader, 'source' | 'strategy'>): string | null {
  if (source === 'signal') return 'A program trades by signals.';
  if (source === 'investor') return 'An investor whose own trading can be copied.';
  const known = findStrategy(strategy);
  return known ? `${known.character}. ${known.bio}` : null;
}

async function findManualPairs(id: string, until: Date | null): Promise<{ pair: string }[]> {
  return await read()
    .select({ pair: trade.pair })
    .from(trade)
    .where(and(eq(trade.traderId, id), isNull(trade.voidedAt), until ? lt(trade.at, until) : undefined));
}

/** Omits lists, which are passed separately, so that the page receives them only once. */
const omitLists = ({ nav: _, months: __, traded: ___, ...figures }: StoredFigures) => figures;

function computeMarketShares(traded: StoredFigures['traded'], log: readonly { pair: string }[]) {
  const counts = new Map<string, number>();
  const add = (kind: string | null, trades: number) => {
    const name = MARKET_CHOICES.find(({ value }) => value === kind)?.label ?? 'Other';
    counts.set(name, (counts.get(name) ?? 0) + trades);
  };
  for (const { id, trades } of traded) add(getMarket(id), trades);
  for (const { pair } of log) add(getMarket(pair), 1);
  return Array.from(counts, ([name, trades]) => ({ name, trades })).sort((a, b) => b.trades - a.trades);
}

const loadDetails = (id: string): Promise<StoredFigures | null> =>
  readShared(`trader's details ${id}`, async () => {
    const [row] = await read()
      .select({ details: traderFigures.details })
      .from(traderFigures)
      .where(eq(traderFigures.id, id));
    return row?.details ?? null;
  });

/** Returns the growth of one dollar over a trader's last year with yearly trading costs; null for a short record. */
export async function loadTraderPast(id: string): Promise<PastYearWithCosts | null> {
  const details = await loadDetails(id);
  const past = computePastYear(details?.nav ?? []);
  const costs = details?.costs;
  return (
    past && { ...past, costs: costs ? { spreadBps: toBps(costs.spread), holdingBps: toBps(costs.holding) } : null }
  );
}
