import { DAY, HOUR, MINUTE, SECOND } from '~/platform/clock';
import { formatCount } from '~/platform/text/figure';
import { CONTRACTS, type Contract } from './contracts';
import { plainPrice } from './decimals';
import type { Hours, Session } from './hours';
import type { Ratio } from './numbers';
import { halfSpread } from './orders/fills';
import {
  CLOSE_OUT_MARGIN_SHARE,
  COPY_DELAY_MS,
  DAY_SPREAD_BPS,
  HOLDING_RATE,
  HOLDING_TIME_MS,
  MAX_LEADER_SHARE_PERCENT,
  MAX_QUOTE_AGE_MS,
  MAX_QUOTE_MOVE,
  MIN_COPIED_CENTS,
  MOVE_WINDOW_MS,
  TRADING_TERMS,
  type TradingTerms,
} from './tradingTerms';

/* Terms of fills as data for their public page. All numbers are those that the engine uses. */

const WEEKDAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Formats a ratio as a percentage with only the decimals that it needs: `0.01%`. */
const formatRatio = ([over, under]: Ratio): string => `${Number(((Number(over) * 100) / Number(under)).toFixed(4))}%`;

const formatTime = (time: number): string => new Date(time).toISOString().slice(11, 16);
const weekdayOf = (time: number): string => WEEKDAY_NAMES[Math.floor(time / DAY) % 7] as string;
const formatSession = ([from, to]: Session): string =>
  `${weekdayOf(from)} ${formatTime(from)} to ${weekdayOf(to)} ${formatTime(to)}`;

export function hoursText(hours: Hours | null): string {
  if (hours === null) return 'Always';
  const [first, last] = [hours[0] as Session, hours.at(-1) as Session];
  if (hours.length === 1) return formatSession(first);
  const [from, to] = first;
  if (weekdayOf(from) === weekdayOf(to))
    return `${weekdayOf(from)} to ${weekdayOf(last[1])}, ${formatTime(from)} to ${formatTime(to)}`;
  return `${formatSession([from, last[1]])}, closed from ${formatTime(to)} to ${formatTime(from)} each day`;
}

export type PublishedTerms = { name: string; spread: string; leverage: string; slippage: string; hours: string };

const toPublishedTerms = ({ name, spreadBps, maxLeverage, slippage, hours }: TradingTerms): PublishedTerms => ({
  name,
  spread: formatRatio([spreadBps, 10_000n]),
  leverage: `${maxLeverage}`,
  slippage: formatRatio(slippage),
  hours: hoursText(hours),
});

export const PUBLISHED_TERMS: readonly PublishedTerms[] = Object.values(TRADING_TERMS).map(toPublishedTerms);

export type PublishedSpread = { id: string; symbol: string; spread: string; least: string; now: string | null };

/**
 * Returns the spreads by instrument. Each half is rounded up to the price's last decimal, so the spread of a cheap
 * instrument can exceed that of its class.
 */
export const listPublishedSpreads = (midOf: (contract: Contract) => bigint | null): PublishedSpread[] =>
  CONTRACTS.map((contract) => {
    const mid = midOf(contract);
    return {
      id: contract.id,
      symbol: contract.symbol,
      spread: formatRatio([contract.spreadBps, 10_000n]),
      least: plainPrice(2n * halfSpread(contract, 1n), contract),
      now: mid === null || mid <= 0n ? null : formatRatio([2n * halfSpread(contract, mid), mid]),
    };
  });

export const PUBLISHED_RULES: readonly { name: string; detail?: string; value: string }[] = [
  {
    name: 'Delay of a copy’s fill',
    detail: 'after its trader’s',
    value: formatCount(COPY_DELAY_MS / SECOND, 'second'),
  },
  { name: 'Filled on a live source', value: 'at the first price after the order, copies at the next' },
  {
    name: 'Oldest quote that fills an order',
    detail: 'on a live source',
    value: formatCount(MAX_QUOTE_AGE_MS / SECOND, 'second'),
  },
  {
    name: 'Largest price move',
    detail: `within ${formatCount(MOVE_WINDOW_MS / MINUTE, 'minute')}; after a larger one no order is filled`,
    value: formatRatio(MAX_QUOTE_MOVE),
  },
  {
    name: 'Close-out level',
    detail: 'equity as a part of the required margin, below which positions are closed',
    value: formatRatio(CLOSE_OUT_MARGIN_SHARE),
  },
  {
    name: 'Cost of holding',
    detail: `of what is borrowed, each day at ${String(HOLDING_TIME_MS / HOUR).padStart(2, '0')}:00 UTC; fractions of a cent are carried`,
    value: formatRatio(HOLDING_RATE),
  },
  { name: 'Smallest order that is copied', value: `$${Number(MIN_COPIED_CENTS) / 100}` },
  {
    name: 'Daily spread limit of a copy',
    detail: 'as a share of its equity, unless its owner chooses another',
    value: formatRatio([BigInt(DAY_SPREAD_BPS), 10_000n]),
  },
  { name: 'Largest trader’s share', detail: 'of a copy’s new profit', value: `${MAX_LEADER_SHARE_PERCENT}%` },
  { name: 'Holidays and summer time', value: 'left out: hours are the same all year' },
  { name: 'Bonds', value: 'yields are shown, and can’t be traded' },
];
