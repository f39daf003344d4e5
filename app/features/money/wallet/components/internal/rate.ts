/** Rate of the preview of a deposit and of a withdrawal: amounts are dollars throughout. */
export const DOLLAR_RATE_STEP = { term: 'Rate', detail: '1 USD = 1 USD' };
