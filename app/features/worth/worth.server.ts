import type { Balances } from '~/ledger/reading/statement.server';
import { openInCopies } from '../copy';
import { ownEquity } from '../liveTrading';

/**
 * What a user has, cents: the ledger's balances, with what open positions would give at the prices of now in `allocated` (copies) and
 * `trading`. `total` is the sum of the others; `open` is what of it is not booked, and `booked` the rest, `funded` of the books.
 */
export type Worth = Omit<Balances, 'funded'> & { total: bigint; booked: bigint; open: bigint };

/** The one figure of what a user has. A page that says how much it is, or shows parts of it, asks here. */
export async function worthOf(userId: string, { funded: booked, ...balances }: Balances): Promise<Worth> {
  const [inCopies, equity] = await Promise.all([openInCopies(userId), ownEquity(userId)]);
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
