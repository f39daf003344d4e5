import type { NavGroup, NavItem } from '~/ui/layout/Menus';

const HOME: NavItem = { href: '/dashboard', label: 'Home', icon: 'home' };
const TRADERS: NavItem = { href: '/traders', label: 'Find traders', icon: 'traders' };
const COPIES: NavItem = { href: '/usercopytrade', label: 'My copies', icon: 'copy' };
const LIVE: NavItem = { href: '/live-trading', label: 'Live trading', icon: 'live' };
const PLANS: NavItem = { href: '/plans', label: 'Investment plans', icon: 'plans', also: ['/investments'] };
const WALLET: NavItem = {
  href: '/transactions',
  label: 'Wallet',
  icon: 'wallet',
  also: ['/fundwallet', '/checkout', '/withdraw', '/deposit', '/withdrawlogs'],
};
const SETTINGS: NavItem = { href: '/settings', label: 'Settings', icon: 'settings' };
const MORE: NavItem = {
  href: '/more',
  label: 'More',
  icon: 'menu',
  also: ['/ranking', '/referrals', '/kyc', '/notifications'],
};

/** The menu beside the page on a desktop. Every page belongs to one entry. */
export const INVESTOR_NAV: readonly NavGroup[] = [
  { items: [HOME, TRADERS, COPIES, LIVE] },
  { label: 'Money', items: [WALLET, PLANS] },
  { label: 'Account', items: [SETTINGS, MORE] },
];

/** The bar below the page on a phone. */
export const INVESTOR_PLACES: readonly NavItem[] = [
  HOME,
  { ...TRADERS, label: 'Traders' },
  { ...COPIES, label: 'Copies' },
  WALLET,
  {
    ...MORE,
    also: [...(MORE.also ?? []), ...[LIVE, PLANS, SETTINGS].flatMap(({ href, also = [] }) => [href, ...also])],
  },
];

/** Every other page of the account, as the page "More" lists them. */
export const INVESTOR_MORE: readonly { title: string; items: readonly (NavItem & { lead: string })[] }[] = [
  {
    title: 'Trading and plans',
    items: [
      { ...LIVE, lead: 'Prices as they move, and orders of your own' },
      { ...PLANS, lead: 'What is offered, with its terms' },
      { href: '/investments', label: 'Your investments', icon: 'clock', lead: 'Plans that run and that ended' },
      { href: '/markets', label: 'Markets', icon: 'coin', lead: 'Forex, shares, indices, futures and crypto' },
    ],
  },
  {
    title: 'Account',
    items: [
      { href: '/ranking', label: 'Ranking', icon: 'ranking', lead: 'Your rank and what the next one takes' },
      { href: '/referrals', label: 'Referrals', icon: 'referral', lead: 'Your link and the friends you invited' },
      { href: '/kyc', label: 'KYC', icon: 'kyc', lead: 'Your identity papers' },
      { href: '/notifications', label: 'Notifications', icon: 'bell', lead: 'What you were told' },
      { ...SETTINGS, lead: 'Profile, password, sign-ins, second factor' },
      { href: '/passwordreset', label: 'Reset password', icon: 'password', lead: 'By a link in a mail' },
    ],
  },
];

export const USER_MENU: readonly NavItem[] = [
  { href: '/plans', label: 'Select plan', icon: 'plans' },
  { href: '/referrals', label: 'Referral', icon: 'referral' },
  { href: '/settings', label: 'Profile setting', icon: 'settings' },
  { href: '/passwordreset', label: 'Reset password', icon: 'password' },
];
