import type { Account } from '../accounts/account';
import type { MidPriceOf } from '../accounts/margin';
import { requireContract } from '../contracts';
import { ceilDiv, notional, toCentsUp } from '../numbers';
import { halfSpread } from '../orders/fills';
import { scaleSize, splitOrder } from './sizing';

/** Returns the money, in cents, that a copy's waiting orders may still need. A withdrawal must leave this amount. */
export function moneyReservedForOrders(account: Account, mids: MidPriceOf): bigint {
  return account.waiting.reduce((sum, { id, size, follows, takesOver, paused }) => {
    if (paused || !follows) return sum;
    const contract = requireContract(id);
    const { opens } = splitOrder(follows.leaderHeld, size);
    const target = scaleSize(opens, follows.copyEquity, follows.leaderEquity);
    const [over, under] = contract.slippage;
    // Takeovers have no slippage limit, so their margin is estimated from the current price.
    const price = takesOver ? mids(id) : follows.leaderPrice;
    const highest = ceilDiv(price * (under + over), under);
    const margin = ceilDiv(toCentsUp(notional(target, highest, contract)), follows.leverage);
    return sum + margin + toCentsUp(notional(target, halfSpread(contract, highest), contract));
  }, 0n);
}
