import { KYC_DETAILS } from '~/features/people/kyc/details';
import { submitKyc } from '~/features/people/kyc/submitKyc.server';
import { done, refuse } from '~/platform/result';
import { isOwnUpload, uploadNamed } from '~/uploads/store.server';
import type { CallHandler } from '../callHandler';

const SENT = 'Your KYC documents have been successfully submitted and are under review.';

const NOT_OURS =
  'Send the picture itself, as a file in a multipart form, or the id or address of one that you sent here before. Pictures on other sites are not fetched.';

export const submitKYC: CallHandler<'submitKYC'> = ({ user, input, once }) =>
  once(
    async (tx) => {
      const { document, idDocumentFront, idDocumentBack, proofOfAddress, selfiePhoto, address } = input;
      const files = { document, idDocumentFront, idDocumentBack, proofOfAddress, selfiePhoto };
      for (const [field, sent] of Object.entries(files)) {
        if (sent === undefined) continue;
        const id = uploadNamed(sent);
        if (!(await isOwnUpload(tx, { id, ownerId: user.id, purpose: 'document' }))) {
          return refuse('no-document', NOT_OURS, field);
        }
      }
      const named = (sent: string | undefined) => sent && uploadNamed(sent);
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
      return submitted.ok ? done({ answer: { status: 'ok', code: 200, message: SENT } }) : submitted;
    },
    { locks: { users: [user.id] } },
  );
