import { may, type Right, type RoleHolder } from '~/signIns/rights';
import type { NavGroup } from '~/ui/layout/Menus';

/** What waits for an administrator, for the badges of the menu. */
export type Waiting = {
  deposits: number;
  withdrawals: number;
  kyc: number;
  approvals: number;
  leaders: number;
  alerts: number;
  support: number;
};

type MenuEntry = NavGroup['items'][number] & { right: Right };

/** The administrator's menu, without entries that their role may not read. */
export function adminNav(waiting: Waiting, holder: RoleHolder): NavGroup[] {
  return menu(waiting, holder)
    .map(({ label, items }) => ({ label, items: items.filter(({ right }) => may(holder, right)).map(entryOf) }))
    .filter(({ items }) => items.length > 0);
}

const entryOf = ({ right: _, ...item }: MenuEntry): NavGroup['items'][number] => item;

/** Pages under "Your sign-in"; what each role may is one of them where there is no entry "Staff" above it. */
const ownPages = (holder: RoleHolder): string[] => [
  '/admin/password',
  ...(may(holder, 'staff:read') ? [] : ['/admin/staff/rights']),
];

const menu = (
  { deposits, withdrawals, kyc, approvals, leaders, alerts, support }: Waiting,
  holder: RoleHolder,
): (Omit<NavGroup, 'items'> & { items: MenuEntry[] })[] => [
  {
    items: [
      { href: '/admin', right: 'everyone', label: 'Overview', icon: 'home', alone: true },
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
      { href: '/admin/support', right: 'support:read', label: 'Support', icon: 'mail', badge: support },
      { href: '/admin/approvals', right: 'approvals:read', label: 'Approvals', icon: 'shield', badge: approvals },
    ],
  },
  {
    label: 'Traders',
    items: [
      { href: '/admin/traders', right: 'traders:read', label: 'Traders', icon: 'traders' },
      { href: '/admin/traders?new', right: 'traders:change', label: 'Create trader', icon: 'plus' },
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
      { href: '/admin/restores', right: 'payments:read', label: 'Restores', icon: 'lock' },
      { href: '/admin/announcements', right: 'operation:read', label: 'Announcements', icon: 'info' },
      { href: '/admin/outbox', right: 'mails:read', label: 'Outbox', icon: 'mail' },
      { href: '/admin/alerts', right: 'operation:read', label: 'Alerts', icon: 'info', badge: alerts },
      { href: '/admin/jobs', right: 'operation:read', label: 'Jobs', icon: 'clock' },
      { href: '/admin/audit', right: 'events:read', label: 'Audit log', icon: 'audit' },
      { href: '/admin/staff', right: 'staff:read', label: 'Staff', icon: 'users' },
      { href: '/admin/security', right: 'everyone', label: 'Your sign-in', icon: 'password', also: ownPages(holder) },
    ],
  },
];
