import { linear, ticksAround } from './scale';

/**
 * A line without axes as it is drawn (`Sparkline`), in steps of one unit across. Loaders make it, so that what a page hands over to React is
 * the drawing that it shows: compressed, the second costs next to nothing, where the values would cost more than the drawing.
 */
export type SmallLine = {
  path: string;
  /** How many values it has. */
  points: number;
  /** How far below the top its hairline is, where it has one. */
  level?: number;
};

/** Units from top to bottom: finer than the pixels of a drawing so small. */
export const HEIGHT = 100;

/**
 * Draws values at even distances.
 * @param values at least one; a single one makes a level line
 * @param level a value that is always in the picture, with a hairline: zero, beside which profits and losses are read
 */
export function smallLine(values: readonly number[], level?: number): SmallLine {
  const y = linear(ticksAround(values, level).ends, [HEIGHT, 0]);
  const [first = 0, ...others] = values.map((value) => Math.round(y(value)));
  const heights = others.length > 0 ? others : [first];
  const steps = heights.map((height, index) => `1 ${height - (heights[index - 1] ?? first)}`);
  const path = `M0 ${first}l${steps.join(' ').replaceAll(' -', '-')}`;
  return { path, points: values.length, ...(level !== undefined && { level: Math.round(y(level)) }) };
}
