import { COIN_AMOUNTS, parseAmount } from '~/platform/text/amount';

/* Amounts of a coin in hundred-millionths (a satoshi of bitcoin), so that sums are exact; ether loses lower digits. */

const ONE_COIN = 10n ** BigInt(COIN_AMOUNTS.decimals);

/** Parses an amount of more than zero, such as `0.0625`, into hundred-millionths of the coin; null for any other text. */
export function readCoinAmount(text: string): bigint | null {
  const amount = parseAmount(text, COIN_AMOUNTS);
  return amount.ok && amount.value > 0n ? amount.value : null;
}

/** Writes hundred-millionths of a coin as `0.0625`, without zeros at its end. */
export function writeCoinAmount(units: bigint): string {
  const size = units < 0n ? -units : units;
  const fraction = String(size % ONE_COIN)
    .padStart(COIN_AMOUNTS.decimals, '0')
    .replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${size / ONE_COIN}${fraction && `.${fraction}`}`;
}
