export const hasNoMoneyYet = (totals: { totalDeposit: bigint; practiceMoney: bigint }): boolean =>
  totals.totalDeposit === 0n && totals.practiceMoney === 0n;
