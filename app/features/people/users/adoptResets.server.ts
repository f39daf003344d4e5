import { and, eq, inArray, isNull, max, min, or } from 'drizzle-orm';
import { administrator, event, user } from '#drizzle/schema';
import { read, write } from '~/platform/db/index.server';

const isEventOf = (things: string[], name: string) => and(inArray(event.thing, things), eq(event.event, name));

const IS_RESET = or(isEventOf(['password'], 'reset'), isEventOf(['two-factor'], 'disable'));
const IS_OWNER_CHANGE = or(IS_RESET, isEventOf(['account freeze', 'withdrawals freeze'], 'unfreeze'));
const IS_TRADING_LOCK = isEventOf(['account'], 'lock-pdt');

/** Copies the times of resets, unfreezes and trading locks, which version 1.0.0 stored only as events, to columns. A forged event could only
 * delay a user. */
export async function adoptResets(): Promise<void> {
  const times = { first: min(event.at), last: max(event.at), id: event.thingId };
  const of = (what: typeof IS_RESET) => read().select(times).from(event).where(what).groupBy(event.thingId);
  const [resets, changes, locks] = [await of(IS_RESET), await of(IS_OWNER_CHANGE), await of(IS_TRADING_LOCK)];
  await write(
    async (tx) => {
      for (const { id, first, last } of resets) {
        await tx
          .update(user)
          .set({ firstResetAt: first })
          .where(and(eq(user.id, id), isNull(user.firstResetAt)));
        const isMissing = and(eq(administrator.id, id), isNull(administrator.passwordResetAt));
        await tx.update(administrator).set({ passwordResetAt: last }).where(isMissing);
      }
      for (const { id, last } of changes) {
        await tx
          .update(user)
          .set({ handsChangedAt: last })
          .where(and(eq(user.id, id), isNull(user.handsChangedAt)));
      }
      for (const { id, last } of locks) {
        await tx
          .update(user)
          .set({ tradingLockedAt: last })
          .where(and(eq(user.id, id), isNull(user.tradingLockedAt)));
      }
    },
    { users: [...resets, ...changes, ...locks].map(({ id }) => id) },
  );
}
