import type { Account } from '../accounts/account';
import type { MidPriceOf } from '../accounts/margin';
import { mustContract } from '../contracts';
import { ceilDiv, notional, toCentsUp } from '../numbers';
import { halfSpread } from '../orders/fills';
import { scaleSize, splitOrder } from './sizing';

/** Returns the money of a copy, in cents, that its orders waiting for quotes may still need. Withdrawals must leave it. */
export function moneyReservedForOrders(account: Account, mids: MidPriceOf): bigint {
  return account.waiting.reduce((sum, { id, size, follows, takesOver, paused }) => {
    if (paused || !follows) return sum;
    const contract = mustContract(id);
    const { opens } = splitOrder(follows.leaderHeld, size);
    const wanted = scaleSize(opens, follows.copyEquity, follows.leaderEquity);
    const [over, under] = contract.slippage;
    // Positions to take over have no slippage limit, so the current price counts.
    const price = takesOver ? mids(id) : follows.leaderPrice;
    const highest = ceilDiv(price * (under + over), under);
    const margin = ceilDiv(toCentsUp(notional(wanted, highest, contract)), follows.leverage);
    return sum + margin + toCentsUp(notional(wanted, halfSpread(contract, highest), contract));
  }, 0n);
}
