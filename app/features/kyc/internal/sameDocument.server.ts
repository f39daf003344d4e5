import { desc, eq, inArray } from 'drizzle-orm';
import { kyc, user } from '#drizzle/schema';
import type { Handle } from '~/platform/db/index.server';
import { sameContent } from '~/uploads/index.server';

type Papers = Pick<typeof kyc.$inferSelect, 'id' | 'userId' | 'documentFileId'>;

/** For each of some papers those of other users whose document shows the same, the newest first; by their ids. */
export async function papersOfSameDocument(handle: Handle, papers: Papers[]) {
  const same = await sameContent(
    handle,
    papers.flatMap(({ documentFileId }) => documentFileId ?? []),
  );
  const documents = [...new Set([...same.values()].flat())];
  const others = await handle
    .select({
      id: kyc.id,
      document: kyc.documentFileId,
      status: kyc.status,
      submittedAt: kyc.submittedAt,
      owner: { id: user.id, firstName: user.firstName, lastName: user.lastName },
    })
    .from(kyc)
    .innerJoin(user, eq(user.id, kyc.userId))
    .where(inArray(kyc.documentFileId, documents))
    .orderBy(desc(kyc.submittedAt), desc(kyc.id));
  return new Map(
    papers.map(({ id, userId, documentFileId }) => {
      const alike = same.get(documentFileId ?? '') ?? [];
      return [id, others.filter(({ owner, document }) => owner.id !== userId && alike.includes(document ?? ''))];
    }),
  );
}
