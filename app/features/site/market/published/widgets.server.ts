import { env } from '~/platform/env';

const ORIGINS = ['https://www.tradingview-widget.com', 'https://s.tradingview.com'] as const;

const SIZE = { width: '100%', height: '100%', isTransparent: false, locale: 'en' };
const DARK = { colorTheme: 'dark', ...SIZE };

const tab = (title: string, ...symbols: string[]) => ({ title, symbols: symbols.map((s) => ({ s })) });

const INDICES = tab(
  'Indices',
  'FOREXCOM:SPXUSD',
  'FOREXCOM:NSXUSD',
  'FOREXCOM:DJI',
  'INDEX:NKY',
  'INDEX:DEU40',
  'FOREXCOM:UKXGBP',
);
const FOREX = tab('Forex', 'FX:EURUSD', 'FX:GBPUSD', 'FX:USDJPY', 'FX:USDCHF', 'FX:AUDUSD', 'FX:USDCAD');
const FUTURES = tab('Futures', 'CME_MINI:ES1!', 'CME:6E1!', 'COMEX:GC1!', 'NYMEX:CL1!', 'NYMEX:NG1!', 'CBOT:ZC1!');
const BONDS = tab('Bonds', 'CBOT:ZB1!', 'CBOT:UB1!', 'EUREX:FGBL1!', 'EUREX:FBTP1!', 'EUREX:FGBM1!');

const WIDGETS = {
  'ticker-tape': {
    title: 'Ticker tape',
    settings: {
      symbols: [...INDICES.symbols, ...FOREX.symbols].map(({ s }) => ({ proName: s })),
      showSymbolLogo: true,
      displayMode: 'adaptive',
      ...DARK,
    },
  },
  'market-overview': { title: 'Market overview', settings: { tabs: [INDICES, FUTURES, BONDS, FOREX], ...DARK } },
  'market-quotes': {
    title: 'Forex watchlist',
    settings: {
      symbolsGroups: [INDICES, FOREX, FUTURES, BONDS].map(({ title, symbols }) => ({
        name: title,
        symbols: symbols.map(({ s }) => ({ name: s })),
      })),
      showSymbolLogo: true,
      ...DARK,
    },
  },
  'crypto-watchlist': {
    title: 'Crypto watchlist',
    name: 'market-quotes',
    settings: {
      symbolsGroups: [
        {
          name: 'Crypto',
          symbols: ['BTCUSD', 'ETHUSD', 'SOLUSD', 'XRPUSD', 'DOGEUSD'].map((coin) => ({ name: `BITSTAMP:${coin}` })),
        },
      ],
      ...DARK,
    },
  },
  hotlists: { title: 'Stocks market', settings: { exchange: 'US', dateRange: '12M', showChart: true, ...DARK } },
  screener: {
    title: 'Stock screener',
    settings: { market: 'america', defaultColumn: 'overview', defaultScreen: 'most_capitalized', ...DARK },
  },
  timeline: { title: 'News', settings: { feedMode: 'all_symbols', displayMode: 'regular', ...DARK } },
  events: {
    title: 'Economic calendar',
    settings: { importanceFilter: '0,1', countryFilter: 'us,eu,gb,jp,ch,au,ca,nz,cn', ...DARK },
  },
  'technical-analysis': {
    title: 'Technical analysis',
    settings: { symbol: 'OANDA:XAUUSD', interval: '1D', showIntervalTabs: true, ...DARK },
  },
  financials: { title: 'Fundamental data', settings: { symbol: 'NASDAQ:AAPL', displayMode: 'regular', ...DARK } },
  'stock-heatmap': {
    title: 'S&P 500 heat map',
    settings: {
      dataSource: 'SPX500',
      grouping: 'sector',
      blockSize: 'market_cap_basic',
      blockColor: 'change',
      hasTopBar: false,
      ...DARK,
    },
  },
  'crypto-coins-heatmap': {
    title: 'Crypto heat map',
    settings: { dataSource: 'Crypto', blockSize: 'market_cap_calc', blockColor: 'change', ...DARK },
  },
  'forex-heat-map': {
    title: 'Forex heat map',
    settings: { currencies: ['EUR', 'USD', 'JPY', 'GBP', 'CHF', 'AUD', 'CAD', 'NZD'], ...DARK },
  },
  'forex-cross-rates': {
    title: 'Forex cross rates',
    settings: { currencies: ['EUR', 'USD', 'JPY', 'GBP', 'CHF', 'AUD', 'CAD', 'NZD'], ...DARK },
  },
} as const satisfies Record<string, { title: string; name?: string; settings: object }>;

export type WidgetId = keyof typeof WIDGETS;

/** External frame of a page: `src` embeds it, `href` links to it until the visitor clicks. */
export type WidgetOffer = { id: WidgetId; title: string; src: string | null; href: string };

const sourceOf = (id: WidgetId): string => {
  const { settings, ...widget } = WIDGETS[id];
  const name = 'name' in widget ? widget.name : id;
  return `${ORIGINS[0]}/embed-widget/${name}/?locale=en#${encodeURIComponent(JSON.stringify(settings))}`;
};

/** Returns the named frames that MARKET_WIDGETS permits. Only a response that renders one allows it in its policy. */
export function widgetsOf(
  { url, allowFrames }: { url: URL; allowFrames: (origins: readonly string[]) => void },
  ...ids: WidgetId[]
): WidgetOffer[] {
  const policy = env().MARKET_WIDGETS;
  if (policy === 'off') return [];
  const asked = url.searchParams.get('widget');
  const drawn = ids.filter((id) => policy === 'on' || id === asked);
  if (drawn.length) allowFrames(ORIGINS);
  return ids.map((id) => {
    const query = new URLSearchParams(url.searchParams);
    query.set('widget', id);
    const src = drawn.includes(id) ? sourceOf(id) : null;
    return { id, title: WIDGETS[id].title, src, href: `?${query}#widget-${id}` };
  });
}
