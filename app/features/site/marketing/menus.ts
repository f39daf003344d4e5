import type { PublicLink, PublicMenu } from '~/ui/shell/PublicShell';

export const HEADER_MENUS: readonly PublicMenu[] = [
  { href: '/', label: 'Home' },
  { href: '/about', label: 'About' },
  { href: '/traders', label: 'Traders' },
  {
    href: '/markets',
    label: 'Markets',
    items: [
      { href: '/markets', label: 'All markets' },
      { href: '/forex', label: 'Forex' },
      { href: '/futures', label: 'Futures' },
      { href: '/indices', label: 'Indices' },
      { href: '/stocks', label: 'Stocks' },
    ],
  },
  {
    href: '/technical-analysis',
    label: 'Analytics',
    items: [
      { href: '/news', label: 'News' },
      { href: '/technical-analysis', label: 'Technical analysis' },
      { href: '/heatmaps', label: 'Heat maps' },
      { href: '/watchlists', label: 'Watchlists' },
    ],
  },
  {
    href: '/policy',
    label: 'Company',
    items: [
      { href: '/policy', label: 'Terms' },
      { href: '/privacy-policy', label: 'Privacy policy' },
      { href: '/team', label: 'Team' },
    ],
  },
  { href: '/faq', label: 'FAQ' },
];

export const PHONE_LINKS: readonly PublicLink[] = [
  { href: '/login', label: 'Log in' },
  { href: '/signup', label: 'Sign up' },
];

export const FOOTER_LINKS: readonly PublicLink[] = [
  { href: '/', label: 'Home' },
  { href: '/about', label: 'About' },
  { href: '/faq', label: 'FAQ' },
  { href: '/buybitcoin', label: 'Buy bitcoin' },
  { href: '/policy', label: 'Terms' },
  { href: '/privacy-policy', label: 'Privacy policy' },
  { href: '/trading-assumptions', label: 'Trading assumptions' },
  { href: '/api/docs', label: 'API' },
];

export const PUBLIC_PAGES: readonly string[] = [
  ...new Set(
    [...HEADER_MENUS, ...HEADER_MENUS.flatMap(({ items = [] }) => items), ...FOOTER_LINKS, ...PHONE_LINKS].map(
      ({ href }) => href,
    ),
  ),
];
