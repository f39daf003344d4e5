export const RISK_WARNING = 'You can lose all the money you put in.';
