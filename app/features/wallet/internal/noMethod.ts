/** What the button below the methods adds to the address, so that a page sent without a choice differs from one just opened. */
export const CHOSEN = { name: 'step', value: 'amount' };

/** What is wrong with an address that names no method that there is: nothing while it was only opened. */
export const noMethod = (query: URLSearchParams): string | undefined =>
  query.has('method') || query.has(CHOSEN.name) ? 'Choose one of these methods' : undefined;
