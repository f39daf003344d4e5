import { writeCoinAmount } from '~/ledger/coinAmount';

/** An amount of a coin as pages write it: with a real minus sign. */
export const coinText = (units: bigint): string =>
  units < 0n ? `−${writeCoinAmount(-units)}` : writeCoinAmount(units);
