export { RATINGS, RISK_NAMES } from '../rating';
export { HighRisk, RiskRated } from './RiskRated';
