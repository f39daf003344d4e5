import type { Candle } from '~/market/feed/feed';
import { marketFeed } from '~/market/feed/index.server';
import { INSTRUMENTS, type Instrument, mustInstrument, ofKind } from '~/market/instruments';
import { now } from '~/platform/clock';
import { isPaper } from '~/platform/env';
import { chartOf, type PriceRows, priceRowsOf } from '../queries.server';
import { fundamentals, technical } from './analysis.server';
import { timeframeLinks, timeframeOf } from './chart.server';
import { COMPANIES } from './internal/facts';

const QUARTER_DAYS = 90;

const NEIGHBOURS = 5;

export type PriceRange = { low: number; high: number };

const rangeOf = (candles: readonly Candle[]): PriceRange | null =>
  candles.length === 0
    ? null
    : { low: Math.min(...candles.map(({ low }) => low)), high: Math.max(...candles.map(({ high }) => high)) };

/** Returns other instruments of the same market. For companies, those of the same sector come first. */
function neighboursOf({ id, kind }: Instrument): PriceRows {
  const sector = (other: string) => (isPaper() ? COMPANIES[other]?.sector : undefined);
  const others = ofKind(kind).filter((other) => other.id !== id);
  const near = others.filter((other) => sector(other.id) === sector(id));
  const rest = others.filter((other) => !near.includes(other));
  return priceRowsOf([...near, ...rest].slice(0, NEIGHBOURS));
}

/** Returns the data of an instrument's page: chart, range, verdicts, company, future and neighbours. */
export function instrumentView(instrument: Instrument, query: URLSearchParams) {
  const timeframe = timeframeOf(query);
  const feed = marketFeed();
  const at = now();
  const tied = instrument.follows
    ? [mustInstrument(instrument.follows)]
    : INSTRUMENTS.filter(({ follows }) => follows === instrument.id);
  return {
    chart: chartOf(instrument, timeframe),
    frames: timeframeLinks(query, timeframe, '#chart'),
    day: rangeOf(feed.candles(instrument, '1h', 24, at)),
    quarter: rangeOf(feed.candles(instrument, '1d', QUARTER_DAYS, at)),
    rules: technical(instrument),
    company: fundamentals(instrument.id),
    tied: priceRowsOf(tied)[0] ?? null,
    neighbours: neighboursOf(instrument),
  };
}

export type InstrumentView = ReturnType<typeof instrumentView>;
