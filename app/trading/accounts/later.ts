import type { TRADING_SOURCES } from '#drizzle/schema';
import { min } from '../numbers';
import type { Balance } from './balance';

/*
 * Deferred transfers. The ledger has posted them, but a price from before the transfer may still arrive from a live
 * source; sizes, close-outs and floors at such a price must not include the money.
 */

export type DeferredCash = {
  /** Positive for a deposit, negative for a withdrawal. */
  cents: bigint;
  /** Second of the transfer, in milliseconds. The money takes effect after this second. */
  since: number;
  by: (typeof TRADING_SOURCES)[number];
};

type WithDeferredCash = { balance: Balance; later: readonly DeferredCash[] };

/**
 * Returns an account whose cash includes the transfers that take effect before an instant (milliseconds); by default
 * all of them.
 */
export function withMoneyAt<A extends WithDeferredCash>(account: A, at = Number.POSITIVE_INFINITY): A {
  const due = account.later.filter(({ since }) => since < at);
  if (due.length === 0) return account;
  const cash = account.balance.cash + sumOf(due);
  return {
    ...account,
    balance: { ...account.balance, cash },
    later: account.later.filter(({ since }) => since >= at),
  };
}

/** Returns the second after which the next deferred transfer takes effect, in milliseconds; infinity without one. */
export const nextTransferAt = ({ later }: Pick<WithDeferredCash, 'later'>): number =>
  later.reduce((first, { since }) => Math.min(first, since), Number.POSITIVE_INFINITY);

const sumOf = (flows: readonly DeferredCash[]): bigint => flows.reduce((sum, { cents }) => sum + cents, 0n);

/** Returns the owner's deferred deposits minus withdrawals, in cents. */
export const deferredDeposits = ({ later }: Pick<WithDeferredCash, 'later'>): bigint =>
  sumOf(later.filter(({ by }) => by === 'investor'));

/** Returns the cash of an account according to the ledger, including deferred transfers, in cents. */
export const bookedCash = ({ balance, later }: WithDeferredCash): bigint => balance.cash + sumOf(later);

/**
 * Returns the largest loss that an account's cash covers at any time, in cents, taking deferred transfers into account.
 */
export function maxCoveredLoss({ balance, later }: WithDeferredCash): bigint {
  let [cash, lowest] = [balance.cash, balance.cash];
  for (const { cents } of later) {
    cash += cents;
    lowest = min(lowest, cash);
  }
  return lowest;
}
