/** Field of the button below the methods: a page sent without a choice differs from one just opened. */
export const CHOSEN = { name: 'step', value: 'amount' };

export const QUICK_AMOUNT = 'quick';

/** Returns the step of a URL without a known method; an error only after input, which is preserved. */
export const methodStep = (query: URLSearchParams, name: 'amount' | 'WithdrawAmount') => ({
  at: 'method' as const,
  problem:
    query.has('method') || query.has(CHOSEN.name) || query.has(QUICK_AMOUNT)
      ? 'Choose one of these methods'
      : undefined,
  typed: enteredAmount(query, name) ?? undefined,
});

/** Returns the amount in a URL as entered; null without one, or when it belongs to the next step. */
export function enteredAmount(query: URLSearchParams, name: 'amount' | 'WithdrawAmount'): string | null {
  const typed = query.get(QUICK_AMOUNT) ?? query.get(name);
  return typed === '' && query.has(CHOSEN.name) ? null : typed;
}
