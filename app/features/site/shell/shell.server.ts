import { announcementsFor, listFreezes } from '~/features/backoffice';
import { calculateWorth } from '~/features/copying';
import { calculateRankedBalance, rankOf } from '~/features/money';
import { hasNoMoneyYet } from '~/features/site/dashboard/firstDeposit';
import { countUnread } from '~/features/site/dashboard/notifications.server';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { FREEZE_TEXTS, withReason } from '~/signIns/frozen';
import type { User } from '~/signIns/session.server';
import { lacksSecondAdministrator, NO_MONEY_ACCEPTED_TEXT } from '~/signIns/twoAdministrators.server';

export async function loadShell(user: User, cookie: string | null = null) {
  // Set before any read, so that later changes still reach the page as updates.
  const renderedAt = now();
  const [{ balances, totals }, unread, closed] = await Promise.all([
    readBalancesAndTotals(user.id),
    countUnread(user.id),
    lacksSecondAdministrator(read()),
  ]);
  const worth = await calculateWorth(user.id, balances);
  return {
    user: {
      name: `${user.firstName} ${user.lastName}`,
      email: user.email,
      total: worth.total,
      rank: rankOf(calculateRankedBalance(balances, totals)).name,
      pictureUrl: user.pictureFileId ? `/files/${user.pictureFileId}` : null,
    },
    announcements: announcementsFor('investors', cookie),
    drawnAt: renderedAt,
    frozen: await loadFrozenBands(user),
    notTaken: closed ? NO_MONEY_ACCEPTED_TEXT : null,
    alerts: { count: unread + (hasNoMoneyYet(totals) ? 1 : 0), href: '/notifications' },
  };
}

async function loadFrozenBands(user: User) {
  const freezes = await listFreezes(read(), user);
  return freezes.map(({ part, reason }) => ({
    part,
    why: withReason(FREEZE_TEXTS[part].begins, reason),
    goesOn: FREEZE_TEXTS[part].goesOn,
    ...(part === 'account'
      ? { to: '/settings/frozen', action: 'How to unfreeze it' }
      : { to: '/support', action: 'Write to support' }),
  }));
}
