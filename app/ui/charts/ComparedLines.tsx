import { line } from 'd3-shape';
import { useId } from 'react';
import { bpsOf, signedPercentText } from '~/platform/text/percent';
import { CURVE } from './curve';
import { Drawing, LineKey, TickLabels, TickLines } from './Drawing';
import { linear, roundTicks } from './scale';

/** One of two lines: returns as fractions, at the same instants as the other's. */
export type ReturnLine = { name: string; values: readonly number[] };

const WIDTH = 600;
const HEIGHT = 160;
const DASHES = '5 4';

const returnText = (part: number): string => signedPercentText(bpsOf(part));

/**
 * Two returns over the same time on one axis, which always has zero: what lies higher did better. Drawn on the server, with a
 * sentence; told apart by dashes as well as by colour.
 */
export function ComparedLines({ one, other }: { one: ReturnLine; other: ReturnLine }) {
  const caption = useId();
  const all = [0, ...one.values, ...other.values].map((value) => value * 100);
  const { ends, ticks } = roundTicks(Math.min(...all), Math.max(...all), 4);
  const y = linear(ends, [HEIGHT, 0]);
  const drawn = ({ values }: ReturnLine) =>
    line<number>(
      (_, index) => (values.length > 1 ? (WIDTH * index) / (values.length - 1) : 0),
      (value) => y(value * 100),
    ).digits(1)(values) ?? '';
  const end = ({ values }: ReturnLine) => returnText(values.at(-1) ?? 0);
  return (
    <figure aria-labelledby={caption} className="flex flex-col gap-2">
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-sm" aria-hidden="true">
        <LineKey stroke="stroke-accent">
          {one.name} <strong className="font-semibold text-ink">{end(one)}</strong>
        </LineKey>
        <LineKey stroke="stroke-ink" dashes={DASHES}>
          {other.name} <strong className="font-semibold text-ink">{end(other)}</strong>
        </LineKey>
      </p>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-muted" aria-hidden="true">
        <div className="relative min-w-14">
          <TickLabels ticks={ticks} y={y} height={HEIGHT} end format={(tick) => returnText(tick / 100)} />
        </div>
        <Drawing width={WIDTH} height={HEIGHT} className="h-40 w-full overflow-visible">
          <TickLines ticks={ticks} y={y} width={WIDTH} />
          <path d={`M0 ${y(0)}h${WIDTH}`} className="stroke-muted" vectorEffect="non-scaling-stroke" />
          <path d={drawn(one)} className="fill-none stroke-accent" {...CURVE} />
          <path d={drawn(other)} className="fill-none stroke-ink" {...CURVE} strokeDasharray={DASHES} />
        </Drawing>
      </div>
      <figcaption id={caption} className="text-sm text-muted">
        {one.name} {end(one)}, {other.name} {end(other)}.
      </figcaption>
    </figure>
  );
}
