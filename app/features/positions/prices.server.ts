import { singleton } from '~/platform/singleton';
import { simulatedFeed } from '~/trading/market';
import { type Prices, pricesOf } from '~/trading/prices';

/** The simulated market that accounts with positions trade on, one per process: it keeps ranges of days. */
export const tradingPrices = (): Prices => singleton('trading-prices', () => pricesOf(simulatedFeed()));
