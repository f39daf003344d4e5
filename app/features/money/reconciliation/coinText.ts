import { writeCoinAmount } from '~/ledger/coinAmount';
import { groupDigits } from '~/platform/text/figure';

/** Formats a coin amount (hundred-millionths) as pages show it: `−4,470.5 USDT`. Without a method the coin is omitted. */
export function statementCoinText(units: bigint, method?: string): string {
  const text = groupDigits(writeCoinAmount(units < 0n ? -units : units));
  // A comma alone could be read as a decimal mark.
  const decimals = /^\d+,\d+$/.test(text) ? '.00' : '';
  const [coin] = method?.split('-') ?? [];
  return `${units < 0n ? '−' : ''}${text}${decimals}${coin ? ` ${coin.toUpperCase()}` : ''}`;
}
