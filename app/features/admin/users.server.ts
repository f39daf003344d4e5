import { and, asc, count, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { account, user } from '#drizzle/schema';
import { read } from '~/platform/db/index.server';
import { type Paged, paged, pageOf } from './paging';

/** What a page may know of a user; the password's hash is not among it. */
const SHOWN = {
  id: user.id,
  firstName: user.firstName,
  lastName: user.lastName,
  username: user.username,
  email: user.email,
  emailVerifiedAt: user.emailVerifiedAt,
  pdtUnlocked: user.pdtUnlocked,
  passwordChangedAt: user.passwordChangedAt,
  status: user.status,
  createdAt: user.createdAt,
};

export type UserRow = Pick<typeof user.$inferSelect, keyof typeof SHOWN> & {
  /** Everything owed to the user, cents. */
  funded: bigint;
};

const FILTERS: Record<string, SQL | undefined> = {
  open: eq(user.status, 'open'),
  closed: eq(user.status, 'closed'),
  unverified: and(eq(user.status, 'open'), isNull(user.emailVerifiedAt)),
};

const owedTo = () =>
  read()
    .select({ owner: account.ownerId, total: sql<string>`sum(${account.credits} - ${account.debits})`.as('total') })
    .from(account)
    .groupBy(account.ownerId)
    .as('owed');

/** What a column header orders by. */
const SORTS = {
  name: [sql`lower(${user.lastName})`, sql`lower(${user.firstName})`],
  email: [sql`${user.email}`],
  funded: [sql`coalesce(owed.total, 0)`],
  created: [sql`${user.createdAt}`],
};

/** How the address orders the table: a column, `-` before it for descending. Newest first unless it says otherwise. */
function orderOf(query: URLSearchParams): { by: keyof typeof SORTS; down: boolean } {
  const asked = query.get('sort') ?? '';
  const by = (Object.keys(SORTS) as (keyof typeof SORTS)[]).find((name) => name === asked.replace(/^-/, ''));
  return by ? { by, down: asked.startsWith('-') } : { by: 'created', down: true };
}

/** One page of users as the address asks: `q` in a name, e-mail or user name, `show` which, `sort`, `page`. */
export async function usersPage(
  query: URLSearchParams,
): Promise<Paged<UserRow> & { order: ReturnType<typeof orderOf> }> {
  const show = query.get('show') ?? '';
  const where = and(Object.hasOwn(FILTERS, show) ? FILTERS[show] : undefined, found(query.get('q')?.trim() ?? ''));
  const { page, limit, offset } = pageOf(query);
  const order = orderOf(query);
  const direction = order.down ? desc : asc;
  const owed = owedTo();
  const rows = await read()
    .select({ ...SHOWN, funded: sql<string>`cast(coalesce(${owed.total}, 0) as text)` })
    .from(user)
    .leftJoin(owed, eq(owed.owner, user.id))
    .where(where)
    .orderBy(...[...SORTS[order.by], sql`${user.id}`].map(direction))
    .limit(limit)
    .offset(offset);
  const [all] = await read().select({ n: count() }).from(user).where(where);
  const shown = rows.map((row) => ({ ...row, funded: BigInt(row.funded) }));
  return { ...paged(shown, page, all?.n ?? 0), order };
}

/** Case-insensitive, anywhere in a name, an address or a user name; `%` and `_` mean themselves. */
function found(text: string): SQL | undefined {
  if (!text) return undefined;
  const typed = `%${text.slice(0, 100).replace(/[\\%_]/g, '\\$&')}%`;
  const lowered = typed.toLowerCase();
  const name = sql`${user.firstName} || ' ' || ${user.lastName}`;
  return or(
    sql`lower(${name}) like ${lowered} escape '\\'`,
    // SQLite lowers plain letters only, so others are looked for as they were typed, too.
    sql`${name} like ${typed} escape '\\'`,
    sql`${user.email} like ${lowered} escape '\\'`,
    sql`${user.usernameKey} like ${lowered} escape '\\'`,
  );
}
