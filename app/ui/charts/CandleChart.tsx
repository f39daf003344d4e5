import { type ReactNode, useId } from 'react';
import { cx } from '../cx';
import { Empty, Time } from '../tables/Data';
import { Table } from '../tables/Table';
import { ChartFigures, StillMark, StillReading } from './ChartReadout';
import { ChartSvg, TickLabels, TickLines } from './ChartSvg';
import { createLinearScale, evenIndexes, roundTicks } from './geometry/scale';

export type CandlePoint = { at: Date; open: number; high: number; low: number; close: number };

export type ChartLevel = { price: number; name: string; text: string; tone: keyof typeof LEVEL_COLOURS };

/** Colours of levels. Dashes distinguish levels from candles, and labels distinguish them from each other. */
const LEVEL_COLOURS = { entry: 'accent', stop: 'loss', target: 'profit', order: 'muted' } as const;

export const levelColour = ({ tone }: ChartLevel): string => `var(--color-${LEVEL_COLOURS[tone]})`;

const levelText = ({ name, text }: ChartLevel): string => `${name} at ${text}`;

/** Extends a range of prices by the levels that are close to it. Others would flatten the candles. */
export function withLevels(low: number, high: number, levels: readonly ChartLevel[]): [low: number, high: number] {
  const near = levels.map(({ price }) => price).filter((price) => price > 2 * low - high && price < 2 * high - low);
  return [Math.min(low, ...near), Math.max(high, ...near)];
}

const MAX_DATES = 5;
const WIDTH = 720;
const HEIGHT = 300;

type Props = {
  candles: readonly CandlePoint[];
  label: string;
  format: (price: number) => string;
  /** True if points are days, so that times of day are omitted. */
  daily?: boolean;
  /** True to fill the height of the window on a desktop. */
  tall?: boolean;
  levels?: readonly ChartLevel[];
  /** Attribute by which the script of public pages updates the last price. */
  moves?: string;
  drawing?: ReactNode;
};

const NO_LEVELS: readonly ChartLevel[] = [];

/** Candle chart rendered on the server, with a caption and a table. Rising candles are hollow, falling ones filled, so they differ without colour. */
export function CandleChart(props: Props) {
  const { candles, label, format, daily = false, tall, levels = NO_LEVELS, moves, drawing } = props;
  const caption = useId();
  const [first, last] = [candles[0], candles.at(-1)];
  if (!first || !last) return <Empty>{label}: no prices to draw.</Empty>;
  const { ticks, y } = scaleCandles(candles, levels);
  const high = Math.max(...candles.map((candle) => candle.high));
  const low = Math.min(...candles.map((candle) => candle.low));
  return (
    <figure aria-labelledby={caption} className="flex flex-col gap-2">
      {drawing || (
        <StillReading
          label={label}
          dateOnly={daily}
          points={candles.map(({ at, close }) => ({ at, text: format(close) }))}
        >
          <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-1 text-xs text-muted" aria-hidden="true">
            <div className="relative overflow-hidden">
              <ChartSvg width={WIDTH} height={HEIGHT} className={tall ? 'tall-drawing' : 'h-56 w-full sm:h-80'}>
                <TickLines ticks={ticks} y={y} width={WIDTH} />
                <Candles candles={candles} y={y} />
                <path
                  d={`M0 ${y(last.close)}h${WIDTH}`}
                  className="stroke-muted"
                  strokeDasharray="2 4"
                  vectorEffect="non-scaling-stroke"
                />
                <StillMark step={WIDTH / candles.length} />
                {levels.map((level) => (
                  <path
                    key={levelText(level)}
                    d={`M0 ${y(level.price)}h${WIDTH}`}
                    stroke={levelColour(level)}
                    strokeDasharray="6 4"
                    vectorEffect="non-scaling-stroke"
                  />
                ))}
              </ChartSvg>
              {levels.map((level) => (
                <span
                  key={levelText(level)}
                  className="absolute start-0 -translate-y-1/2 rounded-control border border-current bg-surface px-1.5 font-medium"
                  style={{ top: `${(y(level.price) / HEIGHT) * 100}%`, color: levelColour(level) }}
                >
                  {levelText(level)}
                </span>
              ))}
            </div>
            <div className="relative w-16">
              <TickLabels ticks={ticks} y={y} height={HEIGHT} format={format} hiddenNear={last.close} />
              <span
                data-moves={moves}
                className="absolute -translate-y-1/2 rounded-control bg-ink px-1 font-medium text-surface"
                style={{ top: `${(y(last.close) / HEIGHT) * 100}%` }}
              >
                {format(last.close)}
              </span>
            </div>
            <div className="flex justify-between gap-4 whitespace-nowrap">
              {evenIndexes(candles.length, MAX_DATES).map((index, place) => (
                <span key={index} className={place % 2 === 1 ? 'max-sm:hidden' : undefined}>
                  <Time at={(candles[index] as CandlePoint).at} dateOnly={daily} />
                </span>
              ))}
            </div>
          </div>
        </StillReading>
      )}
      <figcaption id={caption} className="text-sm text-muted">
        {label}: from {format(first.open)} to <span data-moves={moves}>{format(last.close)}</span>, lowest {format(low)}
        , highest {format(high)}. Hollow candles rose, full ones fell.
        {levels.length > 0 && ` Marked: ${levels.map(levelText).join(', ')}.`}
      </figcaption>
      <ChartFigures>
        <Table
          caption={label}
          rows={candles.slice(-MAX_TABLE_ROWS).reverse()}
          rowKey={({ at }) => at.toISOString()}
          columns={[
            { header: 'From', cell: ({ at }) => <Time at={at} dateOnly={daily} /> },
            { header: 'Open', align: 'end', cell: ({ open }) => format(open) },
            { header: 'High', align: 'end', cell: ({ high }) => format(high) },
            { header: 'Low', align: 'end', cell: ({ low }) => format(low) },
            { header: 'Close', align: 'end', cell: ({ close }) => format(close) },
          ]}
        />
      </ChartFigures>
    </figure>
  );
}

/** Largest number of rows in the table below the chart, for phones. The chart shows all candles. */
const MAX_TABLE_ROWS = 20;

/** Candles as two paths, for rising and falling ones, which takes a tenth of the bytes of separate elements. */
function Candles({ candles, y }: { candles: readonly CandlePoint[]; y: (price: number) => number }) {
  const step = WIDTH / candles.length;
  const body = step * 0.6;
  const path = (rising: boolean) =>
    candles
      .map(({ open, high, low, close }, index) => {
        if (close >= open !== rising) return '';
        const middle = Math.round(step * (index + 0.5) * 10) / 10;
        const [top, bottom] = [y(Math.max(open, close)), y(Math.min(open, close))];
        const left = Math.round((middle - body / 2) * 10) / 10;
        const across = Math.round(body * 10) / 10;
        return `M${middle} ${y(high)}V${top}M${middle} ${bottom}V${y(low)}M${left} ${top}h${across}V${bottom}h-${across}z`;
      })
      .join('');
  return (
    <>
      <path d={path(true)} className="fill-surface stroke-profit" vectorEffect="non-scaling-stroke" />
      <path d={path(false)} className="fill-loss stroke-loss" vectorEffect="non-scaling-stroke" />
    </>
  );
}

function scaleCandles(candles: readonly CandlePoint[], levels = NO_LEVELS) {
  const lowest = Math.min(...candles.map((candle) => candle.low));
  const highest = Math.max(...candles.map((candle) => candle.high));
  const [low, high] = withLevels(lowest, highest, levels);
  const slack = low === high ? Math.abs(low) * 0.01 || 1 : 0;
  const { ends, ticks } = roundTicks(low - slack, high + slack, 5);
  const scale = createLinearScale(ends, [HEIGHT - 8, 8]);
  // Rounded, since a unit is at most a pixel, and decimals would add a tenth to the size of a page with a chart.
  return { ticks, y: (price: number) => Math.round(scale(price)) };
}

/** Candles without controls, next to a text that describes them. They do not move under `prefers-reduced-motion`. */
export const MovingCandles = ({ candles, playing }: { candles: readonly CandlePoint[]; playing: boolean }) => (
  <ChartSvg
    width={WIDTH}
    height={HEIGHT}
    className={cx('aspect-video w-full rounded-card border border-line bg-surface', playing && 'candles-pass')}
  >
    <Candles candles={candles} y={scaleCandles(candles).y} />
  </ChartSvg>
);
