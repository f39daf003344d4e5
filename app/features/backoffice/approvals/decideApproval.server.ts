import { eq } from 'drizzle-orm';
import { approval } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { attempt, type Handle } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import { advance } from '~/platform/events/index.server';
import { done, type Refusal, type Result, refuse } from '~/platform/result';
import { type AdminActor, createAdminActor, formatActor } from '~/platform/states';
import { durationText } from '~/platform/text/durationText';
import type { Right } from '~/signIns/rights';
import { refuseLostRight, refuseWithoutRight } from '~/signIns/staff.server';
import type { Acts } from './act';
import { mailApprovalDecided } from './approvalMail.server';
import { canonicalEffect, compareEffects, readEffect } from './effect';
import { computeEffectDigest, runWithEffect } from './effectOf.server';
import { findAct, parseStoredInput } from './perform.server';
import { APPROVAL_LIFETIME_MS, approvalMachine, getApprovalState } from './states';

type Approval = typeof approval.$inferSelect;
type Decided = { id: string; journalId?: string };

/** Approves a request and performs its act for the requester. Refused if the effect differs from the one shown (digest `shown`). */
export const approveRequest = (
  tx: Handle,
  by: AdminActor,
  acts: Acts,
  id: string,
  shown: string,
): Promise<Result<Decided>> => attempt(tx, () => approve(tx, by, acts, id, shown));

async function approve(tx: Handle, by: AdminActor, acts: Acts, id: string, shown: string): Promise<Result<Decided>> {
  const found = await loadUndecidedRequest(tx, by, acts, id);
  if (!found.ok) return found;
  const { effect: stored, requestedBy } = found.value;
  if (shown !== computeEffectDigest(stored)) {
    return refuse(
      'shown-changed',
      'The request has changed since you opened it. Review it again before you approve it.',
    );
  }
  const read = await parseStoredInput(acts, found.value);
  if (!read.ok) return read;
  const { act, input } = read.value;
  // If the requester was disabled or has lost the right, the request has no first administrator any more.
  if (await refuseLostRight(tx, requestedBy, act.right)) {
    return refuse(
      'requester',
      'The administrator who requested this no longer has the right to it. Reject it; another one can request it again.',
    );
  }
  const decided = await decide(tx, by, found.value, 'approve');
  if (!decided.ok) return decided;
  const requester: AdminActor = { ...createAdminActor(requestedBy), approver: formatActor(by) };
  const acted = await runWithEffect(tx, requester, act, input);
  if (!acted.ok) return isStillWaiting(acted.error);
  const { effect, ran } = acted.value;
  if (canonicalEffect(effect) !== stored) {
    const differences = compareEffects(readEffect(stored), effect);
    return refuse(
      'effect-changed',
      `The effect has changed since the request, so nothing was done. ${differences.join('. ')}. Reject this request; then it can be requested again.`,
    );
  }
  return done({ id, journalId: ran.journalId });
}

const isStillWaiting = ({ code, message }: Refusal) => refuse(code, `${message} The request still waits.`);

export async function rejectRequest(
  tx: Handle,
  by: AdminActor,
  acts: Acts,
  id: string,
  reason: string,
): Promise<Result<Decided>> {
  const found = await loadUndecidedRequest(tx, by, acts, id);
  if (!found.ok) return found;
  const decided = await decide(tx, by, found.value, 'reject', reason);
  return decided.ok ? done({ id }) : decided;
}

export async function withdrawApproval(tx: Handle, by: AdminActor, id: string): Promise<Result<Decided>> {
  const found = await loadUnexpiredRequest(tx, id);
  if (!found.ok) return found;
  if (found.value.requestedBy !== by.id) {
    return refuse('not-yours', 'Only the administrator who requested this can cancel it. You can reject it.');
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

/** Returns the right to decide a request. If its act no longer exists, managers of the staff may reject it. */
export const getDecisionRight = (acts: Acts, { operation }: Pick<Approval, 'operation'>): Right =>
  findAct(acts, operation)?.right ?? 'staff:change';

/** Loads a request that this administrator may decide: not expired, made by someone else, and of an act of their role. */
async function loadUndecidedRequest(tx: Handle, by: AdminActor, acts: Acts, id: string): Promise<Result<Approval>> {
  const found = await loadUnexpiredRequest(tx, id);
  if (!found.ok) return found;
  if (found.value.requestedBy === by.id) {
    return refuse('own', 'You requested this yourself, so another administrator must decide it.');
  }
  return (await refuseWithoutRight(tx, by.id, getDecisionRight(acts, found.value))) ?? found;
}

async function loadUnexpiredRequest(tx: Handle, id: string): Promise<Result<Approval>> {
  const [found] = await verified(tx, approval, eq(approval.id, id));
  if (!found) return refuse('not-found', `There is no such ${approvalMachine.thing}.`);
  if (getApprovalState(found, now()) !== 'expired') return done(found);
  return refuse(
    'expired',
    `This request has expired after ${durationText(APPROVAL_LIFETIME_MS)}. It can be requested again.`,
  );
}
