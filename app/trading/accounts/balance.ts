import { least } from '../numbers';

/** What an account owns besides its positions, all in cents and never below zero. */
export type Balance = {
  cash: bigint;
  waiting: bigint;
  deficit: bigint;
};

/**
 * Settles a realised result. A profit first pays the deficit; the rest is paid or waits. A loss first reduces profits that wait, then cash;
 * what is beyond both becomes a deficit.
 * @param result cents, either sign
 * @param payable the most that can be paid now, cents; unlimited when left out
 * @param spendable the most of the cash that a loss can take, cents; all of it when left out
 */
export function addResult(
  balance: Balance,
  result: bigint,
  payable?: bigint,
  spendable: bigint = balance.cash,
): Balance {
  if (result >= 0n) {
    const owed = least(result, balance.deficit);
    const profit = result - owed;
    const paid = payable === undefined ? profit : least(profit, payable);
    return {
      cash: balance.cash + paid,
      waiting: balance.waiting + profit - paid,
      deficit: balance.deficit - owed,
    };
  }
  const loss = -result;
  const fromWaiting = least(loss, balance.waiting);
  const fromCash = least(loss - fromWaiting, spendable);
  return {
    cash: balance.cash - fromCash,
    waiting: balance.waiting - fromWaiting,
    deficit: balance.deficit + loss - fromWaiting - fromCash,
  };
}

export function payWaitingProfit(balance: Balance, payable: bigint): Balance {
  const paid = least(balance.waiting, payable);
  return { ...balance, cash: balance.cash + paid, waiting: balance.waiting - paid };
}

export const worth = ({ cash, waiting, deficit }: Balance): bigint => cash + waiting - deficit;
