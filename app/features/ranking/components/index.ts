export { BonusesToClaim } from './BonusesToClaim';
export { RankProgress } from './RankProgress';
