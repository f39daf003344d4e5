export { grantReferralBonus } from './grantReferralBonus.server';
export { payWaitingReferralBonuses } from './payWaitingReferralBonuses.server';
export { takeBackReferralBonus } from './takeBackReferralBonus.server';
