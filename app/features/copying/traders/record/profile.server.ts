import { and, eq, isNull, lt } from 'drizzle-orm';
import { type StoredFigures, trade, traderFigures } from '#drizzle/schema';
import { DAY, now } from '~/platform/clock';
import { read, sharedReading } from '~/platform/db/index.server';
import { bpsOf } from '~/platform/text/percent';
import { inputsOf } from '~/trading/figures/performance';
import { MARKETS } from '../list/filter';
import { listedTrader, type Trader } from '../list/queries.server';
import { leaderCapital } from '../rules';
import { strategyOf } from '../simulated/simulatedTrader.server';
import { copiedCapital, copiersResult, shortfallOf } from './internal/copiers.server';
import { marketOf } from './internal/figures';
import { type PastYearWithCosts, pastYearOf } from './internal/pastYear';
import { accountNow, readAccount } from './internal/traderAccount.server';
import { usualTradingHours } from './tradingHabit.server';

export async function traderProfile(id: string) {
  const listed = await listedTrader(id);
  if (!listed) return null;
  const day = Math.floor(now().getTime() / DAY);
  const rows = await sharedReading(`profile ${id} ${day}`, async () => ({
    account: await readAccount(listed),
    typed: await manualPairs(id, listed.record?.until ?? null),
    copied: await copiedCapital(id),
    copiers: await copiersResult(id),
    fellShort: await shortfallOf(id),
  }));
  const details = await detailsOf(id);
  const hours = await usualTradingHours(id);
  const nav = details?.nav ?? [];
  const hasRecord = nav.length > 0;
  return {
    trader: listed,
    about: [aboutOf(listed), hours && `Usually trades ${hours}.`].filter(Boolean).join(' '),
    inputs: inputsOf(nav),
    capital: leaderCapital(listed),
    account: rows.account && (await accountNow(rows.account)),
    details: details && hasRecord ? withoutLists(details) : null,
    months: details?.months ?? [],
    traded: details?.traded ?? [],
    markets: marketShares(details?.traded ?? [], rows.typed),
    nav,
    drawdownBps: hasRecord ? (listed.record?.maxDrawdownBps ?? null) : null,
    copied: rows.copied,
    copiers: rows.copiers,
    fellShort: rows.fellShort,
  };
}

/** Describes the trader and their way of trading; null if the labels already say all that is known. */
function aboutOf({ source, strategy }: Pick<Trader, 'source' | 'strategy'>): string | null {
  if (source === 'signal') return 'Trades by the signals of a program.';
  if (source === 'investor') return 'An investor here whose own trading others copy.';
  const known = strategyOf(strategy);
  return known ? `${known.character}. ${known.bio}` : null;
}

async function manualPairs(id: string, until: Date | null): Promise<{ pair: string }[]> {
  return await read()
    .select({ pair: trade.pair })
    .from(trade)
    .where(and(eq(trade.traderId, id), isNull(trade.voidedAt), until ? lt(trade.at, until) : undefined));
}

/** Omits lists, which are passed separately, so that the page receives them only once. */
const withoutLists = ({ nav: _, months: __, traded: ___, ...figures }: StoredFigures) => figures;

function marketShares(traded: StoredFigures['traded'], log: readonly { pair: string }[]) {
  const counts = new Map<string, number>();
  const add = (kind: string | null, trades: number) => {
    const name = MARKETS.find(({ value }) => value === kind)?.label ?? 'Other';
    counts.set(name, (counts.get(name) ?? 0) + trades);
  };
  for (const { id, trades } of traded) add(marketOf(id), trades);
  for (const { pair } of log) add(marketOf(pair), 1);
  return Array.from(counts, ([name, trades]) => ({ name, trades })).sort((a, b) => b.trades - a.trades);
}

const detailsOf = (id: string): Promise<StoredFigures | null> =>
  sharedReading(`trader's details ${id}`, async () => {
    const [row] = await read()
      .select({ details: traderFigures.details })
      .from(traderFigures)
      .where(eq(traderFigures.id, id));
    return row?.details ?? null;
  });

/** Returns the growth of one dollar over a trader's last year with yearly trading costs; null for a short record. */
export async function traderPast(id: string): Promise<PastYearWithCosts | null> {
  const details = await detailsOf(id);
  const past = pastYearOf(details?.nav ?? []);
  const costs = details?.costs;
  return (
    past && { ...past, costs: costs ? { spreadBps: bpsOf(costs.spread), holdingBps: bpsOf(costs.holding) } : null }
  );
}
