export { RiskRatingText } from './riskRating/components/RiskRated';
export { May, MayLink, RoleProvider, useMay } from './staff/components/May';
