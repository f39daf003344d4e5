import type { Instrument } from '~/market/instruments';
import { groupDigits } from '~/platform/text/figure';
import { signedPercentText, toBps } from '~/platform/text/percent';

/** Formats a price with the decimals of its instrument and a true minus sign: `64,250.00`, `1.10320`. */
export const formatPrice = (price: number, { digits }: Pick<Instrument, 'digits'>): string =>
  `${price < 0 ? '−' : ''}${groupDigits(Math.abs(price).toFixed(digits))}`;

export const formatPriceChange = (fraction: number): string => signedPercentText(toBps(fraction));

export const formatBillions = (billions: number): string =>
  billions >= 1_000 ? `$${(billions / 1_000).toFixed(2)} tn` : `$${billions.toFixed(billions < 10 ? 1 : 0)} bn`;
