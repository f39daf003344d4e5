import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { user, withdrawal, withdrawalMethod } from '#drizzle/schema';
import { type QueueView, queueStretch } from '~/features/reviewQueue';
import { formatUsd } from '~/ledger/money';
import { notCovered } from '~/ledger/notCovered';
import type { Balances } from '~/ledger/reading/statement.server';
import { now } from '~/platform/clock';
import { countOf } from '~/platform/db/countOf.server';
import { type Handle, read } from '~/platform/db/index.server';
import { cursorPage } from '~/platform/db/paging';
import { newestAlong } from '~/platform/db/stretch.server';
import { coinOf } from '../internal/coins';
import { noMethod, typedAmount } from '../internal/noMethod';
import { type Worth, worthOf } from '../internal/worth.server';
import { withdrawalAmount } from '../schema';

export type WithdrawalMethod = typeof withdrawalMethod.$inferSelect;

/** The methods that are on, in the catalogue's order. */
export const withdrawalMethods = (): Promise<WithdrawalMethod[]> =>
  Promise.resolve(
    read()
      .select()
      .from(withdrawalMethod)
      .where(eq(withdrawalMethod.enabled, true))
      .orderBy(asc(withdrawalMethod.position)),
  );

/** The step of a form of several steps that the address leads to; `worth` is what is received, in the method's coin. */
export type WithdrawalStep =
  | { at: 'method'; problem?: string }
  | { at: 'amount'; method: WithdrawalMethod; typed: string; problem?: string }
  | { at: 'preview'; method: WithdrawalMethod; amount: bigint; worth: Worth | null };

/** Reads the step from the address: a method that is on, then an amount that the method and the balance (cents) allow. */
export async function withdrawalStep(query: URLSearchParams, balances: Balances): Promise<WithdrawalStep> {
  const method = (await withdrawalMethods()).find(({ code }) => code === query.get('method'));
  if (!method) return { at: 'method', problem: noMethod(query) };
  const typed = typedAmount(query, 'WithdrawAmount');
  if (typed === null) return { at: 'amount', method, typed: '' };
  const amount = withdrawalAmount.safeParse(typed);
  if (!amount.success) return { at: 'amount', method, typed, problem: amount.error.issues[0]?.message };
  if (amount.data < method.minimum) {
    const problem = `Amount is less than withdrawal limit. Enter at least ${formatUsd(method.minimum)}.`;
    return { at: 'amount', method, typed, problem };
  }
  if (amount.data > balances.available) {
    return { at: 'amount', method, typed, problem: notCovered(amount.data, balances) };
  }
  const coin = coinOf(method);
  const worth = coin && worthOf(coin.coin, amount.data - method.fee);
  return { at: 'preview', method, amount: amount.data, worth };
}

/** The page of a user's withdrawals that the address names, newest first, with the name of each method. */
export const withdrawalsPage = (userId: string, query: URLSearchParams) =>
  cursorPage(query, async (stretch) => {
    const { beyond, order } = newestAlong(withdrawal.id, stretch);
    const rows = await read()
      .select({ id: withdrawal.id, withdrawal, methodName: withdrawalMethod.name })
      .from(withdrawal)
      .leftJoin(withdrawalMethod, eq(withdrawalMethod.code, withdrawal.method))
      .where(and(eq(withdrawal.userId, userId), beyond))
      .orderBy(order)
      .limit(stretch.limit);
    return rows;
  });

/** Withdrawals for an administrator: those to be decided or paid, the oldest first, or all, the newest first. */
export async function withdrawalQueue({ show, page, user: owner }: QueueView) {
  const wanted = and(
    show === 'waiting' ? inArray(withdrawal.status, ['requested', 'approved']) : undefined,
    owner ? eq(withdrawal.userId, owner) : undefined,
  );
  const { order, limit, offset } = queueStretch({ show, page }, withdrawal.requestedAt, withdrawal.id);
  const rows = await read()
    .select({
      withdrawal,
      methodName: withdrawalMethod.name,
      network: withdrawalMethod.network,
      owner: {
        id: user.id,
        firstName: user.firstName,
        lastName: user.lastName,
        email: user.email,
        frozenAt: user.frozenAt,
      },
    })
    .from(withdrawal)
    .innerJoin(user, eq(user.id, withdrawal.userId))
    .leftJoin(withdrawalMethod, eq(withdrawalMethod.code, withdrawal.method))
    .where(wanted)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return { rows, total: await countOf(read(), withdrawal, wanted) };
}

/** The oldest withdrawal of a user that can be approved now; when all of them wait, the oldest of those. */
export async function oldestRequested(handle: Handle, userId: string): Promise<typeof withdrawal.$inferSelect | null> {
  const [oldest] = await handle
    .select()
    .from(withdrawal)
    .where(and(eq(withdrawal.userId, userId), eq(withdrawal.status, 'requested')))
    .orderBy(
      sql`case when coalesce(${withdrawal.waitsUntil}, 0) > ${now().getTime()} then 1 else 0 end`,
      asc(withdrawal.requestedAt),
      asc(withdrawal.id),
    )
    .limit(1);
  return oldest ?? null;
}
