import { CURVE } from './geometry/curve';

/** Motif above words for what is not there yet: a leader’s line, and mirrored below it the copier’s. */
export const MirrorMark = () => (
  <svg aria-hidden="true" viewBox="0 0 120 48" className="mx-auto mb-3 h-12 w-30">
    <path d="M4 20 24 14 40 18 60 7 78 12 98 4 116 6" className="fill-none stroke-accent" {...CURVE} />
    <path d="M4 28 24 34 40 30 60 41 78 36 98 44 116 42" className="fill-none stroke-accent opacity-45" {...CURVE} />
    <path d="M4 24h112" className="stroke-line" vectorEffect="non-scaling-stroke" />
  </svg>
);
