import { cx } from '../cx';

const PATHS = {
  'arrow-down': 'M12 5v14M6 13l6 6 6-6',
  'arrow-left': 'M19 12H5M11 6l-6 6 6 6',
  'arrow-right': 'M5 12h14M13 6l6 6-6 6',
  'arrow-up': 'M12 19V5M6 11l6-6 6 6',
  audit: 'M8 5H5v16h14V5h-3M8 3h8v4H8zM8.5 13.5 11 16l4.5-4.5',
  bell: 'M6 16v-5a6 6 0 0 1 12 0v5l1.5 2h-15zM10 21h4',
  books: 'M4 4h5v16H4zM9 4h5v16H9zM15 5.2l3.6-.9L22 19.2l-3.6.8z',
  btc: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.5 8.3h3.2a1.8 1.8 0 0 1 0 3.6H9.5zM9.5 11.9h3.7a1.9 1.9 0 0 1 0 3.8H9.5zM11 6.8v1.5M13 6.8v1.5M11 15.7v1.5M13 15.7v1.5',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  'chevron-down': 'M6 9l6 6 6-6',
  'chevron-left': 'M15 6l-6 6 6 6',
  'chevron-right': 'M9 6l6 6-6 6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.5 2',
  close: 'M6 6l12 12M18 6 6 18',
  coin: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 17a5 5 0 1 0 0-10 5 5 0 0 0 0 10Z',
  copy: 'M9 9h11v11H9zM6 15H4V4h11v2',
  dash: 'M6 12h12',
  dashboard: 'M4 4h7v9H4zM14 4h6v5h-6zM14 12h6v8h-6zM4 16h7v4H4z',
  deposit: 'M12 4v11M7 10l5 5 5-5M4 20h16',
  edit: 'M4 20h4L19.5 8.5l-4-4L4 16zM13 7l4 4',
  eth: 'M12 2.5 17.5 12 12 15.2 6.5 12zM6.5 14.7 12 21.5l5.5-6.8L12 18zM6.5 12 12 9.7l5.5 2.3',
  external: 'M18 13v6H5V6h6M14 4h6v6M20 4l-9 9',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  'eye-off':
    'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4 20 20 4',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.7v.1',
  kyc: 'M3 5h18v14H3zM8 12.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM5 16c.6-1.1 1.7-1.6 3-1.6s2.4.5 3 1.6M14 10h4M14 14h4',
  live: 'M3 12h4l3-8 4 16 3-8h4',
  lock: 'M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3M12 15v2',
  logout: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  mail: 'M3 6h18v13H3zM3 7l9 7 9-7',
  menu: 'M4 7h16M4 12h16M4 17h16',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z',
  news: 'M4 5h13v14H4zM17 9h3v8a2 2 0 0 1-3 2M7 9h7M7 12.5h7M7 16h4',
  password: 'M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM11 12l8.5-8.5M16 7l3 3M13.5 9.5l2 2',
  plans: 'M5 20v-6M12 20V9M19 20V4',
  plus: 'M12 5v14M5 12h14',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  ranking: 'M8 21h8M12 16v5M7 4h10v6a5 5 0 0 1-10 0zM7 6H4c0 3 1 5 3 5M17 6h3c0 3-1 5-3 5',
  referral:
    'M6 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM18 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM18 21a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8.2 10.8l7.6-4.1M8.2 13.2l7.6 4.1',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16 16l5 5',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM9 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  shield: 'M12 3l8 3v6c0 4.5-3.2 7.5-8 9-4.8-1.5-8-4.5-8-9V6zM8.5 12l2.5 2.5 4.5-4.5',
  sol: 'M7.2 4.5H20l-3.2 3.6H4zM4 10.2h12.8l3.2 3.6H7.2zM7.2 15.9H20l-3.2 3.6H4z',
  star: 'M12 4l2.5 5.2 5.7.8-4.1 4 1 5.6-5.1-2.7-5.1 2.7 1-5.6-4.1-4 5.7-.8z',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  traders: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 20a6 6 0 0 1 12 0M14 10.5l2.5-2.5 2 2L22 6.5',
  transactions: 'M4 8h15l-4-4M20 16H5l4 4',
  upload: 'M12 16V5M7 10l5-5 5 5M4 20h16',
  usdc: 'M9 4.2a8.3 8.3 0 0 0 0 15.6M15 4.2a8.3 8.3 0 0 1 0 15.6M14.4 9.6c-.5-.9-1.3-1.3-2.4-1.3-1.4 0-2.4.7-2.4 1.8 0 2.6 4.9 1.3 4.9 3.9 0 1.1-1 1.8-2.5 1.8-1.1 0-2-.5-2.5-1.4M12 7v1.3M12 15.8v1.3',
  usdt: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8 8.3h8M12 8.3v8.4M12 13.4c2.6 0 4.7-.7 4.7-1.6s-2.1-1.6-4.7-1.6-4.7.7-4.7 1.6 2.1 1.6 4.7 1.6Z',
  user: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5a7.5 7.5 0 0 1 15 0',
  users:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 20a6 6 0 0 1 12 0M16 4.3a3.5 3.5 0 0 1 0 6.4M17.5 14.3A6 6 0 0 1 21 20',
  wallet: 'M4 7h15v13H4zM4 7l11-3v3M19 11h2v5h-6v-5z',
  warning: 'M12 4 2.8 20h18.4zM12 10v4.5M12 17.2v.1',
  withdraw: 'M12 15V4M7 9l5-5 5 5M4 20h16',
  xrp: 'M5 5l4.2 4.4a4 4 0 0 0 5.6 0L19 5M5 19l4.2-4.4a4 4 0 0 1 5.6 0L19 19',
} as const;

export type IconName = keyof typeof PATHS;

const SIZES = { small: 'size-4', normal: 'size-5', large: 'size-8' };

/** A drawing beside words that say the same, so hidden from screen readers. */
export function Icon({ name, size = 'normal' }: { name: IconName; size?: keyof typeof SIZES }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={cx('shrink-0 self-center', SIZES[size])}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
