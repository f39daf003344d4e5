import { DOLLARS, parseAmount } from '~/platform/text/amount';

/** The most one amount may be: far above any plan, far below where sums stop being exact. $10 bn. */
export const MAX_AMOUNT_CENTS = DOLLARS.max;

/** Parses a typed amount, such as `1234.5`, `1,234.50` or `$1,234.50`, into cents; null for any other text. */
export function parseUsd(text: string): bigint | null {
  const amount = parseAmount(text, DOLLARS);
  return amount.ok ? amount.value : null;
}
