export const COUNTRY_NAMES_BY_CODE = {
  us: 'United States',
  eu: 'Euro area',
  gb: 'United Kingdom',
  jp: 'Japan',
  ch: 'Switzerland',
  au: 'Australia',
  ca: 'Canada',
  nz: 'New Zealand',
  cn: 'China',
} as const;

export type Country = keyof typeof COUNTRY_NAMES_BY_CODE;

/** Currency that a country's publications move. */
export const CURRENCIES_BY_COUNTRY: Readonly<Record<Country, string>> = {
  us: 'USD',
  eu: 'EUR',
  gb: 'GBP',
  jp: 'JPY',
  ch: 'CHF',
  au: 'AUD',
  ca: 'CAD',
  nz: 'NZD',
  cn: 'CNY',
};

/** Planned publication; `importance` 1 is the highest. */
export type CalendarEntry = {
  id: string;
  at: Date;
  country: Country;
  title: string;
  importance: 0 | 1;
  sample: boolean;
};

export const IMPORTANCE_NAMES = { 0: 'ordinary', 1: 'important' } as const;
