import { kyc } from '#drizzle/schema';
import { beginDecision } from '~/features/reviewQueue';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { advance } from '~/platform/events/index.server';
import { done, type Result } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { tellKycApproved, tellKycRejected, tellKycRevoked } from './internal/mail.server';
import { kycMachine } from './states';

type Decided = { id: string; journalId?: undefined };

/** An administrator has looked at the papers and believes them. */
export async function approveKyc(tx: Handle, by: Actor, id: string): Promise<Result<Decided>> {
  const without = await refuseUnlessMay(tx, by, 'papers:decide');
  if (without) return without;
  const marked = await beginDecision(tx, by, id);
  if (marked) return marked;
  const moved = await advance(tx, kyc, kycMachine, { id, event: 'approve', by, set: { decidedAt: now() } });
  if (!moved.ok) return moved;
  await tellKycApproved(tx, moved.value);
  return done({ id });
}

/** An administrator can't accept the papers, for a reason that the user will read; they can send others. */
export async function rejectKyc(tx: Handle, by: Actor, id: string, reason: string): Promise<Result<Decided>> {
  const without = await refuseUnlessMay(tx, by, 'papers:decide');
  if (without) return without;
  const marked = await beginDecision(tx, by, id);
  if (marked) return marked;
  const set = { reason, decidedAt: now() };
  const moved = await advance(tx, kyc, kycMachine, { id, event: 'reject', by, reason, set });
  if (!moved.ok) return moved;
  await tellKycRejected(tx, moved.value, reason);
  return done({ id });
}

/** An administrator takes an approval back, for a reason that the user will read; other papers can follow. What was paid meanwhile stays. */
export async function revokeKyc(tx: Handle, by: Actor, id: string, reason: string): Promise<Result<Decided>> {
  const without = await refuseUnlessMay(tx, by, 'papers:decide');
  if (without) return without;
  const marked = await beginDecision(tx, by, id);
  if (marked) return marked;
  const set = { reason, decidedAt: now(), endedBy: 'revoke' as const };
  const moved = await advance(tx, kyc, kycMachine, { id, event: 'revoke', by, reason, set });
  if (!moved.ok) return moved;
  await tellKycRevoked(tx, moved.value, reason);
  return done({ id });
}
