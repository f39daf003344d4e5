import { useId } from 'react';
import { percentText } from '~/platform/text/percent';
import { distributeBps } from '~/platform/text/percentParts';
import { cx } from '../cx';
import { Empty } from '../tables/Data';

export type Slice = { name: string; value: number };

const WIDTH = 600;
const HEIGHT = 24;
/** Gap between segments, which separates them independently of colour. */
const SEGMENT_GAP = 3;

const SHADE_CLASSES = ['opacity-100', 'opacity-75', 'opacity-55', 'opacity-40', 'opacity-25'];

export function ShareChart(props: { shares: readonly Slice[]; label: string; format: (value: number) => string }) {
  const { label, format } = props;
  const caption = useId();
  const whole = props.shares.reduce((sum, { value }) => sum + value, 0);
  const parts = partsOf(props.shares, whole);
  const [largest] = parts;
  if (!largest) return <Empty>{label}: nothing to show yet.</Empty>;
  return (
    <figure aria-labelledby={caption} className="flex flex-col gap-2">
      <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="h-6 w-full">
        {parts.map(({ name, from, width, shade }) => (
          <rect key={name} x={from} width={width} height={HEIGHT} className={cx('fill-accent', shade)} />
        ))}
      </svg>
      <figcaption id={caption} className="sr-only">
        {label}: {format(whole)}. Largest part: {largest.name.toLowerCase()}, {largest.percent}.
      </figcaption>
      <dl className="text-sm">
        {parts.map(({ name, shade, value, percent }) => (
          <div key={name} className="flex items-baseline gap-2 py-1">
            <span aria-hidden="true" className={cx('size-3 shrink-0 rounded-sm bg-accent', shade)} />
            <dt className="grow">{name}</dt>
            <dd className="text-muted">{percent}</dd>
            <dd className="min-w-20 text-end font-medium">{format(value)}</dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}

function partsOf(shares: readonly Slice[], whole: number) {
  const some = shares.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
  const bps = distributeBps(some.map(({ value }) => BigInt(Math.round(value))));
  let from = 0;
  return some.map((share, index) => {
    const length = (WIDTH * share.value) / whole;
    const part = {
      ...share,
      from,
      width: Math.max(length - (index < some.length - 1 ? SEGMENT_GAP : 0), 1),
      shade: SHADE_CLASSES[Math.min(index, SHADE_CLASSES.length - 1)],
      percent: percentText(bps[index] ?? 0),
    };
    from += length;
    return part;
  });
}
