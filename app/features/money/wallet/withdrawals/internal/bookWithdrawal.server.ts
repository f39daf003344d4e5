import type { withdrawal } from '#drizzle/schema';
import { availableAccount, custody, fees, heldAccount, payoutsAccount } from '~/ledger/chartOfAccounts';
import { resolveHold } from '~/ledger/posting/holds.server';
import { type Leg, type PostedJournal, post } from '~/ledger/posting/post.server';
import { refuseShortCustody } from '~/ledger/reading/refuseNotCovered.server';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { done, type Result } from '~/platform/result';
import { type Actor, formatActor } from '~/platform/states';
import { claimPayment } from '../../internal/payments.server';
import { notifyWithdrawalPaid } from './withdrawalMail.server';

type Withdrawal = typeof withdrawal.$inferSelect;

type Kind = `withdrawal-${'cancelled' | 'rejected' | 'approved' | 'paid' | 'bounced'}`;

const head = (by: Actor, { id }: Withdrawal, kind: Kind, reason?: string) => ({
  kind,
  ref: id,
  actor: formatActor(by),
  approver: by.approver,
  reason,
  effectiveAt: now(),
});

export async function bookApproved(tx: Handle, by: Actor, row: Withdrawal): Promise<Result<PostedJournal>> {
  const { userId, amount, fee, holdId } = row;
  const legs: Leg[] = [{ debit: heldAccount(userId), credit: payoutsAccount, amount: amount - fee }];
  if (fee > 0n) legs.push({ debit: heldAccount(userId), credit: fees, amount: fee });
  return mustHaveCustody(
    await resolveHold(tx, head(by, row, 'withdrawal-approved'), { holdId, outcome: 'settled', legs }),
  );
}

/** Posts a payment out of custody and reserves its transaction for this withdrawal. */
export async function bookPaid(
  tx: Handle,
  by: Actor,
  row: Withdrawal,
  { reference, justApproved = false }: { reference: string | null; justApproved?: boolean },
): Promise<Result<PostedJournal>> {
  const { id, amount, fee, method } = row;
  if (reference !== null) {
    const claimed = await claimPayment(tx, reference, { withdrawalId: id, field: 'reference' });
    if (!claimed.ok) return claimed;
  }
  await notifyWithdrawalPaid(tx, row, { reference, justApproved });
  const legs = [{ debit: payoutsAccount, credit: custody(method), amount: amount - fee }];
  return mustHaveCustody(await post(tx, { ...head(by, row, 'withdrawal-paid'), legs }));
}

export async function bookBounced(
  tx: Handle,
  by: Actor,
  row: Withdrawal,
  reason: string,
): Promise<Result<PostedJournal>> {
  const { userId, amount, fee, method, paidAt } = row;
  const from = paidAt ? custody(method) : payoutsAccount;
  const legs = [{ debit: from, credit: availableAccount(userId), amount: amount - fee }];
  return mustHaveCustody(await post(tx, { ...head(by, row, 'withdrawal-bounced', reason), legs }));
}

export async function bookReleased(
  tx: Handle,
  by: Actor,
  row: Withdrawal,
  kind: 'withdrawal-cancelled' | 'withdrawal-rejected',
  reason?: string,
): Promise<Result<PostedJournal>> {
  const { userId, amount, holdId } = row;
  const legs = [{ debit: heldAccount(userId), credit: availableAccount(userId), amount }];
  return mustHaveCustody(await resolveHold(tx, head(by, row, kind, reason), { holdId, outcome: 'released', legs }));
}

/** Rejects a negative custody balance in live mode, since money that never arrived can't be paid out. */
function mustHaveCustody(result: Awaited<ReturnType<typeof post>>): Result<PostedJournal> {
  if (result.ok) return done(result.value);
  if (result.error.code === 'already-posted') throw new Error('A state that changed once was posted twice');
  return refuseShortCustody(result.error);
}
