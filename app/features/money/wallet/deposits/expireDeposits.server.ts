import { and, asc, eq, inArray, lt, not, type SQL } from 'drizzle-orm';
import { deposit } from '#drizzle/schema';
import { isHeld } from '~/features/backoffice';
import { after, DAY, now } from '~/platform/clock';
import { type Reader, read, write } from '~/platform/db/index.server';
import { advance } from '~/platform/events/index.server';
import { SYSTEM_ACTOR } from '~/platform/states';
import { findVerifiedUser } from '~/signIns/userById.server';
import { depositMachine } from '../states';
import { notifyDepositExpired } from './internal/depositMail.server';

export const PENDING_DAYS = 14;
const DEPOSITS_PER_BATCH = 100;

/** Expires a batch of deposits that were not decided within `PENDING_DAYS`, except those on hold. @returns whether more may be left */
export async function expireDeposits(): Promise<boolean> {
  const old = await selectOldDeposits(read());
  if (old.length === 0) return false;
  const reason = `It expired: no payment was found for it in ${PENDING_DAYS} days`;
  const ids = old.map(({ id }) => id);
  await write(
    async (tx) => {
      for (const { id, userId, amount } of await selectOldDeposits(tx, inArray(deposit.id, ids))) {
        const set = { reason, decidedAt: now() };
        const moved = await advance(tx, deposit, depositMachine, {
          id,
          event: 'expire',
          by: SYSTEM_ACTOR,
          reason,
          set,
        });
        const owner = moved.ok ? await findVerifiedUser(tx, userId) : undefined;
        if (owner) await notifyDepositExpired(tx, owner, { id, amount });
      }
    },
    { users: old.map(({ userId }) => userId) },
  );
  return old.length === DEPOSITS_PER_BATCH;
}

const selectOldDeposits = (handle: Reader, which?: SQL) =>
  handle
    .select()
    .from(deposit)
    .where(
      and(
        eq(deposit.status, 'pending'),
        lt(deposit.createdAt, after(now(), -PENDING_DAYS * DAY)),
        not(isHeld(deposit.id)),
        which,
      ),
    )
    .orderBy(asc(deposit.createdAt))
    .limit(DEPOSITS_PER_BATCH);
