import { approveKyc, rejectKyc } from '~/features/people/kyc/decideKyc.server';
import { KYC_DETAILS } from '~/features/people/kyc/details';
import { findLatestKyc } from '~/features/people/kyc/queries.server';
import { submitKyc } from '~/features/people/kyc/submitKyc.server';
import type { Handle } from '~/platform/db/index.server';
import { done, type Result, refuse } from '~/platform/result';
import { createAdminActor } from '~/platform/states';
import { isOwnUpload, parseUploadId } from '~/uploads/store.server';
import { findLocksByEmail, findUserByAddress } from '../answers/users.server';
import type { CallHandler } from '../callHandler';

async function decideDocuments(
  tx: Handle,
  email: string,
  message: string,
  decide: (id: string) => Promise<Result<unknown>>,
) {
  const user = await findUserByAddress(tx, email);
  if (!user.ok) return user;
  const documents = await findLatestKyc(tx, user.value.id);
  if (!documents) return refuse('no-papers', "user hasn't sent any KYC documents yet", 'email');
  const decided = await decide(documents.id);
  if (!decided.ok) return decided;
  const { firstName, lastName } = user.value;
  return done({
    answer: { status: 'ok' as const, message, userName: `${firstName} ${lastName}`, userEmail: user.value.email },
  });
}

export const rejectKYC: CallHandler<'rejectKYC'> = async ({ administrator, input: { email, reason }, once }) =>
  await once(
    (tx) =>
      decideDocuments(tx, email, 'KYC rejected', (id) => rejectKyc(tx, createAdminActor(administrator.id), id, reason)),
    { locks: await findLocksByEmail(email) },
  );

export const approveKYC: CallHandler<'approveKYC'> = async ({ administrator, input: { email }, once }) =>
  await once(
    (tx) => decideDocuments(tx, email, 'KYC approved', (id) => approveKyc(tx, createAdminActor(administrator.id), id)),
    {
      locks: await findLocksByEmail(email),
    },
  );

const SUBMITTED_MESSAGE = 'Your KYC documents have been successfully submitted and are under review.';

const FOREIGN_PICTURE_MESSAGE =
  'Send the picture as a file in a multipart form, or the ID or URL of one that you uploaded here. Pictures on other sites are not fetched.';

export const submitKYC: CallHandler<'submitKYC'> = ({ user, input, once }) =>
  once(
    async (tx) => {
      const { document, idDocumentFront, idDocumentBack, proofOfAddress, selfiePhoto, address } = input;
      const files = { document, idDocumentFront, idDocumentBack, proofOfAddress, selfiePhoto };
      for (const [field, sent] of Object.entries(files)) {
        if (sent === undefined) continue;
        const id = parseUploadId(sent);
        if (!(await isOwnUpload(tx, { id, ownerId: user.id, purpose: 'document' }))) {
          return refuse('no-document', FOREIGN_PICTURE_MESSAGE, field);
        }
      }
      const named = (sent: string | undefined) => sent && parseUploadId(sent);
      const names = Object.keys(KYC_DETAILS) as (keyof typeof KYC_DETAILS)[];
      const details = names.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]]));
      const submitted = await submitKyc(tx, user, {
        firstName: input.firstName ?? user.firstName,
        lastName: input.lastName ?? user.lastName,
        email: input.email ?? user.email,
        country: input.country ?? user.country ?? '',
        state: input.state ?? user.state ?? '',
        postalCode: input.postalCode ?? user.zipcode ?? '',
        address,
        document: named(document ?? idDocumentFront) ?? '',
        backFileId: named(idDocumentBack),
        proofOfAddressFileId: named(proofOfAddress),
        selfieFileId: named(selfiePhoto),
        details: details.length > 0 ? Object.fromEntries(details) : undefined,
      });
      return submitted.ok ? done({ answer: { status: 'ok', code: 200, message: SUBMITTED_MESSAGE } }) : submitted;
    },
    { locks: { users: [user.id] } },
  );
