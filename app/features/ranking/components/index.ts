export { BonusToClaim } from './BonusToClaim';
export { RankProgress } from './RankProgress';
