import { and, eq } from 'drizzle-orm';
import { deposit, depositMethod, event, rowVersion, withdrawal, withdrawalMethod } from '#drizzle/schema';
import { findVisibleHoldReason } from '~/features/backoffice';
import { read } from '~/platform/db/index.server';
import { isNewestVersionOf, verified } from '~/platform/db/verified.server';
import { formatCoinAmount, formatDepositCoins } from './coinAmountText';
import { findCoinOfMethod } from './internal/coins';
import { formatReceiptNumber, listDepositSteps, listWithdrawalSteps } from './internal/receipts';
import { withWallet } from './internal/shownWallet.server';
import { getUsualDepositWait, getUsualWithdrawalWait } from './usualWaits.server';

/** Returns the receipt of a user's own deposit, with `wait` as text while it is pending; null if the user has no such deposit. */
export async function loadDepositReceipt(userId: string, id: string) {
  const [row] = await read()
    .select({ deposit })
    .from(deposit)
    .where(and(eq(deposit.id, id), eq(deposit.userId, userId)));
  if (!row) return null;
  const [method = null] = await verified(read(), depositMethod, { code: row.deposit.method });
  const { status, decidedAt } = row.deposit;
  const creditedAt = status === 'approved' ? decidedAt : status === 'reversed' ? await findApprovedAt(id) : null;
  return {
    deposit: row.deposit,
    coins: formatDepositCoins(row.deposit),
    network: method?.network ?? null,
    method: method && { name: method.name, icon: method.icon, coin: findCoinOfMethod(method) },
    number: formatReceiptNumber('D', id),
    steps: listDepositSteps(row.deposit, creditedAt),
    wait: status === 'pending' ? await getUsualDepositWait() : null,
    held: status === 'pending' ? await findVisibleHoldReason(id) : null,
  };
}

async function findApprovedAt(id: string): Promise<Date | null> {
  const approval = and(eq(event.thing, 'deposit'), eq(event.thingId, id), eq(event.event, 'approve'));
  const [found] = await read().select({ at: event.at }).from(event).where(approval);
  return found?.at ?? null;
}

/** Returns the receipt of a user's own withdrawal, with `wait` as text while it is pending; null if the user has no such withdrawal. */
export async function loadWithdrawalReceipt(userId: string, id: string) {
  const [found] = await read()
    .select({ withdrawal, version: rowVersion })
    .from(withdrawal)
    .leftJoin(rowVersion, isNewestVersionOf(withdrawal, withdrawal.id))
    .where(and(eq(withdrawal.id, id), eq(withdrawal.userId, userId)));
  if (!found) return null;
  const row = withWallet(found);
  const [method = null] = await verified(read(), withdrawalMethod, { code: row.withdrawal.method });
  const waits = ['requested', 'approved'].includes(row.withdrawal.status);
  return {
    withdrawal: row.withdrawal,
    sent: formatCoinAmount(row.withdrawal.method, row.withdrawal.coinPaid),
    method: method && { name: method.name, icon: method.icon, coin: findCoinOfMethod(method) },
    number: formatReceiptNumber('W', id),
    steps: listWithdrawalSteps(row.withdrawal),
    held: waits ? await findVisibleHoldReason(id) : null,
    wait: waits ? await getUsualWithdrawalWait() : null,
  };
}
