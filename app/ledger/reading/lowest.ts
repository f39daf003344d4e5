export type SumChange = { at: Date; change: bigint };

/**
 * Returns the lowest value of a running sum within a closed range, and its value at the start. `changes` are all
 * changes, in order.
 */
export function findLowest(changes: readonly SumChange[], from: Date, to: Date): { atFirst: bigint; lowest: bigint } {
  let sum = 0n;
  let atFirst = 0n;
  let lowest: bigint | null = null;
  for (const { at, change } of changes) {
    if (at > to) break;
    sum += change;
    if (at <= from) atFirst = sum;
    else if (sum < (lowest ?? atFirst)) lowest = sum;
  }
  return { atFirst, lowest: lowest ?? atFirst };
}
