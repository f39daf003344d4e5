import { area, curveLinear, curveStepAfter, line } from 'd3-shape';
import { useId } from 'react';
import { cx } from '../cx';
import { Empty, Time } from '../tables/Data';
import { Table } from '../tables/Table';
import { ChartFigures, ChartReadout, ReadingMark } from './ChartReadout';
import { ChartSvg, TickLines } from './ChartSvg';
import { CURVE_STROKE } from './geometry/curve';
import { createLinearScale, evenIndexes, ticksAround } from './geometry/scale';

export type Point = { at: Date; value: number };

export type ChartMark = { at: Date; kind: 'in' | 'out' | 'plan'; label: string };

const MARK_STYLES = {
  in: { label: 'Money in', colour: 'stroke-profit', dashes: undefined },
  out: { label: 'Money out', colour: 'stroke-loss', dashes: '2 4' },
  plan: { label: 'Plan bought', colour: 'stroke-accent', dashes: '8 4' },
} as const;

const WIDTH = 600;
const HEIGHT = 200;

/** Line chart rendered on the server, with a caption and a table. Labels are HTML next to it, so that their size is constant. */
export function LineChart(props: {
  points: readonly Point[];
  label: string;
  format: (value: number) => string;
  /** True for a line with steps, if values are constant until they change. */
  steps?: boolean;
  /** Value that the axis always includes, such as zero for profits. By default the axis fits the values. */
  level?: number;
  marks?: readonly ChartMark[];
  /** Facts for the text below, if the chart does not show all points. */
  summary?: { first: number; lowest: number; highest: number };
  /** True if points are UTC days, so that times of day are omitted. */
  daily?: boolean;
  /** True if the final figure is shown above, so that a value is displayed only while the chart is being read. */
  quiet?: boolean;
  /** Short text shown below the chart in place of the sentence, which is then for screen readers. */
  note?: string;
}) {
  const { points, label, format, marks = [], daily = false, quiet } = props;
  const caption = useId();
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return <Empty>{label}: nothing to show yet.</Empty>;
  const values = points.map(({ value }) => value);
  const summary = props.summary ?? { first: first.value, lowest: Math.min(...values), highest: Math.max(...values) };
  const { ticks, path, fill, x, y } = plotPoints(points, props.steps, props.level);
  const full = ticks.map(format);
  const scale = full.every((text) => text.endsWith('.00')) ? full.map((text) => text.slice(0, -3)) : full;
  // Space is reserved from the first tick on, since a page may be shown while other charts are still loading.
  const widest = Math.max(...scale.map((text) => text.length));
  const places = points.map(({ at }) => ({ at, along: x(+at) / WIDTH }));
  // Two equal dates are shown as one.
  const oneDay = first.at.toISOString().slice(0, 10) === last.at.toISOString().slice(0, 10);
  return (
    <figure aria-labelledby={caption} className="flex flex-col gap-2">
      <ChartReadout
        quiet={quiet}
        places={places}
        label={label}
        dateOnly={daily}
        formatAt={(index) => format(points[index]?.value ?? 0)}
      >
        {(read) => (
          <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs text-muted" aria-hidden="true">
            <div
              className={cx('-my-2 flex flex-col text-end', ticks.length > 1 ? 'justify-between' : 'justify-center')}
              style={{ minWidth: `${widest}ch` }}
            >
              {scale.map((text, index) => (
                <span key={ticks[index]}>{text}</span>
              ))}
            </div>
            <ChartSvg width={WIDTH} height={HEIGHT} className="h-48 w-full overflow-visible sm:h-56">
              <TickLines ticks={ticks} y={y} width={WIDTH} />
              {marks.map(({ at, kind }, index) => (
                <path
                  key={index}
                  d={`M${x(+at).toFixed(1)} 0v${HEIGHT}`}
                  className={MARK_STYLES[kind].colour}
                  strokeDasharray={MARK_STYLES[kind].dashes}
                  vectorEffect="non-scaling-stroke"
                />
              ))}
              {/* An area that does not start at zero would exaggerate changes. */}
              {fill !== null && <path d={fill} className="fill-accent opacity-10" />}
              <path d={path} className="fill-none stroke-accent" {...CURVE_STROKE} />
              {read !== null && (
                <ReadingMark x={(places[read]?.along ?? 0) * WIDTH} y={y(points[read]?.value ?? 0)} height={HEIGHT} />
              )}
            </ChartSvg>
            <div className="col-start-2 flex flex-wrap justify-between gap-x-4">
              <Time at={first.at} dateOnly={!oneDay} />
              {points.length > 1 && <Time at={last.at} dateOnly={!oneDay} clockOnly={oneDay} />}
            </div>
          </div>
        )}
      </ChartReadout>
      {marks.length > 0 && <Legend kinds={marks.map(({ kind }) => kind)} />}
      {props.note && <p className="text-sm text-muted">{props.note}</p>}
      <figcaption id={caption} className={cx('text-sm text-muted', (quiet || props.note) && 'sr-only')}>
        {label}: from {format(summary.first)} to {format(last.value)}, lowest {format(summary.lowest)}, highest{' '}
        {format(summary.highest)}.
      </figcaption>
      <ChartFigures>
        <Table
          caption={label}
          columns={[
            { header: daily ? 'Day' : 'Time', cell: ({ at }: Point) => <Time at={at} dateOnly={daily} /> },
            { header: 'Value', align: 'end', cell: ({ value }: Point) => format(value) },
          ]}
          rows={evenIndexes(points.length, MAX_TABLE_ROWS).map((index) => points[index] as Point)}
          rowKey={({ at }) => at.toISOString()}
        />
        {marks.length > 0 && (
          <Table
            caption="What is marked"
            columns={[
              { header: 'Time', cell: ({ at }: ChartMark) => <Time at={at} /> },
              { header: 'What', align: 'end', cell: ({ label: what }: ChartMark) => what },
            ]}
            rows={marks}
            rowKey={({ at, kind }) => at.toISOString() + kind}
          />
        )}
      </ChartFigures>
    </figure>
  );
}

const Legend = ({ kinds }: { kinds: readonly ChartMark['kind'][] }) => (
  <ul className="flex flex-wrap gap-x-4 text-xs text-muted">
    {(['in', 'out', 'plan'] as const)
      .filter((kind) => kinds.includes(kind))
      .map((kind) => (
        <li key={kind} className="flex items-center gap-1.5">
          <svg aria-hidden="true" viewBox="0 0 24 8" className="h-2 w-6">
            <path
              d="M0 4h24"
              strokeWidth={2}
              className={MARK_STYLES[kind].colour}
              strokeDasharray={MARK_STYLES[kind].dashes}
            />
          </svg>
          {MARK_STYLES[kind].label}
        </li>
      ))}
  </ul>
);

/** Largest number of rows in a chart's table: enough to follow the line, few enough for a phone on a slow network. */
const MAX_TABLE_ROWS = 15;

function scalePoints(points: readonly Point[], level?: number) {
  const steady =
    points.length === 1 && points[0] ? [points[0], { ...points[0], at: new Date(+points[0].at + 1) }] : points;
  const { ends, ticks } = ticksAround(
    steady.map(({ value }) => value),
    level,
  );
  const y = createLinearScale(ends, [HEIGHT, 0]);
  const x = createLinearScale([+(steady[0]?.at ?? 0), +(steady.at(-1)?.at ?? 1)], [0, WIDTH]);
  const across = (point: Point) => x(+point.at);
  const up = (point: Point) => y(point.value);
  return { steady, across, up, x, y, ticks };
}

/** Returns the ticks from top to bottom, the line, and the area below it if it starts at zero. One point gives a level line. */
function plotPoints(points: readonly Point[], steps = false, level?: number) {
  const { steady, across, up, x, y, ticks } = scalePoints(points, level);
  const curve = steps ? curveStepAfter : curveLinear;
  const path = line<Point>(across, up).curve(curve).digits(1)(steady) ?? '';
  const fill = ticks[0] === 0 ? area<Point>(across, HEIGHT, up).curve(curve).digits(1)(steady) : null;
  return { x, y, ticks: ticks.reverse(), path, fill };
}
