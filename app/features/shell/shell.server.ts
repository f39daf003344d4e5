import { balancesOf, totalsOf } from '~/ledger/statement.server';
import { read } from '~/platform/db/index.server';
import type { User } from '~/platform/session.server';
import { unreadCount } from '../account';
import { rankOf } from '../ranking';

/** What the frame around every signed-in page shows of its user. */
export async function shellOf(user: User) {
  const { funded } = await balancesOf(read(), user.id);
  const { totalDeposit } = await totalsOf(read(), user.id);
  return {
    user: {
      name: `${user.firstName} ${user.lastName}`,
      email: user.email,
      total: funded,
      rank: rankOf(funded).name,
      pictureUrl: user.pictureFileId ? `/files/${user.pictureFileId}` : null,
    },
    /** What was not read; and, until a first deposit was approved, that there was none. */
    alerts: { count: (await unreadCount(user.id)) + (totalDeposit === 0n ? 1 : 0), href: '/notifications' },
  };
}
