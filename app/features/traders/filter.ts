/* What a list of traders can be narrowed to, as its address has it. */

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
  { value: 'log', label: 'Typed results' },
] as const;

const oneOf = <V extends string>(choices: readonly { value: V }[], asked: string | null): V | undefined =>
  choices.find(({ value }) => value === asked)?.value;

/** The filter that a query asks for; what it doesn't know it leaves out. */
export function filterOf(query: URLSearchParams) {
  const risk = oneOf(RISKS, query.get('risk'));
  return {
    market: oneOf(MARKETS, query.get('market')),
    risk: risk && Number(risk),
    source: oneOf(SOURCES, query.get('source')),
  };
}
