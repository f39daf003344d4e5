import { sumUnbookedInCopies } from '~/features/copying/copy/queries.server';
import { computeOwnEquity } from '~/features/copying/liveTrading/ownView.server';
import type { Balances } from '~/ledger/reading/statement.server';

/** Worth of a user in cents, open positions included: `booked` plus `open` (not yet booked) is `total`. */
export type Worth = Omit<Balances, 'funded'> & { total: bigint; booked: bigint; open: bigint };

/** Computes a user's total worth, for every page that shows it. */
export async function calculateWorth(userId: string, { funded: booked, ...balances }: Balances): Promise<Worth> {
  const [inCopies, equity] = await Promise.all([sumUnbookedInCopies(userId), computeOwnEquity(userId)]);
  const open = inCopies + (equity === null ? 0n : equity - balances.trading);
  return {
    ...balances,
    allocated: balances.allocated + inCopies,
    trading: equity ?? balances.trading,
    total: booked + open,
    booked,
    open,
  };
}
