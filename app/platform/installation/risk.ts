/** Said wherever money is real: on every page, the ones that say something went wrong included, and in every mail. */
export const RISK_WARNING = 'You can lose all the money you put in.';
