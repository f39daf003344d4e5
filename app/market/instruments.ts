export type Market = 'forex' | 'crypto' | 'index' | 'future' | 'stock' | 'commodity' | 'bond';

export type Instrument = {
  /** Id in addresses: letters and digits. */
  id: string;
  /** Symbol among traders. */
  symbol: string;
  /** Common name. */
  name: string;
  kind: Market;
  /** Unit of its price, if the name does not state it: `a troy ounce, in dollars`. */
  measure?: string;
  mark: string;
  digits: number;
  anchor: number;
  volatility: number;
  factor: readonly [name: 'dollar' | 'coins' | 'shares' | 'rates' | 'goods', share: number];
  /**
   * ID of a future's underlying instrument, if that is listed here. The future's simulated price exceeds the underlying
   * one by a fixed part.
   */
  follows?: string;
};

type InstrumentRow = readonly [
  id: string,
  symbol: string,
  name: string,
  digits: number,
  anchor: number,
  volatility: number,
  measure?: string,
];

const UNDERLYING_IDS: Readonly<Record<string, string>> = {
  ES1: 'SPX500',
  NQ1: 'NAS100',
  GC1: 'XAUUSD',
  SI1: 'XAGUSD',
  CL1: 'USOIL',
};

/** Symbols of currencies, coins and commodities. Other instruments use letters of their name or ID. */
const PRICE_SIGNS: Readonly<Record<string, string>> = {
  EURUSD: '€',
  USDJPY: '¥',
  GBPUSD: '£',
  USDCHF: 'Fr',
  AUDUSD: 'A$',
  USDCAD: 'C$',
  NZDUSD: 'NZ$',
  // The symbol has letters instead of ₿, which many fonts lack.
  BTCUSD: 'BTC',
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

function lettersOf({ id, kind, name }: Pick<Instrument, 'id' | 'kind' | 'name'>): string {
  const sign = PRICE_SIGNS[id];
  if (sign) return sign;
  if (kind === 'bond' || kind === 'index') return id.slice(0, 2);
  const words = name.split(' ').filter((word) => /^\w/.test(word) && word !== 'future');
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('')
    .toUpperCase();
}

const defineInstruments = (
  kind: Market,
  name: Instrument['factor'][0],
  share: number | ((id: string) => number),
  lines: InstrumentRow[],
) =>
  lines.map(
    ([id, symbol, title, digits, anchor, volatility, measure]): Instrument => ({
      id,
      symbol,
      name: title,
      kind,
      measure,
      mark: lettersOf({ id, kind, name: title }),
      digits,
      anchor,
      volatility,
      factor: [name, typeof share === 'function' ? share(id) : share],
      follows: UNDERLYING_IDS[id],
    }),
  );

export const INSTRUMENTS: readonly Instrument[] = [
  // A stronger dollar raises pairs that start with it and lowers the others.
  ...defineInstruments('forex', 'dollar', (id) => (id.startsWith('USD') ? 0.7 : -0.7), [
    ['EURUSD', 'EUR/USD', 'Euro / US dollar', 5, 1.1032, 0.075],
    ['USDJPY', 'USD/JPY', 'US dollar / Japanese yen', 3, 148.35, 0.095],
    ['GBPUSD', 'GBP/USD', 'Pound sterling / US dollar', 5, 1.2874, 0.085],
    ['USDCHF', 'USD/CHF', 'US dollar / Swiss franc', 5, 0.8712, 0.075],
    ['AUDUSD', 'AUD/USD', 'Australian dollar / US dollar', 5, 0.6631, 0.1],
    ['USDCAD', 'USD/CAD', 'US dollar / Canadian dollar', 5, 1.3642, 0.065],
    ['NZDUSD', 'NZD/USD', 'New Zealand dollar / US dollar', 5, 0.6058, 0.1],
  ]),
  ...defineInstruments('crypto', 'coins', 0.75, [
    ['BTCUSD', 'BTC/USD', 'Bitcoin', 2, 64_250, 0.55],
    ['ETHUSD', 'ETH/USD', 'Ether', 2, 3_180, 0.65],
    ['SOLUSD', 'SOL/USD', 'Solana', 2, 148.6, 0.85],
    ['XRPUSD', 'XRP/USD', 'XRP', 4, 0.5835, 0.75],
    ['DOGEUSD', 'DOGE/USD', 'Dogecoin', 5, 0.1284, 0.9],
    ['LTCUSD', 'LTC/USD', 'Litecoin', 2, 78.4, 0.7],
    ['ADAUSD', 'ADA/USD', 'Cardano', 4, 0.4172, 0.8],
  ]),
  ...defineInstruments('index', 'shares', 0.9, [
    ['US30', 'US30', 'US 30', 1, 39_850, 0.13, '30 large US companies, in points'],
    ['NAS100', 'NAS100', 'NAS 100', 1, 19_260, 0.19, '100 large US technology companies, in points'],
    ['SPX500', 'SPX500', 'SPX 500', 1, 5_480, 0.15, '500 large US companies, in points'],
    ['GER40', 'GER40', 'Germany 40', 1, 18_340, 0.16, '40 large German companies, in points'],
    ['UK100', 'UK100', 'UK 100', 1, 8_245, 0.12, '100 large UK companies, in points'],
    ['JPN225', 'JPN225', 'Japan 225', 0, 39_120, 0.19, '225 large Japanese companies, in points'],
  ]),
  ...defineInstruments('commodity', 'goods', 0.35, [
    ['XAUUSD', 'XAU/USD', 'Gold', 2, 2_384.5, 0.14, 'a troy ounce, in dollars'],
    ['XAGUSD', 'XAG/USD', 'Silver', 3, 28.94, 0.28, 'a troy ounce, in dollars'],
    ['USOIL', 'USOIL', 'Crude oil', 2, 78.3, 0.33, 'a barrel, in dollars'],
  ]),
  ...defineInstruments('future', 'goods', 0.4, [
    ['ES1', 'ES1!', 'SPX 500 future', 2, 5_498.25, 0.15],
    ['NQ1', 'NQ1!', 'NAS 100 future', 2, 19_335.5, 0.19],
    ['GC1', 'GC1!', 'Gold future', 1, 2_392.1, 0.14],
    ['SI1', 'SI1!', 'Silver future', 3, 29.06, 0.28],
    ['CL1', 'CL1!', 'Crude oil future', 2, 78.42, 0.33],
    ['NG1', 'NG1!', 'Natural gas future', 3, 2.486, 0.55],
    ['HG1', 'HG1!', 'Copper future', 4, 4.3625, 0.24],
    ['ZC1', 'ZC1!', 'Corn future', 2, 441.25, 0.27],
    ['ZW1', 'ZW1!', 'Wheat future', 2, 572.5, 0.31],
  ]),
  ...defineInstruments('bond', 'rates', 0.8, [
    ['US02Y', 'US02Y', 'US 2-year bond', 3, 4.482, 0.16, 'what a US government bond of 2 years yields, in percent'],
    ['US10Y', 'US10Y', 'US 10-year bond', 3, 4.236, 0.17, 'what a US government bond of 10 years yields, in percent'],
    ['US30Y', 'US30Y', 'US 30-year bond', 3, 4.441, 0.15, 'what a US government bond of 30 years yields, in percent'],
    [
      'DE10Y',
      'DE10Y',
      'Germany 10-year bond',
      3,
      2.462,
      0.2,
      'what a German government bond of 10 years yields, in percent',
    ],
    ['GB10Y', 'GB10Y', 'UK 10-year bond', 3, 4.108, 0.17, 'what a UK government bond of 10 years yields, in percent'],
    [
      'JP10Y',
      'JP10Y',
      'Japan 10-year bond',
      3,
      1.043,
      0.25,
      'what a Japanese government bond of 10 years yields, in percent',
    ],
  ]),
  ...defineInstruments('stock', 'shares', 0.65, [
    ['AAPL', 'AAPL', 'Apple', 2, 214.3, 0.24],
    ['MSFT', 'MSFT', 'Microsoft', 2, 438.1, 0.23],
    ['NVDA', 'NVDA', 'NVIDIA', 2, 121.4, 0.46],
    ['ORCL', 'ORCL', 'Oracle', 2, 139.8, 0.31],
    ['GOOGL', 'GOOGL', 'Alphabet', 2, 178.2, 0.27],
    ['META', 'META', 'Meta Platforms', 2, 498.6, 0.35],
    ['NFLX', 'NFLX', 'Netflix', 2, 648.9, 0.36],
    ['AMZN', 'AMZN', 'Amazon', 2, 186.4, 0.3],
    ['TSLA', 'TSLA', 'Tesla', 2, 231.7, 0.55],
    ['HD', 'HD', 'Home Depot', 2, 362.2, 0.22],
    ['JPM', 'JPM', 'JPMorgan Chase', 2, 207.5, 0.21],
    ['V', 'V', 'Visa', 2, 266.8, 0.18],
    ['BAC', 'BAC', 'Bank of America', 2, 41.3, 0.25],
    ['LLY', 'LLY', 'Eli Lilly', 2, 872.4, 0.32],
    ['UNH', 'UNH', 'UnitedHealth', 2, 541.9, 0.24],
    ['JNJ', 'JNJ', 'Johnson & Johnson', 2, 154.6, 0.15],
    ['WMT', 'WMT', 'Walmart', 2, 69.7, 0.17],
    ['PG', 'PG', 'Procter & Gamble', 2, 167.9, 0.15],
    ['KO', 'KO', 'Coca-Cola', 2, 65.2, 0.14],
    ['XOM', 'XOM', 'Exxon Mobil', 2, 114.8, 0.24],
    ['CVX', 'CVX', 'Chevron', 2, 156.7, 0.23],
    ['CAT', 'CAT', 'Caterpillar', 2, 343.8, 0.27],
    ['BA', 'BA', 'Boeing', 2, 182.4, 0.36],
    ['NEE', 'NEE', 'NextEra Energy', 2, 74.1, 0.25],
  ]),
];

const byId = new Map(INSTRUMENTS.map((instrument) => [instrument.id, instrument]));

/** Returns the instrument of an ID or a symbol (`EURUSD`, `EUR/USD`), ignoring case; undefined without one. */
export const findInstrumentByName = (name: string): Instrument | undefined =>
  byId.get(name.toUpperCase().replace(/[^\p{L}\p{N}]/gu, ''));

/** Returns an instrument by a name used in the code; throws for an unknown one. */
export function requireInstrument(name: string): Instrument {
  const found = findInstrumentByName(name);
  if (!found) throw new Error(`No instrument is called ${name}`);
  return found;
}

export const instrumentsOfKinds = (...kinds: Market[]): Instrument[] =>
  INSTRUMENTS.filter(({ kind }) => kinds.includes(kind));
