import { count, eq, type SQL, sql } from 'drizzle-orm';
import { approval, deposit, kyc, mail, mirror, referralBonus, user, withdrawal } from '#drizzle/schema';
import { now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import type { Waiting } from './adminNav';
import { booksNow } from './books.server';
import { newestEvents } from './logs.server';
import { isWaiting } from './waitingApprovals.server';

/** How many of each kind wait for a decision. */
export async function waitingNow(): Promise<Waiting> {
  const [deposits] = await read().select({ n: count() }).from(deposit).where(eq(deposit.status, 'pending'));
  const [withdrawals] = await read().select({ n: count() }).from(withdrawal).where(eq(withdrawal.status, 'requested'));
  const [papers] = await read().select({ n: count() }).from(kyc).where(eq(kyc.status, 'submitted'));
  const [approvals] = await read().select({ n: count() }).from(approval).where(isWaiting(now()));
  return {
    deposits: deposits?.n ?? 0,
    withdrawals: withdrawals?.n ?? 0,
    kyc: papers?.n ?? 0,
    approvals: approvals?.n ?? 0,
  };
}

/** What an administrator wants to know first: what waits, how the books stand, what happened last. */
export async function overviewNow() {
  const [users] = await read().select({ n: count() }).from(user).where(eq(user.status, 'open'));
  const [failed] = await read().select({ n: count() }).from(mail).where(eq(mail.status, 'failed'));
  const [bonuses] = await read().select({ n: count() }).from(referralBonus).where(eq(referralBonus.status, 'waiting'));
  const [results] = await read().select({ n: count() }).from(mirror).where(eq(mirror.status, 'waiting'));
  return {
    queues: {
      pending: await queueOf(deposit, eq(deposit.status, 'pending')),
      requested: await queueOf(withdrawal, eq(withdrawal.status, 'requested')),
      approved: await queueOf(withdrawal, eq(withdrawal.status, 'approved')),
      papers: { n: (await waitingNow()).kyc },
    },
    users: users?.n ?? 0,
    failedMails: failed?.n ?? 0,
    /** What the reserves could not pay yet. */
    waitingForReserve: (bonuses?.n ?? 0) + (results?.n ?? 0),
    books: await booksNow(),
    events: await newestEvents(10),
  };
}

/** How many wait in a queue, and for how much together, cents. */
async function queueOf(table: typeof deposit | typeof withdrawal, where: SQL): Promise<{ n: number; cents: bigint }> {
  const sum = sql<string>`cast(coalesce(sum(${table.amount}), 0) as text)`;
  const [row] = await read().select({ n: count(), sum }).from(table).where(where);
  return { n: row?.n ?? 0, cents: BigInt(row?.sum ?? '0') };
}
