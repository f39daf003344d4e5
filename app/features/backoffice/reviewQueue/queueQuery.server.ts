import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  lt,
  lte,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { queueMark, user } from '#drizzle/schema';
import { parseUsd } from '~/ledger/parseUsd';
import { after, DAY, now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { EXPORT_BATCH_ROWS, getPageRange } from '~/platform/db/paging';
import { findUsersByText } from '~/signIns/usersNamed.server';
import { isHeld } from './held.server';
import { HIGH_RISK, NEW_ACCOUNT, type QueueView, type Sort } from './view';

type RiskCondition = { label: string; is: () => SQL | undefined };

/** Source of a queue: the table, its columns, the waiting states, and the risks, most important first. */
export type QueueSource = {
  table: SQLiteTable;
  id: SQLiteColumn;
  userId: SQLiteColumn;
  status: SQLiteColumn;
  at: SQLiteColumn;
  amount?: SQLiteColumn;
  method?: SQLiteColumn;
  searched?: readonly SQLiteColumn[];
  states: readonly string[];
  waits: readonly string[];
  risks: Readonly<Record<string, RiskCondition>>;
};

/** Age in milliseconds below which an account counts as new. */
const NEW_ACCOUNT_MS = 7 * DAY;

export const OWNER_COLUMNS = { id: user.id, firstName: user.firstName, lastName: user.lastName, email: user.email };

export const QUEUE_OWNER = {
  ...OWNER_COLUMNS,
  riskRating: user.riskRating,
  riskReason: user.riskReason,
};

export const isRatedHighRisk = (userId: SQLiteColumn): RiskCondition => ({
  label: HIGH_RISK,
  is: () =>
    exists(
      read()
        .select({ one: sql`1` })
        .from(user)
        .where(and(eq(user.id, userId), eq(user.riskRating, 'high'))),
    ),
});

export const isNewAccount = (userId: SQLiteColumn): RiskCondition => ({
  label: NEW_ACCOUNT,
  is: () =>
    inArray(
      userId,
      read()
        .select({ id: user.id })
        .from(user)
        .where(gt(user.createdAt, after(now(), -NEW_ACCOUNT_MS))),
    ),
});

interface Unordered<Row> {
  orderBy(...by: SQL[]): { limit(limit: number): { offset(from: number): PromiseLike<Row[]> } };
}

/** Reads the rows of a view, their number, and the sum of amounts in cents. The row `only` is read regardless of the filters. */
export async function readQueuePage<Row>(
  source: QueueSource,
  view: QueueView,
  only: string | undefined,
  rowsWhere: (where: SQL | undefined) => Unordered<Row>,
) {
  const { where, order, limit, offset } = getIntervalOf(source, view, only);
  const rows = await rowsWhere(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return { rows, ...(await loadTotals(source, where, view)) };
}

function getIntervalOf(source: QueueSource, view: QueueView, only?: string) {
  if (only !== undefined) return { where: eq(source.id, only), order: [asc(source.id)], limit: 1, offset: 0 };
  if (view.below !== undefined) {
    const below = view.below ? lt(source.id, view.below) : undefined;
    return {
      where: and(buildCondition(source, view), below),
      order: [desc(source.id)],
      limit: EXPORT_BATCH_ROWS,
      offset: 0,
    };
  }
  const sort = view.sort ?? (view.show === 'all' ? 'newest' : 'oldest');
  return {
    where: buildCondition(source, view),
    order: buildOrder(source, sort),
    ...getPageRange(view.page, view.size),
  };
}

function buildCondition(source: QueueSource, view: QueueView): SQL | undefined {
  const { id, userId, status, at, amount, method, searched = [], states, waits, risks } = source;
  const { show, user: owner, q, days } = view;
  const cents = (text = '') => parseUsd(text);
  const [least, most] = [cents(view.least), cents(view.most)];
  const age = /^\d{1,4}$/.test(days ?? '') ? Number(days) : 0;
  const risk = Object.hasOwn(risks, view.risk ?? '') ? risks[view.risk ?? '']?.is() : undefined;
  return and(
    show === 'waiting' ? not(isHeld(id)) : show === 'held' ? isHeld(id) : undefined,
    isTakenBy(id, view.taken),
    view.status && states.includes(view.status)
      ? eq(status, view.status)
      : show !== 'all'
        ? inArray(status, [...waits])
        : undefined,
    owner ? eq(userId, owner) : undefined,
    method && view.method ? eq(method, view.method) : undefined,
    amount && least !== null ? gte(amount, least) : undefined,
    amount && most !== null ? lte(amount, most) : undefined,
    age > 0 ? lte(at, after(now(), -age * DAY)) : undefined,
    view.risk === 'any' ? or(...Object.values(risks).map(({ is }) => is())) : risk,
    q ? or(eq(id, q), ...searched.map((column) => eq(column, q)), inArray(userId, findUsersByText(q))) : undefined,
  );
}

function isTakenBy(id: SQLiteColumn, who: string | undefined): SQL | undefined {
  if (!who) return undefined;
  const taken = who === 'nobody' ? isNotNull(queueMark.takenBy) : eq(queueMark.takenBy, who);
  const marked = inArray(id, read().select({ id: queueMark.thingId }).from(queueMark).where(taken));
  return who === 'nobody' ? not(marked) : marked;
}

function buildOrder({ id, userId, at, amount }: QueueSource, sort: Sort): SQL[] {
  if (sort === 'name') {
    const name = sql`(select lower(${user.lastName} || ' ' || ${user.firstName}) from ${user} where ${user.id} = ${userId})`;
    return [asc(name), asc(id)];
  }
  if (amount && sort === 'largest') return [desc(amount), asc(id)];
  if (amount && sort === 'smallest') return [asc(amount), asc(id)];
  return sort === 'newest' ? [desc(at), desc(id)] : [asc(at), asc(id)];
}

/** Counts a view and sums its amounts. Skipped for a file, because each of its parts would count all rows again. */
async function loadTotals({ table, amount }: QueueSource, where: SQL | undefined, view: QueueView) {
  if (view.below !== undefined) return { total: 0 };
  const sum = amount ? sql<string>`cast(coalesce(sum(${amount}), 0) as text)` : sql<string>`''`;
  const [row] = await read().select({ n: count(), sum }).from(table).where(where);
  return { total: row?.n ?? 0, cents: amount ? BigInt(row?.sum ?? '0') : undefined };
}

/** Selects the risks of a waiting row; a decided row has none. */
export const selectRisks = ({ risks, status, waits }: QueueSource): SQL<string[]> => {
  const each = Object.entries(risks).map(([name, { is }]) => sql`case when ${is()} then ${`${name} `} else '' end`);
  const labels = (names: string) => names.split(' ').flatMap((name) => risks[name]?.label ?? []);
  const names = sql`case when ${inArray(status, [...waits])} then ${sql.join(each, sql` || `)} else '' end`;
  return sql<string>`${names}`.mapWith(labels);
};

export type QueueChoices = {
  methods?: { value: string; label: string }[];
  states: string[];
  /** States in which an entry no longer waits. */
  decided: string[];
  risks: { value: string; label: string }[];
  amounts: boolean;
};

export const listFilterChoices = ({ states, waits, risks, amount }: QueueSource): QueueChoices => ({
  states: [...states],
  decided: states.filter((state) => !waits.includes(state)),
  risks: Object.entries(risks).map(([value, { label }]) => ({ value, label })),
  amounts: amount !== undefined,
});
