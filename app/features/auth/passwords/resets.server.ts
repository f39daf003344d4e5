import { and, asc, eq, gt, lte, or } from 'drizzle-orm';
import { event } from '#drizzle/schema';
import type { Reader } from '~/platform/db/index.server';

const happened = (thing: string, name: string) => and(eq(event.thing, thing), eq(event.event, name));

/** What a stranger can do who has a user's mailbox or their second factor, and not the password. */
const RESETS = or(happened('password', 'reset'), happened('two-factor', 'disable'));

/**
 * When a user's password was first reset with a mailed link, or their second factor first turned off, after one time (or ever) and
 * until another; null for never.
 */
export async function firstReset(
  handle: Reader,
  userId: string,
  { since = new Date(0), until }: { since?: Date; until: Date },
): Promise<Date | null> {
  const [found] = await handle
    .select({ at: event.at })
    .from(event)
    .where(and(eq(event.userId, userId), gt(event.at, since), lte(event.at, until), RESETS))
    .orderBy(asc(event.at))
    .limit(1);
  return found?.at ?? null;
}
