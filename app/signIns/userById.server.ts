import { eq } from 'drizzle-orm';
import { user } from '#drizzle/schema';
import type { Handle } from '~/platform/db/index.server';
import type { User } from './session.server';

/** The whole row of a user; null when there is none of this id. */
export async function userById(handle: Handle, id: string): Promise<User | null> {
  const [found] = await handle.select().from(user).where(eq(user.id, id));
  return found ?? null;
}
