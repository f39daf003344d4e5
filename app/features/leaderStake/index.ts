export {
  copiesChanged,
  lacksStake,
  noteStake,
  ordersWithoutStake,
  refuseBeyondStake,
  type Stake,
  stakeOf,
} from './stake.server';
