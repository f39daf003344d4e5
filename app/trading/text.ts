import { groupDigits } from '~/platform/text/figure';
import type { WaitingOrder } from './accounts/account';
import type { Contract } from './contracts';
import { plainPrice, plainSize } from './decimals';
import { ceilDiv } from './numbers';

/** Formats an unsigned size in units: `1,234.5`. */
export const sizeText = (size: bigint): string => groupDigits(plainSize(size));

/** Returns the unit of an instrument's sizes: `BTC`, `oz`, `shares`; for indices and futures, dollars per point. */
export function getSizeUnit({
  id,
  symbol,
  instrument: { kind },
}: Pick<Contract, 'id' | 'symbol' | 'instrument'>): string {
  if (kind === 'forex' || kind === 'crypto') return symbol.slice(0, symbol.indexOf('/'));
  if (kind === 'stock') return 'shares';
  if (kind === 'commodity') return id === 'USOIL' ? 'barrels' : 'oz';
  return 'USD a point';
}

/** Formats a cost (10^-8 dollars) to the hundredth of a cent, rounded up: `$0.0228`, `$1.07`. */
export function costText(dollars: bigint): string {
  const [whole, fraction = ''] = plainSize(ceilDiv(dollars, 10_000n) * 10_000n).split('.');
  return `$${groupDigits(`${whole}.${fraction.padEnd(2, '0')}`)}`;
}

/** Formats a price with all decimals of its instrument: `1.08342`, `64,250.00`. */
export const priceText = (price: bigint, contract: Pick<Contract, 'scale'>): string =>
  groupDigits(plainPrice(price, contract));

/**
 * Describes the event that fills a waiting order. In an always open market it is the order's price, or the next price
 * of a live source.
 */
export function describeWaitingOrder(
  { level, cancelledAt }: Pick<WaitingOrder, 'level' | 'cancelledAt'>,
  contract: Contract,
): string {
  if (cancelledAt !== undefined) return 'the next price, which ends it';
  if (level !== null) return `a price of ${priceText(level, contract)}`;
  return contract.hours === null ? 'the next price of its source' : 'its market to open';
}
