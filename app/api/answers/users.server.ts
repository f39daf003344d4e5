import { and, desc, eq, lt } from 'drizzle-orm';
import { user } from '#drizzle/schema';
import { getDecisionLocks } from '~/features/backoffice/reviewQueue/decisionLocks.server';
import { findLatestKycByUser } from '~/features/people/kyc/queries.server';
import { toUsdNumber } from '~/ledger/money';
import { readBalances } from '~/ledger/reading/statement.server';
import { readTotalsOfUsers } from '~/ledger/reading/userTotals.server';
import { findAll, type Handle, type Reader, read } from '~/platform/db/index.server';
import { prefetchVerified } from '~/platform/db/verified.server';
import { type Result, refuse } from '~/platform/result';
import type { User } from '~/signIns/session.server';
import { formatUsDateTime } from '../fields';
import { loadUserData } from './userData.server';
import { createUserFields, findCopiedTraders, type UserTotals } from './userFields.server';

type UsersQuery = { limit: number; before?: string; closed: boolean; full: boolean };

const MAX_LISTED_USERS = 200;

export async function loadUsersAnswer({ limit, before, closed, full }: UsersQuery) {
  const rows = await read()
    .select()
    .from(user)
    .where(and(before ? lt(user.id, before) : undefined, closed ? undefined : eq(user.status, 'open')))
    .orderBy(desc(user.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const ids = page.map(({ id }) => id);
  const [standings, documents] = [await readTotalsOfUsers(ids), await findLatestKycByUser(ids)];
  const copied = await findCopiedTraders(read(), ids);
  const users = [];
  for (const row of page) {
    const { status: _, ...lists } = full ? (await loadUserData(row, MAX_LISTED_USERS)).data : { status: null };
    users.push({
      ...lists,
      ...createUserFields(row, standings.get(row.id) as UserTotals, {
        documents: documents.get(row.id),
        trader: copied.get(row.id),
      }),
      emailVerified: row.emailVerifiedAt !== null,
      status: row.status,
      passwordChangedAt: row.passwordChangedAt.toISOString(),
      date: formatUsDateTime(row.createdAt),
      at: row.createdAt.toISOString(),
    });
  }
  return { users, next: rows.length > limit ? page.at(-1)?.id : undefined };
}

export async function findUserByAddress(handle: Reader, email: string): Promise<Result<User>> {
  const [found] = await findAll(handle, user, { email });
  return found ? { ok: true, value: found } : refuse('unknown-user', 'User does not exist', 'email');
}

export const findLocksByEmail = (email: string) => getDecisionLocks(eq(user.email, email));

export const createActOptions = async (email: string) => ({
  locks: await findLocksByEmail(email),
  reads: (tx: Handle) => prefetchVerified(tx, user, { email }),
});

export const loadFundedUsd = async (handle: Reader, { id }: User): Promise<number> =>
  toUsdNumber((await readBalances(handle, id)).funded);
