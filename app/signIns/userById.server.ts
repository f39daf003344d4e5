import { user } from '#drizzle/schema';
import { findAll, type Handle, type Reader } from '~/platform/db/index.server';
import { type Verified, verified } from '~/platform/db/verified.server';
import { shownFullName } from '~/platform/fields/plainName';
import type { User } from './session.server';

/** Returns the row of a user for a page to show; null when there is none of this id. */
export async function userById(handle: Reader, id: string): Promise<User | null> {
  const [found] = await findAll(handle, user, { id });
  return found ?? null;
}

/** Returns the row of a user to decide by; null when there is none of this id. Throws `AlteredRowError` where it was altered. */
export async function verifiedUser(tx: Handle, id: string): Promise<Verified<User> | null> {
  const [found] = await verified(tx, user, { id });
  return found ?? null;
}

/** A user by name and address, as administrators read it before they decide; the id when there is none. */
export async function userNamed(tx: Handle, id: string): Promise<string> {
  const found = await verifiedUser(tx, id);
  return found ? `${shownFullName(found)} (${found.email})` : id;
}
