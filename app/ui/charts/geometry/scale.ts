/** Scales and round ticks. A library would be too large for pages (decision 044). */

/** Returns the linear function that maps `from` to `to`; a single value is mapped to the middle. */
export function createLinearScale(
  [low, high]: readonly [number, number],
  [start, end]: readonly [number, number],
): (value: number) => number {
  const range = high - low;
  return (value) => {
    const part = range ? (value - low) / range : 0.5;
    return start * (1 - part) + end * part;
  };
}

/** Distance between ticks as a fraction. One of the two numbers is 1, so that a multiple of 0.1 is divided by 10 and stays exact. */
type TickStep = { times: number; per: number };

type RoundTicks = { ends: readonly [low: number, high: number]; ticks: number[] };

/**
 * Returns the round distance (1, 2 or 5 times a power of ten) that divides a range into about `parts`. Source: `tickSpec` of d3-array 3.2
 * (ISC).
 */
function roundStep(range: number, parts: number): TickStep {
  const power = Math.floor(Math.log10(range / parts));
  const rest = range / parts / 10 ** power;
  const factor = rest >= Math.sqrt(50) ? 10 : rest >= Math.sqrt(10) ? 5 : rest >= Math.SQRT2 ? 2 : 1;
  return power < 0 ? { times: 1, per: 10 ** -power / factor } : { times: 10 ** power * factor, per: 1 };
}

/**
 * Limit of iterations, since wider bounds may need a wider step; two nearly always suffice. Source: `nice` of d3-scale 4.0 (ISC licence).
 */
const MAX_ITERATIONS = 10;

/** Returns about `parts` round ticks from `low` to `high`; only `low` if both are equal. */
export function roundTicks(low: number, high: number, parts: number): RoundTicks {
  const flat = { ends: [low, high] as const, ticks: [low] };
  if (!(high > low && Number.isFinite(high - low))) return flat;
  let [first, last] = [low, high];
  let step = roundStep(high - low, parts);
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const { times, per } = step;
    first = (Math.floor((first * per) / times) * times) / per;
    last = (Math.ceil((last * per) / times) * times) / per;
    const next = roundStep(last - first, parts);
    if (next.times === times && next.per === per) {
      const from = Math.round((first * per) / times);
      const count = Math.round((last * per) / times) - from + 1;
      const ticks = Array.from({ length: count }, (_, index) => ((from + index) * times) / per);
      return { ends: [first, last], ticks };
    }
    step = next;
  }
  return flat;
}

/** Returns round ticks around some values and around `level`, which the axis always includes. A level line has one tick and no range. */
export function ticksAround(values: readonly number[], level?: number): RoundTicks {
  const shown = level === undefined ? values : [...values, level];
  return roundTicks(Math.min(...shown), Math.max(...shown), 4);
}

export function evenIndexes(length: number, max: number): number[] {
  const count = Math.min(length, max);
  return Array.from({ length: count }, (_, row) => Math.round((row * (length - 1)) / Math.max(count - 1, 1)));
}
