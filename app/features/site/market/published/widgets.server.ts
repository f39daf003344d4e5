import { env } from '~/platform/env';

const WIDGET_ORIGINS = ['https://www.tradingview-widget.com', 'https://s.tradingview.com'] as const;

const SIZE_SETTINGS = { width: '100%', height: '100%', isTransparent: false, locale: 'en' };
const DARK_SETTINGS = { colorTheme: 'dark', ...SIZE_SETTINGS };

const createSymbolTab = (title: string, ...symbols: string[]) => ({ title, symbols: symbols.map((s) => ({ s })) });

const INDEX_TAB = createSymbolTab(
  'Indices',
  'FOREXCOM:SPXUSD',
  'FOREXCOM:NSXUSD',
  'FOREXCOM:DJI',
  'INDEX:NKY',
  'INDEX:DEU40',
  'FOREXCOM:UKXGBP',
);
const FOREX_TAB = createSymbolTab(
  'Forex',
  'FX:EURUSD',
  'FX:GBPUSD',
  'FX:USDJPY',
  'FX:USDCHF',
  'FX:AUDUSD',
  'FX:USDCAD',
);
const FUTURE_TAB = createSymbolTab(
  'Futures',
  'CME_MINI:ES1!',
  'CME:6E1!',
  'COMEX:GC1!',
  'NYMEX:CL1!',
  'NYMEX:NG1!',
  'CBOT:ZC1!',
);
const BOND_TAB = createSymbolTab('Bonds', 'CBOT:ZB1!', 'CBOT:UB1!', 'EUREX:FGBL1!', 'EUREX:FBTP1!', 'EUREX:FGBM1!');

const WIDGETS_BY_ID = {
  'ticker-tape': {
    title: 'Ticker tape',
    settings: {
      symbols: [...INDEX_TAB.symbols, ...FOREX_TAB.symbols].map(({ s }) => ({ proName: s })),
      showSymbolLogo: true,
      displayMode: 'adaptive',
      ...DARK_SETTINGS,
    },
  },
  'market-overview': {
    title: 'Market overview',
    settings: { tabs: [INDEX_TAB, FUTURE_TAB, BOND_TAB, FOREX_TAB], ...DARK_SETTINGS },
  },
  'market-quotes': {
    title: 'Forex watchlist',
    settings: {
      symbolsGroups: [INDEX_TAB, FOREX_TAB, FUTURE_TAB, BOND_TAB].map(({ title, symbols }) => ({
        name: title,
        symbols: symbols.map(({ s }) => ({ name: s })),
      })),
      showSymbolLogo: true,
      ...DARK_SETTINGS,
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
      ...DARK_SETTINGS,
    },
  },
  hotlists: {
    title: 'Stocks market',
    settings: { exchange: 'US', dateRange: '12M', showChart: true, ...DARK_SETTINGS },
  },
  screener: {
    title: 'Stock screener',
    settings: { market: 'america', defaultColumn: 'overview', defaultScreen: 'most_capitalized', ...DARK_SETTINGS },
  },
  timeline: { title: 'News', settings: { feedMode: 'all_symbols', displayMode: 'regular', ...DARK_SETTINGS } },
  events: {
    title: 'Economic calendar',
    settings: { importanceFilter: '0,1', countryFilter: 'us,eu,gb,jp,ch,au,ca,nz,cn', ...DARK_SETTINGS },
  },
  'technical-analysis': {
    title: 'Technical analysis',
    settings: { symbol: 'OANDA:XAUUSD', interval: '1D', showIntervalTabs: true, ...DARK_SETTINGS },
  },
  financials: {
    title: 'Fundamental data',
    settings: { symbol: 'NASDAQ:AAPL', displayMode: 'regular', ...DARK_SETTINGS },
  },
  'stock-heatmap': {
    title: 'S&P 500 heat map',
    settings: {
      dataSource: 'SPX500',
      grouping: 'sector',
      blockSize: 'market_cap_basic',
      blockColor: 'change',
      hasTopBar: false,
      ...DARK_SETTINGS,
    },
  },
  'crypto-coins-heatmap': {
    title: 'Crypto heat map',
    settings: { dataSource: 'Crypto', blockSize: 'market_cap_calc', blockColor: 'change', ...DARK_SETTINGS },
  },
  'forex-heat-map': {
    title: 'Forex heat map',
    settings: { currencies: ['EUR', 'USD', 'JPY', 'GBP', 'CHF', 'AUD', 'CAD', 'NZD'], ...DARK_SETTINGS },
  },
  'forex-cross-rates': {
    title: 'Forex cross rates',
    settings: { currencies: ['EUR', 'USD', 'JPY', 'GBP', 'CHF', 'AUD', 'CAD', 'NZD'], ...DARK_SETTINGS },
  },
} as const satisfies Record<string, { title: string; name?: string; settings: object }>;

export type WidgetId = keyof typeof WIDGETS_BY_ID;

/** External frame of a page. `src` is the frame's URL, null until the visitor follows the link `href` to it. */
export type WidgetOffer = { id: WidgetId; title: string; src: string | null; href: string };

const widgetUrl = (id: WidgetId): string => {
  const { settings, ...widget } = WIDGETS_BY_ID[id];
  const name = 'name' in widget ? widget.name : id;
  return `${WIDGET_ORIGINS[0]}/embed-widget/${name}/?locale=en#${encodeURIComponent(JSON.stringify(settings))}`;
};

/** Returns the named frames that MARKET_WIDGETS permits. Only responses that render a frame permit it in their content security policy. */
export function offerWidgets(
  { url, allowFrames }: { url: URL; allowFrames: (origins: readonly string[]) => void },
  ...ids: WidgetId[]
): WidgetOffer[] {
  const policy = env().MARKET_WIDGETS;
  if (policy === 'off') return [];
  const input = url.searchParams.get('widget');
  const shown = ids.filter((id) => policy === 'on' || id === input);
  if (shown.length) allowFrames(WIDGET_ORIGINS);
  return ids.map((id) => {
    const query = new URLSearchParams(url.searchParams);
    query.set('widget', id);
    const src = shown.includes(id) ? widgetUrl(id) : null;
    return { id, title: WIDGETS_BY_ID[id].title, src, href: `?${query}#widget-${id}` };
  });
}
