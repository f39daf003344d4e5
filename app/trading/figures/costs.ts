import { DAY } from '~/platform/durations';
import { type Account, apply, EMPTY_ACCOUNT, type Order } from '../accounts/account';
import { holdingCost } from '../accounts/position';
import { requireContract } from '../contracts';
import { spreadCost } from '../copying/daySpread';
import { UNITS_PER_CENT } from '../numbers';
import { MIN_RATIO_DAYS, YEAR_DAYS } from './performance';

/** Yearly trading costs of an account, as parts of its equity. A copy that follows all orders pays the same parts of its own equity. */
export type YearlyCosts = { spread: number; holding: number };

/** Computes the yearly costs of spread and holding, each relative to the equity before its row; null under 30 days. */
export function computeYearlyCosts(orders: readonly Order[], until: number): YearlyCosts | null {
  const first = orders[0];
  if (!first) return null;
  const from = Math.max(Math.floor(first.at / DAY) * DAY, until - YEAR_DAYS * DAY);
  const days = (until - from) / DAY;
  if (days < MIN_RATIO_DAYS) return null;
  const paid: YearlyCosts = { spread: 0, holding: 0 };
  let account: Account = EMPTY_ACCOUNT;
  for (const order of orders) {
    const { id, at, kind, size, spread, price, equityBefore } = order;
    if (id !== null && at >= from && equityBefore > 0n) {
      const part = (dollars: bigint) => Number(dollars) / Number(equityBefore * UNITS_PER_CENT);
      const held = account.positions[id];
      if (kind === 'holding' && held) paid.holding += part(holdingCost(held, price));
      else if (size !== 0n) paid.spread += part(spreadCost(size, spread, price, requireContract(id)));
    }
    account = apply(account, order).account;
  }
  return { spread: (paid.spread * YEAR_DAYS) / days, holding: (paid.holding * YEAR_DAYS) / days };
}
