import { DOLLAR_FORMAT, parseAmount } from '~/platform/text/amount';

/** Largest single amount ($10 bn): far above any plan, and far below where sums become inexact. */
export const MAX_AMOUNT_CENTS = DOLLAR_FORMAT.max;

/** Parses an amount as entered, such as `1234.5`, `1,234.50` or `$1,234.50`, into cents; null for any other text. */
export function parseUsd(text: string): bigint | null {
  const amount = parseAmount(text, DOLLAR_FORMAT);
  return amount.ok ? amount.value : null;
}
