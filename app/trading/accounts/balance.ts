import { min } from '../numbers';

/** Balance of an account without its positions, in cents. None of the three amounts is negative. */
export type Balance = {
  cash: bigint;
  waiting: bigint;
  deficit: bigint;
};

/**
 * Adds a result to a balance. A profit first reduces the deficit, and is then paid up to `payable`; a loss reduces
 * waiting profit, then cash, and adds to the deficit.
 */
export function addResult(
  balance: Balance,
  result: bigint,
  payable?: bigint,
  maxCoveredLoss: bigint = balance.cash,
): Balance {
  if (result >= 0n) {
    const owed = min(result, balance.deficit);
    const profit = result - owed;
    const paid = payable === undefined ? profit : min(profit, payable);
    return {
      cash: balance.cash + paid,
      waiting: balance.waiting + profit - paid,
      deficit: balance.deficit - owed,
    };
  }
  const loss = -result;
  const fromWaiting = min(loss, balance.waiting);
  const fromCash = min(loss - fromWaiting, maxCoveredLoss);
  return {
    cash: balance.cash - fromCash,
    waiting: balance.waiting - fromWaiting,
    deficit: balance.deficit + loss - fromWaiting - fromCash,
  };
}

export function payWaitingProfit(balance: Balance, payable: bigint): Balance {
  const paid = min(balance.waiting, payable);
  return { ...balance, cash: balance.cash + paid, waiting: balance.waiting - paid };
}

export const balanceWorth = ({ cash, waiting, deficit }: Balance): bigint => cash + waiting - deficit;
