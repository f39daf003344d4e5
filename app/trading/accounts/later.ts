import type { TRADING_SOURCES } from '#drizzle/schema';
import { least } from '../numbers';
import type { Balance } from './balance';

/*
 * Money moved at an instant whose prices are not known yet. The ledger has moved it; a price from before that instant may
 * still arrive, and what it decides (a size, a close-out, a floor) must not count this money.
 */

export type Later = {
  /** Put in, or taken out when less than zero. */
  cents: bigint;
  /** The second of the act, milliseconds: all that happens in it comes before the money. */
  since: number;
  by: (typeof TRADING_SOURCES)[number];
};

type WithLater = { balance: Balance; later: readonly Later[] };

/** An account with the money that counts at an instant, milliseconds; all of it, when that is left out. */
export function withMoneyAt<A extends WithLater>(account: A, at = Number.POSITIVE_INFINITY): A {
  const due = account.later.filter(({ since }) => since < at);
  if (due.length === 0) return account;
  const cash = account.balance.cash + sumOf(due);
  return {
    ...account,
    balance: { ...account.balance, cash },
    later: account.later.filter(({ since }) => since >= at),
  };
}

/** The second after which the next money of an account counts, milliseconds; infinity where none waits. */
export const nextEntry = ({ later }: Pick<WithLater, 'later'>): number =>
  later.reduce((first, { since }) => Math.min(first, since), Number.POSITIVE_INFINITY);

const sumOf = (flows: readonly Later[]): bigint => flows.reduce((sum, { cents }) => sum + cents, 0n);

/** Returns what an owner has put in, less taken out, that does not count yet, cents. */
export const notYetPutIn = ({ later }: Pick<WithLater, 'later'>): bigint =>
  sumOf(later.filter(({ by }) => by === 'investor'));

/** The cash that the ledger has of an account, cents: with what counts later. */
export const bookedCash = ({ balance, later }: WithLater): bigint => balance.cash + sumOf(later);

/** The most that losses can take from an account's cash, cents, so that what leaves later is still there; at least none of it. */
export function spendable({ balance, later }: WithLater): bigint {
  let [cash, lowest] = [balance.cash, balance.cash];
  for (const { cents } of later) {
    cash += cents;
    lowest = least(lowest, cash);
  }
  return lowest;
}
