import { and, desc, eq, gte, notInArray } from 'drizzle-orm';
import { tradingOrder } from '#drizzle/schema';
import { after, DAY, now } from '~/platform/clock';
import { read, readShared } from '~/platform/db/index.server';
import { loadListedTrader } from '../list/queries.server';
import { getAccountId } from './internal/saveFigures.server';
import { describeUsualHours } from './usualHours';

/** Orders from which usual hours are derived: those of the last 60 days, at most the newest ones. */
const HABIT_PERIOD_MS = 60 * DAY;
const MAX_ORDERS = 300;

export const NO_TRADE = ['flow', 'holding', 'amend'] as const;

/** Returns a trader's usual trading hours as text; null with too few trades. */
export const readUsualTradingHours = (traderId: string): Promise<string | null> =>
  readShared(`usual hours ${traderId}`, async () => {
    const trader = await loadListedTrader(traderId);
    if (!trader) return null;
    const { at, kind } = tradingOrder;
    const accountId = getAccountId(trader);
    const lately = and(
      eq(tradingOrder.accountId, accountId),
      gte(at, after(now(), -HABIT_PERIOD_MS)),
      notInArray(kind, [...NO_TRADE]),
    );
    const rows = await read().select({ at }).from(tradingOrder).where(lately).orderBy(desc(at)).limit(MAX_ORDERS);
    return describeUsualHours(rows.map((row) => row.at));
  });
