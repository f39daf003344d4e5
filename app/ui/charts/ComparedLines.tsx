import { line } from 'd3-shape';
import { useId } from 'react';
import { formatUsd } from '~/ledger/money';
import { CURVE } from './curve';
import { Drawing, LineKey, TickLabels, TickLines } from './Drawing';
import { linear, roundTicks } from './scale';

/** One of two lines: amounts in cents, at the same instants as the other's. */
type AmountLine = { name: string; values: readonly number[] };

const WIDTH = 600;
const HEIGHT = 160;
const DASHES = '5 4';

const dollars = (cents: number): string => formatUsd(BigInt(Math.round(cents)));

/**
 * Two amounts of money over the same time on one axis: what lies higher did better. Drawn on the server, with a sentence; told apart by
 * dashes as well as by colour.
 */
export function ComparedLines({ one, other }: { one: AmountLine; other: AmountLine }) {
  const caption = useId();
  const all = [...one.values, ...other.values];
  const { ends, ticks } = roundTicks(Math.min(...all), Math.max(...all), 4);
  const y = linear(ends, [HEIGHT, 0]);
  const drawn = ({ values }: AmountLine) =>
    line<number>(
      (_, index) => (values.length > 1 ? (WIDTH * index) / (values.length - 1) : 0),
      (value) => y(value),
    ).digits(1)(values) ?? '';
  const end = ({ values }: AmountLine) => dollars(values.at(-1) ?? 0);
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
          <TickLabels ticks={ticks} y={y} height={HEIGHT} end format={dollars} />
        </div>
        <Drawing width={WIDTH} height={HEIGHT} className="h-40 w-full overflow-visible">
          <TickLines ticks={ticks} y={y} width={WIDTH} />
          <path d={drawn(one)} className="fill-none stroke-accent" {...CURVE} />
          <path d={drawn(other)} className="fill-none stroke-ink" {...CURVE} strokeDasharray={DASHES} />
        </Drawing>
      </div>
      <figcaption id={caption} className="sr-only">
        {one.name} {end(one)}, {other.name} {end(other)}.
      </figcaption>
    </figure>
  );
}
