import { and, count, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { approval, deposit, kyc, leaderRequest, mail, mirror, referralBonus, user, withdrawal } from '#drizzle/schema';
import { isWaiting } from '~/features/approvals';
import { newestEvents } from '~/features/auditLog';
import { booksNow } from '~/features/books';
import { heldOnOtherFeed, silentSince } from '~/features/quotes';
import { now } from '~/platform/clock';
import { countOf } from '~/platform/db/countOf.server';
import { read } from '~/platform/db/index.server';
import { may, type Right, type RoleHolder } from '~/signIns/rights';
import type { Waiting } from './internal/adminNav';

/** How many of each kind wait for a decision. */
export async function waitingNow(): Promise<Waiting> {
  return {
    deposits: await countOf(read(), deposit, eq(deposit.status, 'pending')),
    withdrawals: await countOf(read(), withdrawal, eq(withdrawal.status, 'requested')),
    kyc: await countOf(read(), kyc, eq(kyc.status, 'submitted')),
    leaders: await countOf(read(), leaderRequest, eq(leaderRequest.status, 'waiting')),
    approvals: await countOf(read(), approval, isWaiting(now())),
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
      pending: await seen('payments:read', () => queueOf(deposit, eq(deposit.status, 'pending'))),
      requested: await seen('payments:read', () => queueOf(withdrawal, eq(withdrawal.status, 'requested'))),
      approved: await seen('payments:read', () => queueOf(withdrawal, eq(withdrawal.status, 'approved'))),
      leaders: await seen('traders:read', async () => ({
        n: await countOf(read(), leaderRequest, eq(leaderRequest.status, 'waiting')),
      })),
      papers: await seen('papers:read', async () => ({ n: await countOf(read(), kyc, eq(kyc.status, 'submitted')) })),
    },
    users: await countOf(read(), user, eq(user.status, 'open')),
    failedMails: await seen('mails:read', () => countOf(read(), mail, eq(mail.status, 'failed'))),
    /** What the reserves could not pay yet. */
    waitingForReserve: await seen('books:read', async () => bonuses + results),
    silentPrices: await seen('traders:read', silentSince),
    otherFeed: await seen('traders:read', heldOnOtherFeed),
    books: await seen('books:read', booksNow),
    events: await seen('events:read', () => newestEvents(10)),
  };
}

/** How many wait in a queue, and for how much together, cents. */
async function queueOf(table: typeof deposit | typeof withdrawal, where: SQL): Promise<{ n: number; cents: bigint }> {
  const sum = sql<string>`cast(coalesce(sum(${table.amount}), 0) as text)`;
  const [row] = await read().select({ n: count(), sum }).from(table).where(where);
  return { n: row?.n ?? 0, cents: BigInt(row?.sum ?? '0') };
}
