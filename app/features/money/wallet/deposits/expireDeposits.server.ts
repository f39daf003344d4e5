import { and, asc, eq, lt, not } from 'drizzle-orm';
import { deposit } from '#drizzle/schema';
import { isHeld } from '~/features/backoffice';
import { after, DAY, now } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { advance } from '~/platform/events/index.server';
import { SYSTEM } from '~/platform/states';
import { verifiedUser } from '~/signIns/userById.server';
import { depositMachine } from '../states';
import { tellDepositExpired } from './internal/depositMail.server';

/** Days for which a deposit waits for a decision. */
export const PENDING_DAYS = 14;
/** Deposits that one transaction ends. */
const AT_A_TIME = 100;

/**
 * Ends deposits that nobody decided for `PENDING_DAYS`, but for those on hold, some at a time.
 * @returns whether more may be left
 */
export async function expireDeposits(): Promise<boolean> {
  return await write(async (tx) => {
    const isOld = and(eq(deposit.status, 'pending'), lt(deposit.createdAt, after(now(), -PENDING_DAYS * DAY)));
    const old = await tx
      .select()
      .from(deposit)
      .where(and(isOld, not(isHeld(deposit.id))))
      .orderBy(asc(deposit.createdAt))
      .limit(AT_A_TIME);
    const reason = `It expired: no payment was found for it in ${PENDING_DAYS} days`;
    for (const { id, userId, amount } of old) {
      const set = { reason, decidedAt: now() };
      const moved = await advance(tx, deposit, depositMachine, { id, event: 'expire', by: SYSTEM, reason, set });
      const owner = moved.ok ? await verifiedUser(tx, userId) : undefined;
      if (owner) await tellDepositExpired(tx, owner, { id, amount });
    }
    return old.length === AT_A_TIME;
  });
}
