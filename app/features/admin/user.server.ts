import { and, count, desc, eq, or } from 'drizzle-orm';
import { copy, deposit, event, investment, session, trader, user, withdrawal } from '#drizzle/schema';
import { JOURNAL_KINDS } from '~/ledger/chart';
import { balancesOf, statementOf, totalsOf } from '~/ledger/statement.server';
import { read } from '~/platform/db/index.server';
import { withNames } from './logs.server';

/** How many rows of each table the page of one user shows. */
const NEWEST = 50;

/** Everything an administrator sees of one user, or null; never the password's hash. */
export async function userFile(id: string) {
  const [found] = await read().select().from(user).where(eq(user.id, id));
  if (!found) return null;
  const { passwordHash: _, ...person } = found;
  const statement = await statementOf(read(), id);
  return {
    person,
    balances: await balancesOf(read(), id),
    totals: await totalsOf(read(), id),
    sessions: await sessionsOf(id),
    statement: {
      total: statement.length,
      lines: statement
        .slice(-NEWEST)
        .reverse()
        .map((line) => ({ ...line, title: JOURNAL_KINDS[line.kind] })),
    },
    ...(await historyOf(id)),
    events: await eventsOf(id),
  };
}

export type UserFile = NonNullable<Awaited<ReturnType<typeof userFile>>>;

async function sessionsOf(id: string): Promise<number> {
  const own = and(eq(session.subjectId, id), eq(session.forAdmin, false));
  const [row] = await read().select({ n: count() }).from(session).where(own);
  return row?.n ?? 0;
}

async function historyOf(id: string) {
  return {
    deposits: await read()
      .select()
      .from(deposit)
      .where(eq(deposit.userId, id))
      .orderBy(desc(deposit.createdAt), desc(deposit.id))
      .limit(NEWEST),
    withdrawals: await read()
      .select()
      .from(withdrawal)
      .where(eq(withdrawal.userId, id))
      .orderBy(desc(withdrawal.requestedAt), desc(withdrawal.id))
      .limit(NEWEST),
    investments: await read()
      .select()
      .from(investment)
      .where(eq(investment.userId, id))
      .orderBy(desc(investment.openedAt), desc(investment.id))
      .limit(NEWEST),
    copies: await read()
      .select({ copy, firstName: trader.firstName, lastName: trader.lastName })
      .from(copy)
      .innerJoin(trader, eq(trader.id, copy.traderId))
      .where(eq(copy.userId, id))
      .orderBy(desc(copy.startedAt), desc(copy.id))
      .limit(NEWEST),
  };
}

/** What concerns the user, newest first, with the names of who did it. */
async function eventsOf(id: string) {
  const events = await read()
    .select()
    .from(event)
    .where(or(eq(event.userId, id), eq(event.thingId, id)))
    .orderBy(desc(event.at), desc(event.id))
    .limit(NEWEST);
  return await withNames(events);
}
