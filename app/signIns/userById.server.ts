import { eq, sql } from 'drizzle-orm';
import { user } from '#drizzle/schema';
import { prepared, type Reader } from '~/platform/db/index.server';
import { shownFullName } from '~/platform/fields/plainName';
import type { User } from './session.server';

const findUser = prepared('users.by-id', (handle) =>
  handle
    .select()
    .from(user)
    .where(eq(user.id, sql.placeholder('id'))),
);

/** The whole row of a user; null when there is none of this id. */
export async function userById(handle: Reader, id: string): Promise<User | null> {
  const [found] = await findUser(handle, { id });
  return found ?? null;
}

/** A user by name and address, as administrators read it; the id when there is none. */
export async function userNamed(handle: Reader, id: string): Promise<string> {
  const found = await userById(handle, id);
  return found ? `${shownFullName(found)} (${found.email})` : id;
}
