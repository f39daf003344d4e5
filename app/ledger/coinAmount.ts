import { COIN_FORMAT, parseAmount } from '~/platform/text/amount';

/* Amounts of a coin in hundred-millionths (a satoshi of bitcoin), so that sums are exact. Smaller digits of ether are dropped. */

const ONE_COIN = 10n ** BigInt(COIN_FORMAT.decimals);

/** Parses a positive amount, such as `0.0625`, into hundred-millionths of the coin; null for any other text. */
export function readCoinAmount(text: string): bigint | null {
  const amount = parseAmount(text, COIN_FORMAT);
  return amount.ok && amount.value > 0n ? amount.value : null;
}

/** Formats hundred-millionths of a coin as `0.0625`, without trailing zeros. */
export function writeCoinAmount(units: bigint): string {
  const size = units < 0n ? -units : units;
  const fraction = String(size % ONE_COIN)
    .padStart(COIN_FORMAT.decimals, '0')
    .replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${size / ONE_COIN}${fraction && `.${fraction}`}`;
}
