import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { Time } from './Data';
import { useHydrated } from './hydrated';

/** A point of a chart: what it says, and how far along it stands, from 0 to 1. */
export type Place = { at: Date; value: number; along: number };

/** Keys that move the reading, and by how many points. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: 10, PageDown: -10, Home: -1e9, End: 1e9 };

/**
 * Around the drawing of a chart: the value at the pointer, or at the point that the arrow keys reach, written above it. The
 * newest until then, and where there are no scripts.
 * @param children draws the chart, with a mark at the place that is read
 */
export function ChartReading(props: {
  places: readonly Place[];
  label: string;
  format: (value: number) => string;
  children: (read: Place | null) => ReactNode;
}) {
  const { places, label, format, children } = props;
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState<number | null>(null);
  const newest = places.length - 1;
  const index = Math.min(chosen ?? newest, newest);
  const place = places[index];
  if (!place) return null;
  const text = format(place.value);
  const read = chosen === null ? null : place;
  const toPointer = ({ clientX, currentTarget }: PointerEvent) => {
    const drawing = currentTarget.querySelector('svg') ?? currentTarget;
    const { left, width } = drawing.getBoundingClientRect();
    const along = (clientX - left) / width;
    const next = places.findIndex((each) => each.along > along);
    setChosen(next < 0 ? newest : Math.max(0, next - 1));
  };
  const toKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setChosen(Math.min(newest, Math.max(0, index + step)));
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="flex flex-wrap justify-between gap-x-3 text-sm text-muted" aria-hidden="true">
        <Time at={place.at} />
        <span className="font-semibold text-ink">{text}</span>
      </p>
      {hydrated ? (
        <div
          role="slider"
          tabIndex={0}
          aria-label={`${label}: read a value`}
          aria-valuemin={0}
          aria-valuemax={newest}
          aria-valuenow={index}
          aria-valuetext={`${place.at.toLocaleString('en-GB')}: ${text}`}
          onKeyDown={toKey}
          onPointerMove={toPointer}
          onPointerDown={toPointer}
          onPointerLeave={() => setChosen(null)}
          onBlur={() => setChosen(null)}
          className="touch-pan-y"
        >
          {children(read)}
        </div>
      ) : (
        children(null)
      )}
    </div>
  );
}
