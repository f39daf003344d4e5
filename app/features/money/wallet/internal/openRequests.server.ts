import { and, eq, gt, type SQL } from 'drizzle-orm';
import { type deposit, withdrawal } from '#drizzle/schema';
import { after, DAY, now } from '~/platform/clock';
import { countRows } from '~/platform/db/countRows.server';
import type { Handle } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { type Refusal, refuse } from '~/platform/result';

/** Ratio of requests per day to open requests. Limits mails, since each withdrawal mails support and its owner. */
const DAILY_REQUESTS_RATIO = 3;

/** Refuses a withdrawal of a user with too many requests within a day, since no other budget limits their mails. */
export async function refuseTooManyWithdrawalsToday(
  tx: Handle,
  userId: string,
): Promise<{ ok: false; error: Refusal } | null> {
  const limit = env().LIMITS.openRequestsPerAccount * DAILY_REQUESTS_RATIO;
  const today = and(eq(withdrawal.userId, userId), gt(withdrawal.requestedAt, after(now(), -DAY)));
  if ((await countRows(tx, withdrawal, today)) < limit) return null;
  return refuse(
    'too-many-today',
    `You requested ${limit} withdrawals within a day. Please wait before you request another.`,
  );
}

/** Refuses a request of a user with too many open ones, since people read the queue. */
export async function refuseTooManyOpenRequests(
  tx: Handle,
  table: typeof deposit | typeof withdrawal,
  open: SQL | undefined,
  what: 'deposits' | 'withdrawals',
): Promise<{ ok: false; error: Refusal } | null> {
  const limit = env().LIMITS.openRequestsPerAccount;
  if ((await countRows(tx, table, open)) < limit) return null;
  return refuse(
    'too-many-open',
    `You have ${limit} ${what} waiting for a decision. Please wait for it, or cancel one.`,
  );
}
