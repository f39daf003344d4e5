import { DAY, HOUR, MINUTE, SECOND } from '~/platform/durations';
import { FOREX_HOURS, type Hours, LONG_HOURS, SHARE_HOURS } from './hours';
import type { Ratio } from './numbers';

/* Terms of trading, read by the engine and shown on /trading-assumptions (`publishedTerms.ts`). */

export type TradingTerms = {
  name: string;
  /** Between the prices of buying and selling, in hundredths of a percent of the price. */
  spreadBps: bigint;
  /** The most that may be held for each dollar of one's own. */
  maxLeverage: bigint;
  /** Largest distance of a copied opening from the leader's price; a position beyond it is not copied. */
  slippage: Ratio;
  hours: Hours | null;
};

/** The terms of each class of instruments. Leverage is what ESMA set for retail clients; spreads are ours, and never zero. */
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

/** Highest leverage of any class: forms and calls refuse more before they check the instrument. */
export const HIGHEST_LEVERAGE = 100;

/** Delay of a copy's fill after its leader's, milliseconds, however long all copies take. */
export const COPY_DELAY_MS = SECOND;

export const OLDEST_QUOTE_MS = MINUTE;

/** Age at which an observed quote fills no order any more, milliseconds: holding back the work must not let anyone choose a price. */
export const OLDEST_FILL_MS = 5 * MINUTE;

/** After a gap in the stored quotes of an instrument nothing is filled on them for this long, milliseconds. */
export const GAP_PAUSE_MS = MINUTE;

/** Longest time between a request to a live source and the storage of its answer, milliseconds; later answers are discarded. */
export const LATEST_ANSWER_MS = 30 * SECOND;

/** Largest move of a quote within `MOVE_WINDOW_MS` that a live source fills on. */
export const FURTHEST_MOVE: Ratio = [1n, 4n];
export const MOVE_WINDOW_MS = MINUTE;

/** Positions are closed out while equity is under this part of the required margin. */
export const CLOSE_OUT: Ratio = [1n, 2n];

/** Longest time for which money from a copy waits for pending results, milliseconds; in live mode. */
export const MAX_RESULT_WAIT_MS = DAY;

export const CLOSE_OUT_INTERVALS_MS = { ownTrading: 5 * SECOND, copies: 10 * SECOND };

/** Holding cost per `HOLDING_TIME_MS`, as part of the borrowed amount. */
export const HOLDING_RATE: Ratio = [1n, 10_000n];
/** Time when holding is charged: milliseconds into the day, UTC. */
export const HOLDING_TIME_MS = 22 * HOUR;

/** A copied order worth less is left out, cents. */
export const MIN_COPIED_CENTS = 100n;

/** Default limit of a copy's daily spread, basis points of its equity. */
export const DAY_SPREAD_BPS = 200;

export const MAX_LEADER_SHARE_PERCENT = 30;
