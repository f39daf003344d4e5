/** Returns the choice in a URL; an unknown value selects the first choice. */
export function parseChoice<T extends string>(value: string | null, choices: readonly [T, ...T[]]): T {
  return choices.find((choice) => choice === value) ?? choices[0];
}

export const parseOptionalChoice = <T extends string>(value: string | null, choices: readonly T[]): T | null =>
  choices.find((choice) => choice === value) ?? null;

/** Returns the URL's query with changes; null removes a parameter. Starts with `?`. */
export function withMarketQuery(query: URLSearchParams, changes: Record<string, string | null>): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return text ? `?${text}` : '?';
}
