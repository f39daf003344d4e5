import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import {
  alert,
  approval,
  DEPOSIT_STATES,
  deposit,
  KYC_STATES,
  kyc,
  LEADER_REQUEST_STATES,
  leaderRequest,
  mail,
  mirror,
  referralBonus,
  SUPPORT_STATES,
  supportThread,
  user,
  WITHDRAWAL_STATES,
  withdrawal,
} from '#drizzle/schema';
import { findAlertsForOverview, isOpenFor } from '~/features/backoffice/alerts/alerts.server';
import { isWaiting } from '~/features/backoffice/approvals/waitingApprovals.server';
import { describeOtherFeedHoldings, findSourceSilenceStart } from '~/features/copying';
import { findLastChangesCheck, findLastCheck, readBooks } from '~/features/money';
import { now } from '~/platform/clock';
import { countRowsByCondition } from '~/platform/db/countRows.server';
import { read, rows } from '~/platform/db/index.server';
import { hasRight, type Right, type RoleHolder } from '~/signIns/rights';
import type { WaitingCounts } from './internal/adminNav';
import { getJobTitle } from './jobTitles';
import { countPerDay, listDailyCountSources, loadLastDays, sumByWeek } from './lastDays.server';
import { listWaitingIn, type StatefulTable } from './waitingIn.server';
import { loadWorklist } from './worklist.server';

const ARRIVAL_DAYS = 14;

export const countWaiting = (holder: RoleHolder): Promise<WaitingCounts> =>
  countRowsByCondition(read(), {
    deposits: listWaitingIn(deposit, 'pending'),
    withdrawals: listWaitingIn(withdrawal, 'requested', 'approved'),
    kyc: listWaitingIn(kyc, 'submitted'),
    leaders: listWaitingIn(leaderRequest, 'waiting'),
    support: listWaitingIn(supportThread, 'waiting'),
    approvals: { table: approval, where: isWaiting(now()) },
    alerts: { table: alert, where: isOpenFor(holder) },
  });

export async function loadOverview(holder: RoleHolder) {
  const seen = async <T>(right: Right, load: () => Promise<T>) => (hasRight(holder, right) ? await load() : null);
  const shown = Object.entries(QUEUE_DEFINITIONS).filter(([, { right }]) => hasRight(holder, right));
  const trends = shown.flatMap(([name, { of: table, at, states }]) =>
    states ? [[name, { table, at, days: ARRIVAL_DAYS, where: inArray(table.status, [...states]) }] as const] : [],
  );
  const queues = await loadQueueTotals(shown);
  const counts = await countPerDay<string>({ ...Object.fromEntries(trends), ...listDailyCountSources(holder) });
  const queue = (name: keyof typeof QUEUE_DEFINITIONS): Queue | null => {
    const found = queues.get(name);
    return found ? { ...found, came: counts[name] ? sumByWeek(counts[name]) : null } : null;
  };
  const { users, failedMails, bonuses, results } = await countRowsByCondition(read(), {
    users: { table: user, where: eq(user.status, 'open') },
    failedMails: { table: mail, where: eq(mail.status, 'failed') },
    bonuses: {
      table: referralBonus,
      where: and(eq(referralBonus.status, 'waiting'), isNotNull(referralBonus.decidedAt)),
    },
    results: { table: mirror, where: eq(mirror.status, 'waiting') },
  });
  return {
    queues: {
      pending: queue('pending'),
      requested: queue('requested'),
      approved: queue('approved'),
      documents: queue('documents'),
      support: queue('support'),
      leaders: queue('leaders'),
    },
    users,
    alerts: await listAlertNames(holder),
    failedMails: hasRight(holder, 'mails:read') ? failedMails : null,
    waitingForReserve: hasRight(holder, 'books:read') ? bonuses + results : null,
    silentPrices: await seen('traders:read', findSourceSilenceStart),
    otherFeed: await seen('traders:read', describeOtherFeedHoldings),
    books: await seen('books:read', async () => ({
      ...(await readBooks()),
      check: await findLastCheck(),
      changes: await findLastChangesCheck(),
    })),
    days: await loadLastDays(holder, counts),
    first: await loadWorklist(holder),
    at: now(),
  };
}

const listAlertNames = async (holder: RoleHolder) =>
  (await findAlertsForOverview(holder)).map(({ title, alerts }) => ({
    title,
    alerts: alerts.map(({ about, page }) => ({ about: getJobTitle(about), page })),
  }));

/**
 * Queue of the entries in one state. `at`: column of the time when the state began. `states`: states that the trend
 * counts; null without a trend.
 */
type QueueDefinition = {
  right: Right;
  of: StatefulTable;
  at: SQLiteColumn;
  waits: string;
  states: readonly string[] | null;
  sum?: SQLiteColumn;
};

const PAYMENT_QUEUE_RIGHT = { right: 'payments:read' } as const;
const WITHDRAWAL_QUEUE = { ...PAYMENT_QUEUE_RIGHT, of: withdrawal, sum: withdrawal.amount };

const QUEUE_DEFINITIONS = {
  pending: {
    ...PAYMENT_QUEUE_RIGHT,
    of: deposit,
    at: deposit.createdAt,
    waits: 'pending',
    states: DEPOSIT_STATES,
    sum: deposit.amount,
  },
  requested: { ...WITHDRAWAL_QUEUE, at: withdrawal.requestedAt, waits: 'requested', states: WITHDRAWAL_STATES },
  // Withdrawals to be paid have no trend, because the staff itself approves them.
  approved: { ...WITHDRAWAL_QUEUE, at: withdrawal.approvedAt, waits: 'approved', states: null },
  documents: { right: 'papers:read', of: kyc, at: kyc.submittedAt, waits: 'submitted', states: KYC_STATES },
  support: {
    right: 'support:read',
    of: supportThread,
    at: supportThread.waitingSince,
    waits: 'waiting',
    states: SUPPORT_STATES,
  },
  leaders: {
    right: 'traders:read',
    of: leaderRequest,
    at: leaderRequest.askedAt,
    waits: 'waiting',
    states: LEADER_REQUEST_STATES,
  },
} satisfies Record<string, QueueDefinition>;

export type Queue = {
  n: number;
  cents?: bigint;
  oldest: Date | null;
  came: { week: number; weekBefore: number } | null;
};

/** Reads number, sum in cents and start of the oldest entry of each queue, by one statement. */
async function loadQueueTotals(queues: [string, QueueDefinition][]): Promise<Map<string, Omit<Queue, 'came'>>> {
  if (queues.length === 0) return new Map();
  const each = queues.map(([name, { of: table, at, waits, sum }]) => {
    const cents = sum ? sql`cast(coalesce(sum(${sum}), 0) as text)` : sql`cast(null as text)`;
    const { where } = listWaitingIn(table, waits);
    return sql`select cast(${name} as text) as name, count(*) as n, ${cents} as cents, min(${at}) as oldest from ${table} where ${where}`;
  });
  type Found = { name: string; n: number; cents: string | null; oldest: number | null };
  const found = await rows<Found>(read(), sql.join(each, sql` union all `));
  return new Map(
    found.map(({ name, n, cents, oldest }) => [
      name,
      {
        n: Number(n),
        cents: cents === null ? undefined : BigInt(cents),
        oldest: oldest === null ? null : new Date(Number(oldest)),
      },
    ]),
  );
}
