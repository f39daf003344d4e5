import { and, eq } from 'drizzle-orm';
import { setting, withdrawal, withdrawalMethod } from '#drizzle/schema';
import { formatUsd } from '~/ledger/money';
import { placeHold } from '~/ledger/posting/holds.server';
import { refuseNotCovered } from '~/ledger/reading/refuseNotCovered.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { prefetchVerified, verified } from '~/platform/db/verified.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { parseWallet } from '~/platform/networks/addresses';
import { done, type Refusal, type Result, refuse } from '~/platform/result';
import { type Actor, createInvestorActor, formatActor } from '~/platform/states';
import { utcText } from '~/platform/text/dayText';
import { type ActingInvestor, findActingUser, refuseUnlessMay } from '~/signIns/acting.server';
import { refuseFrozen } from '~/signIns/frozen';
import type { User } from '~/signIns/session.server';
import { findVerifiedUser } from '~/signIns/userById.server';
import { refuseTooManyOpenRequests, refuseTooManyWithdrawalsToday } from '../internal/openRequests.server';
import { mailWithdrawalRefused, mailWithdrawalRequested } from './internal/withdrawalMail.server';
import { computeWait, WAIT_SETTING } from './waiting.server';

const NOT_COVERED_MESSAGE = 'The account’s available balance is too low.';

/**
 * Outcome of a withdrawal request. `message`: text for the user. `waits`: true if approval has to wait. `fee`: charge
 * in cents.
 */
export type RequestedWithdrawal = { id: string; journalId: string; waits: boolean; message: string; fee: string };

/** Answer of a call for a request without a wait. Clients compare this text. */
export const APPROVAL_PENDING_TEXT = 'kindly wait for few minutes to be approved by management';

const HELD_MESSAGE = 'The amount is held until management has decided. We email you then.';

const formatWait = (until: Date) => `This withdrawal waits: it can be approved from ${utcText(until)}.`;

/** Withdrawal request: `amount` in cents, and the charge that the page showed. An API call has no page. */
type WithdrawalRequest = { method: string; amount: bigint; wallet: string; charge?: bigint };

/** Requests a withdrawal to the user's wallet; its amount is held until an administrator decides. */
export async function requestWithdrawal(
  tx: Handle,
  asker: ActingInvestor,
  request: WithdrawalRequest,
): Promise<Result<RequestedWithdrawal>> {
  const open = await findActingUser(tx, asker, { beUnverified: true });
  return open.ok ? await holdForWithdrawal(tx, open.value, request) : open;
}

/** Payout request: `amount` in cents, including the charge. The owner reads the reason. */
type PayOut = { userId: string; method: string; amount: bigint; wallet: string; reason: string };

/** Requests a payout, possibly below the minimum, for the owner of a closed account, who can't log in. */
export async function payOutClosed(
  tx: Handle,
  by: Actor,
  { userId, method, amount, wallet, reason }: PayOut,
): Promise<Result<{ id: string; journalId: string }>> {
  const without = await refuseUnlessMay(tx, by, 'balances:change');
  if (without) return without;
  const owner = await findVerifiedUser(tx, userId);
  if (!owner) return refuse('not-found', 'There is no such user.');
  if (owner.status !== 'closed') {
    return refuse('open', 'This account is open, so only its owner can request a withdrawal. Nothing was done.');
  }
  const held = await holdForWithdrawal(tx, owner, { method, amount, wallet }, { by, reason });
  return held.ok ? done({ id: held.value.id, journalId: held.value.journalId }) : held;
}

type ForOwner = { by: Actor; reason: string };

async function holdForWithdrawal(
  tx: Handle,
  user: User,
  { method, amount, wallet: entered, charge: shown }: WithdrawalRequest,
  forOwner?: ForOwner,
): Promise<Result<RequestedWithdrawal>> {
  const frozen = refuseFrozen(user, 'withdrawals', forOwner?.by);
  if (frozen) return frozen;
  prefetchVerified(tx, setting, { key: WAIT_SETTING });
  const [chosen] = await verified(tx, withdrawalMethod, { code: method });
  if (!chosen?.enabled) return refuse('unknown-method', 'Choose a withdrawal method', 'method');
  if (!forOwner && amount < chosen.minimum) return refuse('too-low', 'Amount is less than withdrawal limit', 'amount');
  if (shown !== undefined && shown !== chosen.fee) {
    return refuse(
      'charge-changed',
      `The charge has changed: it is now ${formatUsd(chosen.fee)}. Please check the preview again.`,
    );
  }
  if (amount <= chosen.fee) return refuse('too-low', 'The charge is more than this amount', 'amount');
  const read = parseWallet(entered, chosen.network);
  if (read === 'unpayable') {
    return refuse(
      'bad-wallet',
      'This is the address of a token contract or of nobody: money sent there is lost. Enter the address of your own wallet.',
      'wallet',
    );
  }
  if (read === 'invalid') {
    return refuse(
      'bad-wallet',
      `This is not a valid ${chosen.name} address. Please check it, character by character.`,
      'wallet',
    );
  }
  const wallet = read.address;

  const open = and(eq(withdrawal.userId, user.id), eq(withdrawal.status, 'requested'));
  const [many, today, wait] = await Promise.all([
    refuseTooManyOpenRequests(tx, withdrawal, open, 'withdrawals'),
    refuseTooManyWithdrawalsToday(tx, user.id),
    computeWait(tx, user.id, { method, wallet }),
  ]);
  const crowded = many ?? today;
  if (crowded) return crowded;

  const id = newId();
  const time = now();
  const { by, reason } = forOwner ?? { by: createInvestorActor(user.id), reason: undefined };
  const { approver } = by;
  const head = {
    kind: 'withdrawal-requested',
    ref: id,
    actor: formatActor(by),
    approver,
    reason,
    effectiveAt: time,
  } as const;
  const hold = await placeHold(tx, head, { user: user.id, amount, purpose: `withdrawal:${id}` });
  if (!hold.ok) {
    return forOwner
      ? refuse('insufficient-funds', NOT_COVERED_MESSAGE, 'amount')
      : await refuseNotCovered(tx, user.id, amount);
  }
  const { holdId, journalId } = hold.value;
  const fee = chosen.fee;
  const requested = {
    id,
    userId: user.id,
    method,
    amount,
    fee,
    wallet,
    holdId,
    status: 'requested',
    requestedAt: time,
    waitsUntil: wait?.until ?? null,
  } as const;
  await tx.insert(withdrawal).values(requested);
  const details = wait ? { waits: `until ${utcText(wait.until)}: ${wait.why}` } : undefined;
  await record(tx, {
    thing: 'withdrawal',
    thingId: id,
    event: 'request',
    to: 'requested',
    by,
    userId: user.id,
    reason,
    details,
  });
  await mailWithdrawalRequested(tx, user, { id, amount, method: chosen.name, wallet, wait, reason });
  const message = wait ? formatWait(wait.until) : HELD_MESSAGE;
  return done({ id, journalId, waits: wait !== null, message, fee: String(fee) });
}

export const notifyRefused = (
  tx: Handle,
  user: User,
  { message }: Refusal,
  { amount }: WithdrawalRequest,
): Promise<void> => mailWithdrawalRefused(tx, user, { id: newId(), amount, message });
