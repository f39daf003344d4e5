import { writeCoinAmount } from '~/ledger/coinAmount';
import { groupDigits } from '~/platform/text/figure';

/**
 * An amount of a coin as pages write it, `−4,470.5 USDT`: with a real minus sign and its thousands apart.
 * @param units hundred-millionths of the coin
 * @param method the code of the method, which begins with its coin; without one the coin is not named
 */
export function coinText(units: bigint, method?: string): string {
  const text = groupDigits(writeCoinAmount(units < 0n ? -units : units));
  // A comma alone could be a decimal one.
  const decimals = /^\d+,\d+$/.test(text) ? '.00' : '';
  const [coin] = method?.split('-') ?? [];
  return `${units < 0n ? '−' : ''}${text}${decimals}${coin ? ` ${coin.toUpperCase()}` : ''}`;
}
