import { curveLinear, line } from 'd3-shape';
import type { ReactNode } from 'react';
import { CURVE } from './curve';
import { linear } from './scale';

const WIDTH = 600;
const HEIGHT = 80;

/** One side: its values over the same time as the other's, and what it is called and came to. */
export type MirrorSide = { values: readonly number[]; label: ReactNode; text: string };

/**
 * The motif of the product: a leader's line above, and below it, as in a mirror, the copier's. Both are drawn to one scale, so a
 * copy that did as its leader did is its exact reflection.
 */
export function MirroredLine({ leader, copier }: { leader: MirrorSide; copier: MirrorSide }) {
  const all = [0, ...leader.values, ...copier.values];
  const y = linear([Math.min(...all), Math.max(...all)], [HEIGHT - 4, 4]);
  const drawn = (values: readonly number[], mirrored: boolean) =>
    line<number>(
      (_, index) => (values.length > 1 ? (WIDTH * index) / (values.length - 1) : 0),
      (value) => (mirrored ? 2 * HEIGHT - y(value) : y(value)),
    )
      .curve(curveLinear)
      .digits(1)(values) ?? '';
  return (
    <figure className="flex flex-col gap-1">
      <div className="flex justify-between gap-4 text-sm">{leader.label}</div>
      <svg
        role="img"
        aria-label={`${leader.text} ${copier.text}`}
        viewBox={`0 0 ${WIDTH} ${2 * HEIGHT}`}
        preserveAspectRatio="none"
        className="h-32 w-full"
      >
        <path d={`M0 ${HEIGHT}h${WIDTH}`} className="stroke-line" vectorEffect="non-scaling-stroke" />
        <path d={drawn(leader.values, false)} className="fill-none stroke-accent" {...CURVE} />
        <path d={drawn(copier.values, true)} className="fill-none stroke-accent opacity-55" {...CURVE} />
      </svg>
      <div className="flex justify-between gap-4 text-sm">{copier.label}</div>
    </figure>
  );
}

/** The motif alone, above words that say what is not there yet. */
export const MirrorMark = () => (
  <svg aria-hidden="true" viewBox="0 0 120 48" className="mx-auto mb-3 h-12 w-30">
    <path d="M4 20 24 14 40 18 60 7 78 12 98 4 116 6" className="fill-none stroke-accent" {...CURVE} />
    <path d="M4 28 24 34 40 30 60 41 78 36 98 44 116 42" className="fill-none stroke-accent opacity-45" {...CURVE} />
    <path d="M4 24h112" className="stroke-line" vectorEffect="non-scaling-stroke" />
  </svg>
);
