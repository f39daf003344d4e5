import { COIN_STRATEGY, GRID, GUESSER, MARTINGALE, SCALPER } from './bold';
import { BREAKOUT, CARRY, HOLDER, REVERSION, SPREAD, TARGET, TREND } from './calm';
import type { Strategy } from './strategy';

export const STRATEGIES: readonly Strategy[] = [
  TREND,
  REVERSION,
  BREAKOUT,
  CARRY,
  GRID,
  MARTINGALE,
  HOLDER,
  SPREAD,
  SCALPER,
  COIN_STRATEGY,
  TARGET,
  GUESSER,
];
