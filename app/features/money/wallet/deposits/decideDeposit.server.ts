import { and, eq } from 'drizzle-orm';
import { account, deposit, depositMethod, journal, setting, transfer } from '#drizzle/schema';
import { beginDecision } from '~/features/backoffice';
import { RANK_SETTINGS, reachRanks } from '~/features/money/ranking/reachRanks.server';
import { reverseRankBonuses } from '~/features/money/ranking/reverseRankBonuses.server';
import { BONUS_SETTINGS, grantReferralBonus } from '~/features/money/referrals/grantReferralBonus.server';
import { reverseReferralBonus } from '~/features/money/referrals/reverseReferralBonus.server';
import {
  type AccountRef,
  availableAccount,
  custody,
  receivableAccount,
  unidentifiedReceiptAccount,
} from '~/ledger/chartOfAccounts';
import { formatUsd } from '~/ledger/money';
import { calculateBalance, lockAccounts } from '~/ledger/posting/accounts.server';
import { type JournalEntry, mustPost, type PostedJournal, post } from '~/ledger/posting/post.server';
import { refuseShortCustody } from '~/ledger/reading/refuseNotCovered.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { prefetchVerified, verified } from '~/platform/db/verified.server';
import { advance } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { type Actor, formatActor, type InvestorActor } from '~/platform/states';
import { findActingUser, refuseUnlessMay } from '~/signIns/acting.server';
import type { User } from '~/signIns/session.server';
import { findVerifiedUser } from '~/signIns/userById.server';
import {
  claimPayment,
  findMethodOf,
  parseEnteredPayment,
  readPaymentId,
  releasePayment,
  reopenLines,
} from '../internal/payments.server';
import { depositMachine } from '../states';
import { notifyDepositApproved, notifyDepositRejected, notifyDepositReversed } from './internal/depositMail.server';

/** Outcome of a rejected or cancelled deposit. No money had moved, so there is no journal. */
export type EndedDeposit = { id: string; journalId?: undefined };

/**
 * Approves a deposit, which credits the user.
 * @param received received amount in cents; it may differ from the stated one
 * @param reason remark for the books
 * @param seen.transactionId ID of the payment, in place of the user's; it can be credited to one deposit only
 * @param seen.coin received amount in coin, hundred-millionths; required in live mode unless `mayBeUnknown`
 * @param seen.receipt statement line of the unidentified receipt that holds the money
 */
export async function approveDeposit(
  tx: Handle,
  by: Actor,
  id: string,
  received: bigint,
  reason?: string,
  seen: { transactionId?: string; coin?: bigint; receipt?: string; mayBeUnknown?: true } = {},
): Promise<Result<PostedJournal>> {
  const without = await refuseUnlessMay(tx, by, 'payments:decide');
  if (without) return without;
  const marked = await beginDecision(tx, by, id);
  if (marked) return marked;
  const [found] = await verified(tx, deposit, { id });
  const { network, coin } = await findMethodOf(tx, depositMethod, found?.method ?? '');
  const read = parseEnteredPayment(coin, seen.coin, seen);
  if (!read.ok) return read;
  const arrived = read.value;
  const asIs = seen.transactionId
    ? readPaymentId(seen.transactionId, network, { field: 'transactionId', by: 'admin' })
    : null;
  if (asIs && !asIs.ok) return asIs;
  const transactionId = asIs?.value;
  const set = {
    received,
    coinReceived: arrived?.units ?? null,
    ...(transactionId && { transactionId }),
    reason: reason ?? null,
    decidedAt: now(),
  };
  const details = {
    received: formatUsd(received),
    ...(arrived && { coin: arrived.text }),
    ...(transactionId && { transaction: transactionId }),
  };
  const moved = await advance(tx, deposit, depositMachine, { id, event: 'approve', by, reason, set, details });
  if (!moved.ok) return moved;
  if (moved.value.transactionId) {
    const booked = { depositId: id, field: 'transactionId', receipt: seen.receipt } as const;
    const claimed = await claimPayment(tx, moved.value.transactionId, booked);
    if (!claimed.ok) return claimed;
  }
  return done(await settleDeposit(tx, by, moved.value, seen.receipt));
}

export async function rejectDeposit(tx: Handle, by: Actor, id: string, reason: string): Promise<Result<EndedDeposit>> {
  const without = await refuseUnlessMay(tx, by, 'payments:decide');
  if (without) return without;
  const marked = await beginDecision(tx, by, id);
  if (marked) return marked;
  const set = { reason, decidedAt: now() };
  const moved = await advance(tx, deposit, depositMachine, { id, event: 'reject', by, reason, set });
  if (!moved.ok) return moved;
  const { amount } = moved.value;
  await notifyDepositRejected(tx, await loadOwner(tx, moved.value), { id, amount, reason });
  return done({ id });
}

export async function cancelDeposit(tx: Handle, by: InvestorActor, id: string): Promise<Result<EndedDeposit>> {
  const open = await findActingUser(tx, by);
  if (!open.ok) return open;
  const set = { decidedAt: now() };
  const moved = await advance(tx, deposit, depositMachine, { id, event: 'cancel', by, owner: by.id, set });
  return moved.ok ? done({ id }) : moved;
}

/** Reverses a deposit that was approved by mistake. Refused if the user has spent some of it. */
export const reverseDeposit = (tx: Handle, by: Actor, id: string, reason: string): Promise<Result<PostedJournal>> =>
  reverseApproved(tx, by, { id, reason, event: 'reverse' });

/** Reverses a deposit whose payment was charged back. Debits what the user still has, and records the rest as a receivable. */
export const chargeBackDeposit = (tx: Handle, by: Actor, id: string, reason: string): Promise<Result<PostedJournal>> =>
  reverseApproved(tx, by, { id, reason, event: 'charge-back' });

async function reverseApproved(
  tx: Handle,
  by: Actor,
  { id, reason, event }: { id: string; reason: string; event: 'reverse' | 'charge-back' },
): Promise<Result<PostedJournal>> {
  const without = await refuseUnlessMay(tx, by, 'payments:decide');
  if (without) return without;
  const time = now();
  const chargedBackAt = event === 'charge-back' ? time : null;
  const set = { reason, decidedAt: time, chargedBackAt };
  const moved = await advance(tx, deposit, depositMachine, { id, event, by, reason, set });
  if (!moved.ok) return moved;
  const { userId } = moved.value;
  const received = moved.value.received as bigint;
  const head = { ref: id, actor: formatActor(by), approver: by.approver, reason, effectiveAt: time };
  const { reverses, from } = await findBooking(tx, id);
  const owed = chargedBackAt ? await bookShortfall(tx, head, { userId, received }) : 0n;
  const legs = [{ debit: availableAccount(userId), credit: from, amount: received }];
  const posted = await post(tx, { ...head, kind: 'deposit-reversed', reverses, legs });
  if (!posted.ok) {
    if (posted.error.code === 'already-posted') throw new Error(`Deposit ${id} was reversed before`);
    const { account, balance } = posted.error;
    if (account !== availableAccount(userId).code) return refuseShortCustody(posted.error);
    return refuse(
      'spent',
      `The user has ${formatUsd(balance)} available, less than the ${formatUsd(received)} of this deposit. Nothing was changed.`,
    );
  }
  const owner = await loadOwner(tx, moved.value);
  if (!chargedBackAt) {
    if (moved.value.transactionId) await releasePayment(tx, id, moved.value.transactionId);
    await reopenLines(tx, by, id, reason);
  }
  await reverseReferralBonus(tx, by, id, reason);
  await reverseRankBonuses(tx, by, owner, reason);
  await notifyDepositReversed(tx, owner, { id, amount: received, reason, owed: chargedBackAt && owed });
  return done(posted.value);
}

async function bookShortfall(
  tx: Handle,
  head: Omit<JournalEntry, 'kind' | 'legs'>,
  { userId, received }: { userId: string; received: bigint },
): Promise<bigint> {
  const [own] = await lockAccounts(tx, [availableAccount(userId)], []);
  const short = received - (own ? calculateBalance(own) : 0n);
  if (short <= 0n) return 0n;
  const legs = [{ debit: receivableAccount(userId), credit: availableAccount(userId), amount: short }];
  await mustPost(tx, { ...head, kind: 'receivable-booked', legs });
  return short;
}

async function findBooking(tx: Handle, id: string): Promise<{ reverses: string; from: AccountRef }> {
  const [found] = await tx
    .select({ reverses: journal.id, from: account })
    .from(journal)
    .innerJoin(transfer, eq(transfer.journalId, journal.id))
    .innerJoin(account, eq(account.id, transfer.debitAccountId))
    .where(and(eq(journal.kind, 'deposit'), eq(journal.businessRef, id)));
  if (!found) throw new Error(`Deposit ${id} is approved but not in the books`);
  const { code, ownerId: owner, normalSide } = found.from;
  return { reverses: found.reverses, from: { code, owner, normalSide } };
}

type Deposit = typeof deposit.$inferSelect;

/** Credits an approved deposit, notifies its user, and grants bonuses. `receipt` is the unidentified receipt that holds the money. */
export async function settleDeposit(tx: Handle, by: Actor, row: Deposit, receipt?: string): Promise<PostedJournal> {
  prefetchVerified(tx, setting, { key: [...BONUS_SETTINGS, ...RANK_SETTINGS] });
  const posted = await bookDeposit(tx, by, row, receipt ? unidentifiedReceiptAccount(receipt) : custody(row.method));
  await notifyAndRewardDeposit(tx, row);
  return posted;
}

export async function bookDeposit(tx: Handle, by: Actor, row: Deposit, from: AccountRef): Promise<PostedJournal> {
  const { id, userId, received, reason } = row;
  if (received === null) throw new Error(`Deposit ${id} was approved without an amount`);
  const legs = [{ debit: from, credit: availableAccount(userId), amount: received }];
  const head = { kind: 'deposit', ref: id, actor: formatActor(by), approver: by.approver, effectiveAt: now() } as const;
  return await mustPost(tx, { ...head, reason: reason ?? undefined, legs });
}

export async function notifyAndRewardDeposit(tx: Handle, row: Deposit): Promise<void> {
  const { id, amount } = row;
  const received = row.received as bigint;
  const at = now();
  const owner = await loadOwner(tx, row);
  await notifyDepositApproved(tx, owner, { id, amount, received });
  await grantReferralBonus(tx, { depositId: id, referred: owner, received, at });
  await reachRanks(tx, owner, { depositId: id, at });
}

async function loadOwner(tx: Handle, { id, userId }: Pick<Deposit, 'id' | 'userId'>): Promise<User> {
  const owner = await findVerifiedUser(tx, userId);
  if (!owner) throw new Error(`Deposit ${id} has no owner`);
  return owner;
}
