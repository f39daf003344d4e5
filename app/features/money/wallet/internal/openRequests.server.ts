import { and, eq, gt, type SQL } from 'drizzle-orm';
import { type deposit, withdrawal } from '#drizzle/schema';
import { after, DAY, now } from '~/platform/clock';
import { countOf } from '~/platform/db/countOf.server';
import type { Handle } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { type Refusal, refuse } from '~/platform/result';

/** Factor of a day's requests over those that may wait: each withdrawal mails support and its owner. */
const TURNS_A_DAY = 3;

/**
 * The refusal of one more withdrawal where a user has asked for very many within a day, those that were cancelled or decided
 * included; else null. No budget holds their mails back.
 */
export async function tooManyToday(tx: Handle, userId: string): Promise<{ ok: false; error: Refusal } | null> {
  const most = env().LIMITS.openRequestsPerAccount * TURNS_A_DAY;
  const today = and(eq(withdrawal.userId, userId), gt(withdrawal.requestedAt, after(now(), -DAY)));
  if ((await countOf(tx, withdrawal, today)) < most) return null;
  return refuse(
    'too-many-today',
    `You asked for ${most} withdrawals within a day. Please wait before you ask for another.`,
  );
}

/**
 * The refusal of one more request where a user has as many as may wait for a decision at once; else null. The queue is
 * read by people, and one account must not fill it.
 * @param open what of the table is this user's and waits
 */
export async function tooMany(
  tx: Handle,
  table: typeof deposit | typeof withdrawal,
  open: SQL | undefined,
  what: 'deposits' | 'withdrawals',
): Promise<{ ok: false; error: Refusal } | null> {
  const most = env().LIMITS.openRequestsPerAccount;
  if ((await countOf(tx, table, open)) < most) return null;
  return refuse('too-many-open', `You have ${most} ${what} waiting for a decision. Please wait for it, or cancel one.`);
}
