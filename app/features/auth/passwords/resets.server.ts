import { and, asc, desc, eq, lte, or } from 'drizzle-orm';
import { event } from '#drizzle/schema';
import type { Handle } from '~/platform/db/index.server';

const happened = (thing: string, name: string) => and(eq(event.thing, thing), eq(event.event, name));

/** What a stranger can do who has a user's mailbox or their second factor, and not the password. */
const RESETS = or(happened('password', 'reset'), happened('two-factor', 'disable'));

/**
 * When a user's password was first or last reset with a mailed link, or their second factor turned off; null for never.
 * @param until later resets are left out, by the product's clock
 */
export async function resetOf(
  handle: Handle,
  userId: string,
  { which, until }: { which: 'first' | 'last'; until: Date },
): Promise<Date | null> {
  const [found] = await handle
    .select({ at: event.at })
    .from(event)
    .where(and(eq(event.userId, userId), lte(event.at, until), RESETS))
    .orderBy((which === 'first' ? asc : desc)(event.at))
    .limit(1);
  return found?.at ?? null;
}
