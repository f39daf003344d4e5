import { updateCandle } from '~/market/feed/candle';
import { type Changes, type Quote, TIMEFRAMES_MS, type Timeframe } from '~/market/feed/feed';
import { marketFeed } from '~/market/feed/index.server';
import { type Instrument, instrumentsOfKinds, type Market, requireInstrument } from '~/market/instruments';
import { now } from '~/platform/clock';
import { marketOpensAt, priceInstant } from '~/trading/contracts';
import { rankMovers } from './movers';

export type PriceRow = {
  instrument: Instrument;
  quote: Quote | null;
  hasSource: boolean;
  /** Time when the closed market opens; null while it is open. */
  opensAt: Date | null;
  changes: Changes;
  /** Closing prices of the last 24 hours, or of days if there are no hourly prices, for a sparkline. */
  trend: number[];
};

export type PriceRows = PriceRow[];

export function loadPriceRows(instruments: readonly Instrument[]): PriceRows {
  const feed = marketFeed();
  return instruments.map((instrument) => {
    const at = priceInstant(instrument.id, now());
    const hourly = feed.closes(instrument, '1h', 24, at);
    return {
      instrument,
      quote: feed.quote(instrument, at),
      hasSource: feed.covers(instrument),
      opensAt: marketOpensAt(instrument.id, now()),
      changes: feed.changes(instrument, at),
      trend: hourly.length ? hourly : feed.closes(instrument, '1d', 24, at),
    };
  });
}

export function loadLivePriceRows(instruments: readonly Instrument[]) {
  const feed = marketFeed();
  return instruments.map((instrument) => {
    const at = priceInstant(instrument.id, now());
    return { instrument, quote: feed.quote(instrument, at), changes: feed.changes(instrument, at) };
  });
}

const FIRST_TAPE_IDS = [
  'SPX500',
  'NAS100',
  'US30',
  'EURUSD',
  'GBPUSD',
  'USDJPY',
  'BTCUSD',
  'ETHUSD',
  'SOLUSD',
  'XRPUSD',
];
const LATER_TAPE_IDS = ['XAUUSD', 'XAGUSD', 'USOIL', 'AAPL', 'TSLA', 'GOOGL'];

const isPriced = ({ quote }: PriceRow): boolean => quote !== null;
const isClosed = (row: PriceRow | undefined): boolean => row?.opensAt != null;

/** Sorts rows by the opening time of their markets, with open markets first, and otherwise keeps their order. */
export const sortByOpening = (rows: PriceRows): PriceRows =>
  [...rows].sort((a, b) => Number(a.opensAt ?? 0) - Number(b.opensAt ?? 0));

/** Returns the data of `TickerTape`: instruments with a price. */
export const loadTickerTape = (): PriceRows =>
  sortByOpening(loadPriceRows([...FIRST_TAPE_IDS, ...LATER_TAPE_IDS].map(requireInstrument)).filter(isPriced));

export const loadRates = (...kinds: Market[]): PriceRows => loadPriceRows(instrumentsOfKinds(...kinds));

const OVERVIEW_GROUPS: readonly { title: string; href: string; ids: readonly string[] }[] = [
  { title: 'Crypto', href: '/watchlists#crypto', ids: ['BTCUSD', 'ETHUSD', 'SOLUSD', 'XRPUSD', 'DOGEUSD'] },
  { title: 'Forex', href: '/forex', ids: ['EURUSD', 'GBPUSD', 'USDJPY', 'USDCHF', 'AUDUSD'] },
  { title: 'Indices', href: '/indices', ids: ['US30', 'NAS100', 'SPX500', 'GER40', 'UK100'] },
  { title: 'Stocks', href: '/stocks', ids: ['AAPL', 'TSLA', 'GOOGL', 'NVDA', 'AMZN'] },
  { title: 'Metals and oil', href: '/futures', ids: ['XAUUSD', 'XAGUSD', 'USOIL'] },
  { title: 'Bonds', href: '/watchlists#bonds', ids: ['US02Y', 'US10Y', 'US30Y', 'DE10Y'] },
];

export type MarketGroups = { title: string; href: string; rows: PriceRows }[];

export const loadMarketOverview = (...titles: string[]): MarketGroups =>
  OVERVIEW_GROUPS.filter(({ title }) => titles.length === 0 || titles.includes(title))
    .map(({ title, href, ids }) => ({ title, href, rows: loadPriceRows(ids.map(requireInstrument)).filter(isPriced) }))
    .filter(({ rows }) => rows.length > 0)
    .sort(({ rows: [a] }, { rows: [b] }) => Number(isClosed(a)) - Number(isClosed(b)));

export function loadChart(instrument: Instrument, timeframe: Timeframe, count = 90) {
  const [row] = loadPriceRows([instrument]) as [PriceRow];
  const candles = marketFeed().candles(instrument, timeframe, count, priceInstant(instrument.id, now()));
  const last = candles.at(-1);
  if (!last) return { ...row, timeframe, candles };
  // The shown price may be newer than the source's last candle.
  const newest = row.quote ? updateCandle(last, row.quote, TIMEFRAMES_MS[timeframe]) : last;
  return { ...row, timeframe, candles: [...(newest.at > last.at ? candles : candles.slice(0, -1)), newest] };
}

export type ChartData = ReturnType<typeof loadChart>;

/** Returns the instruments of a kind that rose and fell most in a day, at most `count` of each. */
export const loadMovers = (kind: Market, count?: number): { risen: PriceRows; fallen: PriceRows } =>
  rankMovers(loadRates(kind), count);
