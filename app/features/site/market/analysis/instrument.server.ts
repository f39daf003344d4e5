import type { Candle } from '~/market/feed/feed';
import { marketFeed } from '~/market/feed/index.server';
import { INSTRUMENTS, type Instrument, instrumentsOfKinds, requireInstrument } from '~/market/instruments';
import { now } from '~/platform/clock';
import { isPaper } from '~/platform/env';
import { loadChart, loadPriceRows, type PriceRows } from '../queries.server';
import { findCompany, loadTechnical } from './analysis.server';
import { createTimeframeLinks, parseTimeframe } from './chart.server';
import { SAMPLE_COMPANIES } from './internal/facts';

const QUARTER_DAYS = 90;

const MAX_NEIGHBOURS = 5;

export type PriceRange = { low: number; high: number };

const computeRange = (candles: readonly Candle[]): PriceRange | null =>
  candles.length === 0
    ? null
    : { low: Math.min(...candles.map(({ low }) => low)), high: Math.max(...candles.map(({ high }) => high)) };

/** Returns other instruments of the same market. For companies, those of the same sector come first. */
function listNeighbours({ id, kind }: Instrument): PriceRows {
  const sector = (other: string) => (isPaper() ? SAMPLE_COMPANIES[other]?.sector : undefined);
  const others = instrumentsOfKinds(kind).filter((other) => other.id !== id);
  const near = others.filter((other) => sector(other.id) === sector(id));
  const rest = others.filter((other) => !near.includes(other));
  return loadPriceRows([...near, ...rest].slice(0, MAX_NEIGHBOURS));
}

/** Returns the data of an instrument's page: chart, range, verdicts, company, future and neighbours. */
export function loadInstrumentView(instrument: Instrument, query: URLSearchParams) {
  const timeframe = parseTimeframe(query);
  const feed = marketFeed();
  const at = now();
  const tied = instrument.follows
    ? [requireInstrument(instrument.follows)]
    : INSTRUMENTS.filter(({ follows }) => follows === instrument.id);
  return {
    chart: loadChart(instrument, timeframe),
    frames: createTimeframeLinks(query, timeframe, '#chart'),
    day: computeRange(feed.candles(instrument, '1h', 24, at)),
    quarter: computeRange(feed.candles(instrument, '1d', QUARTER_DAYS, at)),
    rules: loadTechnical(instrument),
    company: findCompany(instrument.id),
    tied: loadPriceRows(tied)[0] ?? null,
    neighbours: listNeighbours(instrument),
  };
}

export type InstrumentView = ReturnType<typeof loadInstrumentView>;
