import { kyc } from '#drizzle/schema';
import { beginDecision } from '~/features/backoffice';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { advance } from '~/platform/events/index.server';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { isoDay } from '~/platform/text/dayText';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { type DocumentColumn, documentName } from './files';
import {
  notifyDocumentRequested,
  notifyKycApproved,
  notifyKycRejected,
  notifyKycRevoked,
} from './internal/mail.server';
import { kycMachine } from './states';

type KycDecisionResult = { id: string; journalId?: undefined };

/** Approves an identity check until the last day of the document's validity (`2027-03-02`), or without an end. */
export async function approveKyc(
  tx: Handle,
  by: Actor,
  id: string,
  validUntil?: string,
): Promise<Result<KycDecisionResult>> {
  const without = await refuseUnlessMay(tx, by, 'papers:decide');
  if (without) return without;
  const marked = await beginDecision(tx, by, id);
  if (marked) return marked;
  if (validUntil !== undefined && validUntil < isoDay(now())) {
    const text =
      'This date has passed, so the document is no longer valid. Check the date, or reject the identity check.';
    return refuse('expired-document', text, 'validUntil');
  }
  const set = { decidedAt: now(), validUntil: validUntil ?? null };
  const moved = await advance(tx, kyc, kycMachine, { id, event: 'approve', by, set });
  if (!moved.ok) return moved;
  await notifyKycApproved(tx, moved.value);
  return done({ id });
}

export async function rejectKyc(tx: Handle, by: Actor, id: string, reason: string): Promise<Result<KycDecisionResult>> {
  const without = await refuseUnlessMay(tx, by, 'papers:decide');
  if (without) return without;
  const marked = await beginDecision(tx, by, id);
  if (marked) return marked;
  const set = { reason, decidedAt: now() };
  const moved = await advance(tx, kyc, kycMachine, { id, event: 'reject', by, reason, set });
  if (!moved.ok) return moved;
  await notifyKycRejected(tx, moved.value, reason);
  return done({ id });
}

/** Revokes an approval. The user can submit new documents, and keeps bonuses that were already paid. */
export async function revokeKyc(tx: Handle, by: Actor, id: string, reason: string): Promise<Result<KycDecisionResult>> {
  const without = await refuseUnlessMay(tx, by, 'papers:decide');
  if (without) return without;
  const marked = await beginDecision(tx, by, id);
  if (marked) return marked;
  const set = { reason, decidedAt: now(), endedBy: 'revoke' as const };
  const moved = await advance(tx, kyc, kycMachine, { id, event: 'revoke', by, reason, set });
  if (!moved.ok) return moved;
  await notifyKycRevoked(tx, moved.value, reason);
  return done({ id });
}

export async function requestDocumentAgain(
  tx: Handle,
  by: Actor,
  id: string,
  { paper, reason }: { paper: DocumentColumn; reason: string },
): Promise<Result<KycDecisionResult>> {
  const without = await refuseUnlessMay(tx, by, 'papers:decide');
  if (without) return without;
  const marked = await beginDecision(tx, by, id);
  if (marked) return marked;
  const set = { reason, decidedAt: now(), endedBy: 'ask-again' as const, paperWanted: paper };
  const details = { paper: documentName(paper) };
  const moved = await advance(tx, kyc, kycMachine, { id, event: 'ask-again', by, reason, set, details });
  if (!moved.ok) return moved;
  await notifyDocumentRequested(tx, moved.value, paper, reason);
  return done({ id });
}
