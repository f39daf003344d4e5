import { hasRight, type Right, type RoleHolder } from '~/signIns/rights';
import { Link } from '~/ui/Link';
import { Icon } from '~/ui/pictures/Icon';
import type { NavGroup, NavItem } from '~/ui/shell/Menus';
import { VisuallyHidden } from '~/ui/Text';

export type WaitingCounts = {
  deposits: number;
  withdrawals: number;
  kyc: number;
  approvals: number;
  leaders: number;
  alerts: number;
  support: number;
};

type MenuEntry = NavItem & { right: Right; actRight?: Right };

export function createAdminNav(waiting: WaitingCounts, holder: RoleHolder): NavGroup[] {
  return createMenu(waiting)
    .map(({ label, items }) => ({
      label,
      items: items
        .filter(({ right }) => hasRight(holder, right))
        .map(
          ({ right: _, actRight, action, ...item }): NavItem => ({
            ...item,
            action: actRight && hasRight(holder, actRight) && action,
          }),
        ),
    }))
    .filter(({ items }) => items.length > 0);
}

export const OWN_MENU: readonly NavItem[] = [{ href: '/admin/security', label: 'Your sign-in', icon: 'password' }];

// Lists entries with badges first, so that a low window shows all of them.
const createMenu = ({
  deposits,
  withdrawals,
  kyc,
  approvals,
  leaders,
  alerts,
  support,
}: Partial<WaitingCounts>): (Omit<NavGroup, 'items'> & { items: MenuEntry[] })[] => [
  {
    items: [
      { href: '/admin', right: 'everyone', label: 'Overview', icon: 'home', matchesExactly: true },
      { href: '/admin/alerts', right: 'everyone', label: 'Alerts', icon: 'bell', badge: alerts },
      { href: '/admin/users', right: 'users:read', label: 'Users', icon: 'users' },
      { href: '/admin/deposits', right: 'payments:read', label: 'Deposits', icon: 'deposit', badge: deposits },
      {
        href: '/admin/withdrawals',
        right: 'payments:read',
        label: 'Withdrawals',
        icon: 'withdraw',
        badge: withdrawals,
      },
      { href: '/admin/kyc', right: 'papers:read', label: 'Identity checks', icon: 'kyc', badge: kyc },
      { href: '/admin/support', right: 'support:read', label: 'Support', icon: 'info', badge: support },
      { href: '/admin/approvals', right: 'approvals:read', label: 'Approvals', icon: 'shield', badge: approvals },
    ],
  },
  {
    label: 'Traders',
    items: [
      {
        href: '/admin/traders',
        right: 'traders:read',
        label: 'Traders',
        icon: 'traders',
        actRight: 'traders:change',
        action: (
          <Link to="/admin/traders?new" title="Create trader" className="entry-act">
            <Icon name="plus" />
            <VisuallyHidden>Create trader</VisuallyHidden>
          </Link>
        ),
      },
      { href: '/admin/trades', right: 'traders:read', label: 'Trader log', icon: 'transactions' },
      {
        href: '/admin/leader-requests',
        right: 'traders:read',
        label: 'Trader applications',
        icon: 'copy',
        badge: leaders,
      },
      { href: '/admin/signals', right: 'traders:read', label: 'Signals', icon: 'live' },
      { href: '/admin/exposure', right: 'traders:read', label: 'Exposure', icon: 'dashboard' },
    ],
  },
  {
    label: 'Operation',
    items: [
      { href: '/admin/catalogue', right: 'catalogue:read', label: 'Catalogue', icon: 'plans' },
      { href: '/admin/books', right: 'books:read', label: 'Books', icon: 'books' },
      { href: '/admin/reconciliation', right: 'books:read', label: 'Reconciliation', icon: 'check' },
      { href: '/admin/restores', right: 'payments:read', label: 'Restores', icon: 'restore' },
      { href: '/admin/announcements', right: 'operation:read', label: 'Announcements', icon: 'news' },
      { href: '/admin/outbox', right: 'mails:read', label: 'Outbox', icon: 'mail' },
      { href: '/admin/webhooks', right: 'payments:read', label: 'Webhooks', icon: 'external' },
      { href: '/admin/jobs', right: 'operation:read', label: 'Jobs', icon: 'clock' },
      { href: '/admin/audit', right: 'events:read', label: 'Audit log', icon: 'audit' },
      { href: '/admin/staff', right: 'staff:read', label: 'Staff', icon: 'user' },
    ],
  },
];

const ALL_MENU_ITEMS: readonly NavItem[] = [...createMenu({}).flatMap(({ items }) => items), ...OWN_MENU];

export const findMenuTitle = (path: string): string | undefined =>
  ALL_MENU_ITEMS.find(({ href, matchesExactly }) => href === path && !matchesExactly)?.label;
