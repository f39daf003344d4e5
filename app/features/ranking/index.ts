export { rankJobs } from './jobs.server';
export { reachRanks } from './reachRanks.server';
export { type Rank, rankAndNext, rankedBalance, rankOf } from './rules';
export { takeBackRankBonuses } from './takeBackRankBonuses.server';
