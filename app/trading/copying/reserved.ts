import { type Account, leverageOf } from '../accounts/account';
import type { Mids } from '../accounts/margin';
import { mustContract } from '../contracts';
import { ceilDiv, centsUp, notional } from '../numbers';
import { halfSpread } from '../orders/fills';
import { scaled, splitOrder } from './sizing';

/** Returns what orders that wait for quotes may still need of a copy's money, cents: money that leaves must not let them be cut. */
export function reservedForWaiting(account: Account, mids: Mids): bigint {
  return account.waiting.reduce((sum, { id, size, follows, takesOver, paused }) => {
    const contract = mustContract(id);
    const opens = follows ? splitOrder(follows.leaderHeld, size).opens : size;
    if (paused || opens === 0n || !(follows || takesOver)) return sum;
    const wanted = follows ? scaled(opens, follows.copyEquity, follows.leaderEquity) : opens;
    const [over, under] = contract.slippage;
    const highest = ceilDiv((follows?.leaderPrice ?? mids(id)) * (under + over), under);
    const leverage = follows?.leverage ?? leverageOf(account, id);
    const margin = ceilDiv(centsUp(notional(wanted, highest, contract)), leverage);
    return sum + margin + centsUp(notional(wanted, halfSpread(contract, highest), contract));
  }, 0n);
}
