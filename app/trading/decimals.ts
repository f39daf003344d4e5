/* Parses sizes and prices written as decimals without sign and exponent. */

import { parseAmount } from '~/platform/text/amount';
import type { Contract } from './contracts';
import { UNITS_PER_WHOLE } from './numbers';

const MAX_UNITS = 10n ** 12n;

/** Parses a decimal into integer units of `1 / scale`; null for other text, or for more decimals than `scale` has. */
function parseDecimal(text: string, scale: bigint): bigint | null {
  const amount = parseAmount(text, { decimals: String(scale).length - 1, max: MAX_UNITS * scale - 1n, mark: '.' });
  return amount.ok ? amount.value : null;
}

function decimalText(value: bigint, scale: bigint): string {
  const decimals = String(scale).length - 1;
  const fraction = String(value % scale)
    .padStart(decimals, '0')
    .replace(/0+$/, '');
  return `${value / scale}${fraction && `.${fraction}`}`;
}

/** Parses an unsigned size into 10^-8 units; null for other text or a finer size. */
export const parseSize = (text: string): bigint | null => parseDecimal(text, UNITS_PER_WHOLE);

export const plainSize = (size: bigint): string => decimalText(size < 0n ? -size : size, UNITS_PER_WHOLE);

/** Parses a price into the last decimal of its instrument; null for other text or more decimals. */
export const parsePrice = (text: string, { scale }: Pick<Contract, 'scale'>): bigint | null =>
  parseDecimal(text, scale);

export const plainPrice = (price: bigint, { scale }: Pick<Contract, 'scale'>): string =>
  scale === 1n ? String(price) : `${price / scale}.${String(price % scale).padStart(String(scale).length - 1, '0')}`;
