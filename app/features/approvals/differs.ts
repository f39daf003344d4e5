/** Tells whether two amounts differ by more than a share of the first, in basis points. */
export function differsByMore(stated: bigint, received: bigint, bps: number): boolean {
  const difference = stated > received ? stated - received : received - stated;
  return difference * 10_000n > stated * BigInt(bps);
}

/** The difference above which a changed number needs a reason, in basis points of the number before. */
const REASON_ABOVE_BPS = 500;

/**
 * Tells whether a number among changed values differs from the one before by more than `REASON_ABOVE_BPS`. A number that
 * appears where there was none, or goes where there was one, does.
 */
export function numbersDiffer(before: Record<string, unknown>, after: Record<string, unknown>): boolean {
  return Object.entries(after).some(([column, value]) => {
    const was = before[column];
    if (isNumber(was) && isNumber(value)) return differsByMore(BigInt(was), BigInt(value), REASON_ABOVE_BPS);
    return (isNumber(was) && value === null) || (was === null && isNumber(value));
  });
}

const isNumber = (value: unknown): value is bigint | number => typeof value === 'bigint' || typeof value === 'number';
