export { type Rank, rankOf, standing } from './rules';
export { takeBackRankBonuses } from './takeBackRankBonuses.server';
export { unlockRankBonuses } from './unlockRankBonuses.server';
