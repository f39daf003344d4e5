/** Rate of the preview of a deposit and of a withdrawal: amounts are dollars throughout. */
export const RATE = { term: 'Rate', detail: '1 USD = 1 USD' };
