import type { z } from 'zod';
import { kyc } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { type Handle, type Reader, read } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Refusal, type Result, refuse } from '~/platform/result';
import { byInvestor, nextState } from '~/platform/states';
import { type ActingInvestor, actingUser } from '~/signIns/acting.server';
import type { User } from '~/signIns/session.server';
import { isOwnUpload } from '~/uploads/store.server';
import type { KycDetails } from './details';
import { mailKycSubmitted } from './internal/mail.server';
import { latestKyc } from './queries.server';
import type { kycSchema } from './schema';
import { kycMachine } from './states';

/** Where the user's papers stand, and where sending others leads; refused while they are looked at, and once approved. */
async function submitting(handle: Reader, { id }: User) {
  const from = (await latestKyc(handle, id))?.status ?? 'none';
  const next = nextState(kycMachine, from, 'submit', byInvestor(id).kind);
  return next.ok ? done({ from, to: next.value }) : next;
}

/** Why the user can't send papers now, or null. */
export async function whyNoPapers(user: User): Promise<Refusal | null> {
  const next = await submitting(read(), user);
  return next.ok ? null : next.error;
}

/** Identity papers as the page sends them, and what a client of the original sends besides. */
type SentPapers = z.output<typeof kycSchema> & {
  backFileId?: string;
  proofOfAddressFileId?: string;
  selfieFileId?: string;
  details?: KycDetails;
};

/**
 * A user sends their identity papers, and an administrator will look.
 * @param papers.document the id of the user's own upload, as those of the other files
 */
export async function submitKyc(
  tx: Handle,
  asker: ActingInvestor,
  { document, ...papers }: SentPapers,
): Promise<Result<{ id: string; journalId?: undefined }>> {
  const open = await actingUser(tx, asker);
  if (!open.ok) return open;
  const user = open.value;
  const next = await submitting(tx, user);
  if (!next.ok) return next;
  const { backFileId, proofOfAddressFileId, selfieFileId } = papers;
  for (const file of [document, backFileId, proofOfAddressFileId, selfieFileId]) {
    if (file !== undefined && !(await isOwnUpload(tx, { id: file, ownerId: user.id, purpose: 'document' }))) {
      return refuse('no-document', 'Upload a document', 'document');
    }
  }
  const id = newId();
  await tx
    .insert(kyc)
    .values({ id, userId: user.id, ...papers, documentFileId: document, status: 'submitted', submittedAt: now() });
  const happened = { event: 'submit', ...next.value, by: byInvestor(user.id), userId: user.id };
  await record(tx, { thing: kycMachine.thing, thingId: id, ...happened });
  await mailKycSubmitted(tx, user, id);
  return done({ id });
}
