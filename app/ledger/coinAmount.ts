/*
 * Amounts of a cryptocurrency. They are whole numbers of its hundred-millionth part, for every coin alike (a satoshi of bitcoin), so that
 * sums are exact. Coins with smaller parts, such as ether, lose what is below that.
 */

const DECIMALS = 8;
const ONE_COIN = 10n ** BigInt(DECIMALS);

/**
 * Reads an amount as wallets, exchanges and chain services write it: `0.0625`, `-1,250.5`, `3e-7`.
 * @returns hundred-millionths of the coin, without what is smaller than one; null if the text is no amount
 */
export function readCoinAmount(text: string): bigint | null {
  const parts = /^([+-]?)(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d*))?(?:e([+-]?\d{1,2}))?$/i.exec(text.trim());
  if (!parts) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts;
  if (whole === '' && fraction === '') return null;
  const digits = BigInt(whole.replaceAll(',', '') + fraction);
  const power = DECIMALS - fraction.length + Number(exponent);
  const units = power >= 0 ? digits * 10n ** BigInt(power) : digits / 10n ** BigInt(-power);
  return sign === '-' ? -units : units;
}

/**
 * Writes an amount as `0.0625`: without zeros at its end.
 * @param units hundred-millionths of the coin
 */
export function writeCoinAmount(units: bigint): string {
  const size = units < 0n ? -units : units;
  const fraction = String(size % ONE_COIN)
    .padStart(DECIMALS, '0')
    .replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${size / ONE_COIN}${fraction && `.${fraction}`}`;
}
