import { and, asc, eq, exists, gt, inArray, isNotNull, ne, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { account, rowVersion, user, WITHDRAWAL_STATES, withdrawal, withdrawalMethod } from '#drizzle/schema';
import {
  createMarkSortKey,
  isNewAccount,
  isRatedHighRisk,
  listFilterChoices,
  QUEUE_OWNER,
  type QueueChoices,
  type QueueRow,
  type QueueSource,
  type QueueView,
  readQueuePage,
  selectRisks,
} from '~/features/backoffice';
import { receivableAccount } from '~/ledger/chartOfAccounts';
import { formatUsd, larger } from '~/ledger/money';
import { describeShortfall } from '~/ledger/reading/refuseNotCovered.server';
import type { Balances } from '~/ledger/reading/statement.server';
import { now } from '~/platform/clock';
import { type Reader, read, readShared } from '~/platform/db/index.server';
import { type PageFilter, readCursorPage } from '~/platform/db/paging';
import { createNewestFirstRange } from '~/platform/db/rowRange.server';
import { isNewestVersionOf, verified } from '~/platform/db/verified.server';
import { ROWS_NEXT_TO_A_FORM } from '~/platform/pageSizes';
import type { Actor } from '~/platform/states';
import { methodText } from '~/platform/text/methodText';
import { formatCoinAmount } from '../coinAmountText';
import { findCoinOfMethod } from '../internal/coins';
import { getMethodStep } from '../internal/noMethod';
import { withWallet } from '../internal/shownWallet.server';
import { type CoinWorth, computeCoinWorth } from '../internal/worth.server';
import { withdrawalAmount } from '../schema';
import { DEBT_RISK, FROZEN_ACCOUNT_RISK, NEW_WALLET, SHARED_WALLET } from './risks';

export type WithdrawalMethod = typeof withdrawalMethod.$inferSelect;

export const listWithdrawalMethods = (): Promise<WithdrawalMethod[]> =>
  readShared('withdrawal methods', () =>
    verified(read(), withdrawalMethod, eq(withdrawalMethod.enabled, true), asc(withdrawalMethod.position)),
  );

/** Step of the form according to its URL; `worth` is the received amount in the method's coin. */
export type WithdrawalStep =
  | { at: 'method'; problem?: string; input?: string }
  | { at: 'amount'; method: WithdrawalMethod; input: string; problem?: string }
  | { at: 'preview'; method: WithdrawalMethod; amount: bigint; worth: CoinWorth | null };

/** Reads the step from the URL: an enabled method, then an amount that the method and the balance (cents) allow. */
export async function loadWithdrawalStep(
  userId: string,
  query: URLSearchParams,
  balances: Balances,
): Promise<WithdrawalStep> {
  const known = (await listWithdrawalMethods()).find(({ code }) => code === query.get('method'));
  if (!known) return getMethodStep(query, 'WithdrawAmount');
  // The charge must not consume the whole amount.
  const method = { ...known, minimum: larger(known.minimum, known.fee + 1n) };
  const input = query.get('WithdrawAmount');
  if (input === null) return { at: 'amount', method, input: '' };
  const amount = withdrawalAmount.safeParse(input);
  if (!amount.success) return { at: 'amount', method, input, problem: amount.error.issues[0]?.message };
  if (amount.data < method.minimum) {
    const problem = `Amount is less than withdrawal limit. Enter at least ${formatUsd(method.minimum)}.`;
    return { at: 'amount', method, input, problem };
  }
  if (amount.data > balances.available) {
    return {
      at: 'amount',
      method,
      input,
      problem: await describeShortfall(read(), userId, amount.data, balances),
    };
  }
  const coin = findCoinOfMethod(method);
  const worth = coin && computeCoinWorth(coin.coin, amount.data - method.fee);
  return { at: 'preview', method, amount: amount.data, worth };
}

export const loadWithdrawalsPage = (userId: string, query: URLSearchParams, { only, size }: PageFilter = {}) =>
  readCursorPage(
    query,
    async (range) => {
      const { beyond, order } = createNewestFirstRange(withdrawal.id, range);
      const rows = await read()
        .select({ id: withdrawal.id, withdrawal, methodName: withdrawalMethod.name, version: rowVersion })
        .from(withdrawal)
        .leftJoin(withdrawalMethod, eq(withdrawalMethod.code, withdrawal.method))
        .leftJoin(rowVersion, isNewestVersionOf(withdrawal, withdrawal.id))
        .where(and(eq(withdrawal.userId, userId), only, beyond))
        .orderBy(order)
        .limit(range.limit);
      return rows.map(withWallet);
    },
    size,
  );

export const loadLatestWithdrawals = async (userId: string) =>
  (await loadWithdrawalsPage(userId, new URLSearchParams())).rows
    .slice(0, ROWS_NEXT_TO_A_FORM)
    .map(({ id, methodName, withdrawal: { method, amount, requestedAt, status } }) => ({
      id,
      name: methodText(method, methodName),
      amount,
      at: requestedAt,
      status,
    }));

/** Related earlier withdrawal: a `paid` one of the same user, or any withdrawal of another user. */
const isRelatedBefore = alias(withdrawal, 'before');

const WITHDRAWAL_QUEUE_SOURCE: QueueSource = {
  table: withdrawal,
  id: withdrawal.id,
  userId: withdrawal.userId,
  status: withdrawal.status,
  at: withdrawal.requestedAt,
  amount: withdrawal.amount,
  method: withdrawal.method,
  searched: [withdrawal.wallet, withdrawal.reference],
  states: WITHDRAWAL_STATES,
  waits: ['requested', 'approved'],
  risks: {
    owes: {
      label: DEBT_RISK,
      is: () =>
        exists(
          read()
            .select({ one: sql`1` })
            .from(account)
            .where(
              and(
                eq(account.code, sql`${receivableAccount('').code} || ${withdrawal.userId}`),
                gt(account.debits, account.credits),
              ),
            ),
        ),
    },
    frozen: {
      label: FROZEN_ACCOUNT_RISK,
      is: () =>
        inArray(
          withdrawal.userId,
          read()
            .select({ id: user.id })
            .from(user)
            .where(or(isNotNull(user.frozenAt), isNotNull(user.withdrawalsFrozenAt))),
        ),
    },
    'shared-wallet': {
      label: SHARED_WALLET,
      is: () =>
        exists(
          read()
            .select({ one: sql`1` })
            .from(isRelatedBefore)
            .where(
              and(
                eq(sql`lower(${isRelatedBefore.wallet})`, sql`lower(${withdrawal.wallet})`),
                ne(isRelatedBefore.userId, withdrawal.userId),
              ),
            ),
        ),
    },
    'high-risk': isRatedHighRisk(withdrawal.userId),
    'first-use': {
      label: NEW_WALLET,
      is: () =>
        notExists(
          read()
            .select({ one: sql`1` })
            .from(isRelatedBefore)
            .where(
              and(
                eq(isRelatedBefore.userId, withdrawal.userId),
                eq(isRelatedBefore.method, withdrawal.method),
                eq(isRelatedBefore.wallet, withdrawal.wallet),
                eq(isRelatedBefore.status, 'paid'),
              ),
            ),
        ),
    },
    'new-account': isNewAccount(withdrawal.userId),
  },
};

export async function loadWithdrawalQueue(view: QueueView, only?: string) {
  const page = await readQueuePage(WITHDRAWAL_QUEUE_SOURCE, view, only, (where) =>
    read()
      .select({
        withdrawal,
        version: rowVersion,
        methodName: withdrawalMethod.name,
        network: withdrawalMethod.network,
        owner: { ...QUEUE_OWNER, frozenAt: user.frozenAt, withdrawalsFrozenAt: user.withdrawalsFrozenAt },
        risks: selectRisks(WITHDRAWAL_QUEUE_SOURCE),
      })
      .from(withdrawal)
      .innerJoin(user, eq(user.id, withdrawal.userId))
      .leftJoin(withdrawalMethod, eq(withdrawalMethod.code, withdrawal.method))
      .leftJoin(rowVersion, isNewestVersionOf(withdrawal, withdrawal.id))
      .where(where),
  );
  const rows = page.rows
    .map(withWallet)
    .map((row) => ({ ...row, sent: formatCoinAmount(row.withdrawal.method, row.withdrawal.coinPaid) }));
  return { ...page, rows };
}

type QueuedWithdrawal = Awaited<ReturnType<typeof loadWithdrawalQueue>>['rows'][number];

export const toWithdrawalRow = ({ withdrawal: row, owner, methodName, risks }: QueuedWithdrawal): QueueRow => ({
  id: row.id,
  owner,
  status: row.status,
  next: row.status === 'approved' ? 'To pay' : undefined,
  since: row.requestedAt,
  amount: row.amount,
  what: methodText(row.method, methodName),
  risks,
});

/** Returns the amount still to pay for a withdrawal in cents, with its approximate value in coin; null after payment or end. */
export function computeAmountDue({ withdrawal: { status, amount, fee, method }, network }: QueuedWithdrawal) {
  if (status !== 'requested' && status !== 'approved') return null;
  const coin = network === null ? null : findCoinOfMethod({ code: method, network });
  const cents = amount - fee;
  return { cents, coin: coin?.coin ?? '', inCoin: (coin && computeCoinWorth(coin.coin, cents)?.amount) ?? '' };
}

export const loadWithdrawalChoices = async (): Promise<QueueChoices> => ({
  ...listFilterChoices(WITHDRAWAL_QUEUE_SOURCE),
  methods: await read()
    .select({ value: withdrawalMethod.code, label: withdrawalMethod.name })
    .from(withdrawalMethod)
    .orderBy(asc(withdrawalMethod.position)),
});

/** Finds the requested withdrawal with the ID. Without an ID, finds the oldest that can be decided now, else the oldest. */
export async function findWithdrawalToDecide(
  handle: Reader,
  by: Actor,
  { userId, id }: { userId: string; id?: string },
): Promise<typeof withdrawal.$inferSelect | null> {
  const [oldest] = await handle
    .select()
    .from(withdrawal)
    .where(
      and(eq(withdrawal.userId, userId), eq(withdrawal.status, 'requested'), id ? eq(withdrawal.id, id) : undefined),
    )
    .orderBy(
      createMarkSortKey(withdrawal.id, by),
      sql`case when coalesce(${withdrawal.waitsUntil}, 0) > ${now().getTime()} then 1 else 0 end`,
      asc(withdrawal.requestedAt),
      asc(withdrawal.id),
    )
    .limit(1);
  return oldest ?? null;
}
