export type OmittedRows = { zero: number; otherCoin: number; notDone: number; total: number };

/** Formats the number of omitted rows by reason: `. Left out: 2 of zero, 1 pending or failed`; empty without any. */
export function formatOmittedRows({ zero, otherCoin, notDone, total }: OmittedRows): string {
  const reasons = [
    zero && `${zero} of zero`,
    otherCoin && `${otherCoin} of other coins`,
    notDone && `${notDone} pending or failed`,
    total && `${total} with a total, a balance or no amount`,
  ].filter(Boolean);
  return reasons.length === 0 ? '' : `. Left out: ${reasons.join(', ')}`;
}
