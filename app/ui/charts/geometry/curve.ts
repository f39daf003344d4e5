/**
 * Stroke of a chart's curve: two pixels wide however the drawing is stretched. Alone here, since the product's mark on every page is drawn
 * by it.
 */
export const CURVE = {
  strokeWidth: 2,
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
  vectorEffect: 'non-scaling-stroke',
} as const;
