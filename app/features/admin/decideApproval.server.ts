import { eq } from 'drizzle-orm';
import { approval } from '#drizzle/schema';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { advance } from '~/platform/events.server';
import { done, type Result, refuse } from '~/platform/result';
import { type Actor, actorText, byAdmin } from '~/platform/states';
import { mailApprovalDecided } from './approvalMail.server';
import { readAgain } from './perform.server';
import { approvalMachine, approvalState } from './states';

type Approval = typeof approval.$inferSelect;
type Decided = { id: string; journalId?: string };

/**
 * A second administrator agrees: now it happens, in the name of whoever asked, with this one as its approver. What can't be done
 * any more is refused, and the request still waits.
 */
export async function approveRequest(tx: Handle, by: Actor, id: string): Promise<Result<Decided>> {
  const decided = await decide(tx, by, id, 'approve');
  if (!decided.ok) return decided;
  const read = readAgain(decided.value);
  if (!read.ok) return read;
  const { operation, input } = read.value;
  const requester: Actor = { ...byAdmin(decided.value.requestedBy), approver: actorText(by) };
  const ran = await operation.run(tx, requester, input);
  if (!ran.ok) return refuse(ran.error.code, `${ran.error.message} The request still waits.`);
  return done({ id, journalId: ran.value.journalId });
}

/** A second administrator disagrees; whoever asked reads why. */
export async function rejectRequest(tx: Handle, by: Actor, id: string, reason: string): Promise<Result<Decided>> {
  const decided = await decide(tx, by, id, 'reject', reason);
  return decided.ok ? done({ id }) : decided;
}

/** Whoever asked takes it back. */
export async function withdrawRequest(tx: Handle, by: Actor, id: string): Promise<Result<Decided>> {
  const found = await unexpired(tx, id);
  if (!found.ok) return found;
  if (found.value.requestedBy !== by.id) {
    return refuse('not-yours', 'Only whoever asked for this can take it back. You can reject it.');
  }
  const set = { decidedBy: by.id, decidedAt: now() };
  const moved = await advance(tx, approval, approvalMachine, { id, event: 'withdraw', by, set });
  return moved.ok ? done({ id }) : moved;
}

async function decide(
  tx: Handle,
  by: Actor,
  id: string,
  event: 'approve' | 'reject',
  reason?: string,
): Promise<Result<Approval>> {
  const found = await unexpired(tx, id);
  if (!found.ok) return found;
  if (found.value.requestedBy === by.id)
    return refuse('own', 'You asked for this yourself: another administrator decides it.');
  const set = { decidedBy: by.id, decidedAt: now(), reason: reason ?? null };
  const moved = await advance(tx, approval, approvalMachine, { id, event, by, reason, set });
  if (moved.ok) await mailApprovalDecided(tx, moved.value);
  return moved;
}

async function unexpired(tx: Handle, id: string): Promise<Result<Approval>> {
  const [found] = await tx.select().from(approval).where(eq(approval.id, id));
  if (!found) return refuse('not-found', `There is no such ${approvalMachine.thing}.`);
  if (approvalState(found, now()) !== 'expired') return done(found);
  return refuse('expired', 'This request waited for more than seven days and has expired. It can be asked for again.');
}
