import { marketFeed } from '~/market/feed/index.server';
import { requireInstrument } from '~/market/instruments';
import { DAY, now } from '~/platform/clock';
import { env } from '~/platform/env';
import { toBps } from '~/platform/text/percent';
import { type NavPoint, totalReturn } from '~/trading/figures/nav';
import { encodeSeries, type Series } from '~/ui/charts/geometry/series';
import { computeFalls, findValuesAt, type RangeName, rebase, sampleIndexes, selectPoints } from './chart';

const INDEX_INSTRUMENT = 'SPX500';

const MAX_CHART_POINTS = 130;

/** Returns NAV over a range, indexed to 100, with a market index. Return and drawdown use all days; the chart uses a selection. */
export function loadNavChart(nav: readonly NavPoint[], range: RangeName) {
  const days = selectPoints(nav, range);
  const falls = computeFalls(days.map((point) => point.nav));
  const deepest = Math.max(0, ...falls);
  const shown = sampleIndexes(days.length, MAX_CHART_POINTS, falls.indexOf(deepest));
  const at = shown.map((day) => days[day]?.at ?? 0);
  const first = at[0];
  const index = first === undefined ? [] : loadIndexCloses(first);
  const indexValues = findValuesAt(index, at);
  const values = rebase(days.map((point) => point.nav));
  return {
    at: encodeSeries(at),
    values: toHundredths(shown.map((day) => values[day] ?? 0)),
    falls: encodeSeries(shown.map((day) => falls[day] ?? 0)),
    growth: toBps(totalReturn(days) ?? 0),
    deepest,
    compare: indexValues ? { name: `${INDEX_INSTRUMENT} index`, values: toHundredths(rebase(indexValues)) } : null,
  };
}

const toHundredths = (values: readonly number[]): Series =>
  encodeSeries(values.map((value) => Math.round(value * 100)));

function loadIndexCloses(from: number): { at: number; value: number }[] {
  const time = now();
  const count = Math.ceil((time.getTime() - from) / DAY) + 2;
  const instrument = requireInstrument(INDEX_INSTRUMENT);
  if (env().MARKET_FEED === 'simulated') {
    // The simulated feed has a close for every day. Computing only closes takes a hundredth of the time that candles
    // take.
    const closes = marketFeed().closes(instrument, '1d', count, time);
    const today = Math.floor(time.getTime() / DAY);
    return closes.map((value, index) => ({ at: (today - closes.length + 2 + index) * DAY, value }));
  }
  const candles = marketFeed().candles(instrument, '1d', count, time);
  return candles.map(({ at, close }) => ({ at: at.getTime() + DAY, value: close }));
}
