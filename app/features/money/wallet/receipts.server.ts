import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { deposit, depositMethod, event, rowVersion, withdrawal, withdrawalMethod } from '#drizzle/schema';
import { shownHoldReason } from '~/features/backoffice';
import { read, sharedReading } from '~/platform/db/index.server';
import { isNewestOf, verified } from '~/platform/db/verified.server';
import { coinText, depositCoins } from './coinWords';
import { coinOf } from './internal/coins';
import {
  depositSteps,
  durationWords,
  receiptNumber,
  usualWait,
  WAIT_SAMPLE,
  withdrawalSteps,
} from './internal/receipts';
import { withWallet } from './internal/shownWallet.server';

/** A user's own deposit as its receipt tells it, `wait` in words while it waits; null where the user has none of this id. */
export async function depositReceipt(userId: string, id: string) {
  const [row] = await read()
    .select({ deposit })
    .from(deposit)
    .where(and(eq(deposit.id, id), eq(deposit.userId, userId)));
  if (!row) return null;
  const [method = null] = await verified(read(), depositMethod, { code: row.deposit.method });
  const { status, decidedAt } = row.deposit;
  const creditedAt = status === 'approved' ? decidedAt : status === 'reversed' ? await approvedAt(id) : null;
  return {
    deposit: row.deposit,
    coins: depositCoins(row.deposit),
    network: method?.network ?? null,
    method: method && { name: method.name, icon: method.icon, coin: coinOf(method) },
    number: receiptNumber('D', id),
    steps: depositSteps(row.deposit, creditedAt),
    wait: status === 'pending' ? await usualDepositWait() : null,
    held: status === 'pending' ? await shownHoldReason(id) : null,
  };
}

/** When a deposit was approved, of one that has been reversed since. */
async function approvedAt(id: string): Promise<Date | null> {
  const approval = and(eq(event.thing, 'deposit'), eq(event.thingId, id), eq(event.event, 'approve'));
  const [found] = await read().select({ at: event.at }).from(event).where(approval);
  return found?.at ?? null;
}

/** A user's own withdrawal as its receipt tells it, `wait` in words while it waits; null where the user has none of this id. */
export async function withdrawalReceipt(userId: string, id: string) {
  const [found] = await read()
    .select({ withdrawal, version: rowVersion })
    .from(withdrawal)
    .leftJoin(rowVersion, isNewestOf(withdrawal, withdrawal.id))
    .where(and(eq(withdrawal.id, id), eq(withdrawal.userId, userId)));
  if (!found) return null;
  const row = withWallet(found);
  const [method = null] = await verified(read(), withdrawalMethod, { code: row.withdrawal.method });
  const waits = ['requested', 'approved'].includes(row.withdrawal.status);
  return {
    withdrawal: row.withdrawal,
    sent: coinText(row.withdrawal.method, row.withdrawal.coinPaid),
    method: method && { name: method.name, icon: method.icon, coin: coinOf(method) },
    number: receiptNumber('W', id),
    steps: withdrawalSteps(row.withdrawal),
    held: waits ? await shownHoldReason(id) : null,
    wait: waits ? await usualWithdrawalWait() : null,
  };
}

const inWords = (waits: number[]): string | null => {
  const usual = usualWait(waits);
  return usual === null ? null : durationWords(usual);
};

/** Returns how long a deposit usually takes from the proof to its credit, in words; null while too few were approved to tell. */
export const usualDepositWait = async (): Promise<string | null> =>
  inWords(await sharedReading('deposit waits', depositWaits));

/** From sent to credited, milliseconds, of the newest deposits of anyone that were announced with a proof and approved. */
async function depositWaits(): Promise<number[]> {
  const rows = await read()
    .select({ from: deposit.createdAt, to: deposit.decidedAt })
    .from(deposit)
    .where(and(eq(deposit.status, 'approved'), isNotNull(deposit.proofFileId)))
    .orderBy(desc(deposit.createdAt))
    .limit(WAIT_SAMPLE.newest);
  return lengths(rows);
}

/** Returns how long a withdrawal usually takes from the request to its payment, in words; null while too few were paid to tell. */
export const usualWithdrawalWait = async (): Promise<string | null> =>
  inWords(await sharedReading('withdrawal waits', withdrawalWaits));

/** From requested to paid, milliseconds, of the newest withdrawals of anyone that were paid. */
async function withdrawalWaits(): Promise<number[]> {
  const rows = await read()
    .select({ from: withdrawal.requestedAt, to: withdrawal.paidAt })
    .from(withdrawal)
    .where(eq(withdrawal.status, 'paid'))
    .orderBy(desc(withdrawal.requestedAt))
    .limit(WAIT_SAMPLE.newest);
  return lengths(rows);
}

const lengths = (rows: { from: Date; to: Date | null }[]): number[] =>
  rows.flatMap(({ from, to }) => (to ? [to.getTime() - from.getTime()] : []));
