import { and, asc, eq, isNull } from 'drizzle-orm';
import { DEPOSIT_STATES, deposit, depositMethod, user } from '#drizzle/schema';
import {
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
import { formatUsd } from '~/ledger/money';
import { read, readShared } from '~/platform/db/index.server';
import { type PageFilter, readCursorPage } from '~/platform/db/paging';
import { createNewestFirstRange } from '~/platform/db/rowRange.server';
import { verified } from '~/platform/db/verified.server';
import { ROWS_NEXT_TO_A_FORM } from '~/platform/pageSizes';
import { formatDepositCoins } from '../coinAmountText';
import { getMethodStep } from '../internal/noMethod';
import { depositAmount } from '../schema';
import { getExplorerUrl } from '../transactionIds';
import { NO_PROOF, SAME_PROOF } from './risks';
import { findDepositsOfSameProof } from './sameProof.server';

export type DepositMethod = typeof depositMethod.$inferSelect;

export const listDepositMethods = (): Promise<DepositMethod[]> =>
  readShared('deposit methods', () =>
    verified(read(), depositMethod, eq(depositMethod.enabled, true), asc(depositMethod.position)),
  );

export type DepositStep =
  | { at: 'method'; problem?: string; input?: string }
  | { at: 'amount'; method: DepositMethod; input: string; problem?: string }
  | { at: 'payment'; method: DepositMethod; amount: bigint };

/** Reads the step from the URL: an enabled method, then an amount within its limits. */
export async function loadDepositStep(query: URLSearchParams): Promise<DepositStep> {
  const method = (await listDepositMethods()).find(({ code }) => code === query.get('method'));
  if (!method) return getMethodStep(query, 'amount');
  const input = query.get('amount');
  if (input === null) return { at: 'amount', method, input: '' };
  const amount = depositAmount.safeParse(input);
  if (!amount.success) return { at: 'amount', method, input, problem: amount.error.issues[0]?.message };
  if (amount.data < method.minimum) {
    const problem = `Deposit Amount too low. Enter at least ${formatUsd(method.minimum)}.`;
    return { at: 'amount', method, input, problem };
  }
  return { at: 'payment', method, amount: amount.data };
}

const withMethod = { deposit, methodName: depositMethod.name };

export const loadDepositsPage = (userId: string, query: URLSearchParams, { only, size }: PageFilter = {}) =>
  readCursorPage(
    query,
    async (range) => {
      const { beyond, order } = createNewestFirstRange(deposit.id, range);
      const rows = await read()
        .select({ id: deposit.id, ...withMethod })
        .from(deposit)
        .leftJoin(depositMethod, eq(depositMethod.code, deposit.method))
        .where(and(eq(deposit.userId, userId), only, beyond))
        .orderBy(order)
        .limit(range.limit);
      return rows;
    },
    size,
  );

export const loadLatestDeposits = async (userId: string) =>
  (await loadDepositsPage(userId, new URLSearchParams())).rows
    .slice(0, ROWS_NEXT_TO_A_FORM)
    .map(({ id, methodName, deposit: { amount, createdAt, status } }) => ({
      id,
      name: methodName ?? 'Entered by management',
      amount,
      at: createdAt,
      status,
    }));

const DEPOSIT_QUEUE_SOURCE: QueueSource = {
  table: deposit,
  id: deposit.id,
  userId: deposit.userId,
  status: deposit.status,
  at: deposit.createdAt,
  amount: deposit.amount,
  method: deposit.method,
  searched: [deposit.transactionId],
  states: DEPOSIT_STATES,
  waits: ['pending'],
  risks: {
    'high-risk': isRatedHighRisk(deposit.userId),
    'no-proof': { label: NO_PROOF, is: () => and(isNull(deposit.proofFileId), isNull(deposit.transactionId)) },
    'new-account': isNewAccount(deposit.userId),
  },
};

/** Loads a page of the deposit queue. The row `only` is loaded regardless of the filters. */
export async function loadDepositQueue(view: QueueView, only?: string) {
  const page = await readQueuePage(DEPOSIT_QUEUE_SOURCE, view, only, (where) =>
    read()
      .select({
        ...withMethod,
        network: depositMethod.network,
        owner: QUEUE_OWNER,
        risks: selectRisks(DEPOSIT_QUEUE_SOURCE),
      })
      .from(deposit)
      .innerJoin(user, eq(user.id, deposit.userId))
      .leftJoin(depositMethod, eq(depositMethod.code, deposit.method))
      .where(where),
  );
  const same = await findDepositsOfSameProof(
    read(),
    page.rows.map((row) => row.deposit),
  );
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      coins: formatDepositCoins(row.deposit),
      explorer: getExplorerUrl(row.network, row.deposit.transactionId),
      /** True if there is a picture or a transaction ID. While the deposit waits, the missing one may follow. */
      hasProof: row.deposit.proofFileId !== null || row.deposit.transactionId !== null,
      sameProof: same.get(row.deposit.id) ?? [],
    })),
  };
}

type QueuedDeposit = Awaited<ReturnType<typeof loadDepositQueue>>['rows'][number];

export const toDepositRow = ({
  deposit: { id, status, amount, createdAt },
  owner,
  methodName,
  sameProof,
  risks,
}: QueuedDeposit): QueueRow => ({
  id,
  owner,
  status,
  since: createdAt,
  amount,
  what: methodName ?? 'By management',
  risks: sameProof.length > 0 && DEPOSIT_QUEUE_SOURCE.waits.includes(status) ? [SAME_PROOF, ...risks] : risks,
});

export const loadDepositChoices = async (): Promise<QueueChoices> => ({
  ...listFilterChoices(DEPOSIT_QUEUE_SOURCE),
  methods: await read()
    .select({ value: depositMethod.code, label: depositMethod.name })
    .from(depositMethod)
    .orderBy(asc(depositMethod.position)),
});
