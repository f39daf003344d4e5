export function isDifferentByMore(stated: bigint, received: bigint, bps: number): boolean {
  const difference = stated > received ? stated - received : received - stated;
  return difference * 10_000n > stated * BigInt(bps);
}

/** Relative change of a number above which a reason is required, in basis points of the former number. */
const REASON_ABOVE_BPS = 500;

/** Returns whether a number was added, was removed, or changed by more than `REASON_ABOVE_BPS`. */
export function hasChangedNumbers(before: Record<string, unknown>, after: Record<string, unknown>): boolean {
  return Object.entries(after).some(([column, value]) => {
    const was = before[column];
    if (isNumber(was) && isNumber(value)) return isDifferentByMore(BigInt(was), BigInt(value), REASON_ABOVE_BPS);
    return (isNumber(was) && value === null) || (was === null && isNumber(value));
  });
}

const isNumber = (value: unknown): value is bigint | number => typeof value === 'bigint' || typeof value === 'number';
