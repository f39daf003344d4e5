import { abs, compare, max, min } from '../numbers';
import { CLOSE_OUT_MARGIN_SHARE } from '../tradingTerms';
import { type Account, type AccountEntry, apply, getLeverage, listPositions } from './account';
import { balanceWorth } from './balance';
import { withMoneyAt } from './later';
import { calculateExposure, calculateMargin, openResult, type Position } from './position';

export type MidPriceOf = (id: string) => bigint;

const sumOverPositions = (account: Account, each: (position: Position) => bigint): bigint =>
  listPositions(account).reduce((sum, position) => sum + each(position), 0n);

/** Returns the equity in cents: cash, waiting profits and open results, minus the deficit. */
export const calculateEquity = (account: Account, mids: MidPriceOf): bigint =>
  balanceWorth(account.balance) + sumOverPositions(account, (position) => openResult(position, mids(position.id)));

export const requiredMargin = (account: Account, mids: MidPriceOf): bigint =>
  sumOverPositions(account, (position) => calculateMargin(position, mids(position.id)));

export const calculateAccountExposure = (account: Account, mids: MidPriceOf): bigint =>
  sumOverPositions(account, (position) => calculateExposure(position, mids(position.id)));

/** Returns the largest possible withdrawal in cents: the smaller of cash and equity, minus the margin in use. */
export function maxWithdrawal(initial: Account, mids: MidPriceOf): bigint {
  const account = withMoneyAt(initial);
  return max(min(calculateEquity(account, mids), account.balance.cash) - requiredMargin(account, mids), 0n);
}

export const isShort = (equity: bigint, margin: bigint): boolean =>
  equity * CLOSE_OUT_MARGIN_SHARE[1] < margin * CLOSE_OUT_MARGIN_SHARE[0];

export function isReducing({ positions }: Account, id: string, size: bigint): boolean {
  const held = positions[id]?.size ?? 0n;
  return held !== 0n && held > 0n !== size > 0n && abs(size) <= abs(held);
}

export function hasMargin(account: Account, entry: AccountEntry, mids: MidPriceOf): boolean {
  if (entry.id === null || isReducing(account, entry.id, entry.size)) return true;
  const after = apply(account, entry).account;
  return calculateEquity(after, mids) >= requiredMargin(after, mids);
}

export function largestWithMargin(account: Account, entry: AccountEntry, mids: MidPriceOf): bigint {
  const side = entry.size < 0n ? -1n : 1n;
  const fits = (size: bigint) => hasMargin(account, { ...entry, size: side * size }, mids);
  const whole = abs(entry.size);
  if (whole === 0n || fits(whole)) return entry.size;
  let [low, high] = [0n, whole];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return side * low;
}

/**
 * Returns the position that a close-out closes next: the largest loss among those that can be closed, and for equal
 * losses the first by instrument. Null if the equity suffices.
 */
export function nextToCloseOut(account: Account, mids: MidPriceOf, canClose: (id: string) => boolean): Position | null {
  if (!isShort(calculateEquity(account, mids), requiredMargin(account, mids))) return null;
  const closable = listPositions(account).filter(({ id }) => canClose(id));
  const losing = closable.map((position) => ({ position, result: openResult(position, mids(position.id)) }));
  losing.sort((a, b) => compare(a.result, b.result) || (a.position.id < b.position.id ? -1 : 1));
  return losing[0]?.position ?? null;
}

/**
 * Sets the leverage of an instrument's next orders. Returns null if it is out of range, or differs from that of an open
 * position.
 */
export function withLeverage(account: Account, id: string, leverage: bigint, limit: bigint): Account | null {
  if (account.positions[id]) return getLeverage(account, id) === leverage ? account : null;
  if (leverage < 1n || leverage > limit) return null;
  return { ...account, leverage: { ...account.leverage, [id]: leverage } };
}
