import { DAY, HOUR, MINUTE, SECOND } from '~/platform/durations';
import { FOREX_HOURS, type Hours, LONG_HOURS, SHARE_HOURS } from './hours';
import type { Ratio } from './numbers';

/* Terms of trading, which the engine uses and /trading-assumptions shows (`publishedTerms.ts`). */

export type TradingTerms = {
  name: string;
  /** Difference between the prices of buying and selling, in basis points of the price. */
  spreadBps: bigint;
  /** Highest leverage: the largest position in dollars per dollar of equity. */
  maxLeverage: bigint;
  /**
   * Largest distance between the price of a copied opening and the leader's, as a ratio. Beyond it the position is not
   * copied.
   */
  slippage: Ratio;
  hours: Hours | null;
};

/**
 * Terms by class of instruments. The leverage limits are ESMA's for retail clients; the spreads are the product's own, and never zero.
 */
export const TRADING_TERMS = {
  major: {
    name: 'Pairs of USD, EUR, GBP, JPY, CHF and CAD',
    spreadBps: 1n,
    maxLeverage: 30n,
    slippage: [5n, 1_000n],
    hours: FOREX_HOURS,
  },
  minor: {
    name: 'AUD/USD and NZD/USD',
    spreadBps: 1n,
    maxLeverage: 20n,
    slippage: [5n, 1_000n],
    hours: FOREX_HOURS,
  },
  gold: { name: 'Gold', spreadBps: 2n, maxLeverage: 20n, slippage: [15n, 1_000n], hours: LONG_HOURS },
  index: { name: 'Indices', spreadBps: 2n, maxLeverage: 20n, slippage: [15n, 1_000n], hours: LONG_HOURS },
  goods: { name: 'Other goods', spreadBps: 4n, maxLeverage: 10n, slippage: [15n, 1_000n], hours: LONG_HOURS },
  future: { name: 'Futures', spreadBps: 4n, maxLeverage: 10n, slippage: [15n, 1_000n], hours: LONG_HOURS },
  share: { name: 'Shares', spreadBps: 5n, maxLeverage: 5n, slippage: [15n, 1_000n], hours: SHARE_HOURS },
  crypto: { name: 'Crypto', spreadBps: 10n, maxLeverage: 2n, slippage: [15n, 1_000n], hours: null },
} as const satisfies Record<string, TradingTerms>;

/**
 * Highest leverage that forms and calls accept before they know the instrument. The limits of all classes are lower.
 */
export const MAX_LEVERAGE = 100;

/** Delay between the leader's fill and a copy's, milliseconds. It does not depend on the duration of processing. */
export const COPY_DELAY_MS = SECOND;

export const MAX_QUOTE_AGE_MS = MINUTE;

/**
 * Age after which an observed quote can't fill orders, milliseconds. Nobody can thus choose a price by delaying the
 * jobs.
 */
export const MAX_FILL_QUOTE_AGE_MS = 5 * MINUTE;

/** Time after a gap in an instrument's stored quotes during which they fill no orders, milliseconds. */
export const GAP_PAUSE_MS = MINUTE;

/** Longest time between a request to a live source and storing its response, milliseconds. Later responses are discarded. */
export const MAX_RESPONSE_DELAY_MS = 30 * SECOND;

/** Largest move of a quote within `MOVE_WINDOW_MS` at which a live source still fills orders. */
export const MAX_QUOTE_MOVE: Ratio = [1n, 4n];
export const MOVE_WINDOW_MS = MINUTE;

/** Part of the required margin below which equity causes a close-out. */
export const CLOSE_OUT_MARGIN_SHARE: Ratio = [1n, 2n];

/** Longest time for which money from a copy waits for pending results in live mode, milliseconds. */
export const MAX_RESULT_WAIT_MS = DAY;

export const CLOSE_OUT_INTERVALS_MS = { ownTrading: 5 * SECOND, copies: 10 * SECOND };

/** Holding cost per `HOLDING_TIME_MS`, as a part of the borrowed amount. */
export const HOLDING_RATE: Ratio = [1n, 10_000n];
/** Time of day at which holding is charged, in milliseconds after midnight UTC. */
export const HOLDING_TIME_MS = 22 * HOUR;

/** Smallest worth in cents of a copied order; a smaller one is skipped. */
export const MIN_COPIED_CENTS = 100n;

/** Default limit of a copy's daily spread, basis points of its equity. */
export const DAY_SPREAD_BPS = 200;

export const MAX_LEADER_SHARE_PERCENT = 30;
