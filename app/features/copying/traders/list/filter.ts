export const MARKET_CHOICES = [
  { value: 'forex', label: 'Forex' },
  { value: 'crypto', label: 'Crypto' },
  { value: 'index', label: 'Indices' },
  { value: 'stock', label: 'Shares' },
  { value: 'commodity', label: 'Goods' },
  { value: 'future', label: 'Futures' },
] as const;

export const RISK_CHOICES = [
  { value: '3', label: '3 of 10 or lower' },
  { value: '5', label: '5 of 10 or lower' },
  { value: '7', label: '7 of 10 or lower' },
] as const;

export const SOURCE_CHOICES = [
  { value: 'engine', label: 'Simulated' },
  { value: 'signal', label: 'Signals' },
  { value: 'investor', label: 'Investors' },
  { value: 'log', label: 'Entered by management' },
] as const;

export const AGE_CHOICES = [
  { value: '90', label: '90 days or longer' },
  { value: '180', label: '180 days or longer' },
  { value: '365', label: '1 year or longer' },
] as const;

export const COPY_MINIMUM_CHOICES = [
  { value: '100', label: 'Up to $100' },
  { value: '250', label: 'Up to $250' },
  { value: '1000', label: 'Up to $1,000' },
  { value: '10000', label: 'Up to $10,000' },
] as const;

/** Sort orders of the list. None sorts by return alone, which would ignore the risk. */
export const SORT_ORDERS = [
  { value: 'rank', label: 'Best risk-adjusted return' },
  { value: 'risk', label: 'Lowest risk' },
  { value: 'fall', label: 'Smallest fall' },
  { value: 'copies', label: 'Most copied' },
  { value: 'minimum', label: 'Lowest minimum' },
] as const;
export type SortOrder = (typeof SORT_ORDERS)[number]['value'];

const readChoice = <V extends string>(choices: readonly { value: V }[], requested: string | null): V | undefined =>
  choices.find(({ value }) => value === requested)?.value;

const parseChoice = (choice: string | undefined): number | undefined =>
  choice === undefined ? undefined : Number(choice);

export function parseTraderFilter(query: URLSearchParams) {
  return {
    market: readChoice(MARKET_CHOICES, query.get('market')),
    risk: parseChoice(readChoice(RISK_CHOICES, query.get('risk'))),
    source: readChoice(SOURCE_CHOICES, query.get('source')),
    days: parseChoice(readChoice(AGE_CHOICES, query.get('days'))),
    minimum: parseChoice(readChoice(COPY_MINIMUM_CHOICES, query.get('minimum'))),
    order: readChoice(SORT_ORDERS, query.get('order')) ?? 'rank',
  };
}
