import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { account, deposit, kyc, user, userTag, withdrawal } from '#drizzle/schema';
import { RISK_RATING_VALUES } from '~/features/people/riskRating/rating';
import { formatPlainUsd } from '~/ledger/money';
import { read } from '~/platform/db/index.server';
import { type CursorPage, EXPORT_BATCH_ROWS, readCursorPage, yieldAllRows, yieldTextRows } from '~/platform/db/paging';
import { freezesOf } from '~/signIns/frozen';
import { findUser } from '~/signIns/userById.server';
import { userCondition } from '~/signIns/usersNamed.server';
import { findTags } from './tags.server';

const LISTED_COLUMNS = {
  id: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  username: user.username,
  email: user.email,
  emailVerifiedAt: user.emailVerifiedAt,
  pdtUnlocked: user.pdtUnlocked,
  passwordChangedAt: user.passwordChangedAt,
  status: user.status,
  riskRating: user.riskRating,
  createdAt: user.createdAt,
  frozenAt: user.frozenAt,
  withdrawalsFrozenAt: user.withdrawalsFrozenAt,
  withdrawalsFrozenReason: user.withdrawalsFrozenReason,
  copyingFrozenAt: user.copyingFrozenAt,
  copyingFrozenReason: user.copyingFrozenReason,
};

export type UserRow = Pick<typeof user.$inferSelect, keyof typeof LISTED_COLUMNS> & {
  funded: bigint;
  requests: number;
  tags: string[];
};

export type UsersPage = CursorPage<UserRow> & {
  order: { by: Sort; down: boolean };
  total: number | null;
};

export const MAX_COUNTED_USERS = 1_000;

const hasOne = (table: typeof deposit | typeof withdrawal | typeof kyc, status: string) =>
  inArray(
    user.id,
    read()
      .select({ id: table.userId })
      .from(table)
      .where(eq(table.status, status as never)),
  );

const FILTER_CONDITIONS: Record<string, Record<string, () => SQL>> = {
  status: { open: () => eq(user.status, 'open'), closed: () => eq(user.status, 'closed') },
  email: { verified: () => isNotNull(user.emailVerifiedAt), unverified: () => isNull(user.emailVerifiedAt) },
  risk: {
    ...Object.fromEntries(RISK_RATING_VALUES.map((rating) => [rating, () => eq(user.riskRating, rating)])),
    none: () => isNull(user.riskRating),
  },
  pdt: { unlocked: () => eq(user.pdtUnlocked, true), locked: () => eq(user.pdtUnlocked, false) },
  freeze: {
    any: () =>
      or(isNotNull(user.frozenAt), isNotNull(user.withdrawalsFrozenAt), isNotNull(user.copyingFrozenAt)) as SQL,
    account: () => isNotNull(user.frozenAt),
    withdrawals: () => isNotNull(user.withdrawalsFrozenAt),
    copying: () => isNotNull(user.copyingFrozenAt),
  },
  waits: {
    withdrawal: () => hasOne(withdrawal, 'requested'),
    payment: () => hasOne(withdrawal, 'approved'),
    deposit: () => hasOne(deposit, 'pending'),
    kyc: () => hasOne(kyc, 'submitted'),
  },
};

/** Sort orders of the table. Each uses an index that ends with the ID. */
const SORT_COLUMNS = {
  name: [user.lastName, user.firstName, user.id],
  email: [user.email, user.id],
  created: [user.createdAt, user.id],
} satisfies Record<string, SQLiteColumn[]>;

type Sort = keyof typeof SORT_COLUMNS | 'funded';

function orderOf(query: URLSearchParams): { by: Sort; down: boolean } {
  const input = query.get('sort') ?? '';
  const by = (['name', 'email', 'created', 'funded'] as const).find((name) => name === input.replace(/^-/, ''));
  return by ? { by, down: input.startsWith('-') } : { by: 'created', down: true };
}

/** Reads one page of users: `q` (see `userCondition`), filters, `tag`, `sort`, and `after` or `before`. */
export async function loadUsersPage(query: URLSearchParams, size?: number): Promise<UsersPage> {
  const order = orderOf(query);
  const fits = matchesQuery(query);
  const { rows, ...ways } = await readCursorPage(
    query,
    async ({ from, backwards, limit }) => {
      const requested = { fits, from, up: order.down === backwards, limit };
      return order.by === 'funded' ? await listIdsByFunded(requested) : await listIds(requested, order.by);
    },
    size,
  );
  const whole = !ways.previous && !ways.next;
  return {
    rows: await loadUsers(rows.map(({ id }) => id)),
    ...ways,
    order,
    total: whole ? rows.length : await countUsers(fits),
  };
}

export const USER_COLUMNS = {
  id: (row: UserRow) => row.id,
  first_name: (row: UserRow) => row.firstName,
  last_name: (row: UserRow) => row.lastName,
  username: (row: UserRow) => row.username,
  email: (row: UserRow) => row.email,
  email_verified_at: (row: UserRow) => row.emailVerifiedAt?.toISOString() ?? '',
  live_trading: (row: UserRow) => (row.pdtUnlocked ? 'unlocked' : 'locked'),
  status: (row: UserRow) => row.status,
  risk_rating: (row: UserRow) => row.riskRating ?? '',
  tags: (row: UserRow) => row.tags.join('; '),
  frozen: (row: UserRow) =>
    freezesOf(row)
      .map(({ part }) => part)
      .join(' '),
  owed_usd: (row: UserRow) => formatPlainUsd(row.funded),
  withdrawals_waiting: (row: UserRow) => String(row.requests),
  created_at: (row: UserRow) => row.createdAt.toISOString(),
};

export function streamUsers(query: URLSearchParams) {
  const fits = matchesQuery(query);
  const next = async (from: string | null) =>
    loadUsers((await listIds({ fits, from, up: false, limit: EXPORT_BATCH_ROWS }, 'created')).map(({ id }) => id));
  return yieldTextRows(USER_COLUMNS, yieldAllRows(next));
}

const matchesQuery = (query: URLSearchParams) =>
  and(...filtersOf(query), hasTag(query.get('tag') ?? ''), userCondition(query.get('q') ?? ''));

const hasTag = (tag: string): SQL | undefined =>
  tag === ''
    ? undefined
    : inArray(user.id, read().select({ id: userTag.userId }).from(userTag).where(eq(userTag.tag, tag)));

const filtersOf = (query: URLSearchParams): SQL[] =>
  Object.entries(FILTER_CONDITIONS).flatMap(([name, choices]) => {
    const chosen = query.get(name) ?? '';
    return Object.hasOwn(choices, chosen) ? [(choices[chosen] as () => SQL)()] : [];
  });

async function findSortPosition(id: string | null, by: keyof typeof SORT_COLUMNS): Promise<SQL | undefined> {
  if (!id) return undefined;
  const known = await findUser(read(), id);
  if (!known) return undefined;
  const values = SORT_COLUMNS[by].map((column) => sql.param(known[keyOf(column)], column));
  return sql`(${sql.join(values, sql`, `)})`;
}

const keyOf = (column: SQLiteColumn) =>
  Object.entries(user).find(([, known]) => known === column)?.[0] as keyof typeof user.$inferSelect;

type IdsQuery = { fits: SQL | undefined; from: string | null; up: boolean; limit: number };

async function listIds({ fits, from, up, limit }: IdsQuery, by: keyof typeof SORT_COLUMNS): Promise<{ id: string }[]> {
  const place = await findSortPosition(from, by);
  const columns = SORT_COLUMNS[by].map((column) => sql`${column}`);
  const beyond = place && sql`(${sql.join(columns, sql`, `)}) ${sql.raw(up ? '>' : '<')} ${place}`;
  return await read()
    .select({ id: user.id })
    .from(user)
    .where(and(fits, beyond))
    .orderBy(...columns.map(up ? asc : desc))
    .limit(limit);
}

/** Returns IDs of users by balance: first the users with a balance, sorted by it, then the others by ID. */
async function listIdsByFunded({ fits, from, up, limit }: IdsQuery): Promise<{ id: string }[]> {
  const funded = from ? ((await sumFunded([from])).get(from) ?? 0n) : null;
  const beyond = sql.raw(up ? '>' : '<');
  const direction = up ? asc : desc;
  const found: { id: string }[] = [];
  const groups = up ? [false, true] : [true, false];
  for (const owed of groups.slice(funded === null ? 0 : groups.indexOf(funded > 0n))) {
    const isPlace = funded !== null && owed === funded > 0n;
    const rest = limit - found.length;
    if (rest === 0) break;
    const rows = owed
      ? await read()
          .select({ id: sql<string>`${account.ownerId}` })
          .from(account)
          .where(and(isNotNull(account.ownerId), fits && inArray(account.ownerId, selectIds(fits))))
          .groupBy(account.ownerId)
          .having(
            and(
              sql`${BALANCE_SUM} > 0`,
              isPlace ? sql`(${BALANCE_SUM}, ${account.ownerId}) ${beyond} (${funded}, ${from})` : undefined,
            ),
          )
          .orderBy(direction(BALANCE_SUM), direction(account.ownerId))
          .limit(rest)
      : await read()
          .select({ id: user.id })
          .from(user)
          .where(and(fits, notExists(selectOwed()), isPlace ? sql`${user.id} ${beyond} ${from}` : undefined))
          .orderBy(direction(user.id))
          .limit(rest);
    found.push(...rows);
  }
  return found;
}

const BALANCE_SUM = sql`(sum(${account.credits}) - sum(${account.debits}))`;

const selectIds = (fits: SQL) => read().select({ id: user.id }).from(user).where(fits);

const selectOwed = () =>
  read()
    .select({ one: sql`1` })
    .from(account)
    .where(and(eq(account.ownerId, user.id), gt(account.credits, account.debits)));

async function loadUsers(ids: string[]): Promise<UserRow[]> {
  if (ids.length === 0) return [];
  const people = await read().select(LISTED_COLUMNS).from(user).where(inArray(user.id, ids));
  const funded = await sumFunded(ids);
  const waiting = await read()
    .select({ id: withdrawal.userId, n: count() })
    .from(withdrawal)
    .where(and(inArray(withdrawal.userId, ids), eq(withdrawal.status, 'requested')))
    .groupBy(withdrawal.userId);
  const tags = await findTags(ids);
  const requests = new Map(waiting.map(({ id, n }) => [id, n]));
  return ids.flatMap((id) => {
    const person = people.find((known) => known.id === id);
    return person
      ? [{ ...person, funded: funded.get(id) ?? 0n, requests: requests.get(id) ?? 0, tags: tags.get(id) ?? [] }]
      : [];
  });
}

async function sumFunded(ids: string[]): Promise<Map<string | null, bigint>> {
  const sums = await read()
    .select({ id: account.ownerId, sum: sql<string>`cast(sum(${account.credits}) - sum(${account.debits}) as text)` })
    .from(account)
    .where(inArray(account.ownerId, ids))
    .groupBy(account.ownerId);
  return new Map(sums.map(({ id, sum }) => [id, BigInt(sum)]));
}

async function countUsers(fits: SQL | undefined): Promise<number | null> {
  const some = read()
    .select({ one: sql`1`.as('one') })
    .from(user)
    .where(fits)
    .limit(MAX_COUNTED_USERS + 1)
    .as('some');
  const [all] = await read().select({ n: count() }).from(some);
  return all && all.n <= MAX_COUNTED_USERS ? all.n : null;
}
