import { and, asc, eq } from 'drizzle-orm';
import { deposit, depositMethod, user } from '#drizzle/schema';
import { type QueueView, queueStretch } from '~/features/reviewQueue';
import { formatUsd } from '~/ledger/money';
import { countOf } from '~/platform/db/countOf.server';
import { read } from '~/platform/db/index.server';
import { cursorPage } from '~/platform/db/paging';
import { newestAlong } from '~/platform/db/stretch.server';
import { noMethod, typedAmount } from '../internal/noMethod';
import { depositAmount } from '../schema';
import { depositsOfSameProof } from './sameProof.server';

export type DepositMethod = typeof depositMethod.$inferSelect;

/** The methods that are on, in the catalogue's order. */
export const depositMethods = (): Promise<DepositMethod[]> =>
  Promise.resolve(
    read().select().from(depositMethod).where(eq(depositMethod.enabled, true)).orderBy(asc(depositMethod.position)),
  );

/** The step of a payment that the address leads to. */
export type DepositStep =
  | { at: 'method'; problem?: string }
  | { at: 'amount'; method: DepositMethod; typed: string; problem?: string }
  | { at: 'payment'; method: DepositMethod; amount: bigint };

/** Reads the step from the address: a method that is on, then an amount that the method takes. */
export async function depositStep(query: URLSearchParams): Promise<DepositStep> {
  const method = (await depositMethods()).find(({ code }) => code === query.get('method'));
  if (!method) return { at: 'method', problem: noMethod(query) };
  const typed = typedAmount(query, 'amount');
  if (typed === null) return { at: 'amount', method, typed: '' };
  const amount = depositAmount.safeParse(typed);
  if (!amount.success) return { at: 'amount', method, typed, problem: amount.error.issues[0]?.message };
  if (amount.data < method.minimum) {
    const problem = `Deposit Amount too low. Enter at least ${formatUsd(method.minimum)}.`;
    return { at: 'amount', method, typed, problem };
  }
  return { at: 'payment', method, amount: amount.data };
}

const withMethod = { deposit, methodName: depositMethod.name };

/** The page of a user's deposits that the address names, newest first, with the name of each method. */
export const depositsPage = (userId: string, query: URLSearchParams) =>
  cursorPage(query, async (stretch) => {
    const { beyond, order } = newestAlong(deposit.id, stretch);
    const rows = await read()
      .select({ id: deposit.id, ...withMethod })
      .from(deposit)
      .leftJoin(depositMethod, eq(depositMethod.code, deposit.method))
      .where(and(eq(deposit.userId, userId), beyond))
      .orderBy(order)
      .limit(stretch.limit);
    return rows;
  });

/** Deposits for an administrator: those that wait, the oldest first, or all, the newest first. */
export async function depositQueue({ show, page, user: owner }: QueueView) {
  const wanted = and(
    show === 'waiting' ? eq(deposit.status, 'pending') : undefined,
    owner ? eq(deposit.userId, owner) : undefined,
  );
  const { order, limit, offset } = queueStretch({ show, page }, deposit.createdAt, deposit.id);
  const found = await read()
    .select({
      ...withMethod,
      owner: { id: user.id, firstName: user.firstName, lastName: user.lastName, email: user.email },
    })
    .from(deposit)
    .innerJoin(user, eq(user.id, deposit.userId))
    .leftJoin(depositMethod, eq(depositMethod.code, deposit.method))
    .where(wanted)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const same = await depositsOfSameProof(
    read(),
    found.map((row) => row.deposit),
  );
  return {
    rows: found.map((row) => ({
      ...row,
      /** A picture or a transaction id; either may still follow while it waits. */
      hasProof: row.deposit.proofFileId !== null || row.deposit.transactionId !== null,
      sameProof: same.get(row.deposit.id) ?? [],
    })),
    total: await countOf(read(), deposit, wanted),
  };
}
