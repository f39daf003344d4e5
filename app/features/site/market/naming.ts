import type { Instrument, Market } from '~/market/instruments';

type Named = Pick<Instrument, 'kind' | 'symbol' | 'name' | 'measure'>;

const hasCommonSymbol = ({ kind }: Pick<Instrument, 'kind'>): boolean => kind === 'forex' || kind === 'index';

/** Returns the common name of an instrument: the symbol of a currency pair or an index, otherwise its name. */
export function getCommonName(of: Named): string {
  if (hasCommonSymbol(of)) return of.symbol;
  // A future on an index has the index's symbol in its name, without a space.
  return of.kind === 'future' ? of.name.replace(/^([A-Z]{3}) (\d)/, '$1$2') : of.name;
}

/** Returns the secondary name of an instrument: what a common symbol stands for (`40 large German companies`), otherwise the symbol. */
export function getSecondaryName(of: Named): string {
  if (!hasCommonSymbol(of)) return of.symbol;
  return of.measure?.split(',')[0] ?? of.name;
}

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
