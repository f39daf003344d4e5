/** Has a user neither deposited nor taken practice money? Then the banner and the bell lead to a first deposit. */
export const hasNoMoneyYet = (totals: { totalDeposit: bigint; practiceMoney: bigint }): boolean =>
  totals.totalDeposit === 0n && totals.practiceMoney === 0n;
