import { cx } from '../cx';
import drawings from './icons.svg?url';

export const ICON_NAMES = [
  'arrow-down',
  'arrow-left',
  'arrow-right',
  'arrow-up',
  'audit',
  'bell',
  'book',
  'books',
  'btc',
  'calendar',
  'check',
  'chevron-down',
  'chevron-left',
  'chevron-right',
  'clock',
  'close',
  'coin',
  'copy',
  'dash',
  'dashboard',
  'deposit',
  'device',
  'doge',
  'edit',
  'eth',
  'external',
  'eye',
  'eye-off',
  'flag-au',
  'flag-ca',
  'flag-ch',
  'flag-de',
  'flag-eu',
  'flag-gb',
  'flag-jp',
  'flag-nz',
  'flag-us',
  'home',
  'info',
  'kyc',
  'live',
  'lock',
  'logout',
  'ltc',
  'mail',
  'menu',
  'mirror',
  'moon',
  'news',
  'password',
  'pause',
  'plans',
  'play',
  'plus',
  'print',
  'ranking',
  'referral',
  'reload',
  'restore',
  'search',
  'settings',
  'shield',
  'sol',
  'star',
  'sun',
  'traders',
  'transactions',
  'upload',
  'usdc',
  'usdt',
  'user',
  'users',
  'wallet',
  'warning',
  'withdraw',
  'xrp',
] as const;

export type IconName = (typeof ICON_NAMES)[number];

export const iconHref = (name: IconName): string => `${drawings}#${name}`;

const SIZE_CLASSES = { small: 'icon-small', normal: '', large: 'icon-large' };

/** Icon next to equivalent text, so hidden from screen readers. All icons are in one file that browsers cache. */
export const Icon = ({ name, size = 'normal' }: { name: IconName; size?: keyof typeof SIZE_CLASSES }) => (
  <svg aria-hidden="true" className={cx('icon', SIZE_CLASSES[size])}>
    <use href={iconHref(name)} />
  </svg>
);
