import { createLinearScale, ticksAround } from './scale';

/** Compressed line for `Sparkline`, created by loaders to keep the data of pages small. */
export type SmallLine = {
  path: string;
  points: number;
  level?: number;
};

/** Height of a small chart in its own units, which are finer than pixels. */
export const SMALL_LINE_HEIGHT = 100;

/** Returns the line of values at equal distances. `level` is always in the picture, marked by a hairline. */
export function createSmallLine(values: readonly number[], level?: number): SmallLine {
  const y = createLinearScale(ticksAround(values, level).ends, [SMALL_LINE_HEIGHT, 0]);
  const [first = 0, ...others] = values.map((value) => Math.round(y(value)));
  const heights = others.length > 0 ? others : [first];
  const steps = heights.map((height, index) => `1 ${height - (heights[index - 1] ?? first)}`);
  const path = `M0 ${first}l${steps.join(' ').replaceAll(' -', '-')}`;
  return { path, points: values.length, ...(level !== undefined && { level: Math.round(y(level)) }) };
}
