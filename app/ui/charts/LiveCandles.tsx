import type {
  AutoscaleInfo,
  CandlestickSeriesPartialOptions,
  ChartOptions,
  DeepPartial,
  IChartApi,
  TickMarkFormatter,
  UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef, useState } from 'react';
import { dayText } from '~/platform/text/dayText';
import { cx } from '../cx';
import { type CandlePoint, type ChartLevel, levelColour, withLevels } from './CandleChart';

type Library = typeof import('lightweight-charts');
type Series = ReturnType<IChartApi['addSeries']>;
type PriceLine = ReturnType<Series['createPriceLine']>;

export function useChartLibrary(): Library | null {
  const [library, setLibrary] = useState<Library | null>(null);
  useEffect(() => {
    let requested = true;
    import('lightweight-charts').then(
      (loaded) => requested && setLibrary(loaded),
      // If the library can't be loaded, the static chart stays.
      () => {},
    );
    return () => {
      requested = false;
    };
  }, []);
  return library;
}

/** Chart on the page. Effects may still run after its removal, when calls on it would throw. */
type MountedChart = { chart: IChartApi; series: Series; now: PriceLine; isRemoved: boolean };

type Props = {
  library: Library;
  candles: readonly CandlePoint[];
  last?: CandlePoint;
  digits: number;
  daily: boolean;
  tall?: boolean;
  levels?: readonly ChartLevel[];
};

/** Interactive candles for pointers. A text and a table next to them have the same content (`CandleChart`). */
export function LiveCandles({ library, candles, last, digits, daily, tall, levels }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [made, setMade] = useState<MountedChart | null>(null);

  useEffect(() => {
    if (!frame.current) return;
    const chart = library.createChart(frame.current, { autoSize: true, ...createChartOptions(daily, digits) });
    const price = { type: 'price', precision: digits, minMove: 10 ** -digits } as const;
    const series = chart.addSeries(library.CandlestickSeries, { priceFormat: price, ...createSeriesOptions() });
    const now = series.createPriceLine({ price: 0, ...createPriceLineOptions() });
    const shown: MountedChart = { chart, series, now, isRemoved: false };
    setMade(shown);
    const repaint = () => {
      chart.applyOptions(createChartOptions(daily, digits));
      series.applyOptions(createSeriesOptions());
      now.applyOptions(createPriceLineOptions());
    };
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', repaint);
    const theme = new MutationObserver(repaint);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      dark.removeEventListener('change', repaint);
      theme.disconnect();
      shown.isRemoved = true;
      chart.remove();
    };
  }, [library, digits, daily]);

  useEffect(() => {
    if (made && !made.isRemoved) made.series.setData(candles.map(toLibraryCandle));
  }, [made, candles]);

  useEffect(() => {
    if (!made || made.isRemoved || !levels) return;
    made.series.applyOptions({
      autoscaleInfoProvider: (own: () => AutoscaleInfo | null) => {
        const info = own();
        if (!info?.priceRange) return info;
        const [minValue, maxValue] = withLevels(info.priceRange.minValue, info.priceRange.maxValue, levels);
        return { ...info, priceRange: { minValue, maxValue } };
      },
    });
    const lines = levels.map((level) =>
      made.series.createPriceLine({ price: level.price, title: level.name, ...createLevelOptions(level) }),
    );
    return () => {
      if (!made.isRemoved) for (const line of lines) made.series.removePriceLine(line);
    };
  }, [made, levels]);

  // Shows all candles once. Later updates keep the position to which the user moved.
  useEffect(() => {
    if (made && !made.isRemoved) made.chart.timeScale().fitContent();
  }, [made]);

  useEffect(() => {
    const known = candles.at(-1);
    const newest = last && known && last.at >= known.at ? last : known;
    if (!newest || !made || made.isRemoved) return;
    if (newest === last) made.series.update(toLibraryCandle(newest));
    made.now.applyOptions({ price: newest.close });
    const tagged = [newest.close, ...(levels ?? []).map(({ price }) => price)];
    const format = (price: number) => formatTickPrice(price, digits, made.series, tagged);
    made.chart.applyOptions({ localization: { tickmarksPriceFormatter: (prices: number[]) => prices.map(format) } });
  }, [made, candles, last, levels, digits]);

  return (
    // Keeps the height of the static chart that it replaces, including the time axis, so that nothing moves.
    <div className={cx('flex flex-col gap-1', tall ? 'tall-chart' : 'h-[15.25rem] sm:h-[21.25rem]')}>
      <div ref={frame} aria-hidden="true" className="min-h-0 w-full flex-1 overflow-hidden" />
      <p className="flex flex-wrap justify-between gap-x-4 text-xs text-muted">
        <span>Times on the chart are UTC.</span>
        <span>
          Drawn with{' '}
          <a href="https://www.tradingview.com/" rel="noreferrer">
            TradingView Lightweight Charts™
          </a>
        </span>
      </p>
    </div>
  );
}

/** Height of a price tag on the axis and of a label next to it, in pixels. */
const TAG_HEIGHT = 20;

/** Returns the text of a tick of the price axis; empty where the tag of a `tagged` price would cover it. */
function formatTickPrice(price: number, digits: number, series: Series, tagged: readonly number[]): string {
  const y = series.priceToCoordinate(price);
  const isCovered = tagged.some((each) => {
    const tag = series.priceToCoordinate(each);
    return y !== null && tag !== null && Math.abs(y - tag) < TAG_HEIGHT;
  });
  return isCovered ? '' : formatPrice(price, digits);
}

const formatPrice = (price: number, digits: number): string =>
  price.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });

const toLibraryCandle = ({ at, ...prices }: CandlePoint) => ({
  time: Math.floor(at.getTime() / 1_000) as UTCTimestamp,
  ...prices,
});

/** Returns the theme's colours, because a canvas can't use CSS variables. */
function readThemeColours() {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(`--color-${name}`).trim();
  return {
    surface: of('surface'),
    ink: of('ink'),
    muted: of('muted'),
    line: of('line'),
    profit: of('profit'),
    loss: of('loss'),
  };
}

function createChartOptions(daily: boolean, digits: number): DeepPartial<ChartOptions> {
  const { surface, muted, line, ink } = readThemeColours();
  const { fontFamily } = getComputedStyle(document.body);
  return {
    // The attribution is a text below the chart, accessible to keyboards and screen readers.
    layout: { background: { color: surface }, textColor: muted, fontFamily, attributionLogo: false },
    grid: { vertLines: { visible: false }, horzLines: { color: line } },
    crosshair: {
      vertLine: { color: muted, labelBackgroundColor: ink },
      horzLine: { color: muted, labelBackgroundColor: ink },
    },
    rightPriceScale: { borderColor: line, entireTextOnly: true },
    timeScale: {
      borderColor: line,
      timeVisible: !daily,
      secondsVisible: false,
      tickMarkFormatter: formatTick,
      // Keeps the labels of ticks at the edges complete.
      fixLeftEdge: true,
      fixRightEdge: true,
    },
    localization: { locale: 'en-GB', priceFormatter: (price: number) => formatPrice(price, digits) },
    // Wheel and vertical touch movements scroll the page.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
  };
}

/** Formats a tick in UTC: a year, a day with its month or, within a day, a time. */
const formatTick: TickMarkFormatter = (time, type) => {
  const at = new Date((time as UTCTimestamp) * 1_000);
  const day = dayText(at);
  if (type === YEAR) return day.slice(-4);
  return type > DAY_OF_MONTH ? at.toISOString().slice(11, 16) : day.slice(0, -5);
};

/** Numbers of the library's tick types, since the library itself is loaded later. */
const [YEAR, DAY_OF_MONTH] = [0, 2];

function createSeriesOptions(): CandlestickSeriesPartialOptions {
  const { surface, profit, loss } = readThemeColours();
  return {
    upColor: surface,
    borderUpColor: profit,
    wickUpColor: profit,
    downColor: loss,
    borderDownColor: loss,
    wickDownColor: loss,
    // A hollow candle has no colour for its price label, so a separate line shows the price.
    lastValueVisible: false,
    priceLineVisible: false,
  };
}

/** Returns the options of the newest price's line, which is labelled on the axis. */
function createPriceLineOptions() {
  const { surface, ink, muted } = readThemeColours();
  return { color: muted, lineWidth: 1, lineStyle: 2, axisLabelColor: ink, axisLabelTextColor: surface } as const;
}

/** Returns the options of a level, with its name on the line and its price on the axis. */
function createLevelOptions(level: ChartLevel) {
  const name = levelColour(level).slice('var('.length, -1);
  const color = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  return {
    color,
    lineWidth: 1,
    lineStyle: 2,
    axisLabelColor: color,
    axisLabelTextColor: readThemeColours().surface,
  } as const;
}
