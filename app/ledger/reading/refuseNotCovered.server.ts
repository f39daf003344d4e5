import type { Handle, Reader } from '~/platform/db/index.server';
import { type Refusal, refuse } from '~/platform/result';
import { bookLineTitle, receivableAccount } from '../chartOfAccounts';
import { formatUsd } from '../money';
import { notCoveredMessage } from '../notCovered';
import { type Balances, balance, readBalances } from './statement.server';

export const readReceivable = (handle: Reader, userId: string): Promise<bigint> =>
  balance(handle, receivableAccount(userId).code);

export const receivableMessage = (owed: bigint): string =>
  `You owe ${formatUsd(owed)}, because one of your deposits was charged back after you had spent it. New money in your balance pays it first; until it is paid you can’t withdraw, copy or invest.`;

export async function describeShortfall(handle: Reader, userId: string, amount: bigint, balances: Balances) {
  const owed = balances.available === 0n ? await readReceivable(handle, userId) : 0n;
  return owed > 0n ? receivableMessage(owed) : notCoveredMessage(amount, balances);
}

export const refuseNotCovered = async (
  tx: Handle,
  userId: string,
  amount: bigint,
): Promise<{ ok: false; error: Refusal }> =>
  refuse('insufficient-funds', await describeShortfall(tx, userId, amount, await readBalances(tx, userId)), 'amount');

/** Returns the refusal of a payment that exceeds custody, which can't fall below zero in live mode. */
export const refuseShortCustody = ({ account, balance }: { account: string; balance: bigint }, field?: string) =>
  refuse(
    'short-custody',
    `${bookLineTitle(account)}: ${formatUsd(balance)}, which does not cover this. Book what arrived there under Reconciliation first.`,
    field,
  );
