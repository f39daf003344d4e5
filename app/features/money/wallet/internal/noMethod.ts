/** Field of the button below the methods. It distinguishes a form sent without a choice from a page just opened. */
export const CHOSEN_FIELD = { name: 'step', value: 'amount' };

/** Returns the step of a URL without a known method. Keeps the input, and adds an error if the form was sent. */
export const getMethodStep = (query: URLSearchParams, name: 'amount' | 'WithdrawAmount') => ({
  at: 'method' as const,
  problem: query.has('method') || query.has(CHOSEN_FIELD.name) ? 'Choose one of these methods' : undefined,
  input: query.get(name) ?? undefined,
});
