export {
  copiesChanged,
  noteStake,
  ordersWithoutStake,
  refuseBeyondStake,
  type Stake,
  stakeOf,
  tradersWithoutStake,
} from './stake.server';
