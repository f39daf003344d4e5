import { desc, eq, inArray } from 'drizzle-orm';
import { kyc, user } from '#drizzle/schema';
import type { Reader } from '~/platform/db/index.server';
import { recordsOfSameContent } from '~/uploads/same.server';

type Papers = Pick<typeof kyc.$inferSelect, 'id' | 'userId' | 'documentFileId'>;

/** As many papers are read for a page of them; a document that stands in more is seen to all the same. */
const MOST = 500;

/** The papers of other users whose document shows the same as that of these papers, the newest first, by the id of each of these. */
export async function papersOfSameDocument(handle: Reader, papers: Papers[]) {
  const records = papers.map(({ id, documentFileId: fileId }) => ({ id, fileId }));
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
      .limit(MOST),
  );
  return new Map(papers.map(({ id, userId }) => [id, (same.get(id) ?? []).filter(({ owner }) => owner.id !== userId)]));
}
