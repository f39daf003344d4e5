import { area, curveLinear, curveStepAfter, line } from 'd3-shape';
import { useId } from 'react';
import { percentText, signedPercentText } from '~/platform/text/percent';
import { cx } from '../cx';
import { Empty, Time } from '../tables/Data';
import { Table } from '../tables/Table';
import { ChartFigures, ChartReadout, ReadingMark } from './ChartReadout';
import { ChartSvg, LineKey, TickLabels, TickLines } from './ChartSvg';
import { CURVE_STROKE } from './geometry/curve';
import { createLinearScale, evenIndexes, roundTicks } from './geometry/scale';
import { decodeSeries, type Series } from './geometry/series';

export type NavLine = {
  /** Times, milliseconds. */
  at: Series;
  /** Values in hundredths, 100 at the first time. */
  values: Series;
  /** Distances below the previous maximum, basis points. */
  falls: Series;
  /** Total return and largest fall over all days, basis points. */
  growth: number;
  deepest: number;
  compare: { name: string; values: Series } | null;
};

const WIDTH = 600;
const HEIGHT = 200;
const FALL_HEIGHT = 60;
const TABLE_ROWS = 13;

/**
 * Chart of the growth of 100 and of the drawdown, with a sentence and a table. `steps`: draws horizontal steps instead of sloped lines.
 */
export function NavChart(props: { data: NavLine; name: string; steps?: boolean }) {
  const { name, steps } = props;
  const data = decodeNavLine(props.data);
  const { at, values, falls, growth, deepest, compare } = data;
  const caption = useId();
  const [from, to, first, last] = [at[0], at.at(-1), values[0], values.at(-1)];
  if (from === undefined || to === undefined || first === undefined || last === undefined || at.length < 2) {
    return <Empty>Net asset value: the record is too short to draw.</Empty>;
  }
  const all = [...values, ...(compare?.values ?? [])];
  const { ends: axis, ticks } = roundTicks(Math.min(...all), Math.max(...all), 4);
  const y = createLinearScale(axis, [HEIGHT, 0]);
  const x = createLinearScale([from, to], [0, WIDTH]);
  const down = createLinearScale([0, deepest || 1], [0, FALL_HEIGHT]);
  const curve = steps ? curveStepAfter : curveLinear;
  const across = (_: number, index: number) => x(at[index] ?? from);
  const rendered = line<number>(across, (value) => y(value))
    .curve(curve)
    .digits(1);
  const other = compare?.values.at(-1);
  const places = at.map((instant) => ({ at: new Date(instant), along: x(instant) / WIDTH }));
  const formatAt = (index: number) => {
    const compared = compare?.values[index];
    return [
      values[index]?.toFixed(2),
      ...(compared === undefined ? [] : [`${compare?.name} ${compared.toFixed(2)}`]),
      `${percentText(falls[index] ?? 0)} below its high`,
    ].join(', ');
  };
  ticks.reverse();
  const ends = [{ text: last.toFixed(2), top: (y(last) / HEIGHT) * 100, own: true }];
  if (other !== undefined) ends.push({ text: other.toFixed(2), top: (y(other) / HEIGHT) * 100, own: false });
  return (
    <figure aria-labelledby={caption} className="flex flex-col gap-2">
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm" aria-hidden="true">
        <LineKey stroke="stroke-accent">{name}</LineKey>
        {compare && (
          <LineKey stroke="stroke-muted" dashes="4 4">
            {compare.name}
          </LineKey>
        )}
        <span className="inline-flex items-center gap-2">
          <span className="h-3 w-6 rounded-sm bg-fall-3" />
          Below its high
        </span>
      </p>
      <ChartReadout places={places} label={name} formatAt={formatAt} dateOnly>
        {(read) => (
          <div
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2 gap-y-4 text-xs text-muted"
            aria-hidden="true"
          >
            <div className="relative min-w-8">
              <TickLabels ticks={ticks} y={y} height={HEIGHT} end format={String} />
            </div>
            <ChartSvg width={WIDTH} height={HEIGHT} className="h-48 w-full overflow-visible sm:h-64">
              <TickLines ticks={ticks} y={y} width={WIDTH} />
              {compare && (
                <path
                  d={rendered(compare.values) ?? ''}
                  className="fill-none stroke-muted"
                  {...CURVE_STROKE}
                  strokeWidth={1}
                  strokeDasharray="4 4"
                />
              )}
              <path d={rendered(values) ?? ''} className="fill-none stroke-accent" {...CURVE_STROKE} />
              {read !== null && <ReadingMark x={x(at[read] ?? to)} y={y(values[read] ?? last)} height={HEIGHT} />}
            </ChartSvg>
            <div className="relative min-w-10">
              {spreadLabels(ends).map(({ text, top, own }) => (
                <span
                  key={own ? 'own' : 'other'}
                  className={cx('absolute start-0 -translate-y-1/2', own && 'font-semibold text-ink')}
                  style={{ top: `${top}%` }}
                >
                  {text}
                </span>
              ))}
            </div>
            <div className="flex flex-col justify-between text-end">
              <span className="-mt-1.5">{percentText(0)}</span>
              <span className="-mb-1.5">{percentText(-deepest)}</span>
            </div>
            <ChartSvg width={WIDTH} height={FALL_HEIGHT} className="h-14 w-full overflow-visible">
              <path d={`M0 0h${WIDTH}`} className="stroke-line" vectorEffect="non-scaling-stroke" />
              <path
                d={
                  area<number>(across, 0, (value) => down(value))
                    .curve(curve)
                    .digits(1)(falls) ?? ''
                }
                className="fill-fall-3"
              />
            </ChartSvg>
            <span />
            <div className="col-start-2 flex flex-wrap justify-between gap-x-4">
              <Time at={new Date(from)} dateOnly />
              <Time at={new Date(to)} dateOnly />
            </div>
          </div>
        )}
      </ChartReadout>
      <figcaption id={caption} className="text-sm text-muted">
        {name}: 100 became {last.toFixed(2)} ({signedPercentText(growth)}), and fell at most {percentText(deepest)}{' '}
        below a high
        {compare && other !== undefined && `; in the ${compare.name}, 100 became ${other.toFixed(2)}`}.
      </figcaption>
      <ChartFigures>
        <Table
          caption={`${name}: net asset value`}
          rows={rowsOf(data)}
          rowKey={({ day }) => String(day)}
          columns={[
            { header: 'Day', cell: ({ day }) => <Time at={new Date(day)} dateOnly /> },
            { header: name, align: 'end', cell: ({ value }) => value.toFixed(2) },
            ...(compare
              ? [{ header: compare.name, align: 'end' as const, cell: ({ beside }: NavRow) => beside?.toFixed(2) }]
              : []),
            { header: 'Below its high', align: 'end', cell: ({ fall }) => percentText(fall) },
          ]}
        />
      </ChartFigures>
    </figure>
  );
}

/** Moves labels at the ends of lines apart where they would overlap; `top` in percent. */
function spreadLabels<E extends { top: number }>(ends: readonly E[]): E[] {
  const [one, two] = ends;
  const min = 9;
  if (!one || !two || Math.abs(one.top - two.top) >= min) return [...ends];
  const middle = (one.top + two.top) / 2;
  const side = one.top <= two.top ? -1 : 1;
  return [
    { ...one, top: middle + (side * min) / 2 },
    { ...two, top: middle - (side * min) / 2 },
  ];
}

const decodeHundredths = (series: Series): number[] => decodeSeries(series).map((value) => value / 100);

const decodeNavLine = ({ at, values, falls, compare, ...rest }: NavLine) => ({
  ...rest,
  at: decodeSeries(at),
  values: decodeHundredths(values),
  falls: decodeSeries(falls),
  compare: compare && { name: compare.name, values: decodeHundredths(compare.values) },
});

type NavRow = { day: number; value: number; beside: number | undefined; fall: number };

function rowsOf({ at, values, falls, compare }: ReturnType<typeof decodeNavLine>): NavRow[] {
  return evenIndexes(at.length, TABLE_ROWS).map((index) => ({
    day: at[index] ?? 0,
    value: values[index] ?? 0,
    beside: compare?.values[index],
    fall: falls[index] ?? 0,
  }));
}
