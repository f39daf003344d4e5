export { rankJobs } from './jobs.server';
export { reachRanks } from './reachRanks.server';
export { type Rank, rankAndNext, rankOf } from './rules';
export { takeBackRankBonuses } from './takeBackRankBonuses.server';
