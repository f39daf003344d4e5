export { type Rank, rankAndNext, rankOf } from './rules';
export { takeBackRankBonuses } from './takeBackRankBonuses.server';
export { unlockRankBonuses } from './unlockRankBonuses.server';
