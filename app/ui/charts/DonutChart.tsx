import { percentText, toBps } from '~/platform/text/percent';
import { cx } from '../cx';

export type DonutPart = { name: string; value: number; colour: number };

const STROKE_CLASSES = [
  'stroke-market-1',
  'stroke-market-2',
  'stroke-market-3',
  'stroke-market-4',
  'stroke-market-5',
  'stroke-market-6',
  'stroke-market-7',
  'stroke-market-8',
];
const FILL_CLASSES = [
  'bg-market-1',
  'bg-market-2',
  'bg-market-3',
  'bg-market-4',
  'bg-market-5',
  'bg-market-6',
  'bg-market-7',
  'bg-market-8',
];

const RADIUS = 40;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;
/** Gap between neighbours, which separates them independently of colour. */
const SEGMENT_GAP = 2;

export function DonutChart({ parts, label, unit }: { parts: readonly DonutPart[]; label: string; unit: string }) {
  const whole = parts.reduce((sum, { value }) => sum + value, 0);
  let from = 0;
  const arcs = parts.map((part) => {
    const length = (CIRCUMFERENCE * part.value) / (whole || 1);
    const arc = { ...part, offset: -from, length: parts.length > 1 ? Math.max(length - SEGMENT_GAP, 1) : length };
    from += length;
    return arc;
  });
  return (
    <figure aria-label={label} className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <svg aria-hidden="true" viewBox="0 0 100 100" className="size-28 shrink-0 -rotate-90">
        {arcs.map(({ name, colour, length, offset }) => (
          <circle
            key={name}
            cx={50}
            cy={50}
            r={RADIUS}
            strokeWidth={14}
            strokeDasharray={`${length.toFixed(1)} ${CIRCUMFERENCE.toFixed(1)}`}
            strokeDashoffset={offset.toFixed(1)}
            className={cx('fill-none', STROKE_CLASSES[colour - 1])}
          />
        ))}
      </svg>
      <ul className="flex min-w-40 flex-1 flex-col gap-1">
        {parts.map(({ name, value, colour }) => (
          <li key={name} className="flex items-baseline gap-2">
            <span aria-hidden="true" className={cx('size-3 shrink-0 rounded-sm', FILL_CLASSES[colour - 1])} />
            <span className="grow">{name}</span>
            <span className="text-muted">
              {percentText(toBps(value / (whole || 1)))}, {value} {unit}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
