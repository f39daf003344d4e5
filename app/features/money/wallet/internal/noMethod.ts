/** Field of the button below the methods. It distinguishes a form sent without a choice from a page just opened. */
export const CHOSEN_FIELD = { name: 'step', value: 'amount' };

export const QUICK_AMOUNT = 'quick';

/** Returns the step of a URL without a known method. Keeps the input, and adds an error if the form was sent. */
export const getMethodStep = (query: URLSearchParams, name: 'amount' | 'WithdrawAmount') => ({
  at: 'method' as const,
  problem:
    query.has('method') || query.has(CHOSEN_FIELD.name) || query.has(QUICK_AMOUNT)
      ? 'Choose one of these methods'
      : undefined,
  input: readEnteredAmount(query, name) ?? undefined,
});

/** Returns the amount in a URL as entered; null if the URL has no amount, or an empty one before the amount step. */
export function readEnteredAmount(query: URLSearchParams, name: 'amount' | 'WithdrawAmount'): string | null {
  const input = query.get(QUICK_AMOUNT) ?? query.get(name);
  return input === '' && query.has(CHOSEN_FIELD.name) ? null : input;
}
