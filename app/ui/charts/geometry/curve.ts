/** How the curve of a chart is drawn: two pixels wide on the screen, however the drawing is stretched. Alone here, since the product's mark on every page is drawn by it. */
export const CURVE = {
  strokeWidth: 2,
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
  vectorEffect: 'non-scaling-stroke',
} as const;
