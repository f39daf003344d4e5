export { heldOnOtherFeed } from './otherFeed.server';
export { QUOTE_FIGURES, quoteJobs } from './pollQuotes.server';
export { feedOfNow, isCurrent, isTradedHere, pricesFor, priceToJudgeBy, simulatedPrices } from './prices.server';
export { accountsWithWaitingProfits, payWaitingProfits, type Settling, settle } from './settle.server';
export { silentSince } from './silentSource.server';
export {
  copiesChanged,
  noteStake,
  ordersWithoutStake,
  refuseBeyondStake,
  type Stake,
  stakeOf,
  tradersWithoutStake,
} from './stake.server';
