import { and, count, countDistinct, eq, inArray, sql } from 'drizzle-orm';
import {
  copy,
  LEADER_REQUEST_STATES,
  leaderRequest,
  leaderShare,
  tradingOrder,
  user as userTable,
} from '#drizzle/schema';
import {
  isNewAccount,
  isRatedHighRisk,
  listFilterChoices,
  OWNER_COLUMNS,
  type QueueChoices,
  type QueueRow,
  type QueueSource,
  type QueueView,
  readQueuePage,
  selectRisks,
} from '~/features/backoffice';
import { FUNDED_COPY_STATES } from '~/features/copying/copy/states';
import { computeStake } from '~/features/copying/leaderStake/stake.server';
import { sumCopiedCapital } from '~/features/copying/traders/record/internal/copiers.server';
import { computeOwnFigures } from '~/features/copying/traders/record/internal/saveFigures.server';
import { now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import type { User } from '~/signIns/session.server';
import { loadOwnRecord } from './record.server';
import { countDays, listUnmetRequirements } from './rules';
import { findLatestRequest, findTraderOfUser } from './submitLeaderRequest.server';

export type BeingCopied = Awaited<ReturnType<typeof loadBeingCopied>>;

/** Returns an investor's missing requirements, application and copied total, without the identity of copiers. */
export async function loadBeingCopied(user: User) {
  const own = await findTraderOfUser(read(), user.id);
  const latest = await findLatestRequest(read(), user.id);
  const isCopied = own !== undefined && own.status !== 'retired';
  const waits = latest?.status === 'waiting';
  return {
    trader: own ? { id: own.id, status: own.status, shareBps: own.shareBps, minimum: own.minimumCapital } : null,
    isCopied,
    waits,
    rejected: latest?.status === 'rejected' ? (latest.reason ?? '') : null,
    missing: isCopied || waits ? [] : listUnmetRequirements(await loadOwnRecord(read(), user.id), now()),
    copies: own ? await loadCurrentCopies(own.id) : { people: 0, count: 0, sum: 0n },
    received: own ? await sumReceivedBy(user.id) : 0n,
    stake: own && isCopied ? await computeStake(read(), own.id) : null,
  };
}

async function loadCurrentCopies(traderId: string): Promise<{ people: number; count: number; sum: bigint }> {
  const [row] = await read()
    .select({ people: countDistinct(copy.userId), count: count() })
    .from(copy)
    .where(and(eq(copy.traderId, traderId), inArray(copy.status, FUNDED_COPY_STATES)));
  return { people: row?.people ?? 0, count: row?.count ?? 0, sum: await sumCopiedCapital(traderId) };
}

async function sumReceivedBy(userId: string): Promise<bigint> {
  const [row] = await read()
    .select({ sum: sql<bigint>`cast(coalesce(sum(${leaderShare.amount}), 0) as text)`.mapWith(BigInt) })
    .from(leaderShare)
    .where(eq(leaderShare.leaderUserId, userId));
  return row?.sum ?? 0n;
}

const LEADER_QUEUE_SOURCE: QueueSource = {
  table: leaderRequest,
  id: leaderRequest.id,
  userId: leaderRequest.userId,
  status: leaderRequest.status,
  at: leaderRequest.askedAt,
  states: LEADER_REQUEST_STATES,
  waits: ['waiting'],
  risks: { 'high-risk': isRatedHighRisk(leaderRequest.userId), 'new-account': isNewAccount(leaderRequest.userId) },
};

const firstOrderAt = sql<Date | null>`(
  select o.at from ${tradingOrder} o where o.account_id = ${leaderRequest.userId} order by o.number limit 1)`
  .mapWith(tradingOrder.at)
  .as('since');

export async function loadLeaderQueue(view: QueueView, only?: string) {
  const page = await readQueuePage(LEADER_QUEUE_SOURCE, view, only, (where) =>
    read()
      .select({
        request: leaderRequest,
        owner: OWNER_COLUMNS,
        risks: selectRisks(LEADER_QUEUE_SOURCE),
        since: firstOrderAt,
      })
      .from(leaderRequest)
      .innerJoin(userTable, eq(userTable.id, leaderRequest.userId))
      .where(where),
  );
  return { ...page, rows: page.rows.map(({ since, ...row }) => ({ ...row, days: countDays({ since }, now()) })) };
}

type QueuedRequest = Awaited<ReturnType<typeof loadLeaderQueue>>['rows'][number];

export const toLeaderRow = ({ request, owner, days, risks }: QueuedRequest): QueueRow => ({
  id: request.id,
  owner,
  status: request.status,
  since: request.askedAt,
  what: `${days} days of trading`,
  risks,
});

export async function loadRequestRecord(userId: string) {
  const figures = await computeOwnFigures(read(), userId);
  return {
    closed: figures?.details?.closedPositions ?? 0,
    won: figures?.winners ?? 0,
    returnBps: figures?.totalReturnBps ?? null,
    maxDrawdownBps: figures?.maxDrawdownBps ?? 0,
    risk: figures?.risk ?? null,
    until: figures?.until ?? null,
  };
}

export type RequestRecord = Awaited<ReturnType<typeof loadRequestRecord>>;

export const loadLeaderChoices = async (): Promise<QueueChoices> => listFilterChoices(LEADER_QUEUE_SOURCE);
