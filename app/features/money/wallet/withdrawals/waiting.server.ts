import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import { user as userTable, withdrawal } from '#drizzle/schema';
import { findPaymentBlockIn, type PaymentBlock, refuseWhilePaymentsWait } from '~/ledger/proof/paymentsWait.server';
import { after, DAY, now } from '~/platform/clock';
import type { Handle, Reader } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { readSetting } from '~/platform/installation/settings.server';
import { type Result, refuse } from '~/platform/result';
import { utcText } from '~/platform/text/dayText';
import { durationText } from '~/platform/text/durationText';
import { type Freezes, partFreeze, withReason } from '~/signIns/frozen';
import { RESET_WATCH_MS } from '~/signIns/signInLimits';

/** Key of the setting for the wait of a withdrawal to a new address, in whole days; see `catalogue/rates.ts`. */
export const WAIT_SETTING = 'withdrawal-wait-days';

const RECENT_CHANGE_MS = durationText(RESET_WATCH_MS.investor);

export async function isNewAddress(
  handle: Reader,
  { userId, method, wallet }: { userId: string; method: string; wallet: string },
): Promise<boolean> {
  const [paid] = await handle
    .select({ id: withdrawal.id })
    .from(withdrawal)
    .where(
      and(
        eq(withdrawal.userId, userId),
        eq(withdrawal.method, method),
        eq(withdrawal.wallet, wallet),
        eq(withdrawal.status, 'paid'),
      ),
    )
    .limit(1);
  return paid === undefined;
}

/** Returns whether the user's password or second factor was reset, or the account unfrozen, recently. */
async function hasChangedHands(handle: Reader, userId: string): Promise<boolean> {
  const [found] = await verified(handle, userTable, { id: userId });
  return found?.handsChangedAt ? found.handsChangedAt > after(now(), -RESET_WATCH_MS.investor) : false;
}

export const getWaitLength = async (handle: Reader): Promise<number> => (await readSetting(handle, WAIT_SETTING)) * DAY;

export type Wait = { until: Date; why: string };

export async function computeWait(
  tx: Handle,
  userId: string,
  { method, wallet }: { method: string; wallet: string },
): Promise<Wait | null> {
  const length = await getWaitLength(tx);
  if (length === 0) return null;
  const until = after(now(), length);
  if (await isNewAddress(tx, { userId, method, wallet })) {
    return { until, why: 'nothing was paid to this address before' };
  }
  if (await hasChangedHands(tx, userId)) {
    const why = `your password or second factor was reset, or your account unfrozen, within the last ${RECENT_CHANGE_MS}`;
    return { until, why };
  }
  return null;
}

/** Restarts the waits of a user's unpaid withdrawals, so that the owner has time to notice a payout that they did not request. */
export async function restartWaits(tx: Handle, userId: string): Promise<Date | null> {
  const length = await getWaitLength(tx);
  if (length === 0) return null;
  const until = after(now(), length);
  const unpaid = and(eq(withdrawal.userId, userId), inArray(withdrawal.status, ['requested', 'approved']));
  const shorter = or(isNull(withdrawal.waitsUntil), lt(withdrawal.waitsUntil, until));
  await tx.update(withdrawal).set({ waitsUntil: until }).where(and(unpaid, shorter));
  return until;
}

/** Returns the waits shown before a withdrawal is confirmed: days for a new address, and the wait after a reset or unfreezing. */
export async function loadWaitRule(handle: Reader, userId: string): Promise<{ days: number; reset: string | null }> {
  const days = await readSetting(handle, WAIT_SETTING);
  const waits = days > 0 && (await hasChangedHands(handle, userId));
  return { days, reset: waits ? RECENT_CHANGE_MS : null };
}

const isStillWaiting = ({ waitsUntil }: { waitsUntil: Date | null }): boolean =>
  waitsUntil !== null && now() < waitsUntil;

export async function checkMayBePaidOut(
  tx: Handle,
  row: { userId: string; waitsUntil: Date | null },
): Promise<Result<null>> {
  const waits = await refuseWhilePaymentsWait(tx);
  if (waits) return waits;
  if (row.waitsUntil && isStillWaiting(row)) {
    return refuse(
      'waits',
      `This withdrawal can be approved or paid from ${utcText(row.waitsUntil)}. Nothing was changed.`,
    );
  }
  const [owner] = await verified(tx, userTable, { id: row.userId });
  if (owner?.frozenAt) {
    return refuse(
      'frozen',
      `The account has been frozen since ${utcText(owner.frozenAt)}, so no money can leave it. Nothing was changed.`,
    );
  }
  const part = owner && partFreeze(owner, 'withdrawals');
  if (part) {
    const since = `Withdrawals of this account have been frozen since ${utcText(part.at)}`;
    return refuse('frozen', `${withReason(since, part.reason)} Nothing was changed.`);
  }
  return { ok: true, value: null };
}

/** Facts about a withdrawal after a restore: times of request and payment, and the restore after which its payment was searched for. */
type Known = { requestedAt: Date; paidAt: Date | null; checkedAfter: string | null };

const canBePaid = ({ requestedAt, paidAt, checkedAfter }: Known, wait: PaymentBlock | null): boolean =>
  wait !== null &&
  !paidAt &&
  (wait.kind === 'put-back' || (requestedAt <= wait.restore.at && checkedAfter !== wait.restore.id));

export async function checkMayBeTakenBack(tx: Handle, row: Known): Promise<Result<null>> {
  if (!canBePaid(row, await findPaymentBlockIn(tx))) return { ok: true, value: null };
  return refuse(
    'payments-wait',
    'Our records were restored, and this withdrawal may already have been paid. It can be cancelled once an administrator has checked. Nothing was changed.',
  );
}

/** Decisions that pay a withdrawal, and decisions that return its money to the user. */
const PAYING_DECISIONS = new Set(['approve', 'approve-and-pay', 'pay']);
const RETURNING_DECISIONS = new Set(['reject', 'bounce']);

export function listWithdrawalDecisions(
  {
    withdrawal: row,
    owner,
  }: {
    withdrawal: Known & { waitsUntil: Date | null };
    owner: Pick<Freezes, 'frozenAt' | 'withdrawalsFrozenAt'>;
  },
  all: Record<string, string>,
  wait: PaymentBlock | null,
): Record<string, string> {
  const keys = canBePaid(row, wait)
    ? Object.fromEntries(Object.entries(all).filter(([name]) => !RETURNING_DECISIONS.has(name)))
    : all;
  if (!isStillWaiting(row) && !owner.frozenAt && !owner.withdrawalsFrozenAt && !wait) return keys;
  return Object.fromEntries(Object.entries(keys).filter(([name]) => !PAYING_DECISIONS.has(name)));
}
