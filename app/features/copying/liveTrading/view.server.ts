import { isTradedOnFeed } from '~/features/copying/quotes/prices.server';
import { loadChart, loadPriceRows, parseChoice } from '~/features/site';
import { TIMEFRAMES_MS, type Timeframe } from '~/market/feed/feed';
import { findInstrumentByName, INSTRUMENTS, type Instrument, requireInstrument } from '~/market/instruments';
import { DAY, now } from '~/platform/clock';
import { foldText, splitFoldedWords } from '~/platform/text/fold';

const LIVE_TRADING_PATH = '/live-trading';
const PRICE_STREAM_PATH = '/live-trading/prices';

const DEFAULT_TIMEFRAME = 'XAUUSD';

const DEFAULT_WATCHLIST = [
  [DEFAULT_TIMEFRAME],
  ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDUSD'],
  ['BTCUSD', 'ETHUSD', 'SOLUSD', 'XRPUSD'],
  ['US30', 'NAS100', 'SPX500', 'GER40'],
].flat();

/** Number of candles for periods shorter than a day; daily candles cover the year to date. */
const MAX_CANDLES = 120;

const TIMEFRAMES = Object.keys(TIMEFRAMES_MS) as Timeframe[];

const dayOfYear = (at: Date): number => Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / DAY) + 1;

export function findInstrument(text: string): Instrument | undefined {
  const exact = findInstrumentByName(text);
  const words = splitFoldedWords(text);
  if (exact || words.join('').length < 2) return exact;
  return INSTRUMENTS.find(({ id, name }) => words.every((word) => foldText(`${id} ${name}`).includes(word)));
}

/** Returns the instrument named by `?symbol=`. Defaults to gold, or to Bitcoin if no source quotes gold by the minute. */
export const requestedInstrument = (query: URLSearchParams): Instrument =>
  findInstrument(query.get('symbol') ?? '') ??
  requireInstrument(isTradedOnFeed(DEFAULT_TIMEFRAME) ? DEFAULT_TIMEFRAME : 'BTCUSD');

export function loadLiveView(query: URLSearchParams) {
  const requested = query.get('symbol')?.trim().slice(0, 40) ?? '';
  const instrument = requestedInstrument(query);
  const timeframe = parseChoice(query.get('timeframe'), ['1d', ...TIMEFRAMES]);
  const to = (symbol: string, frame: Timeframe) => `${LIVE_TRADING_PATH}?symbol=${symbol}&timeframe=${frame}`;
  return {
    row: loadChart(instrument, timeframe, timeframe === '1d' ? dayOfYear(now()) : MAX_CANDLES),
    step: TIMEFRAMES_MS[timeframe],
    stream: `${PRICE_STREAM_PATH}?symbol=${instrument.id}`,
    here: to(instrument.id, timeframe),
    unknown: requested && !findInstrument(requested) ? requested : null,
    frames: TIMEFRAMES.map((frame) => ({
      href: to(instrument.id, frame),
      label: frame,
      current: frame === timeframe,
    })),
    pickHref: `${to(instrument.id, timeframe)}&pick=1`,
    symbols: query.has('pick') ? INSTRUMENTS : null,
    watchlist: loadPriceRows(DEFAULT_WATCHLIST.map(requireInstrument)),
    chartAt: `${LIVE_TRADING_PATH}?timeframe=${timeframe}&symbol=`,
  };
}

export type LiveView = ReturnType<typeof loadLiveView>;
