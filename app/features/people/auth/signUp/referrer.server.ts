import { and, eq, isNotNull, or } from 'drizzle-orm';
import { user } from '#drizzle/schema';
import type { Reader } from '~/platform/db/index.server';
import { verified } from '~/platform/db/verified.server';
import type { User } from '~/signIns/session.server';

/** Finds the user of a referral link. Only users who can log in have a link, so two users can't refer each other. */
export async function findReferrer(handle: Reader, idOrUsername: string): Promise<User | null> {
  const named = or(eq(user.id, idOrUsername), eq(user.usernameKey, idOrUsername.toLowerCase()));
  const [found] = await verified(handle, user, and(named, eq(user.status, 'open'), isNotNull(user.emailVerifiedAt)));
  return found ?? null;
}
