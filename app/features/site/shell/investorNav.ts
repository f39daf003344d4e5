import type { IconName } from '~/ui/pictures/Icon';
import type { NavGroup, NavItem } from '~/ui/shell/Menus';

const HOME: NavItem = { href: '/dashboard', label: 'Home', icon: 'home' };
const TRADERS: NavItem = { href: '/traders', label: 'Find traders', icon: 'traders' };
const COPIES: NavItem = { href: '/usercopytrade', label: 'My copies', icon: 'copy' };
const LIVE: NavItem = { href: '/live-trading', label: 'Live trading', icon: 'live' };
const PLANS: NavItem = { href: '/plans', label: 'Investment plans', icon: 'plans', also: ['/investments'] };
const DEPOSIT: NavItem = { href: '/fundwallet', label: 'Deposit', icon: 'deposit', also: ['/checkout', '/deposit'] };
const WITHDRAW: NavItem = { href: '/withdraw', label: 'Withdraw', icon: 'withdraw', also: ['/withdrawlogs'] };
const TRANSACTIONS: NavItem = { href: '/transactions', label: 'Transactions', icon: 'transactions' };
const RANKING: NavItem = { href: '/ranking', label: 'Ranking', icon: 'ranking' };
const REFERRALS: NavItem = { href: '/referrals', label: 'Referrals', icon: 'referral' };
const IDENTITY: NavItem = { href: '/kyc', label: 'Identity check', icon: 'kyc' };
const SUPPORT: NavItem = { href: '/support', label: 'Support', icon: 'mail' };
const SETTINGS: NavItem = { href: '/settings', label: 'Settings', icon: 'settings' };

const addressesOf = (items: readonly NavItem[]): string[] => items.flatMap(({ href, also = [] }) => [href, ...also]);

/** Side menu on a desktop. Every page belongs to one entry, except the notifications behind the bell. */
export const INVESTOR_NAV: readonly NavGroup[] = [
  { items: [{ ...HOME, also: ['/more'] }, TRADERS, COPIES, LIVE, PLANS] },
  { label: 'Wallet', items: [DEPOSIT, WITHDRAW, TRANSACTIONS] },
  { label: 'Account', items: [RANKING, REFERRALS, IDENTITY, SUPPORT, SETTINGS] },
];

export const INVESTOR_PLACES: readonly NavItem[] = [
  HOME,
  TRADERS,
  COPIES,
  { ...TRANSACTIONS, label: 'Wallet', icon: 'wallet', also: addressesOf([DEPOSIT, WITHDRAW]) },
  {
    href: '/more',
    label: 'Menu',
    icon: 'menu',
    also: ['/notifications', ...addressesOf([LIVE, PLANS, RANKING, REFERRALS, IDENTITY, SUPPORT, SETTINGS])],
  },
];

export const INVESTOR_MORE: readonly { title: string; items: readonly (NavItem & { lead: string })[] }[] = [
  {
    title: 'Trading and plans',
    items: [
      { ...LIVE, lead: 'Live prices, and your own orders' },
      { ...PLANS, lead: 'Plans on offer, with their terms' },
      { href: '/investments', label: 'Your investments', icon: 'clock', lead: 'Running and finished plans' },
      { href: '/markets', label: 'Markets', icon: 'coin', lead: 'Forex, shares, indices, futures and crypto' },
    ],
  },
  {
    title: 'Account',
    items: [
      { ...RANKING, lead: 'Your rank, and what the next one needs' },
      { ...REFERRALS, lead: 'Your link and the friends you invited' },
      { ...IDENTITY, lead: 'Your documents, and whether they were approved' },
      { href: '/notifications', label: 'Notifications', icon: 'bell', lead: 'Everything we notified you about' },
      { ...SUPPORT, lead: 'Your questions, and our answers' },
      { ...SETTINGS, lead: 'Profile, password, sign-ins, second factor' },
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

const ENTRIES: readonly NavItem[] = [...INVESTOR_NAV, ...INVESTOR_MORE].flatMap(({ items }) => items);

export const investorTitle = (path: string): string | undefined => ENTRIES.find(({ href }) => href === path)?.label;

/** Returns the icon of the menu entry to which a notification's link belongs. */
export function newsIcon(href: string): IconName {
  const path = new URL(href, 'http://local').pathname;
  const leads = (to: string) => path === to || path.startsWith(`${to}/`);
  return ENTRIES.find((entry) => addressesOf([entry]).some(leads))?.icon ?? 'bell';
}
