import type { z } from 'zod';
import { kyc } from '#drizzle/schema';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { record } from '~/platform/events.server';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import type { User } from '~/platform/session.server';
import { byInvestor, nextState } from '~/platform/states';
import { isOwnUpload } from '~/platform/uploads/index.server';
import { mailKycSubmitted } from './mail.server';
import { latestKyc } from './queries.server';
import type { kycSchema } from './schema';
import { kycMachine } from './states';

/**
 * A user sends their identity papers, and an administrator will look.
 * @param papers.document the id of the user's own upload
 */
export async function submitKyc(
  tx: Handle,
  user: User,
  { document, ...papers }: z.output<typeof kycSchema>,
): Promise<Result<{ id: string; journalId?: undefined }>> {
  const from = (await latestKyc(tx, user.id))?.status ?? 'none';
  const by = byInvestor(user.id);
  const next = nextState(kycMachine, from, 'submit', by.kind);
  if (!next.ok) return next;
  if (!(await isOwnUpload(tx, { id: document, ownerId: user.id, purpose: 'document' }))) {
    return refuse('no-document', 'Upload a document', 'document');
  }
  const id = newId();
  await tx
    .insert(kyc)
    .values({ id, userId: user.id, ...papers, documentFileId: document, status: 'submitted', submittedAt: now() });
  const states = { event: 'submit', from, to: next.value };
  await record(tx, { thing: kycMachine.thing, thingId: id, ...states, by, userId: user.id });
  await mailKycSubmitted(tx, user, id);
  return done({ id });
}
