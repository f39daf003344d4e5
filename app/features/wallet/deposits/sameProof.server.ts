import { desc, eq, inArray } from 'drizzle-orm';
import { deposit, user } from '#drizzle/schema';
import type { Handle } from '~/platform/db/index.server';
import { recordsOfSameContent } from '~/uploads/same.server';

/** Another deposit whose proof shows the same. */
export type SameProof = Pick<typeof deposit.$inferSelect, 'id' | 'amount' | 'status' | 'createdAt'> & {
  owner: { id: string; firstName: string; lastName: string };
};

type Proven = Pick<typeof deposit.$inferSelect, 'id' | 'proofFileId'>;

/** As many deposits are read for a page of them; a picture that proves more than that is seen to all the same. */
const MOST = 500;

/** The deposits of any user whose proof shows the same as that of these deposits, the newest first, by the id of each of these. */
export async function depositsOfSameProof(handle: Handle, deposits: Proven[]): Promise<Map<string, SameProof[]>> {
  const records = deposits.map(({ id, proofFileId: fileId }) => ({ id, fileId }));
  return recordsOfSameContent(handle, records, (fileIds) =>
    handle
      .select({
        id: deposit.id,
        fileId: deposit.proofFileId,
        amount: deposit.amount,
        status: deposit.status,
        createdAt: deposit.createdAt,
        owner: { id: user.id, firstName: user.firstName, lastName: user.lastName },
      })
      .from(deposit)
      .innerJoin(user, eq(user.id, deposit.userId))
      .where(inArray(deposit.proofFileId, fileIds))
      .orderBy(desc(deposit.createdAt), desc(deposit.id))
      .limit(MOST),
  );
}

/** Does the proof of a deposit show the same as that of another one that was neither rejected nor cancelled? */
export async function provesAnother(handle: Handle, one: Proven): Promise<boolean> {
  const others = (await depositsOfSameProof(handle, [one])).get(one.id) ?? [];
  return others.some(({ status }) => status !== 'rejected' && status !== 'cancelled');
}
