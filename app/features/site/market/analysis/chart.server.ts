import { TIMEFRAMES_MS, type Timeframe } from '~/market/feed/feed';
import { marketFeed } from '~/market/feed/index.server';
import {
  findInstrumentByName,
  type Instrument,
  instrumentsOfKinds,
  type Market,
  requireInstrument,
} from '~/market/instruments';
import { loadChart } from '../queries.server';
import { parseChoice, withMarketQuery } from '../query';

const TIMEFRAMES = Object.keys(TIMEFRAMES_MS) as [Timeframe, ...Timeframe[]];

/**
 * Returns the instrument of `?symbol=` if it is of these kinds. Otherwise returns the page's default (`usual`) or, if
 * that has no price source, another instrument that has one.
 */
export function parseInstrument(query: URLSearchParams, usual: string, ...kinds: Market[]): Instrument {
  const input = findInstrumentByName(query.get('symbol') ?? '');
  if (input && kinds.includes(input.kind)) return input;
  const feed = marketFeed();
  const quoted = [requireInstrument(usual), ...instrumentsOfKinds(...kinds)].find((instrument) =>
    feed.covers(instrument),
  );
  return quoted ?? requireInstrument(usual);
}

/** Returns the timeframe of `?tf=`, by default a day. */
export const parseTimeframe = (query: URLSearchParams): Timeframe =>
  parseChoice(query.get('tf'), ['1d', ...TIMEFRAMES]);

export const createTimeframeLinks = (query: URLSearchParams, current: Timeframe, hash: string) =>
  TIMEFRAMES.map((tf) => ({ href: withMarketQuery(query, { tf }) + hash, label: tf, current: tf === current }));

export function loadChartView(url: URL, usual: string, ...kinds: Market[]) {
  const instrument = parseInstrument(url.searchParams, usual, ...kinds);
  const timeframe = parseTimeframe(url.searchParams);
  return {
    ...loadChart(instrument, timeframe),
    frames: createTimeframeLinks(url.searchParams, timeframe, '#chart'),
    symbols: instrumentsOfKinds(...kinds),
    action: `${url.pathname}#chart`,
  };
}

export type ChartView = ReturnType<typeof loadChartView>;
