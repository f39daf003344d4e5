import type { Instrument, Market } from '~/market/instruments';

/** Returns the common name of an instrument: the symbol of a currency pair, otherwise its name. */
export const getCommonName = ({ kind, symbol, name }: Pick<Instrument, 'kind' | 'symbol' | 'name'>): string =>
  kind === 'forex' ? symbol : name;

export const instrumentPath = (id: string): string => `/markets/${id}`;

export const MARKET_PAGES: Readonly<Record<Market, { one: string; all: string; href: string }>> = {
  forex: { one: 'Currency pair', all: 'Forex', href: '/forex' },
  crypto: { one: 'Coin', all: 'Crypto', href: '/watchlists#crypto' },
  index: { one: 'Index', all: 'Indices', href: '/indices' },
  commodity: { one: 'Commodity', all: 'Metals and oil', href: '/futures' },
  future: { one: 'Future', all: 'Futures', href: '/futures' },
  bond: { one: 'Bond yield', all: 'Bonds', href: '/watchlists#bonds' },
  stock: { one: 'Stock', all: 'Stocks', href: '/stocks' },
};
