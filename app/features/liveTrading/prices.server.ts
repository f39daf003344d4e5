import { singleton } from '~/platform/singleton';
import { simulatedFeed } from '~/trading/market';
import { type Prices, pricesOf } from '~/trading/prices';

/** Prices that orders are filled at. Made once: ranges of whole days are kept. */
export const tradingPrices = (): Prices => singleton('trading-prices', () => pricesOf(simulatedFeed()));
