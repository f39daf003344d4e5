export const MARKETS = [
  { value: 'forex', label: 'Forex' },
  { value: 'crypto', label: 'Crypto' },
  { value: 'index', label: 'Indices' },
  { value: 'stock', label: 'Shares' },
  { value: 'commodity', label: 'Goods' },
  { value: 'future', label: 'Futures' },
] as const;

export const RISKS = [
  { value: '3', label: '3 of 10 or lower' },
  { value: '5', label: '5 of 10 or lower' },
  { value: '7', label: '7 of 10 or lower' },
] as const;

export const SOURCES = [
  { value: 'engine', label: 'Simulated' },
  { value: 'signal', label: 'Signals' },
  { value: 'investor', label: 'Investors' },
  { value: 'log', label: 'Entered by operator' },
] as const;

export const AGES = [
  { value: '90', label: '90 days or longer' },
  { value: '180', label: '180 days or longer' },
  { value: '365', label: '1 year or longer' },
] as const;

export const MINIMUMS = [
  { value: '100', label: 'Up to $100' },
  { value: '250', label: 'Up to $250' },
  { value: '1000', label: 'Up to $1,000' },
  { value: '10000', label: 'Up to $10,000' },
] as const;

/** Sort orders of the list. None sorts by return alone, which would ignore the risk. */
export const ORDERS = [
  { value: 'rank', label: 'Best risk-adjusted return' },
  { value: 'risk', label: 'Lowest risk' },
  { value: 'fall', label: 'Smallest fall' },
  { value: 'copies', label: 'Most copied' },
  { value: 'minimum', label: 'Lowest minimum' },
] as const;
export type SortOrder = (typeof ORDERS)[number]['value'];

const oneOf = <V extends string>(choices: readonly { value: V }[], asked: string | null): V | undefined =>
  choices.find(({ value }) => value === asked)?.value;

const numberOf = (choice: string | undefined): number | undefined =>
  choice === undefined ? undefined : Number(choice);

export function filterOf(query: URLSearchParams) {
  return {
    market: oneOf(MARKETS, query.get('market')),
    risk: numberOf(oneOf(RISKS, query.get('risk'))),
    source: oneOf(SOURCES, query.get('source')),
    days: numberOf(oneOf(AGES, query.get('days'))),
    minimum: numberOf(oneOf(MINIMUMS, query.get('minimum'))),
    order: oneOf(ORDERS, query.get('order')) ?? 'rank',
  };
}
