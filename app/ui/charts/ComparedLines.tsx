import { line } from 'd3-shape';
import { useId } from 'react';
import { formatSignedUsd, formatUsd } from '~/ledger/money';
import { Time } from '../tables/Data';
import { ChartSvg, LineKey, TickLabels, TickLines } from './ChartSvg';
import { CURVE_STROKE } from './geometry/curve';
import { createLinearScale, ticksAround } from './geometry/scale';

type ResultLine = { name: string; values: readonly bigint[] };

const WIDTH = 600;
const HEIGHT = 200;
/** Dotted stroke that leaves a line below it visible. */
const DOTTED_STROKE = '1 7';

const MARK_STYLES = {
  entry: { label: 'Position opened', stroke: 'stroke-muted', dashes: undefined },
  in: { label: 'Money in', stroke: 'stroke-profit', dashes: undefined },
  out: { label: 'Money out', stroke: 'stroke-loss', dashes: '2 4' },
} as const;
const MARK_KINDS = ['entry', 'in', 'out'] as const;

/** Chart of two results over the same time on one axis, with a caption. Dashes distinguish them in addition to colour. */
export function ComparedLines(props: {
  at: readonly Date[];
  one: ResultLine;
  other: ResultLine;
  marks?: readonly { at: Date; kind: keyof typeof MARK_STYLES }[];
}) {
  const { at, one, other, marks = [] } = props;
  const caption = useId();
  const [from = new Date(0), to = from] = [at[0], at.at(-1)];
  const { ends, ticks } = ticksAround([...one.values, ...other.values].map(Number), 0);
  const x = createLinearScale([+from, +to], [0, WIDTH]);
  const y = createLinearScale(ends, [HEIGHT, 0]);
  const rendered = ({ values }: ResultLine) =>
    line<bigint>(
      (_, index) => x(+(at[index] ?? to)),
      (value) => y(Number(value)),
    ).digits(1)(values) ?? '';
  const end = ({ values }: ResultLine) => formatSignedUsd(values.at(-1) ?? 0n);
  const tickText = (cents: number) => formatUsd(BigInt(Math.round(cents)));
  const short = ticks.every((tick) => tickText(tick).endsWith('.00'));
  return (
    <figure aria-labelledby={caption} className="flex flex-col gap-2">
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm" aria-hidden="true">
        <LineKey stroke="stroke-accent">
          {one.name} <strong className="font-semibold text-ink">{end(one)}</strong>
        </LineKey>
        <LineKey stroke="stroke-ink" dashes={DOTTED_STROKE}>
          {other.name} <strong className="font-semibold text-ink">{end(other)}</strong>
        </LineKey>
        {MARK_KINDS.filter((kind) => marks.some((mark) => mark.kind === kind)).map((kind) => (
          <LineKey key={kind} stroke={MARK_STYLES[kind].stroke} dashes={MARK_STYLES[kind].dashes}>
            {MARK_STYLES[kind].label}
          </LineKey>
        ))}
      </p>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 text-xs text-muted" aria-hidden="true">
        <div className="relative min-w-14">
          <TickLabels
            ticks={ticks}
            y={y}
            height={HEIGHT}
            end
            format={(tick) => (short ? tickText(tick).slice(0, -3) : tickText(tick))}
          />
        </div>
        <ChartSvg width={WIDTH} height={HEIGHT} className="h-48 w-full overflow-visible sm:h-64">
          <TickLines ticks={ticks} y={y} width={WIDTH} />
          {marks.map(({ at: instant, kind }, index) => (
            <path
              key={index}
              d={`M${x(+instant).toFixed(1)} ${kind === 'entry' ? `${HEIGHT - 8}v8` : `0v${HEIGHT}`}`}
              className={MARK_STYLES[kind].stroke}
              strokeDasharray={MARK_STYLES[kind].dashes}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          <path d={rendered(one)} className="fill-none stroke-accent" {...CURVE_STROKE} />
          <path
            d={rendered(other)}
            className="fill-none stroke-ink"
            {...CURVE_STROKE}
            strokeDasharray={DOTTED_STROKE}
          />
        </ChartSvg>
        <div className="col-start-2 flex flex-wrap justify-between gap-x-4">
          <Time at={from} dateOnly />
          <Time at={to} />
        </div>
      </div>
      <figcaption id={caption} className="sr-only">
        {one.name} {end(one)}, {other.name} {end(other)}.
      </figcaption>
    </figure>
  );
}
