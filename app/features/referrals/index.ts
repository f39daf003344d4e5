export { grantReferralBonus } from './grantReferralBonus.server';
export { referralJobs } from './jobs.server';
export { dayText } from './rules';
export { takeBackReferralBonus } from './takeBackReferralBonus.server';
