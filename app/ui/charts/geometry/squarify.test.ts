import fc from 'fast-check';
import { expect, test } from 'vitest';
import { squarify } from './squarify';

const frame = { x: 10, y: 20, width: 600, height: 400 };
const weights = fc
  .array(fc.double({ min: 0.01, max: 1_000, noNaN: true }), { minLength: 1, maxLength: 30 })
  .map((list) => list.sort((a, b) => b - a));

test('rectangles have the area of their share, lie in the frame and do not overlap', () => {
  fc.assert(
    fc.property(weights, (list) => {
      const pieces = squarify(list, frame);
      const total = list.reduce((sum, weight) => sum + weight, 0);
      expect(pieces).toHaveLength(list.length);
      pieces.forEach(({ x, y, width, height }, index) => {
        const share = ((list[index] as number) / total) * frame.width * frame.height;
        expect(width * height).toBeCloseTo(share, 4);
        expect(Math.min(x - frame.x, y - frame.y)).toBeGreaterThan(-1e-6);
        expect(x + width - frame.x - frame.width).toBeLessThan(1e-6);
        expect(y + height - frame.y - frame.height).toBeLessThan(1e-6);
        for (const other of pieces.slice(index + 1)) {
          const across = Math.min(x + width, other.x + other.width) - Math.max(x, other.x);
          const down = Math.min(y + height, other.y + other.height) - Math.max(y, other.y);
          expect(Math.min(across, down)).toBeLessThan(1e-6);
        }
      });
    }),
    { numRuns: 60 },
  );
});

test('equal weights become squares where they fit', () => {
  for (const { width, height } of squarify([1, 1, 1, 1], { x: 0, y: 0, width: 100, height: 100 })) {
    expect([width, height]).toEqual([50, 50]);
  }
});

test('an empty list, or a list without weight, has no area', () => {
  expect(squarify([], frame)).toEqual([]);
  expect(squarify([0, -3], frame).every(({ width, height }) => width * height === 0)).toBe(true);
});
