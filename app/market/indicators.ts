/* Textbook indicators over closing prices, oldest first; null if there are too few. */

export function simpleAverage(closes: readonly number[], length: number): number | null {
  if (closes.length < length) return null;
  return closes.slice(-length).reduce((sum, close) => sum + close, 0) / length;
}

/**
 * Returns the exponential moving averages from the `length`th close on. The first is the simple average; each later
 * close has the weight 2 / (length + 1).
 */
export function exponentialSeries(closes: readonly number[], length: number): number[] {
  let average = simpleAverage(closes.slice(0, length), length);
  if (average === null) return [];
  const weight = 2 / (length + 1);
  const series = [average];
  for (const close of closes.slice(length)) {
    average += (close - average) * weight;
    series.push(average);
  }
  return series;
}

export const exponentialAverage = (closes: readonly number[], length: number): number | null =>
  exponentialSeries(closes, length).at(-1) ?? null;

/** Returns Wilder's smoothed relative strength, 0 to 100; 50 if nothing moved. */
export function relativeStrength(closes: readonly number[]): number | null {
  const length = 14;
  if (closes.length <= length) return null;
  let gain = 0;
  let loss = 0;
  for (let index = 1; index < closes.length; index++) {
    const move = (closes[index] as number) - (closes[index - 1] as number);
    // The first `length` moves are averaged equally; each later one has the weight 1 / length.
    const [weight, share] = index <= length ? [1, 1 / length] : [1 - 1 / length, 1 / length];
    gain = gain * weight + Math.max(move, 0) * share;
    loss = loss * weight + Math.max(-move, 0) * share;
  }
  return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);
}

export function macd(closes: readonly number[]): { line: number; signal: number } | null {
  const [fast, slow, smooth] = [12, 26, 9];
  const slowSeries = exponentialSeries(closes, slow);
  const fastSeries = exponentialSeries(closes, fast).slice(-slowSeries.length || undefined);
  const lines = slowSeries.map((average, index) => (fastSeries[index] as number) - average);
  const signal = exponentialAverage(lines, smooth);
  return signal === null ? null : { line: lines.at(-1) as number, signal };
}

export function momentum(closes: readonly number[], length = 10): number | null {
  const before = closes.at(-1 - length);
  return before === undefined ? null : (closes.at(-1) as number) - before;
}
