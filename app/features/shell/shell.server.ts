import { standingOf } from '~/ledger/lifetime.server';
import type { User } from '~/platform/session.server';
import { unreadCount } from '../account';
import { rankOf } from '../ranking';

/** What the frame around every signed-in page shows of its user. */
export async function shellOf(user: User) {
  const [{ balances, totals }, unread] = await Promise.all([standingOf(user.id), unreadCount(user.id)]);
  return {
    user: {
      name: `${user.firstName} ${user.lastName}`,
      email: user.email,
      total: balances.funded,
      rank: rankOf(balances.funded).name,
      pictureUrl: user.pictureFileId ? `/files/${user.pictureFileId}` : null,
    },
    /** What was not read; and, until a first deposit was approved, that there was none. */
    alerts: { count: unread + (totals.totalDeposit === 0n ? 1 : 0), href: '/notifications' },
  };
}
