import type { IconName } from '~/ui/pictures/Icon';
import type { NavGroup, NavItem } from '~/ui/shell/Menus';

const HOME_ENTRY: NavItem = { href: '/dashboard', label: 'Home', icon: 'home' };
const TRADERS_ENTRY: NavItem = { href: '/traders', label: 'Find traders', icon: 'traders' };
const COPIES_ENTRY: NavItem = { href: '/usercopytrade', label: 'My copies', icon: 'copy' };
const LIVE_ENTRY: NavItem = { href: '/live-trading', label: 'Live trading', icon: 'live' };
const PLANS_ENTRY: NavItem = { href: '/plans', label: 'Investment plans', icon: 'plans', also: ['/investments'] };
const DEPOSIT_ENTRY: NavItem = {
  href: '/fundwallet',
  label: 'Deposit',
  icon: 'deposit',
  also: ['/checkout', '/deposit'],
};
const WITHDRAW_ENTRY: NavItem = { href: '/withdraw', label: 'Withdraw', icon: 'withdraw', also: ['/withdrawlogs'] };
const TRANSACTIONS_ENTRY: NavItem = { href: '/transactions', label: 'Transactions', icon: 'transactions' };
const RANKING_ENTRY: NavItem = { href: '/ranking', label: 'Ranking', icon: 'ranking' };
const REFERRALS_ENTRY: NavItem = { href: '/referrals', label: 'Referrals', icon: 'referral' };
const IDENTITY_ENTRY: NavItem = { href: '/kyc', label: 'Identity check', icon: 'kyc' };
const SUPPORT_ENTRY: NavItem = { href: '/support', label: 'Support', icon: 'mail' };
const SETTINGS_ENTRY: NavItem = { href: '/settings', label: 'Settings', icon: 'settings' };

const addressesOf = (items: readonly NavItem[]): string[] => items.flatMap(({ href, also = [] }) => [href, ...also]);

/** Side menu on a desktop. Every page belongs to one entry, except the notifications behind the bell. */
export const INVESTOR_NAV: readonly NavGroup[] = [
  { items: [{ ...HOME_ENTRY, also: ['/more'] }, TRADERS_ENTRY, COPIES_ENTRY, LIVE_ENTRY, PLANS_ENTRY] },
  { label: 'Wallet', items: [DEPOSIT_ENTRY, WITHDRAW_ENTRY, TRANSACTIONS_ENTRY] },
  { label: 'Account', items: [RANKING_ENTRY, REFERRALS_ENTRY, IDENTITY_ENTRY, SUPPORT_ENTRY, SETTINGS_ENTRY] },
];

export const INVESTOR_BOTTOM_NAV: readonly NavItem[] = [
  HOME_ENTRY,
  TRADERS_ENTRY,
  COPIES_ENTRY,
  { ...TRANSACTIONS_ENTRY, label: 'Wallet', icon: 'wallet', also: addressesOf([DEPOSIT_ENTRY, WITHDRAW_ENTRY]) },
  {
    href: '/more',
    label: 'Menu',
    icon: 'menu',
    also: [
      '/notifications',
      ...addressesOf([
        LIVE_ENTRY,
        PLANS_ENTRY,
        RANKING_ENTRY,
        REFERRALS_ENTRY,
        IDENTITY_ENTRY,
        SUPPORT_ENTRY,
        SETTINGS_ENTRY,
      ]),
    ],
  },
];

export const INVESTOR_MORE_MENU: readonly { title: string; items: readonly (NavItem & { lead: string })[] }[] = [
  {
    title: 'Trading and plans',
    items: [
      { ...LIVE_ENTRY, lead: 'Live prices, and your own orders' },
      { ...PLANS_ENTRY, lead: 'Plans on offer, with their terms' },
      { href: '/investments', label: 'Your investments', icon: 'clock', lead: 'Running and finished plans' },
      { href: '/markets', label: 'Markets', icon: 'coin', lead: 'Forex, shares, indices, futures and crypto' },
    ],
  },
  {
    title: 'Account',
    items: [
      { ...RANKING_ENTRY, lead: 'Your rank, and what the next one needs' },
      { ...REFERRALS_ENTRY, lead: 'Your link and the friends you invited' },
      { ...IDENTITY_ENTRY, lead: 'Your documents, and whether they were approved' },
      { href: '/notifications', label: 'Notifications', icon: 'bell', lead: 'News about your money, copies and plans' },
      { ...SUPPORT_ENTRY, lead: 'Your questions, and our answers' },
      { ...SETTINGS_ENTRY, lead: 'Profile, password, sign-ins, second factor' },
      { href: '/passwordreset', label: 'Reset password', icon: 'password', lead: 'With a link that we email you' },
    ],
  },
];

export const USER_MENU: readonly NavItem[] = [
  { href: '/plans', label: 'Select plan', icon: 'plans' },
  { href: '/referrals', label: 'Referral', icon: 'referral' },
  { href: '/settings', label: 'Profile setting', icon: 'settings' },
  { href: '/passwordreset', label: 'Reset password', icon: 'password' },
];

const ALL_ENTRIES: readonly NavItem[] = [...INVESTOR_NAV, ...INVESTOR_MORE_MENU].flatMap(({ items }) => items);

export const investorTitle = (path: string): string | undefined => ALL_ENTRIES.find(({ href }) => href === path)?.label;

/** Returns the icon of the menu entry to which a notification's link belongs. */
export function iconForNews(href: string): IconName {
  const path = new URL(href, 'http://local').pathname;
  const leads = (to: string) => path === to || path.startsWith(`${to}/`);
  return ALL_ENTRIES.find((entry) => addressesOf([entry]).some(leads))?.icon ?? 'bell';
}
