import { and, desc, eq, type InferSelectModel } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { copy, deposit, file, investment, kyc, trader } from '#drizzle/schema';
import { eventsOfUser, findMarks } from '~/features/backoffice';
import { findCopies as ownedCopies } from '~/features/copying';
import { formatCoinAmount, formatDepositCoins, loadLinesPage, loadWithdrawalsPage } from '~/features/money';
import { KYC_FILES } from '~/features/people/kyc/files';
import { getDisplayedState } from '~/features/people/kyc/states';
import { read } from '~/platform/db/index.server';
import { readCursorPage } from '~/platform/db/paging';
import { createNewestFirstRange } from '~/platform/db/rowRange.server';
import { signInsOf } from '~/signIns/session.server';

type Owned = SQLiteTable & { id: SQLiteColumn; userId: SQLiteColumn };

const listRows = <T extends Owned>(table: T, userId: string, query: URLSearchParams) =>
  readCursorPage(query, async (range) => {
    const { beyond, order } = createNewestFirstRange(table.id, range);
    const rows = await read()
      .select()
      .from(table as SQLiteTable)
      .where(and(eq(table.userId, userId), beyond))
      .orderBy(order)
      .limit(range.limit);
    return rows as (InferSelectModel<T> & { id: string })[];
  });

async function addHeld<R extends { id: string }>(rows: R[]): Promise<(R & { held: boolean })[]> {
  const marks = await findMarks(rows.map(({ id }) => id));
  return rows.map((row) => ({ ...row, held: Boolean(marks.get(row.id)?.heldAt) }));
}

const listDeposits = async (userId: string, query: URLSearchParams) => {
  const { rows, ...ways } = await listRows(deposit, userId, query);
  const marked = await addHeld(rows);
  return { ...ways, rows: marked.map((row) => ({ ...row, coins: formatDepositCoins(row) })) };
};

const listWithdrawals = async (userId: string, query: URLSearchParams) => {
  const { rows, ...ways } = await loadWithdrawalsPage(userId, query);
  const marked = await addHeld(rows.map((row) => row.withdrawal));
  return { ...ways, rows: marked.map((row) => ({ ...row, sent: formatCoinAmount(row.method, row.coinPaid) })) };
};

const listUserCopies = (userId: string, query: URLSearchParams) =>
  readCursorPage(query, async (range) => {
    const { beyond, order } = createNewestFirstRange(copy.id, range);
    const rows = await read()
      .select({ copy, firstName: trader.firstName, lastName: trader.lastName })
      .from(copy)
      .innerJoin(trader, eq(trader.id, copy.traderId))
      .where(and(eq(copy.userId, userId), beyond))
      .orderBy(order)
      .limit(range.limit);
    const owned = new Map((await ownedCopies(userId)).map((each) => [each.id, each]));
    return rows.map((row) => {
      const { live = false, equity = 0n, total = row.copy.result, capital = 0n } = owned.get(row.copy.id) ?? {};
      return { ...row, id: row.copy.id, live, equity, total, capital };
    });
  });

const listStatementLines = async (userId: string, query: URLSearchParams) => {
  const each = query.get('costs') === 'each';
  const { lines, isFirst, next } = await loadLinesPage(userId, query.get('after'), { each });
  return { rows: lines, previous: isFirst ? null : '', next, each };
};

async function listDocuments(userId: string) {
  const documents = await read().select().from(kyc).where(eq(kyc.userId, userId)).orderBy(desc(kyc.id)).limit(50);
  const files = await read()
    .select({ id: file.id, name: file.name, purpose: file.purpose, bytes: file.bytes, createdAt: file.createdAt })
    .from(file)
    .where(eq(file.ownerId, userId))
    .orderBy(desc(file.id))
    .limit(100);
  const describeStored = (row: (typeof documents)[number]) =>
    KYC_FILES.flatMap(({ column, shows }) => (row[column] ? { id: row[column], shows } : []));
  const rows = (await addHeld(documents)).map((row) => ({
    ...row,
    shown: getDisplayedState(row),
    storedFiles: describeStored(row),
  }));
  return { rows, files, previous: null, next: null };
}

export const USER_PARTS = [
  'statement',
  'deposits',
  'withdrawals',
  'plans',
  'copies',
  'documents',
  'sessions',
  'events',
] as const;

type UserPart = (typeof USER_PARTS)[number];

export async function loadUserPart(userId: string, part: string, query: URLSearchParams) {
  switch (part as UserPart) {
    case 'statement':
      return { part: 'statement', page: await listStatementLines(userId, query) } as const;
    case 'deposits':
      return { part: 'deposits', page: await listDeposits(userId, query) } as const;
    case 'withdrawals':
      return { part: 'withdrawals', page: await listWithdrawals(userId, query) } as const;
    case 'plans':
      return { part: 'plans', page: await listRows(investment, userId, query) } as const;
    case 'copies':
      return { part: 'copies', page: await listUserCopies(userId, query) } as const;
    case 'documents':
      return { part: 'documents', page: await listDocuments(userId) } as const;
    case 'sessions':
      return { part: 'sessions', sessions: await signInsOf(userId) } as const;
    case 'events':
      return { part: 'events', page: await eventsOfUser(userId, query) } as const;
    default:
      return null;
  }
}

export type UserPartData = NonNullable<Awaited<ReturnType<typeof loadUserPart>>>;
