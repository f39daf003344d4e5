import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { useHydrated } from '../browser/hydrated';
import { cx } from '../cx';
import { Disclosure } from '../layout/Disclosure';
import { Time } from '../tables/Data';

/** Point of a chart: its time, and its horizontal position from 0 to 1. */
export type ChartPlace = { at: Date; along: number };

const STEP_BY_KEY: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: 10,
  PageDown: -10,
  Home: -1e9,
  End: 1e9,
};

/**
 * Value displayed above a chart: the one at the pointer or chosen by arrow keys, otherwise the newest. Pages without
 * React use `StillReading`. `dateOnly` is for one point a day.
 */
export function ChartReadout(props: {
  places: readonly ChartPlace[];
  label: string;
  formatAt: (index: number) => string;
  dateOnly?: boolean;
  quiet?: boolean;
  children: (read: number | null) => ReactNode;
}) {
  const { places, label, formatAt, dateOnly = false, quiet, children } = props;
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState<number | null>(null);
  const newest = places.length - 1;
  const index = Math.min(chosen ?? newest, newest);
  const place = places[index];
  if (!place) return null;
  const text = formatAt(index);
  const read = chosen === null ? null : index;
  const toPointer = ({ clientX, currentTarget }: PointerEvent) => {
    const drawing = currentTarget.querySelector('svg') ?? currentTarget;
    const { left, width } = drawing.getBoundingClientRect();
    const along = (clientX - left) / width;
    const next = places.findIndex((each) => each.along > along);
    setChosen(next < 0 ? newest : Math.max(0, next - 1));
  };
  const toKey = (event: KeyboardEvent) => {
    const step = STEP_BY_KEY[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setChosen(Math.min(newest, Math.max(0, index + step)));
  };
  const slider = {
    role: 'slider',
    tabIndex: 0,
    'aria-label': `${label}: read a value`,
    'aria-valuemin': 0,
    'aria-valuemax': newest,
    'aria-valuenow': index,
    'aria-valuetext': `${dateOnly ? place.at.toLocaleDateString('en-GB', { timeZone: 'UTC' }) : place.at.toLocaleString('en-GB')}: ${text}`,
    onKeyDown: toKey,
    onPointerMove: toPointer,
    onPointerDown: toPointer,
    onPointerLeave: () => setChosen(null),
    onBlur: () => setChosen(null),
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p
        className={cx(
          'flex flex-wrap justify-between gap-x-3 text-sm text-muted',
          quiet && read === null && 'invisible',
        )}
        aria-hidden="true"
      >
        <Time at={place.at} dateOnly={dateOnly} />
        <span className="font-semibold text-ink">{text}</span>
      </p>
      {/* The same element before and after hydration, so that React keeps the drawing. */}
      <div className="[touch-action:pan-y]" {...(hydrated && slider)}>
        {children(read)}
      </div>
    </div>
  );
}

/** Reading for pages without React, filled in by `site.js`. Texts of points may contain neither spaces nor bars. */
export function StillReading(props: {
  points: readonly { at: Date; text: string }[];
  label: string;
  dateOnly: boolean;
  children: ReactNode;
}) {
  const { points, label, dateOnly, children } = props;
  return (
    <div
      className="relative [touch-action:pan-y] rounded-control has-focus-visible:outline-3 has-focus-visible:outline-accent"
      data-reads={points.map(({ at, text }) => `${+at / 60_000} ${text}`).join('|')}
      data-days={dateOnly || undefined}
    >
      <p
        hidden
        aria-hidden="true"
        className="pointer-events-none absolute start-0 top-0 rounded-control bg-surface px-2 text-sm font-semibold"
      />
      <input
        hidden
        type="range"
        className="sr-only"
        aria-label={`${label}: read a value`}
        max={points.length - 1}
        defaultValue={points.length - 1}
      />
      {children}
    </div>
  );
}

/** Line across a drawing at the point that `site.js` reads. `step` is the distance between points. */
export const StillMark = ({ step }: { step: number }) => (
  <path data-read={step} className="stroke-control" vectorEffect="non-scaling-stroke" />
);

/** Line across a drawing at the chosen point, with a dot on the point, in units of the drawing. */
export const ReadingMark = ({ x, y, height }: { x: number; y: number; height: number }) => (
  <>
    <path d={`M${x} 0v${height}`} className="stroke-control" vectorEffect="non-scaling-stroke" />
    <path
      d={`M${x} ${y}h0`}
      className="stroke-accent"
      strokeWidth={10}
      strokeLinecap="round"
      vectorEffect="non-scaling-stroke"
    />
  </>
);

export const ChartFigures = ({ children }: { children: ReactNode }) => (
  <div className="print:hidden">
    <Disclosure summary="Show the figures">{children}</Disclosure>
  </div>
);
