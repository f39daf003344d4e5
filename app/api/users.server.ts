import { desc, eq, lt } from 'drizzle-orm';
import { user } from '#drizzle/schema';
import { usdNumber } from '~/ledger/money';
import { standingsOf } from '~/ledger/recent.server';
import { balancesOf } from '~/ledger/statement.server';
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
  const users = page.map((row) => asUser(row, standings.get(row.id)));
  return { users, next: rows.length > limit ? page.at(-1)?.id : undefined };
}

type Standing = Awaited<ReturnType<typeof standingsOf>> extends Map<string, infer S> ? S : never;

/** Field by field, so that nothing made of a password can come along. */
const asUser = (row: User, standing: Standing | undefined) => ({
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
  funded: usdNumber(standing?.funded ?? 0n),
  totaldeposit: usdNumber(standing?.totalDeposit ?? 0n),
  totalwithdraw: usdNumber(standing?.totalWithdraw ?? 0n),
  refBonus: usdNumber(standing?.referralBonus ?? 0n),
  periodicProfit: usdNumber(standing?.periodicProfit ?? 0n),
  verified: row.pdtUnlocked,
  emailVerified: row.emailVerifiedAt !== null,
  status: row.status,
  passwordChangedAt: row.passwordChangedAt.toISOString(),
  date: usDateTime(row.createdAt),
  at: row.createdAt.toISOString(),
});

/** The user that an administrator's call names by address. */
export async function userByEmail(handle: Handle, email: string): Promise<Result<User>> {
  const [found] = await handle.select().from(user).where(eq(user.email, email));
  return found ? { ok: true, value: found } : refuse('unknown-user', 'User does not exist', 'email');
}

export const fundedOf = async (handle: Handle, { id }: User): Promise<number> =>
  usdNumber((await balancesOf(handle, id)).funded);
