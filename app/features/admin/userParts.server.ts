import { and, asc, desc, eq, gt, lt, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { copy, deposit, file, investment, kyc, trader, withdrawal } from '#drizzle/schema';
import { read } from '~/platform/db/index.server';
import { signInsOf } from '~/platform/session.server';
import { linesPage } from '../statements';
import { eventsOfUser } from './logs.server';
import { cursorPage, type Stretch } from './paging';

/** The rows of one user from a place on; ids are in the order of making, newest first. */
const newestOf = (table: { id: SQLiteColumn; userId: SQLiteColumn }, userId: string, { from, backwards }: Stretch) => {
  const beyond: SQL | undefined = from ? (backwards ? gt(table.id, from) : lt(table.id, from)) : undefined;
  return { where: and(eq(table.userId, userId), beyond), order: backwards ? asc(table.id) : desc(table.id) };
};

const depositsOf = (userId: string, query: URLSearchParams) =>
  cursorPage(query, async (stretch) => {
    const { where, order } = newestOf(deposit, userId, stretch);
    return await read().select().from(deposit).where(where).orderBy(order).limit(stretch.limit);
  });

const withdrawalsOf = (userId: string, query: URLSearchParams) =>
  cursorPage(query, async (stretch) => {
    const { where, order } = newestOf(withdrawal, userId, stretch);
    return await read().select().from(withdrawal).where(where).orderBy(order).limit(stretch.limit);
  });

const plansOf = (userId: string, query: URLSearchParams) =>
  cursorPage(query, async (stretch) => {
    const { where, order } = newestOf(investment, userId, stretch);
    return await read().select().from(investment).where(where).orderBy(order).limit(stretch.limit);
  });

const copiesOf = (userId: string, query: URLSearchParams) =>
  cursorPage(query, async (stretch) => {
    const { where, order } = newestOf(copy, userId, stretch);
    const rows = await read()
      .select({ copy, firstName: trader.firstName, lastName: trader.lastName })
      .from(copy)
      .innerJoin(trader, eq(trader.id, copy.traderId))
      .where(where)
      .orderBy(order)
      .limit(stretch.limit);
    return rows.map((row) => ({ ...row, id: row.copy.id }));
  });

/** The statement, newest first: a walk that knows the way on and, for the way back, where it all begins. */
const linesOf = async (userId: string, query: URLSearchParams) => {
  const { lines, isFirst, next } = await linesPage(userId, query.get('after'));
  return { rows: lines, previous: isFirst ? null : '', next };
};

/** Identity papers as they were sent, and every file of the user. */
async function documentsOf(userId: string) {
  const papers = await read().select().from(kyc).where(eq(kyc.userId, userId)).orderBy(desc(kyc.id)).limit(50);
  const files = await read()
    .select({ id: file.id, name: file.name, purpose: file.purpose, bytes: file.bytes, createdAt: file.createdAt })
    .from(file)
    .where(eq(file.ownerId, userId))
    .orderBy(desc(file.id))
    .limit(100);
  return { papers, files };
}

/** What there is to see of a user beside the overview, each at an address of its own. */
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

/** One part of a user's file as the address asks; null when there is no such part. */
export async function userPart(userId: string, part: string, query: URLSearchParams) {
  switch (part as UserPart) {
    case 'statement':
      return { part: 'statement', page: await linesOf(userId, query) } as const;
    case 'deposits':
      return { part: 'deposits', page: await depositsOf(userId, query) } as const;
    case 'withdrawals':
      return { part: 'withdrawals', page: await withdrawalsOf(userId, query) } as const;
    case 'plans':
      return { part: 'plans', page: await plansOf(userId, query) } as const;
    case 'copies':
      return { part: 'copies', page: await copiesOf(userId, query) } as const;
    case 'documents':
      return { part: 'documents', ...(await documentsOf(userId)) } as const;
    case 'sessions':
      return { part: 'sessions', sessions: await signInsOf(userId) } as const;
    case 'events':
      return { part: 'events', page: await eventsOfUser(userId, query) } as const;
    default:
      return null;
  }
}

export type UserPartData = NonNullable<Awaited<ReturnType<typeof userPart>>>;
