import { and, asc, count, eq, inArray, isNotNull, not, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import {
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
import { openAlerts, whatIsOff } from '~/features/alerts';
import { isWaiting } from '~/features/approvals';
import { newestEvents } from '~/features/auditLog';
import { booksNow, lastChangesCheck, lastCheck } from '~/features/books';
import { heldOnOtherFeed, silentSince } from '~/features/quotes';
import { isHeld } from '~/features/reviewQueue';
import { now } from '~/platform/clock';
import { countOf } from '~/platform/db/countOf.server';
import { read } from '~/platform/db/index.server';
import { may, type Right, type RoleHolder } from '~/signIns/rights';
import { type SmallLine, smallLine } from '~/ui/charts/geometry/smallLine';
import type { Waiting } from './internal/adminNav';
import { jobTitle } from './jobTitles';
import { lastDays, perDay, weeksOf } from './lastDays.server';

/** Days of arrivals that a queue's picture shows. */
const ARRIVALS = 14;

/** How many of each kind wait for a decision. */
export async function waitingNow(): Promise<Waiting> {
  return {
    deposits: await countOf(read(), deposit, and(eq(deposit.status, 'pending'), not(isHeld(deposit.id)))),
    withdrawals: await countOf(read(), withdrawal, and(eq(withdrawal.status, 'requested'), not(isHeld(withdrawal.id)))),
    kyc: await countOf(read(), kyc, and(eq(kyc.status, 'submitted'), not(isHeld(kyc.id)))),
    leaders: await countOf(
      read(),
      leaderRequest,
      and(eq(leaderRequest.status, 'waiting'), not(isHeld(leaderRequest.id))),
    ),
    support: await countOf(
      read(),
      supportThread,
      and(eq(supportThread.status, 'waiting'), not(isHeld(supportThread.id))),
    ),
    approvals: await countOf(read(), approval, isWaiting(now())),
    alerts: await openAlerts(),
  };
}

/** What an administrator wants to know first, as far as their role sees it: what waits, how the books stand, what happened last; null for the rest. */
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
      // Approvals are the staff's own doing, so no trend is told of what waits to be paid.
      approved: await seen('payments:read', () =>
        queueOf({ ...WITHDRAWALS, at: withdrawal.approvedAt, waits: 'approved', states: null }),
      ),
      papers: await seen('papers:read', () =>
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
    alerts: (await seen('operation:read', alertsNamed)) ?? [],
    failedMails: await seen('mails:read', () => countOf(read(), mail, eq(mail.status, 'failed'))),
    /** What the reserves could not pay yet. */
    waitingForReserve: await seen('books:read', async () => bonuses + results),
    silentPrices: await seen('traders:read', silentSince),
    otherFeed: await seen('traders:read', heldOnOtherFeed),
    books: await seen('books:read', async () => ({
      ...(await booksNow()),
      check: await lastCheck(),
      changes: await lastChangesCheck(),
    })),
    days: await lastDays(holder),
    events: await seen('events:read', () => newestEvents(10)),
    /** The instant that waits are told at. */
    at: now(),
  };
}

/** The open alerts by their kinds; what is about a job is about what the job does. */
const alertsNamed = async () =>
  (await whatIsOff()).map(({ title, alerts }) => ({
    title,
    alerts: alerts.map(({ about, page }) => ({ about: jobTitle(about), page })),
  }));

const WITHDRAWALS = {
  of: withdrawal,
  at: withdrawal.requestedAt as SQLiteColumn,
  states: WITHDRAWAL_STATES,
  sum: withdrawal.amount,
};

type Stateful = SQLiteTable & { id: SQLiteColumn; status: SQLiteColumn };

/** What waits in one state of a kind of thing; `at` is since when, `states` are all of it, null where no trend is told. */
type QueueOf = { of: Stateful; at: SQLiteColumn; waits: string; states: readonly string[] | null; sum?: SQLiteColumn };

/** How much waits, how long the oldest has waited, and how many came in this week and the week before. */
export type Queue = {
  n: number;
  /** Together, cents; of things with an amount. */
  cents?: bigint;
  /** Since when the oldest one waits. */
  oldest: Date | null;
  /** How many came in during the last seven days, UTC, and during the seven before them; `line`: on each of these days. */
  came: { week: number; weekBefore: number; line: SmallLine } | null;
};

async function queueOf({ of: table, at, waits, states, sum }: QueueOf): Promise<Queue> {
  const total = sum ? sql<string>`cast(coalesce(sum(${sum}), 0) as text)` : sql<string>`''`;
  const waiting = and(eq(table.status, waits as never), not(isHeld(table.id)));
  const [row] = await read().select({ n: count(), total }).from(table).where(waiting);
  const [oldest] = await read().select({ at }).from(table).where(waiting).orderBy(asc(at)).limit(1);
  const arrivals = states && (await perDay(table, at, ARRIVALS, inArray(table.status, [...states])));
  return {
    n: row?.n ?? 0,
    cents: sum && BigInt(row?.total ?? '0'),
    oldest: (oldest?.at as Date | undefined) ?? null,
    came: arrivals && { ...weeksOf(arrivals), line: smallLine(arrivals, 0) },
  };
}
