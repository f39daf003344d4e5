import type { z } from 'zod';
import { kyc } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { type Handle, type Reader, read } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Refusal, type Result, refuse } from '~/platform/result';
import { createInvestorActor, getNextState } from '~/platform/states';
import { type ActingInvestor, findActingUser } from '~/signIns/acting.server';
import type { User } from '~/signIns/session.server';
import { isOwnUpload } from '~/uploads/store.server';
import type { KycDetails } from './details';
import { mailKycSubmitted } from './internal/mail.server';
import { findLatestKyc, getKycWait } from './queries.server';
import type { documentSchema, kycSchema } from './schema';
import { type KycState, kycMachine, requestedDocumentOf } from './states';

async function findSubmissionStates(handle: Reader, { id }: User) {
  const from: KycState = (await findLatestKyc(handle, id))?.status ?? 'none';
  const next = getNextState(kycMachine, from, 'submit', createInvestorActor(id).kind);
  return next.ok ? done({ from, to: next.value }) : next;
}

export async function findDocumentsRefusal(user: User): Promise<Refusal | null> {
  const next = await findSubmissionStates(read(), user);
  return next.ok ? null : next.error;
}

const NO_DOCUMENT_REFUSAL = refuse('no-document', 'Upload a document', 'document');

type SubmittedDocuments = z.output<typeof kycSchema> & {
  backFileId?: string;
  proofOfAddressFileId?: string;
  selfieFileId?: string;
  details?: KycDetails;
};

/** Submits the documents of an identity check. Refuses (`no-document`) unless they are IDs of the user's own uploads. */
export async function submitKyc(
  tx: Handle,
  asker: ActingInvestor,
  { document, ...documents }: SubmittedDocuments,
): Promise<Result<{ id: string; journalId?: undefined }>> {
  const open = await findActingUser(tx, asker);
  if (!open.ok) return open;
  const user = open.value;
  const next = await findSubmissionStates(tx, user);
  if (!next.ok) return next;
  const { backFileId, proofOfAddressFileId, selfieFileId } = documents;
  for (const file of [document, backFileId, proofOfAddressFileId, selfieFileId]) {
    if (file !== undefined && !(await isOwnUpload(tx, { id: file, ownerId: user.id, purpose: 'document' }))) {
      return NO_DOCUMENT_REFUSAL;
    }
  }
  return await storeDocuments(tx, user, next.value, { userId: user.id, ...documents, documentFileId: document });
}

async function storeDocuments(
  tx: Handle,
  user: User,
  states: { from: KycState; to: KycState },
  documents: Omit<typeof kyc.$inferInsert, 'id' | 'status' | 'submittedAt'>,
): Promise<Result<{ id: string; journalId?: undefined }>> {
  const id = newId();
  await tx.insert(kyc).values({ ...documents, id, status: 'submitted', submittedAt: now() });
  const happened = { event: 'submit', ...states, by: createInvestorActor(user.id), userId: user.id };
  await record(tx, { thing: kycMachine.thing, thingId: id, ...happened });
  await mailKycSubmitted(tx, user, { id, wait: await getKycWait(tx) });
  return done({ id });
}

export async function findDocumentRefusal(user: User): Promise<Refusal | null> {
  return requestedDocumentOf(await findLatestKyc(read(), user.id)) ? null : NOT_REQUESTED_REFUSAL;
}

const NOT_REQUESTED_REFUSAL: Refusal = {
  code: 'wrong-state',
  message: 'No single document is requested now. Nothing was changed. Check the page again.',
};

/** Submits the one requested document by the ID of the user's own upload. The other data is copied from the earlier check. */
export async function submitDocument(
  tx: Handle,
  asker: ActingInvestor,
  { document }: z.output<typeof documentSchema>,
): Promise<Result<{ id: string; journalId?: undefined }>> {
  const open = await findActingUser(tx, asker);
  if (!open.ok) return open;
  const user = open.value;
  const last = await findLatestKyc(tx, user.id);
  const requested = requestedDocumentOf(last);
  if (!last || !requested) return { ok: false, error: NOT_REQUESTED_REFUSAL };
  if (!(await isOwnUpload(tx, { id: document, ownerId: user.id, purpose: 'document' }))) return NO_DOCUMENT_REFUSAL;
  const { userId, firstName, lastName, email, country, state, postalCode, address, details } = last;
  const fields = { userId, firstName, lastName, email, country, state, postalCode, address, details };
  const { documentFileId, backFileId, proofOfAddressFileId, selfieFileId } = last;
  const files = { documentFileId, backFileId, proofOfAddressFileId, selfieFileId, [requested]: document };
  const states = { from: last.status, to: kycMachine.events.submit.to };
  return await storeDocuments(tx, user, states, { ...fields, ...files });
}
