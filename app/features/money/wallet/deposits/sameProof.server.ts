import { and, desc, eq, inArray, ne, notInArray, or } from 'drizzle-orm';
import { deposit, user } from '#drizzle/schema';
import type { Reader } from '~/platform/db/index.server';
import { recordsOfSameContent } from '~/uploads/same.server';
import { isOutputOf } from '../outputs';
import { listSpellings, removeOutput } from '../referenceKey';

export type SameProof = Pick<typeof deposit.$inferSelect, 'id' | 'amount' | 'status' | 'createdAt'> & {
  coinAmount: bigint | null;
  method: string;
  owner: { id: string; firstName: string; lastName: string };
};

type Proven = Pick<typeof deposit.$inferSelect, 'id' | 'proofFileId' | 'transactionId'>;

/** Largest number of deposits whose proofs are compared on one page. */
const MAX_DEPOSITS = 500;

const SAME_PROOF_WARNINGS = {
  id: deposit.id,
  method: deposit.method,
  coinAmount: deposit.coinAmount,
  amount: deposit.amount,
  status: deposit.status,
  createdAt: deposit.createdAt,
  owner: { id: user.id, firstName: user.firstName, lastName: user.lastName },
};

/** Finds all users' deposits with the same picture or transaction as each of `deposits`, newest first. */
export async function findDepositsOfSameProof(handle: Reader, deposits: Proven[]): Promise<Map<string, SameProof[]>> {
  const records = deposits.map(({ id, proofFileId: fileId }) => ({ id, fileId }));
  const same: Map<string, SameProof[]> = await recordsOfSameContent(handle, records, (fileIds) =>
    handle
      .select({ ...SAME_PROOF_WARNINGS, fileId: deposit.proofFileId })
      .from(deposit)
      .innerJoin(user, eq(user.id, deposit.userId))
      .where(inArray(deposit.proofFileId, fileIds))
      .orderBy(desc(deposit.createdAt), desc(deposit.id))
      .limit(MAX_DEPOSITS),
  );
  const named = deposits.flatMap(({ transactionId }) =>
    transactionId ? listSpellings(removeOutput(transactionId)) : [],
  );
  if (named.length === 0) return same;
  const rows = await handle
    .select({ ...SAME_PROOF_WARNINGS, transactionId: deposit.transactionId })
    .from(deposit)
    .innerJoin(user, eq(user.id, deposit.userId))
    .where(inArray(deposit.transactionId, named))
    .orderBy(desc(deposit.createdAt), desc(deposit.id))
    .limit(MAX_DEPOSITS);
  for (const { id, transactionId } of deposits) {
    const pictured = same.get(id) ?? [];
    const others = rows.filter(
      (row) =>
        transactionId !== null &&
        listSpellings(removeOutput(transactionId)).includes(row.transactionId ?? '') &&
        row.id !== id &&
        !pictured.some((one) => one.id === row.id),
    );
    if (others.length > 0) same.set(id, [...pictured, ...others]);
  }
  return same;
}

/** Returns whether a deposit's picture or transaction also proves another deposit. Outputs of one transaction share their proof. */
export async function isProofReused(handle: Reader, one: Proven): Promise<boolean> {
  const others = (await findDepositsOfSameProof(handle, [one])).get(one.id) ?? [];
  if (others.some(({ status }) => !ENDED_STATUSES.includes(status))) return true;
  return one.transactionId !== null && (await isOutputOfAnother(handle, one.id, removeOutput(one.transactionId)));
}

const ENDED_STATUSES: (typeof deposit.$inferSelect)['status'][] = ['rejected', 'cancelled'];

async function isOutputOfAnother(handle: Reader, id: string, transaction: string): Promise<boolean> {
  const outputs = or(...listSpellings(transaction).map((spelling) => isOutputOf(deposit.transactionId, spelling)));
  const [found] = await handle
    .select({ id: deposit.id })
    .from(deposit)
    .where(and(outputs, ne(deposit.id, id), notInArray(deposit.status, ENDED_STATUSES)))
    .limit(1);
  return found !== undefined;
}
