import { DAY, HOUR, MINUTE } from '~/platform/clock';
import { type Contract, requireContract } from '~/trading/contracts';
import { firstOpen } from '~/trading/hours';

export type TradedMarket = {
  id: string;
  leverage: number;
  percent: bigint;
  /** Distances of the stop and of the take-profit from the price, in basis points. */
  stopBps: bigint;
  targetBps: bigint;
};

/** Markets by weekday from Monday to Friday, so that a position is closed before the same market is traded again. */
const WEEKDAY_MARKETS: readonly TradedMarket[] = [
  { id: 'EURUSD', leverage: 5, percent: 80n, stopBps: 90n, targetBps: 60n },
  { id: 'XAUUSD', leverage: 4, percent: 50n, stopBps: 150n, targetBps: 130n },
  { id: 'SPX500', leverage: 4, percent: 50n, stopBps: 150n, targetBps: 130n },
  { id: 'USDJPY', leverage: 5, percent: 80n, stopBps: 90n, targetBps: 60n },
  { id: 'BTCUSD', leverage: 1, percent: 20n, stopBps: 500n, targetBps: 350n },
];

export type OwnTrade = { market: TradedMarket; openAt: number; closeAt: number; hasStop: boolean; hasTarget: boolean };

/**
 * Returns a trade for each weekday from `from` to `to`, milliseconds. The trade of a day is the same whatever `from`
 * is; `habit` varies the trades.
 */
export function planOwnTrades(from: number, to: number, habit = 0): OwnTrade[] {
  const trades: OwnTrade[] = [];
  for (let day = Math.floor(from / DAY) * DAY; day < to; day += DAY) {
    const weekday = new Date(day).getUTCDay() - 1;
    const market =
      weekday < 0 || weekday >= WEEKDAY_MARKETS.length
        ? undefined
        : WEEKDAY_MARKETS[(weekday + habit) % WEEKDAY_MARKETS.length];
    const number = day / DAY + habit;
    const openAt = day + 9 * HOUR + ((number * 47) % 540) * MINUTE;
    if (!market || openAt < from || openAt >= to) continue;
    const hours = 24 + ((number * 13) % 60);
    const closeAt = firstOpen(requireContract(market.id).hours, openAt + hours * HOUR);
    trades.push({ market, openAt, closeAt, hasStop: number % 3 !== 0, hasTarget: number % 2 === 0 });
  }
  return trades;
}

/** Returns a size (10^-8 units) of a given worth, rounded to two significant digits. @param worth 10^-8 dollars */
export function roundSizeWorth(worth: bigint, price: bigint, { scale, dollarBase }: Contract): bigint {
  const size = dollarBase ? worth : (worth * scale) / price;
  const step = 10n ** BigInt(Math.max(0, String(size).length - 2));
  return (size / step) * step;
}
