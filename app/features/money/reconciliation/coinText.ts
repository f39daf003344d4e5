import { writeCoinAmount } from '~/ledger/coinAmount';
import { groupDigits } from '~/platform/text/figure';

/** Writes an amount of a coin, hundred-millionths, as pages do: `−4,470.5 USDT`. Without a method the coin is not named. */
export function statementCoinText(units: bigint, method?: string): string {
  const text = groupDigits(writeCoinAmount(units < 0n ? -units : units));
  // A comma alone could be a decimal one.
  const decimals = /^\d+,\d+$/.test(text) ? '.00' : '';
  const [coin] = method?.split('-') ?? [];
  return `${units < 0n ? '−' : ''}${text}${decimals}${coin ? ` ${coin.toUpperCase()}` : ''}`;
}
