import { MINUTE, SECOND, systemNow } from '~/platform/clock';
import type { Instrument } from '../instruments';
import { type CoinTicker, coinSymbol, readCandles, readTickers } from './exchange';
import {
  type Candle,
  CHANGE_PERIODS_MS,
  type ChangePeriod,
  type Changes,
  type Feed,
  type Quote,
  TIMEFRAMES_MS,
  type Timeframe,
} from './feed';
import { crossRate, type RateDay, readRates } from './rates';
import { RemoteDocument, type SourceRequest } from './source.server';
import { allTickersUrl, fetchTickers } from './tickers.server';

/** Number of candles per request: those of a year of days, and those for the slowest average before them. */
const CANDLES_PER_REQUEST = 400;

const NO_CHANGES: Changes = { hour: null, day: null, week: null, month: null, year: null };

type Options = {
  exchange: string;
  bank: string;
  otherwise?: Feed;
} & Partial<SourceRequest>;

/** Feed of prices that are fetched from an exchange and a central bank as pages need them. Other prices come from `otherwise`. */
export function publicFeed(options: Options): Feed & { settled: () => Promise<void> } {
  const { exchange, bank, otherwise, patience = 8 * SECOND, time = () => systemNow().getTime(), cache } = options;
  const fetching = { patience, time, cache };

  const tickers = new RemoteDocument<Map<string, CoinTicker>>({
    url: allTickersUrl(exchange),
    load: () => fetchTickers(exchange, patience),
    fresh: 10 * SECOND,
    read: readTickers,
    ...fetching,
  });
  const rates = new RemoteDocument<RateDay[]>({
    url: bank,
    fresh: 30 * MINUTE,
    read: readRates,
    ...fetching,
  });
  const charts = new Map<string, RemoteDocument<Candle[]>>();
  const chart = (coin: string, timeframe: Timeframe): Candle[] => {
    const key = `${coin} ${timeframe}`;
    const source =
      charts.get(key) ??
      new RemoteDocument<Candle[]>({
        url: `${exchange}/api/v3/klines?symbol=${coin}&interval=${timeframe}&limit=${CANDLES_PER_REQUEST}`,
        fresh: Math.max(10 * SECOND, TIMEFRAMES_MS[timeframe] / 12),
        read: readCandles,
        ...fetching,
      });
    charts.set(key, source);
    return source.get() ?? [];
  };

  /** Returns the daily rates of a pair, oldest first; null if the bank has none. */
  const pairDays = ({ id, kind, digits }: Instrument): { at: Date; price: number }[] | null => {
    if (kind !== 'forex') return null;
    const days = (rates.get() ?? []).flatMap(({ at, perEuro }) => {
      const price = crossRate(perEuro, id.slice(0, 3), id.slice(3));
      return price === null ? [] : [{ at, price: Number(price.toFixed(digits)) }];
    });
    return days.length ? days : null;
  };

  const coinQuote = (coin: string): Quote | null => {
    const ticker = tickers.get()?.get(coin);
    return ticker ? { price: ticker.price, at: ticker.at, source: 'exchange' } : null;
  };

  const candlesOf = (instrument: Instrument, timeframe: Timeframe, count: number, at: Date): Candle[] => {
    const coin = coinSymbol(instrument);
    if (coin) {
      const candles = chart(coin, timeframe).slice(-count);
      // A chart and its quote come from the same source: both from the exchange, or both simulated.
      if (candles.length > 0 || coinQuote(coin)) return candles;
      return otherwise?.candles(instrument, timeframe, count, at) ?? [];
    }
    const days = pairDays(instrument);
    if (!days) return otherwise?.candles(instrument, timeframe, count, at) ?? [];
    if (timeframe !== '1d') return [];
    return days.slice(-count).map(({ at, price }) => ({ at, open: price, high: price, low: price, close: price }));
  };

  return {
    covers: (instrument) =>
      coinSymbol(instrument) !== null || instrument.kind === 'forex' || (otherwise?.covers(instrument) ?? false),
    quote: (instrument, at) => {
      const coin = coinSymbol(instrument);
      if (coin) return coinQuote(coin) ?? otherwise?.quote(instrument, at) ?? null;
      const day = pairDays(instrument)?.at(-1);
      if (day) return { ...day, source: 'central bank' };
      return otherwise?.quote(instrument, at) ?? null;
    },
    candles: (instrument, timeframe, count, at) => candlesOf(instrument, timeframe, count, at),
    closes: (instrument, timeframe, count, at) => {
      if (!coinSymbol(instrument) && !pairDays(instrument)) {
        return otherwise?.closes(instrument, timeframe, count, at) ?? [];
      }
      return candlesOf(instrument, timeframe, count, at).map(({ close }) => close);
    },
    changes: (instrument, at) => {
      const coin = coinSymbol(instrument);
      if (coin) {
        const ticker = tickers.get()?.get(coin);
        if (!ticker) return otherwise?.changes(instrument, at) ?? NO_CHANGES;
        const days = chart(coin, '1d').map(({ at, open }) => ({ at, price: open }));
        return { ...changesFrom(days, ticker), day: ticker.price / ticker.dayAgo - 1 };
      }
      const days = pairDays(instrument);
      const last = days?.at(-1);
      return days && last ? changesFrom(days, last) : (otherwise?.changes(instrument, at) ?? NO_CHANGES);
    },
    settled: async () => {
      await Promise.all([tickers, rates, ...charts.values()].map((source) => source.settled()));
    },
  };
}

/**
 * Computes changes from daily prices. Each is against the last price that is old enough; the change of a day is against
 * the previous price.
 */
function changesFrom(days: readonly { at: Date; price: number }[], now: { at: Date; price: number }): Changes {
  const since = (range: ChangePeriod): number | null => {
    const before = days.findLast(({ at }) => at.getTime() <= now.at.getTime() - CHANGE_PERIODS_MS[range]);
    return before ? now.price / before.price - 1 : null;
  };
  return { ...NO_CHANGES, day: since('day'), week: since('week'), month: since('month'), year: since('year') };
}
