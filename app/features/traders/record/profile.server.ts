import { and, asc, eq, isNull } from 'drizzle-orm';
import { type StoredFigures, trade, traderFigures } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { inputsOf } from '~/trading/figures/inputs';
import { MARKETS } from '../list/filter';
import { listedTrader, withPositions } from '../list/queries.server';
import { leaderCapital, maxDrawdownBps, navSeries, totalsOf } from '../rules';
import { pointsFrom, rebased } from './chart';
import { copiedCapital, copiersResult, fellShortOf } from './internal/copiers.server';
import { marketOf } from './internal/figures';
import { type PastYear, pastYearOf } from './internal/pastYear';
import { traderAccount } from './internal/traderAccount.server';

/** All of a trader's page but the log; null when there is no such trader. */
export async function traderProfile(id: string) {
  const listed = await listedTrader(id);
  if (!listed) return null;
  const log = await read()
    .select({ amount: trade.amount, type: trade.type, at: trade.at, pair: trade.pair })
    .from(trade)
    .where(and(eq(trade.traderId, id), isNull(trade.voidedAt)))
    .orderBy(asc(trade.at), asc(trade.id));
  const capital = leaderCapital(listed);
  const account = await traderAccount(listed);
  // Of a trader with positions the whole record counts, day by day; of typed results each one.
  const kept = await detailsOf(id);
  const details = account ? kept : null;
  const totals = totalsOf(log);
  const nav = details ? details.nav : navSeries(log, capital).map(({ at, value }) => ({ at: +at, nav: value / 100 }));
  return {
    trader: listed,
    inputs: inputsOf(nav),
    capital,
    account,
    details: details && withoutLists(details),
    months: kept?.months ?? [],
    traded: details?.traded ?? [],
    markets: marketShares(kept?.traded ?? [], log),
    totals: listed.record ? withPositions(totals, listed.record, now()) : totals,
    nav: nav.map(({ at, nav }) => ({ at: new Date(at), value: nav * 100 })),
    drawdownBps: details ? (listed.record?.maxDrawdownBps ?? null) : log.length ? maxDrawdownBps(log, capital) : null,
    copied: await copiedCapital(id),
    copiers: await copiersResult(id),
    fellShort: await fellShortOf(id),
  };
}

/** The lists are told by themselves, or drawn; a page is not handed them twice. */
const withoutLists = ({ nav: _, months: __, traded: ___, ...figures }: StoredFigures) => figures;

/** How many trades there were in each kind of market, the most first; typed ones by the name of their pair. */
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

/** The figures that no list shows; null until the job has made them. */
async function detailsOf(id: string): Promise<StoredFigures | null> {
  const [row] = await read()
    .select({ details: traderFigures.details })
    .from(traderFigures)
    .where(eq(traderFigures.id, id));
  return row?.details ?? null;
}

/** What a trader's last year did with one dollar; null where the record is too short. */
export async function traderPast(id: string): Promise<PastYear | null> {
  return pastYearOf((await detailsOf(id))?.nav ?? []);
}

/** A trader's return at the end of each day since an instant, as fractions, from 0 on; empty where no such days are kept. */
export async function returnsSince(id: string, since: Date): Promise<number[]> {
  const days = pointsFrom(
    ((await detailsOf(id))?.nav ?? []).map(({ at, nav }) => ({ at: new Date(at), value: nav })),
    since,
  );
  return rebased(days.map(({ value }) => value)).map((value) => value / 100 - 1);
}
