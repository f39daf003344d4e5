/** Stroke of a curve, two pixels wide at any scale. In its own file, since the logo on every page needs it. */
export const CURVE = {
  strokeWidth: 2,
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
  vectorEffect: 'non-scaling-stroke',
} as const;
