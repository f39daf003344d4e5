/** Stroke of a curve, two pixels wide at any scale. It has its own file because the logo on every page uses it. */
export const CURVE_STROKE = {
  strokeWidth: 2,
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
  vectorEffect: 'non-scaling-stroke',
} as const;
