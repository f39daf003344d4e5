export { isHighRisk, RISK_EVENTS } from './rateRisk.server';
export { RATINGS } from './rating';
