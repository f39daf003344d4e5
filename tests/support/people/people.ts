import { administrator, user } from '#drizzle/schema';
import { availableAccount, custody } from '~/ledger/chartOfAccounts';
import { now } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';
import type { Administrator, User } from '~/signIns/session.server';
import { postAct } from './announcedEntries';

/** Creates a verified investor, with dollars to spend if requested. No password is valid for the investor. */
export async function makeUser(input: Partial<User> = {}, { dollars = 0 }: { dollars?: number } = {}): Promise<User> {
  const id = newId();
  const name = input.username ?? `user${id.slice(-8)}`;
  const row = {
    id,
    firstName: 'Ann',
    lastName: 'Lee',
    username: name,
    usernameKey: name.toLowerCase(),
    email: `${name}@example.com`,
    // Each user has another telephone number, because accounts with equal names and numbers count as one person.
    phone: `+44 20 ${Number.parseInt(id.slice(-8), 16)}`,
    passwordHash: 'none',
    passwordChangedAt: now(),
    emailVerifiedAt: now(),
    createdAt: now(),
    ...input,
  };
  return await write(async (tx) => {
    const [made] = await tx.insert(user).values(row).returning();
    if (dollars > 0) await giveDollars(tx, row.id, dollars);
    return made as User;
  });
}

async function giveDollars(tx: Parameters<typeof postAct>[0], userId: string, dollars: number): Promise<void> {
  const amount = BigInt(Math.round(dollars * 100));
  const legs = [{ debit: custody('BTC'), credit: availableAccount(userId), amount }];
  const entry = { kind: 'deposit', ref: newId(), actor: 'system', effectiveAt: now(), legs } as const;
  await postAct(tx, entry);
}

/** Returns an actor with this ID and every right. */
export const superadmin = (id: string) => ({ id, role: 'superadmin' as const });

/** Creates an administrator, by default a superadmin. */
export async function makeAdmin(input: Partial<Administrator> = {}): Promise<Administrator> {
  const id = newId();
  return await write(async (tx) => {
    const row = {
      id,
      name: 'Ada',
      email: `${id}@example.com`,
      role: 'superadmin' as const,
      passwordHash: 'none',
      createdAt: now(),
      ...input,
    };
    const [made] = await tx.insert(administrator).values(row).returning();
    return made as Administrator;
  });
}
