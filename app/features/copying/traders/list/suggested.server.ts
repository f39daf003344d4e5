import { and, desc, eq, gte, inArray, isNull, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import { trader, traderFigures, tradingOrder, tradingPosition } from '#drizzle/schema';
import { suggestAmount } from '~/features/copying/copy/suggestedAmount';
import { after, DAY, now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { marketOpensAt } from '~/trading/contracts';
import { getAccountId } from '../record/internal/saveFigures.server';
import { NO_TRADE } from '../record/tradingHabit.server';
import { pickCardFacts, type SuggestedTrader } from './facts';
import { hasManualResults, loadListedTrader } from './queries.server';

const MAX_RISK_SCORE = 6;

/** Smallest ratio of return to largest fall for a suggestion with a ranked record, in hundredths like `rank`. */
const MIN_RANK_HUNDREDTHS = 25;

/** Longest time since a suggested trader's last trade, and until one of their markets opens, milliseconds. */
const MAX_AGE_OF_LAST_TRADE_MS = 3 * DAY;
const MAX_TIME_TO_OPENING_MS = DAY;

const MAX_CANDIDATES = 30;

/**
 * Returns suggested traders, best first: open, at most of medium risk, not manual, and active now. Traders with positions in an open
 * market come first, since a copy of them moves immediately.
 * @param within money available for copies, cents; null if unknown
 */
export async function findSuggestedTraders(limit: number, within: bigint | null): Promise<SuggestedTrader[]> {
  const { totalReturnBps } = traderFigures;
  const found = await read()
    .select({ id: trader.id, source: trader.source, ownerUserId: trader.ownerUserId })
    .from(trader)
    .innerJoin(traderFigures, eq(traderFigures.id, trader.id))
    .where(
      and(
        eq(trader.status, 'open'),
        within === null ? undefined : lte(trader.minimumCapital, within),
        eq(hasManualResults, 0),
        lte(traderFigures.risk, MAX_RISK_SCORE),
        or(
          and(isNull(traderFigures.rank), or(isNull(totalReturnBps), gte(totalReturnBps, 0))),
          gte(traderFigures.rank, MIN_RANK_HUNDREDTHS),
        ),
      ),
    )
    .orderBy(
      sql`${traderFigures.rank} is null`,
      desc(traderFigures.rank),
      sql`${totalReturnBps} is null`,
      desc(totalReturnBps),
      trader.id,
    )
    .limit(MAX_CANDIDATES);
  const { traded, held } = await findMarketsOf(found.map(getAccountId));
  const active = found.flatMap((each) => {
    const of = (rows: typeof traded) => rows.filter(({ accountId }) => accountId === getAccountId(each));
    const opens = [...of(traded), ...of(held)].some(({ market }) => isOpenWithin(market, MAX_TIME_TO_OPENING_MS));
    if (of(traded).length === 0 || !opens) return [];
    return { id: each.id, moves: of(held).some(({ market }) => isOpenWithin(market, 0)) };
  });
  const first = active.sort((a, b) => Number(b.moves) - Number(a.moves));
  const listed = await Promise.all(first.slice(0, limit).map(({ id }) => loadListedTrader(id)));
  return listed.flatMap((each) =>
    each ? { ...pickCardFacts(each), amount: suggestAmount(each.minimumCapital, within ?? 0n) } : [],
  );
}

async function findMarketsOf(accountIds: string[]) {
  const { accountId, instrument, at, kind } = tradingOrder;
  const [traded, held] = await Promise.all([
    read()
      .selectDistinct({ accountId, market: instrument })
      .from(tradingOrder)
      .where(
        and(
          inArray(accountId, accountIds),
          gte(at, after(now(), -MAX_AGE_OF_LAST_TRADE_MS)),
          notInArray(kind, [...NO_TRADE]),
        ),
      ),
    read()
      .select({ accountId: tradingPosition.accountId, market: tradingPosition.instrument })
      .from(tradingPosition)
      .where(and(inArray(tradingPosition.accountId, accountIds), ne(tradingPosition.size, 0n))),
  ]);
  return { traded, held };
}

const isOpenWithin = (market: string | null, time: number): boolean =>
  market !== null && (marketOpensAt(market, now()) ?? now()) <= after(now(), time);
