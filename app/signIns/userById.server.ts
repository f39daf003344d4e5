import { user } from '#drizzle/schema';
import { findAll, type Reader } from '~/platform/db/index.server';
import { shownFullName } from '~/platform/fields/plainName';
import type { User } from './session.server';

/** The whole row of a user; null when there is none of this id. */
export async function userById(handle: Reader, id: string): Promise<User | null> {
  const [found] = await findAll(handle, user, { id });
  return found ?? null;
}

/** A user by name and address, as administrators read it; the id when there is none. */
export async function userNamed(handle: Reader, id: string): Promise<string> {
  const found = await userById(handle, id);
  return found ? `${shownFullName(found)} (${found.email})` : id;
}
