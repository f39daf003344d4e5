import { desc, eq, inArray } from 'drizzle-orm';
import { deposit, user } from '#drizzle/schema';
import type { Handle } from '~/platform/db/index.server';
import { sameContent } from '~/uploads/index.server';

/** Another deposit whose proof shows the same. */
export type SameProof = Pick<typeof deposit.$inferSelect, 'id' | 'amount' | 'status' | 'createdAt'> & {
  owner: { id: string; firstName: string; lastName: string };
};

type Proven = Pick<typeof deposit.$inferSelect, 'id' | 'proofFileId'>;

/** As many deposits are read for a page of them; a picture that proves more than that is seen to all the same. */
const MOST = 500;

/** For each of some deposits those of any user whose proof shows the same, the newest first; by their ids. */
export async function depositsOfSameProof(handle: Handle, deposits: Proven[]): Promise<Map<string, SameProof[]>> {
  const same = await sameContent(
    handle,
    deposits.flatMap(({ proofFileId }) => proofFileId ?? []),
  );
  const proofs = [...new Set([...same.values()].flat())];
  if (proofs.length === 0) return new Map();
  const others = await handle
    .select({
      proof: deposit.proofFileId,
      id: deposit.id,
      amount: deposit.amount,
      status: deposit.status,
      createdAt: deposit.createdAt,
      owner: { id: user.id, firstName: user.firstName, lastName: user.lastName },
    })
    .from(deposit)
    .innerJoin(user, eq(user.id, deposit.userId))
    .where(inArray(deposit.proofFileId, proofs))
    .orderBy(desc(deposit.createdAt), desc(deposit.id))
    .limit(MOST);
  return new Map(
    deposits.map(({ id, proofFileId }) => {
      const alike = same.get(proofFileId ?? '') ?? [];
      return [id, others.filter((other) => other.id !== id && alike.includes(other.proof ?? '')).map(told)];
    }),
  );
}

const told = ({ proof: _, ...other }: SameProof & { proof: string | null }): SameProof => other;

/** Does the proof of a deposit show the same as that of another one that was neither rejected nor cancelled? */
export async function provesAnother(handle: Handle, one: Proven): Promise<boolean> {
  const others = (await depositsOfSameProof(handle, [one])).get(one.id) ?? [];
  return others.some(({ status }) => status !== 'rejected' && status !== 'cancelled');
}
