import { desc, eq, inArray } from 'drizzle-orm';
import { kyc, user } from '#drizzle/schema';
import type { Reader } from '~/platform/db/index.server';
import { recordsOfSameContent } from '~/uploads/same.server';

type IdentityCheck = Pick<typeof kyc.$inferSelect, 'id' | 'userId' | 'documentFileId'>;

/** Largest number of identity checks read for one page. A document in more checks is still noticed. */
const MAX_CHECKS = 500;

export async function checksWithSameDocument(handle: Reader, documents: IdentityCheck[]) {
  const records = documents.map(({ id, documentFileId: fileId }) => ({ id, fileId }));
  const same = await recordsOfSameContent(handle, records, (fileIds) =>
    handle
      .select({
        id: kyc.id,
        fileId: kyc.documentFileId,
        status: kyc.status,
        submittedAt: kyc.submittedAt,
        owner: { id: user.id, firstName: user.firstName, lastName: user.lastName },
      })
      .from(kyc)
      .innerJoin(user, eq(user.id, kyc.userId))
      .where(inArray(kyc.documentFileId, fileIds))
      .orderBy(desc(kyc.submittedAt), desc(kyc.id))
      .limit(MAX_CHECKS),
  );
  return new Map(
    documents.map(({ id, userId }) => [id, (same.get(id) ?? []).filter(({ owner }) => owner.id !== userId)]),
  );
}
