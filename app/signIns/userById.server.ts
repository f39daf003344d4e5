import { user } from '#drizzle/schema';
import { findAll, type Reader } from '~/platform/db/index.server';
import { shownFullName } from '~/platform/fields/plainName';
import type { User } from './session.server';

export async function userById(handle: Reader, id: string): Promise<User | null> {
  const [found] = await findAll(handle, user, { id });
  return found ?? null;
}

export async function userNamed(handle: Reader, id: string): Promise<string> {
  const found = await userById(handle, id);
  return found ? `${shownFullName(found)} (${found.email})` : id;
}
