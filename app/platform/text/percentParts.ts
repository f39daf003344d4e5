/** Returns the shares of a whole in basis points that add up to 10,000; all zero if the whole is zero. */
export function distributeBps(parts: readonly bigint[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0n);
  if (whole <= 0n) return parts.map(() => 0);
  const bps = parts.map((part) => Number((part * 10_000n) / whole));
  const lost = parts.map((part) => (part * 10_000n) % whole);
  const left = 10_000 - bps.reduce((sum, each) => sum + each, 0);
  const byLoss = lost.map((_, index) => index).sort((a, b) => Number(lost[b]! - lost[a]!) || a - b);
  for (const index of byLoss.slice(0, left)) bps[index]! += 1;
  return bps;
}
