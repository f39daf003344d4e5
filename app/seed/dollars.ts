export const dollarsToCents = (whole: number): bigint => BigInt(whole) * 100n;
