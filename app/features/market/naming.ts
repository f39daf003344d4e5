import type { Instrument, Market } from '~/market/instruments';

/** What people who trade it say: a pair of currencies by its symbol, all else by its name. */
export const spokenName = ({ kind, symbol, name }: Pick<Instrument, 'kind' | 'symbol' | 'name'>): string =>
  kind === 'forex' ? symbol : name;

/** The address of the page of one instrument. */
export const instrumentPath = (id: string): string => `/markets/${id}`;

/** What one instrument of a market is called, and the page that has all of them. */
export const MARKET_PAGES: Readonly<Record<Market, { one: string; all: string; href: string }>> = {
  forex: { one: 'Currency pair', all: 'Forex', href: '/forex' },
  crypto: { one: 'Coin', all: 'Crypto', href: '/watchlists#crypto' },
  index: { one: 'Index', all: 'Indices', href: '/indices' },
  commodity: { one: 'Commodity', all: 'Metals and oil', href: '/futures' },
  future: { one: 'Future', all: 'Futures', href: '/futures' },
  bond: { one: 'Bond yield', all: 'Bonds', href: '/watchlists#bonds' },
  stock: { one: 'Stock', all: 'Stocks', href: '/stocks' },
};

/** Signs of currencies, coins and goods; of other instruments the letters come from their name or id. */
const SIGNS: Readonly<Record<string, string>> = {
  EURUSD: '€',
  USDJPY: '¥',
  GBPUSD: '£',
  USDCHF: 'Fr',
  AUDUSD: 'A$',
  USDCAD: 'C$',
  NZDUSD: 'NZ$',
  BTCUSD: '₿',
  ETHUSD: 'Ξ',
  DOGEUSD: 'Ð',
  LTCUSD: 'Ł',
  NAS100: 'US',
  SPX500: 'US',
  GER40: 'DE',
  ES1: 'US',
  NQ1: 'US',
  XAUUSD: 'Au',
  GC1: 'Au',
  XAGUSD: 'Ag',
  SI1: 'Ag',
  HG1: 'Cu',
  USOIL: 'Oil',
  CL1: 'Oil',
  NG1: 'Gas',
};

/** Up to three letters that tell an instrument in a small mark: the sign of its currency, its country, or the initials of its name. */
export function letters({ id, kind, name }: Pick<Instrument, 'id' | 'kind' | 'name'>): string {
  const sign = SIGNS[id];
  if (sign) return sign;
  if (kind === 'bond' || kind === 'index') return id.slice(0, 2);
  const words = name.split(' ').filter((word) => /^\w/.test(word) && word !== 'future');
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('')
    .toUpperCase();
}
