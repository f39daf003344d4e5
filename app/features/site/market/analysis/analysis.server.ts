import type { Timeframe } from '~/market/feed/feed';
import { marketFeed } from '~/market/feed/index.server';
import { type Instrument, mustInstrument, ofKind } from '~/market/instruments';
import { now } from '~/platform/clock';
import { isPaper } from '~/platform/env';
import { priceInstant } from '~/trading/contracts';
import { type PriceRow, type PriceRows, priceRowsOf } from '../queries.server';
import { COIN_SUPPLY, COMPANIES, SECTORS } from './internal/facts';
import { CLOSES_NEEDED, countReadings, overall, readings } from './internal/technical';

export function firstTechnical(...ids: string[]): TechnicalView | null {
  for (const id of ids) {
    const view = technical(mustInstrument(id));
    if (view.averages.length + view.oscillators.length > 0) return view;
  }
  return null;
}

export function technical(instrument: Instrument, timeframe: Timeframe = '1d') {
  const [row] = priceRowsOf([instrument]) as [PriceRow];
  const at = priceInstant(instrument.id, now());
  const { averages, oscillators } = readings(marketFeed().closes(instrument, timeframe, CLOSES_NEEDED, at));
  const counts = {
    all: countReadings([...averages, ...oscillators]),
    averages: countReadings(averages),
    oscillators: countReadings(oscillators),
  };
  return { row, timeframe, averages, oscillators, counts, overall: overall(counts.all) };
}

export type TechnicalView = ReturnType<typeof technical>;

/** Returns a company's sample figures, combined with its price. */
function companyRow(row: PriceRow) {
  const company = COMPANIES[row.instrument.id];
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

export type CompanyRow = ReturnType<typeof companyRow>[number];

export const companies = (): CompanyRow[] => (isPaper() ? priceRowsOf(ofKind('stock')).flatMap(companyRow) : []);

export const fundamentals = (id: string): CompanyRow | null =>
  isPaper() ? (priceRowsOf([mustInstrument(id)]).flatMap(companyRow)[0] ?? null) : null;

const CURRENCIES = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'CAD', 'AUD', 'NZD'] as const;

export function crossRates(prices: PriceRows): { names: readonly string[]; cells: (number | null)[][] } {
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
  return { names: CURRENCIES, cells: CURRENCIES.map((base) => CURRENCIES.map((quote) => against(base, quote))) };
}

export function heatMaps() {
  const forex = priceRowsOf(ofKind('forex'));
  const crypto = priceRowsOf(ofKind('crypto'));
  const stocks = companies();
  return {
    sectors: SECTORS.map((sector) => ({ sector, rows: stocks.filter(({ company }) => company.sector === sector) })),
    // Coin supplies are sample figures, so live mode shows no market value of coins.
    coins: crypto
      .filter(({ changes }) => changes.day !== null)
      .map((row) => ({
        row,
        value: isPaper() ? ((COIN_SUPPLY[row.instrument.id] ?? 0) * (row.quote?.price ?? 0)) / 1_000 : null,
      })),
    forex,
    cross: crossRates(forex),
  };
}

export type HeatMapsView = ReturnType<typeof heatMaps>;
