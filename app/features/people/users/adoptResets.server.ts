import { and, eq, inArray, isNull, max, min, or } from 'drizzle-orm';
import { administrator, event, user } from '#drizzle/schema';
import { read, write } from '~/platform/db/index.server';

const happened = (things: string[], name: string) => and(inArray(event.thing, things), eq(event.event, name));

const RESET = or(happened(['password'], 'reset'), happened(['two-factor'], 'disable'));
const HANDS_CHANGED = or(RESET, happened(['account freeze', 'withdrawals freeze'], 'unfreeze'));
const TRADING_LOCKED = happened(['account'], 'lock-pdt');

/** Copies resets, unfreezing and locked trading of version 1.0.0 from events to rows. A forged event could only cause a wait. */
export async function adoptResets(): Promise<void> {
  const times = { first: min(event.at), last: max(event.at), id: event.thingId };
  const of = (what: typeof RESET) => read().select(times).from(event).where(what).groupBy(event.thingId);
  const [resets, changes, locks] = [await of(RESET), await of(HANDS_CHANGED), await of(TRADING_LOCKED)];
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
