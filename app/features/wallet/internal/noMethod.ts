/** What the button below the methods adds to the address, so that a page sent without a choice differs from one just opened. */
export const CHOSEN = { name: 'step', value: 'amount' };

/** What is wrong with an address that names no method that there is: nothing while it was only opened. */
export const noMethod = (query: URLSearchParams): string | undefined =>
  query.has('method') || query.has(CHOSEN.name) ? 'Choose one of these methods' : undefined;

/** The amount of an address, as it was typed; null where none was asked for, or it was left for the next step. */
export function typedAmount(query: URLSearchParams, name: 'amount' | 'WithdrawAmount'): string | null {
  const typed = query.get(name);
  return typed === '' && query.has(CHOSEN.name) ? null : typed;
}
