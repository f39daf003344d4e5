import type { NavGroup } from '~/ui/Shell';

/** What waits for an administrator, for the badges of the menu. */
export type Waiting = { deposits: number; withdrawals: number; kyc: number; approvals: number; leaders: number };

/** The administrator's menu. */
export const adminNav = ({ deposits, withdrawals, kyc, approvals, leaders }: Waiting): NavGroup[] => [
  {
    items: [
      { href: '/admin', label: 'Overview', icon: 'home' },
      { href: '/admin/users', label: 'Users', icon: 'users' },
      { href: '/admin/deposits', label: 'Deposits', icon: 'deposit', badge: deposits },
      { href: '/admin/withdrawals', label: 'Withdrawals', icon: 'withdraw', badge: withdrawals },
      { href: '/admin/kyc', label: 'KYC', icon: 'kyc', badge: kyc },
      { href: '/admin/approvals', label: 'Approvals', icon: 'shield', badge: approvals },
    ],
  },
  {
    label: 'Traders',
    items: [
      { href: '/admin/traders', label: 'Traders', icon: 'traders' },
      { href: '/admin/traders?new', label: 'Create trader', icon: 'plus' },
      { href: '/admin/trades', label: 'Trader log', icon: 'transactions' },
      { href: '/admin/leader-requests', label: 'Requests to be copied', icon: 'copy', badge: leaders },
      { href: '/admin/signals', label: 'Signals', icon: 'live' },
    ],
  },
  {
    label: 'Operation',
    items: [
      { href: '/admin/catalogue', label: 'Catalogue', icon: 'plans' },
      { href: '/admin/books', label: 'Books', icon: 'books' },
      { href: '/admin/outbox', label: 'Outbox', icon: 'mail' },
      { href: '/admin/jobs', label: 'Jobs', icon: 'clock' },
      { href: '/admin/audit', label: 'Audit log', icon: 'audit' },
      { href: '/admin/security', label: 'Your sign-in', icon: 'password' },
    ],
  },
];
