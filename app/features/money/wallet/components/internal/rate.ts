/** Row for the rate in the preview of a deposit or withdrawal. All amounts are in dollars. */
export const DOLLAR_RATE_STEP = { term: 'Rate', detail: '1 USD = 1 USD' };
