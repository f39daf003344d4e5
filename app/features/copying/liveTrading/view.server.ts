import { isTradedOnFeed } from '~/features/copying/quotes/prices.server';
import { loadChart, loadPriceRows, parseChoice, sortByOpening } from '~/features/site';
import { TIMEFRAMES_MS, type Timeframe } from '~/market/feed/feed';
import { findInstrumentByName, INSTRUMENTS, type Instrument, requireInstrument } from '~/market/instruments';
import { DAY, now } from '~/platform/clock';
import { foldText, splitFoldedWords } from '~/platform/text/fold';
import { marketOpensAt } from '~/trading/contracts';

const LIVE_TRADING_PATH = '/live-trading';
const PRICE_STREAM_PATH = '/live-trading/prices';

const DEFAULT_WATCHLIST = [
  ['XAUUSD'],
  ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDUSD'],
  ['BTCUSD', 'ETHUSD', 'SOLUSD', 'XRPUSD'],
  ['US30', 'NAS100', 'SPX500', 'GER40'],
].flat();

/** Number of candles of a chart; daily ones cover the year to date if requested. */
const MAX_CANDLES = 90;

const TIMEFRAMES = Object.keys(TIMEFRAMES_MS) as Timeframe[];

const dayOfYear = (at: Date): number => Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / DAY) + 1;

export function findInstrument(text: string): Instrument | undefined {
  const exact = findInstrumentByName(text);
  const words = splitFoldedWords(text);
  if (exact || words.join('').length < 2) return exact;
  return INSTRUMENTS.find(({ id, name }) => words.every((word) => foldText(`${id} ${name}`).includes(word)));
}

/** Returns the instrument named by `?symbol=`. Defaults to gold, or to the first of the watchlist whose market is open. */
export const requestedInstrument = (query: URLSearchParams): Instrument =>
  findInstrument(query.get('symbol') ?? '') ??
  requireInstrument(DEFAULT_WATCHLIST.find((id) => isTradedOnFeed(id) && !marketOpensAt(id, now())) ?? 'BTCUSD');

export function loadLiveView(query: URLSearchParams) {
  const requested = query.get('symbol')?.trim().slice(0, 40) ?? '';
  const instrument = requestedInstrument(query);
  const timeframe = parseChoice(query.get('timeframe'), ['1d', ...TIMEFRAMES]);
  const daysOfYear = timeframe === '1d' ? dayOfYear(now()) : 0;
  const isWholeYear = daysOfYear > 0 && (daysOfYear <= MAX_CANDLES || query.get('range') === 'year');
  const to = (symbol: string, frame: Timeframe) => `${LIVE_TRADING_PATH}?symbol=${symbol}&timeframe=${frame}`;
  const recent = to(instrument.id, timeframe);
  return {
    row: loadChart(instrument, timeframe, isWholeYear ? daysOfYear : MAX_CANDLES),
    isWholeYear,
    ranges:
      daysOfYear > MAX_CANDLES
        ? [
            { href: recent, label: `${MAX_CANDLES} days`, current: !isWholeYear },
            { href: `${recent}&range=year`, label: 'This year', current: isWholeYear },
          ]
        : [],
    step: TIMEFRAMES_MS[timeframe],
    stream: `${PRICE_STREAM_PATH}?symbol=${instrument.id}`,
    here: recent,
    unknown: requested && !findInstrument(requested) ? requested : null,
    frames: TIMEFRAMES.map((frame) => ({
      href: to(instrument.id, frame),
      label: frame,
      current: frame === timeframe,
    })),
    pickHref: `${recent}&pick=1`,
    symbols: query.has('pick') ? INSTRUMENTS : null,
    watchlist: sortByOpening(loadPriceRows(DEFAULT_WATCHLIST.map(requireInstrument))),
    chartAt: `${LIVE_TRADING_PATH}?timeframe=${timeframe}&symbol=`,
  };
}

export type LiveView = ReturnType<typeof loadLiveView>;
