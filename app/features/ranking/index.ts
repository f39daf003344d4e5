export { rankJobs } from './jobs.server';
export { bonusesToClaim } from './queries.server';
export { reachRanks } from './reachRanks.server';
export { RANKS, type Rank, rankAndNext, rankedBalance, rankOf } from './rules';
export { takeBackRankBonuses } from './takeBackRankBonuses.server';
