/** Stroke of a curve, two pixels wide however the drawing is stretched. Apart, as the logo on every page is rendered by it. */
export const CURVE = {
  strokeWidth: 2,
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
  vectorEffect: 'non-scaling-stroke',
} as const;
