import { and, asc, count, eq, inArray, isNotNull, sql } from 'drizzle-orm';
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
import { isOpenFor, whatIsOff } from '~/features/backoffice/alerts/alerts.server';
import { isWaiting } from '~/features/backoffice/approvals/waitingApprovals.server';
import { heldOnOtherFeed, sourceSilentSince } from '~/features/copying';
import { booksNow, lastChangesCheck, lastCheck } from '~/features/money';
import { now } from '~/platform/clock';
import { countOf, countsOf } from '~/platform/db/countOf.server';
import { read } from '~/platform/db/index.server';
import { may, type Right, type RoleHolder } from '~/signIns/rights';
import type { Waiting } from './internal/adminNav';
import { jobTitle } from './jobTitles';
import { lastDays, perDay, weeksOf } from './lastDays.server';
import { type Stateful, waitingIn } from './waitingIn.server';
import { worklist } from './worklist.server';

const ARRIVALS = 14;

export const waitingNow = (holder: RoleHolder): Promise<Waiting> =>
  countsOf(read(), {
    deposits: waitingIn(deposit, 'pending'),
    withdrawals: waitingIn(withdrawal, 'requested', 'approved'),
    kyc: waitingIn(kyc, 'submitted'),
    leaders: waitingIn(leaderRequest, 'waiting'),
    support: waitingIn(supportThread, 'waiting'),
    approvals: { table: approval, where: isWaiting(now()) },
    alerts: { table: alert, where: isOpenFor(holder) },
  });

export async function overviewNow(holder: RoleHolder) {
  const seen = async <T>(right: Right, look: () => Promise<T>) => (may(holder, right) ? await look() : null);
  const bonuses = await countOf(
    read(),
    referralBonus,
    and(eq(referralBonus.status, 'waiting'), isNotNull(referralBonus.decidedAt)),
  );
  const results = await countOf(read(), mirror, eq(mirror.status, 'waiting'));
  return {
    queues: {
      pending: await seen('payments:read', () =>
        queueOf({ of: deposit, at: deposit.createdAt, waits: 'pending', states: DEPOSIT_STATES, sum: deposit.amount }),
      ),
      requested: await seen('payments:read', () => queueOf({ ...WITHDRAWALS, waits: 'requested' })),
      // Withdrawals to be paid have no trend, because the staff itself approves them.
      approved: await seen('payments:read', () =>
        queueOf({ ...WITHDRAWALS, at: withdrawal.approvedAt, waits: 'approved', states: null }),
      ),
      documents: await seen('papers:read', () =>
        queueOf({ of: kyc, at: kyc.submittedAt, waits: 'submitted', states: KYC_STATES }),
      ),
      support: await seen('support:read', () =>
        queueOf({ of: supportThread, at: supportThread.waitingSince, waits: 'waiting', states: SUPPORT_STATES }),
      ),
      leaders: await seen('traders:read', () =>
        queueOf({ of: leaderRequest, at: leaderRequest.askedAt, waits: 'waiting', states: LEADER_REQUEST_STATES }),
      ),
    },
    users: await countOf(read(), user, eq(user.status, 'open')),
    alerts: await alertsNamed(holder),
    failedMails: await seen('mails:read', () => countOf(read(), mail, eq(mail.status, 'failed'))),
    waitingForReserve: await seen('books:read', async () => bonuses + results),
    silentPrices: await seen('traders:read', sourceSilentSince),
    otherFeed: await seen('traders:read', heldOnOtherFeed),
    books: await seen('books:read', async () => ({
      ...(await booksNow()),
      check: await lastCheck(),
      changes: await lastChangesCheck(),
    })),
    days: await lastDays(holder),
    first: await worklist(holder),
    at: now(),
  };
}

const alertsNamed = async (holder: RoleHolder) =>
  (await whatIsOff(holder)).map(({ title, alerts }) => ({
    title,
    alerts: alerts.map(({ about, page }) => ({ about: jobTitle(about), page })),
  }));

const WITHDRAWALS = {
  of: withdrawal,
  at: withdrawal.requestedAt as SQLiteColumn,
  states: WITHDRAWAL_STATES,
  sum: withdrawal.amount,
};

/** Queue of one state. `at` is the column of its start. `states` are the states that the trend counts; null without a trend. */
type QueueOf = { of: Stateful; at: SQLiteColumn; waits: string; states: readonly string[] | null; sum?: SQLiteColumn };

export type Queue = {
  n: number;
  cents?: bigint;
  oldest: Date | null;
  came: { week: number; weekBefore: number } | null;
};

async function queueOf({ of: table, at, waits, states, sum }: QueueOf): Promise<Queue> {
  const total = sum ? sql<string>`cast(coalesce(sum(${sum}), 0) as text)` : sql<string>`''`;
  const { where: waiting } = waitingIn(table, waits);
  const [row] = await read().select({ n: count(), total }).from(table).where(waiting);
  const [oldest] = await read().select({ at }).from(table).where(waiting).orderBy(asc(at)).limit(1);
  const arrivals = states && (await perDay(table, at, ARRIVALS, inArray(table.status, [...states])));
  return {
    n: row?.n ?? 0,
    cents: sum && BigInt(row?.total ?? '0'),
    oldest: (oldest?.at as Date | undefined) ?? null,
    came: arrivals && weeksOf(arrivals),
  };
}
