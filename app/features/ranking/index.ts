export { RANKS, type Rank, rankOf } from './rules';
