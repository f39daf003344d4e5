export const dollars = (whole: number): bigint => BigInt(whole) * 100n;
