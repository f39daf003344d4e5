/** Field of the button below the methods: a page sent without a choice differs from one just opened. */
export const CHOSEN = { name: 'step', value: 'amount' };

export const QUICK_AMOUNT = 'quick';

/** The step of an address that names no method that there is: nothing is wrong while it was only opened; what was typed is kept. */
export const methodStep = (query: URLSearchParams, name: 'amount' | 'WithdrawAmount') => ({
  at: 'method' as const,
  problem:
    query.has('method') || query.has(CHOSEN.name) || query.has(QUICK_AMOUNT)
      ? 'Choose one of these methods'
      : undefined,
  typed: typedAmount(query, name) ?? undefined,
});

/** The amount of an address, as it was typed or pressed; null where none was requested, or it was left for the next step. */
export function typedAmount(query: URLSearchParams, name: 'amount' | 'WithdrawAmount'): string | null {
  const typed = query.get(QUICK_AMOUNT) ?? query.get(name);
  return typed === '' && query.has(CHOSEN.name) ? null : typed;
}
