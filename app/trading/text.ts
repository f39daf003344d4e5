import type { WaitingOrder } from './account';
import type { Contract } from './contracts';
import { abs, UNIT } from './numbers';

/** A size without its side, in units, thousands apart and no zeros at its end: `1,234.5`. */
export function sizeText(size: bigint): string {
  const whole = abs(size) / UNIT;
  const rest = String(abs(size) % UNIT).padStart(String(UNIT).length - 1, '0');
  const decimals = rest.replace(/0+$/, '');
  return decimals ? `${grouped(whole)}.${decimals}` : grouped(whole);
}

/** A price with all decimals of its instrument: `1.08342`. */
export function priceText(price: bigint, { scale }: Pick<Contract, 'scale'>): string {
  const digits = String(scale).length - 1;
  const whole = grouped(price / scale);
  return digits === 0 ? whole : `${whole}.${String(price % scale).padStart(digits, '0')}`;
}

const grouped = (whole: bigint): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',');

/** What an order waits for. Markets that are always open keep one waiting for its price alone: on a live source, the next. */
export function waitsFor({ level }: Pick<WaitingOrder, 'level'>, contract: Contract): string {
  if (level !== null) return `a price of ${priceText(level, contract)}`;
  return contract.hours === null ? 'the next price of its source' : 'its market to open';
}
