import { TIMEFRAMES_MS, type Timeframe } from '~/market/feed/feed';
import { marketFeed } from '~/market/feed/index.server';
import { type Instrument, instrumentOf, type Market, mustInstrument, ofKind } from '~/market/instruments';
import { chartOf } from '../queries.server';
import { choiceIn, withMarketQuery } from '../query';

const FRAMES = Object.keys(TIMEFRAMES_MS) as [Timeframe, ...Timeframe[]];

/** Returns the instrument of `?symbol=` if it is of these kinds. Otherwise the page's default, or one with a price source. */
export function symbolOf(query: URLSearchParams, usual: string, ...kinds: Market[]): Instrument {
  const asked = instrumentOf(query.get('symbol') ?? '');
  if (asked && kinds.includes(asked.kind)) return asked;
  const feed = marketFeed();
  const quoted = [mustInstrument(usual), ...ofKind(...kinds)].find((instrument) => feed.covers(instrument));
  return quoted ?? mustInstrument(usual);
}

/** Returns the timeframe of `?tf=`, by default a day. */
export const timeframeOf = (query: URLSearchParams): Timeframe => choiceIn(query.get('tf'), ['1d', ...FRAMES]);

export const timeframeLinks = (query: URLSearchParams, current: Timeframe, hash: string) =>
  FRAMES.map((tf) => ({ href: withMarketQuery(query, { tf }) + hash, label: tf, current: tf === current }));

export function chartView(url: URL, usual: string, ...kinds: Market[]) {
  const instrument = symbolOf(url.searchParams, usual, ...kinds);
  const timeframe = timeframeOf(url.searchParams);
  return {
    ...chartOf(instrument, timeframe),
    frames: timeframeLinks(url.searchParams, timeframe, '#chart'),
    symbols: ofKind(...kinds),
    action: `${url.pathname}#chart`,
  };
}

export type ChartView = ReturnType<typeof chartView>;
