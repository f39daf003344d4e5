import type { Timeframe } from '~/market/feed/feed';
import { marketFeed } from '~/market/feed/index.server';
import { type Instrument, instrumentsOfKinds, requireInstrument } from '~/market/instruments';
import { now } from '~/platform/clock';
import { isPaper } from '~/platform/env';
import { priceInstant } from '~/trading/contracts';
import { loadPriceRows, type PriceRow, type PriceRows } from '../queries.server';
import { SAMPLE_COIN_SUPPLY_MILLIONS, SAMPLE_COMPANIES, SECTOR_NAMES } from './internal/facts';
import { CLOSES_NEEDED, countReadings, evaluateRules, getOverallVerdict } from './internal/technical';

export function findFirstTechnical(...ids: string[]): TechnicalView | null {
  for (const id of ids) {
    const view = loadTechnical(requireInstrument(id));
    if (view.averages.length + view.oscillators.length > 0) return view;
  }
  return null;
}

export function loadTechnical(instrument: Instrument, timeframe: Timeframe = '1d') {
  const [row] = loadPriceRows([instrument]) as [PriceRow];
  const at = priceInstant(instrument.id, now());
  const { averages, oscillators } = evaluateRules(marketFeed().closes(instrument, timeframe, CLOSES_NEEDED, at));
  const counts = {
    all: countReadings([...averages, ...oscillators]),
    averages: countReadings(averages),
    oscillators: countReadings(oscillators),
  };
  return { row, timeframe, averages, oscillators, counts, overall: getOverallVerdict(counts.all) };
}

export type TechnicalView = ReturnType<typeof loadTechnical>;

/** Returns a company's sample figures, combined with its price. */
function toCompanyRows(row: PriceRow) {
  const company = SAMPLE_COMPANIES[row.instrument.id];
  if (!company || !row.quote) return [];
  const { price } = row.quote;
  return [
    {
      ...row,
      company,
      value: price * company.shares,
      /** Price divided by yearly earnings; null for a loss. */
      multiple: company.earnings > 0 ? price / company.earnings : null,
      yield: company.dividend / price,
    },
  ];
}

export type CompanyRow = ReturnType<typeof toCompanyRows>[number];

export const listCompanies = (): CompanyRow[] =>
  isPaper() ? loadPriceRows(instrumentsOfKinds('stock')).flatMap(toCompanyRows) : [];

export const findCompany = (id: string): CompanyRow | null =>
  isPaper() ? (loadPriceRows([requireInstrument(id)]).flatMap(toCompanyRows)[0] ?? null) : null;

const CROSS_RATE_CURRENCIES = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'CAD', 'AUD', 'NZD'] as const;

export function computeCrossRates(prices: PriceRows): { names: readonly string[]; cells: (number | null)[][] } {
  const gained = new Map<string, number | null>([['USD', 0]]);
  for (const { instrument, changes } of prices) {
    const leads = instrument.id.startsWith('USD');
    const currency = leads ? instrument.id.slice(3) : instrument.id.slice(0, 3);
    gained.set(currency, changes.day === null ? null : leads ? 1 / (1 + changes.day) - 1 : changes.day);
  }
  const against = (base: string, quote: string): number | null => {
    const [ofBase, ofQuote] = [gained.get(base) ?? null, gained.get(quote) ?? null];
    return base === quote || ofBase === null || ofQuote === null ? null : (1 + ofBase) / (1 + ofQuote) - 1;
  };
  return {
    names: CROSS_RATE_CURRENCIES,
    cells: CROSS_RATE_CURRENCIES.map((base) => CROSS_RATE_CURRENCIES.map((quote) => against(base, quote))),
  };
}

export function loadHeatMaps() {
  const forex = loadPriceRows(instrumentsOfKinds('forex'));
  const crypto = loadPriceRows(instrumentsOfKinds('crypto'));
  const stocks = listCompanies();
  return {
    sectors: SECTOR_NAMES.map((sector) => ({
      sector,
      rows: stocks.filter(({ company }) => company.sector === sector),
    })),
    // Coin supplies are sample figures, so live mode shows no market value of coins.
    coins: crypto
      .filter(({ changes }) => changes.day !== null)
      .map((row) => ({
        row,
        value: isPaper()
          ? ((SAMPLE_COIN_SUPPLY_MILLIONS[row.instrument.id] ?? 0) * (row.quote?.price ?? 0)) / 1_000
          : null,
      })),
    forex,
    cross: computeCrossRates(forex),
  };
}

export type HeatMapsView = ReturnType<typeof loadHeatMaps>;
