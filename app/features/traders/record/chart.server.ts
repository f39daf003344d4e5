import { marketFeed } from '~/market/feed/index.server';
import { mustInstrument } from '~/market/instruments';
import { DAY, now } from '~/platform/clock';
import { env } from '~/platform/env';
import { fallsOf, pointsFrom, type RangeName, rebased, startOf, thinned, valuesAt } from './chart';

/** What traders' lines are compared with: the broadest index of the feed. */
const INDEX = 'SPX500';

/** Points that a drawing has room for. */
const MOST_POINTS = 130;

/**
 * A trader's net asset value over a range, 100 at its beginning, beside an index with the same start.
 * @param points of the whole record, oldest first
 */
export function navChart(points: readonly { at: Date; value: number }[], range: RangeName) {
  const shown = thinned(pointsFrom(points, startOf(range, now())), MOST_POINTS);
  const at = shown.map((point) => point.at.getTime());
  const values = rebased(shown.map(({ value }) => value));
  const first = at[0];
  const index = first === undefined ? [] : indexCloses(first);
  const beside = valuesAt(index, at);
  return {
    at,
    values,
    falls: fallsOf(values),
    compare: beside ? { name: `${INDEX} index`, values: rebased(beside) } : null,
  };
}

/** What the index closed at at the end of each day from one before an instant on; what has no price is left out. */
function indexCloses(from: number): { at: number; value: number }[] {
  const time = now();
  const count = Math.ceil((time.getTime() - from) / DAY) + 2;
  const instrument = mustInstrument(INDEX);
  if (env().MARKET_FEED === 'simulated') {
    // Of every day there is one, and without its highs and lows it costs a hundredth.
    const closes = marketFeed().closes(instrument, '1d', count, time);
    const today = Math.floor(time.getTime() / DAY);
    return closes.map((value, index) => ({ at: (today - closes.length + 2 + index) * DAY, value }));
  }
  const candles = marketFeed().candles(instrument, '1d', count, time);
  return candles.map(({ at, close }) => ({ at: at.getTime() + DAY, value: close }));
}
