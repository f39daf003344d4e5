import { marketFeed } from '~/market/feed/index.server';
import { installedFeed } from '~/market/feed/installed.server';
import { quotedInstruments } from '~/market/feed/tickers.server';
import { env } from '~/platform/env';
import { singleton } from '~/platform/singleton';
import type { Account } from '~/trading/accounts/account';
import type { TradingFeed } from '~/trading/accounts/accounts.server';
import { midsAt } from '~/trading/accounts/advance';
import type { Contract } from '~/trading/contracts';
import { toPrice } from '~/trading/numbers';
import { createPrices, type Prices, type SecondPrices } from '~/trading/prices/prices';
import { quotedPrices } from '~/trading/prices/quotes.server';

export const getSimulatedPrices = (): SecondPrices => singleton('trading-prices', () => createPrices(installedFeed()));

const QUOTED_INSTRUMENT_IDS: ReadonlySet<string> = new Set(quotedInstruments().map(({ id }) => id));

export const getCurrentFeed = (): TradingFeed => (env().MARKET_FEED === 'simulated' ? 'simulated' : 'exchange');

export const isTradedOnFeed = (id: string): boolean =>
  getCurrentFeed() === 'simulated' || QUOTED_INSTRUMENT_IDS.has(id);

/** Returns the prices that an account trades on, as known now. Reads committed data only. */
export const getPricesFor = async ({ feed }: { feed: TradingFeed }): Promise<Prices> =>
  feed === 'simulated' ? getSimulatedPrices() : await quotedPrices(QUOTED_INSTRUMENT_IDS);

/** Returns the price for validating an order's size and levels, which may differ from its fill; null if unknown. */
export function getReferencePrice(
  prices: Prices,
  { id, instrument, scale, dollarBase }: Contract,
  at: number,
): bigint | null {
  if (prices.quoted && !prices.quoted.isFresh(id, at)) {
    const shown = marketFeed().quote(instrument, new Date(at));
    if (shown && shown.source !== 'simulated') return toPrice(shown.price, { scale, dollarBase });
  }
  const mid = midsAt(prices, at)(id);
  return mid > 0n ? mid : null;
}

/** Returns whether all positions of an account have a current price. A decision that needs a valuation waits until then. */
export const isCurrent = ({ quoted }: Prices, account: Account, at: number): boolean =>
  quoted === null || Object.keys(account.positions).every((id) => quoted.isFresh(id, at));
