import { user } from '#drizzle/schema';
import { findAll, type Handle, type Reader } from '~/platform/db/index.server';
import { type Verified, verified } from '~/platform/db/verified.server';
import { formatFullName } from '~/platform/fields/plainName';
import type { User } from './session.server';

export async function findUser(handle: Reader, id: string): Promise<User | null> {
  const [found] = await findAll(handle, user, { id });
  return found ?? null;
}

/** Returns the verified row of a user for a decision; null for an unknown ID. Throws `AlteredRowError` for an altered row. */
export async function findVerifiedUser(tx: Handle, id: string): Promise<Verified<User> | null> {
  const [found] = await verified(tx, user, { id });
  return found ?? null;
}

export async function requireUser(tx: Handle, id: string): Promise<string> {
  const found = await findVerifiedUser(tx, id);
  return found ? `${formatFullName(found)} (${found.email})` : id;
}
