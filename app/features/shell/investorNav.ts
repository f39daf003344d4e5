import type { NavGroup, NavItem } from '~/ui/Shell';

/** The menus of spec section 2. */
export const INVESTOR_NAV: readonly NavGroup[] = [
  {
    items: [
      { href: '/dashboard', label: 'Dashboard', icon: 'dashboard' },
      { href: '/traders', label: 'Find traders', icon: 'traders' },
      { href: '/usercopytrade', label: 'My copies', icon: 'copy' },
      { href: '/live-trading', label: 'Live trading', icon: 'live' },
    ],
  },
  {
    label: 'Money',
    items: [
      { href: '/fundwallet', label: 'Deposit', icon: 'deposit' },
      { href: '/withdraw', label: 'Withdraw', icon: 'withdraw' },
      { href: '/transactions', label: 'Transactions', icon: 'transactions' },
      { href: '/deposit', label: 'Deposit history', icon: 'transactions' },
      { href: '/withdrawlogs', label: 'Withdrawal history', icon: 'transactions' },
      { href: '/plans', label: 'Investment plans', icon: 'plans' },
      { href: '/investments', label: 'Investments', icon: 'plans' },
    ],
  },
  {
    label: 'Account',
    items: [
      { href: '/ranking', label: 'Ranking', icon: 'ranking' },
      { href: '/referrals', label: 'Referrals', icon: 'referral' },
      { href: '/kyc', label: 'KYC', icon: 'kyc' },
      { href: '/settings', label: 'Settings', icon: 'settings' },
      { href: '/passwordreset', label: 'Reset password', icon: 'password' },
    ],
  },
];

export const USER_MENU: readonly NavItem[] = [
  { href: '/plans', label: 'Select plan', icon: 'plans' },
  { href: '/referrals', label: 'Referral', icon: 'referral' },
  { href: '/settings', label: 'Profile setting', icon: 'settings' },
  { href: '/passwordreset', label: 'Reset password', icon: 'password' },
];
