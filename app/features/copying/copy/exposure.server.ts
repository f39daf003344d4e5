import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import { copy, trader } from '#drizzle/schema';
import { getPricesFor, isCurrent } from '~/features/copying/quotes/prices.server';
import { formatUsd } from '~/ledger/money';
import { now, SECOND } from '~/platform/clock';
import { type Handle, type Reader, read } from '~/platform/db/index.server';
import { readSetting } from '~/platform/installation/settings.server';
import { type Refusal, refuse } from '~/platform/result';
import { listPositions } from '~/trading/accounts/account';
import { findSavedAccounts, type SavedAccount } from '~/trading/accounts/accounts.server';
import { midsAt } from '~/trading/accounts/advance';
import { withMoneyAt } from '~/trading/accounts/later';
import { calculateEquity } from '~/trading/accounts/margin';
import { calculateExposure } from '~/trading/accounts/position';
import { requireContract } from '~/trading/contracts';
import { FUNDED_COPY_STATES } from './states';

/* Computes the exposure of copies by trader and market: booked money, distributed over markets like the leader's positions. */

/** Key of the setting that limits the copies of one trader in total, in cents; 0 means no limit. */
export const EXPOSURE_LIMIT_SETTING = 'trader-copies-most';

const MAX_TRADERS = 50;

const PRICE_FALL = 10n;

const inCopy = sql`${copy.contributed} + ${copy.result}`;
const held = sql<bigint>`cast(coalesce(sum(${inCopy}), 0) as text)`.mapWith(BigInt);

async function getExposureLimit(handle: Reader): Promise<bigint | null> {
  return BigInt(await readSetting(handle, EXPOSURE_LIMIT_SETTING)) || null;
}

export async function refuseBeyondExposureLimit(
  tx: Handle,
  traderId: string,
  amount: bigint,
): Promise<{ ok: false; error: Refusal } | null> {
  const limitCents = await getExposureLimit(tx);
  if (limitCents === null) return null;
  const [row] = await tx
    .select({ held })
    .from(copy)
    .where(and(eq(copy.traderId, traderId), inArray(copy.status, FUNDED_COPY_STATES)));
  const over = (row?.held ?? 0n) - limitCents;
  if (over <= 0n) return null;
  const message = `Copies of this trader may hold ${formatUsd(limitCents)} together.`;
  return refuse(
    'trader-full',
    over < amount
      ? `${message} Enter at most ${formatUsd(amount - over)}, or choose another trader.`
      : `${message} They already do, so choose another trader.`,
    'amount',
  );
}

export type TraderExposure = {
  id: string;
  name: string;
  copies: number;
  held: bigint;
  largest: bigint;
  /** Value of the leader's positions divided by their equity, in hundredths; null without positions or a price. */
  leverage: number | null;
  /** Loss of the copies if every price moves against them by a tenth, at most their equity, in cents. */
  loss: bigint;
  /** Part of that loss that exceeds the copies' equity, in cents. The market reserve pays it. */
  borne: bigint;
  /** Amount that the market reserve pays if every price moves in favour of the copies by a tenth, in cents. */
  gain: bigint;
};

/** Holdings of copies in one market, in cents: long, short, and the result if its price falls by a tenth, negative for a loss. */
export type MarketExposure = { id: string; title: string; long: bigint; short: bigint; fall: bigint };

/**
 * Returns the current exposure of all copies together, of copies of the traders with the most copied money, and of
 * the markets of those traders.
 */
export async function computeExposure() {
  const [all] = await read()
    .select({ copies: count(), traders: sql<number>`count(distinct ${copy.traderId})`.mapWith(Number), held })
    .from(copy)
    .where(inArray(copy.status, FUNDED_COPY_STATES));
  const found = await read()
    .select({
      id: trader.id,
      firstName: trader.firstName,
      lastName: trader.lastName,
      copies: count(),
      held,
      largest: sql<bigint>`cast(max(${inCopy}) as text)`.mapWith(BigInt),
    })
    .from(copy)
    .innerJoin(trader, eq(trader.id, copy.traderId))
    .where(inArray(copy.status, FUNDED_COPY_STATES))
    .groupBy(trader.id, trader.firstName, trader.lastName)
    .orderBy(desc(sql`sum(${inCopy})`), trader.id)
    .limit(MAX_TRADERS);
  const ids = found.map(({ id }) => id);
  const accounts = await findSavedAccounts(read(), ids);
  const traders: TraderExposure[] = [];
  const markets = new Map<string, MarketExposure>();
  for (const { firstName, lastName, ...row } of found) {
    const spread = await computeHoldings(accounts.get(row.id));
    let total = 0n;
    for (const { id, worth, isLong } of spread?.positions ?? []) {
      const part = (row.held * worth) / (spread?.equity ?? 1n);
      const market = markets.get(id) ?? { id, title: requireContract(id).title, long: 0n, short: 0n, fall: 0n };
      markets.set(id, {
        ...market,
        long: market.long + (isLong ? part : 0n),
        short: market.short + (isLong ? 0n : part),
        fall: market.fall + (isLong ? -part : part) / PRICE_FALL,
      });
      total += part;
    }
    // Without positions, a result is a fraction of the trader's capital, and copies get the same fraction.
    const move = (spread ? total : row.held) / PRICE_FALL;
    traders.push({
      ...row,
      name: `${firstName} ${lastName}`,
      leverage: spread && row.held > 0n ? Number((total * 100n) / row.held) : null,
      loss: move < row.held ? move : row.held,
      borne: move > row.held ? move - row.held : 0n,
      gain: move,
    });
  }
  const sum = (of: 'loss' | 'borne' | 'gain') => traders.reduce((total, row) => total + row[of], 0n);
  return {
    copies: all?.copies ?? 0,
    of: all?.traders ?? 0,
    held: all?.held ?? 0n,
    loss: sum('loss'),
    borne: sum('borne'),
    gain: sum('gain'),
    traders,
    markets: [...markets.values()].toSorted((a, b) => Number(b.long + b.short - a.long - a.short)),
    limitCents: await getExposureLimit(read()),
  };
}

/** Returns a leader's holdings by market and their equity, in cents; null without an account, without a price, or at no equity. */
async function computeHoldings(saved: SavedAccount | undefined) {
  if (!saved) return null;
  const prices = await getPricesFor(saved);
  const second = Math.floor(now().getTime() / SECOND) * SECOND;
  if (!isCurrent(prices, saved.account, second)) return null;
  const mids = midsAt(prices, second);
  const equity = calculateEquity(withMoneyAt(saved.account), mids);
  if (equity <= 0n) return null;
  const positions = listPositions(saved.account).map((position) => ({
    id: position.id,
    worth: calculateExposure(position, mids(position.id)),
    isLong: position.size > 0n,
  }));
  return { equity, positions };
}
