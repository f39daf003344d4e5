import { eq } from 'drizzle-orm';
import { approval } from '#drizzle/schema';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { advance } from '~/platform/events/index.server';
import { done, type Refusal, type Result, refuse } from '~/platform/result';
import { type AdminActor, actorText, byAdmin } from '~/platform/states';
import type { Right } from '~/signIns/rights';
import { refuseLostRight, refuseWithoutRight } from '~/signIns/staff.server';
import { mailApprovalDecided } from './approvalMail.server';
import { canonicalEffect, effectDifferences, readEffect } from './effect';
import { effectDigest } from './effectDigest.server';
import { readAgain } from './perform.server';
import { actRight } from './policy';
import { effectOf } from './rehearseEffect.server';
import { approvalMachine, approvalState } from './states';

type Approval = typeof approval.$inferSelect;
type Decided = { id: string; journalId?: string };

/**
 * A second administrator agrees: now it happens, in the name of the one who asked, with this one as its approver. Its effect
 * is computed anew first: one that differs from what was asked for, and so from what was shown, is refused, and so is what
 * can't be done any more. The request then still waits.
 * @param shown the digest of the effect that this administrator was shown
 */
export async function approveRequest(tx: Handle, by: AdminActor, id: string, shown: string): Promise<Result<Decided>> {
  const found = await undecided(tx, by, id);
  if (!found.ok) return found;
  const { effect: kept, requestedBy } = found.value;
  if (shown !== effectDigest(kept)) {
    return refuse(
      'shown-changed',
      'This is not the request that you were shown. Look at it again before you approve it.',
    );
  }
  const read = await readAgain(found.value);
  if (!read.ok) return read;
  // Their role may have changed since, or they were disabled: what they asked for has no first hand any more.
  if (await refuseLostRight(tx, requestedBy, rightOf(found.value))) {
    return refuse(
      'requester',
      'The administrator who requested this may not do it any more. Reject it; another one can ask again.',
    );
  }
  const { operation, input } = read.value;
  const requester: AdminActor = { ...byAdmin(requestedBy), approver: actorText(by) };
  const effect = await effectOf(tx, requester, operation, input);
  if (!effect.ok) return stillWaits(effect.error);
  if (canonicalEffect(effect.value) !== kept) {
    const differences = effectDifferences(readEffect(kept), effect.value);
    return refuse(
      'effect-changed',
      `The effect has changed since the request, so nothing was done. ${differences.join('. ')}. Reject this request; then it can be requested again.`,
    );
  }
  const decided = await decide(tx, by, found.value, 'approve');
  if (!decided.ok) return decided;
  const ran = await operation.run(tx, requester, input);
  return ran.ok ? done({ id, journalId: ran.value.journalId }) : stillWaits(ran.error);
}

const stillWaits = ({ code, message }: Refusal) => refuse(code, `${message} The request still waits.`);

/** A second administrator disagrees; the one who asked reads why. */
export async function rejectRequest(tx: Handle, by: AdminActor, id: string, reason: string): Promise<Result<Decided>> {
  const found = await undecided(tx, by, id);
  if (!found.ok) return found;
  const decided = await decide(tx, by, found.value, 'reject', reason);
  return decided.ok ? done({ id }) : decided;
}

/** The administrator who asked takes it back. */
export async function withdrawRequest(tx: Handle, by: AdminActor, id: string): Promise<Result<Decided>> {
  const found = await unexpired(tx, id);
  if (!found.ok) return found;
  if (found.value.requestedBy !== by.id) {
    return refuse('not-yours', 'Only the administrator who requested this can take it back. You can reject it.');
  }
  const set = { decidedBy: by.id, decidedAt: now() };
  const moved = await advance(tx, approval, approvalMachine, { id, event: 'withdraw', by, set });
  return moved.ok ? done({ id }) : moved;
}

async function decide(
  tx: Handle,
  by: AdminActor,
  { id }: Approval,
  event: 'approve' | 'reject',
  reason?: string,
): Promise<Result<Approval>> {
  const set = { decidedBy: by.id, decidedAt: now(), reason: reason ?? null };
  const moved = await advance(tx, approval, approvalMachine, { id, event, by, reason, set });
  if (moved.ok) await mailApprovalDecided(tx, moved.value);
  return moved;
}

/** The right that the act of a request takes; what is no act any more is for those who see to the staff to reject. */
const rightOf = ({ operation }: Approval): Right => actRight(operation) ?? 'staff:change';

/** A request that this administrator may decide: not expired, not their own, and of an act that their role has. */
async function undecided(tx: Handle, by: AdminActor, id: string): Promise<Result<Approval>> {
  const found = await unexpired(tx, id);
  if (!found.ok) return found;
  if (found.value.requestedBy === by.id) {
    return refuse('own', 'You requested this yourself: another administrator decides it.');
  }
  return (await refuseWithoutRight(tx, by.id, rightOf(found.value))) ?? found;
}

async function unexpired(tx: Handle, id: string): Promise<Result<Approval>> {
  const [found] = await tx.select().from(approval).where(eq(approval.id, id));
  if (!found) return refuse('not-found', `There is no such ${approvalMachine.thing}.`);
  if (approvalState(found, now()) !== 'expired') return done(found);
  return refuse('expired', 'This request waited for more than seven days and has expired. It can be requested again.');
}
