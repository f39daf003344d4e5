import { desc, eq, lt } from 'drizzle-orm';
import { user } from '#drizzle/schema';
import { standingsOf } from '~/ledger/lifetime.server';
import { usdNumber } from '~/ledger/money';
import { balancesOf, type Totals } from '~/ledger/statement.server';
import { type Handle, read } from '~/platform/db/index.server';
import { type Result, refuse } from '~/platform/result';
import type { User } from '~/platform/session.server';
import { usDateTime } from './fields';

/** A page of users, newest first, and the id that the next one begins after, if there is one. */
export async function usersPage({ limit, before }: { limit: number; before?: string }) {
  const rows = await read()
    .select()
    .from(user)
    .where(before ? lt(user.id, before) : undefined)
    .orderBy(desc(user.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const standings = await standingsOf(page.map(({ id }) => id));
  const users = page.map((row) => ({
    ...userFields(row, standings.get(row.id) as Standing),
    emailVerified: row.emailVerifiedAt !== null,
    status: row.status,
    passwordChangedAt: row.passwordChangedAt.toISOString(),
    date: usDateTime(row.createdAt),
    at: row.createdAt.toISOString(),
  }));
  return { users, next: rows.length > limit ? page.at(-1)?.id : undefined };
}

/** What is owed to a user and their lifetime totals, cents. */
type Standing = Totals & { funded: bigint };

/** A user as calls tell of one: field by field, so that nothing made of a password can come along. */
export const userFields = (row: User, standing: Standing) => ({
  _id: row.id,
  firstname: row.firstName,
  lastname: row.lastName,
  email: row.email,
  username: row.username,
  country: row.country,
  state: row.state,
  zipcode: row.zipcode,
  phonenumber: row.phone,
  address: row.address,
  funded: usdNumber(standing.funded),
  totaldeposit: usdNumber(standing.totalDeposit),
  totalwithdraw: usdNumber(standing.totalWithdraw),
  refBonus: usdNumber(standing.referralBonus),
  periodicProfit: usdNumber(standing.periodicProfit),
  verified: row.pdtUnlocked,
});

/** The user that an administrator's call names by address. */
export async function userByEmail(handle: Handle, email: string): Promise<Result<User>> {
  const [found] = await handle.select().from(user).where(eq(user.email, email));
  return found ? { ok: true, value: found } : refuse('unknown-user', 'User does not exist', 'email');
}

/** What is owed to a user, in dollars as calls say it. */
export const fundedOf = async (handle: Handle, { id }: User): Promise<number> =>
  usdNumber((await balancesOf(handle, id)).funded);
