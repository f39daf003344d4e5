import { desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import {
  account,
  administrator,
  approval,
  copy,
  deposit,
  depositMethod,
  event,
  investment,
  journal,
  kyc,
  payment,
  paymentReference,
  rowVersion,
  supportMessage,
  supportThread,
  trade,
  trader,
  transfer,
  user,
  userTag,
  withdrawal,
  withdrawalMethod,
} from '#drizzle/schema';
import { isAboutThing, withNames } from '~/features/backoffice/auditLog/logs.server';
import { entityLabel } from '~/features/backoffice/auditLog/sentences';
import { listSpellings, normalizeReference, planTitle, withWallet } from '~/features/money';
import { JOURNAL_KINDS, type JournalKind } from '~/ledger/chartOfAccounts';
import { containsEveryWord } from '~/platform/db/containsEveryWord';
import { read } from '~/platform/db/index.server';
import { isNewestVersionOf } from '~/platform/db/verified.server';
import { methodText } from '~/platform/text/methodText';
import type { Right } from '~/signIns/rights';
import { userCondition } from '~/signIns/usersNamed.server';
import { shortId } from '~/ui/Text';
import type { SearchText } from './searchText';

export type Hit = {
  id: string;
  href: string;
  title: string;
  userId?: string | null;
  amount?: bigint;
  status?: string;
  detail?: string;
  at?: Date;
};

export const MAX_HITS_SHOWN = 20;
/** Number of rows read per kind: one more than are shown, to detect further matches. */
const MAX_ROWS_READ = MAX_HITS_SHOWN + 1;

export type Kind = {
  label: string;
  right: Right;
  /** Finds the newest matches, at most `MAX_ROWS_READ`, and rows of the matching `people`. */
  find: (search: SearchText, people: readonly string[]) => Promise<Hit[]>;
};

const anyOf = (...conditions: (SQL | undefined | null | false)[]): SQL | null =>
  or(...conditions.filter((each): each is SQL => Boolean(each))) ?? null;

const isId = (column: SQLiteColumn, search: SearchText) =>
  search.id !== null ? eq(column, search.id) : isPart(column, search);

/** Returns the condition that a text has this start and end, ignoring case. */
const isPart = (column: SQLiteColumn, { part }: SearchText) =>
  part !== null && sql`lower(${column}) like ${`${part.start}%${part.end}`}`;

const isAmount = (column: SQLiteColumn, { cents }: SearchText) => cents !== null && eq(column, cents);
const isOfPeople = (column: SQLiteColumn, people: readonly string[]) =>
  people.length > 0 && inArray(column, [...people]);
const named = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`.trim();

async function findOwnersOf(transfers: (typeof transfer.$inferSelect)[]): Promise<Map<string, string>> {
  const ids = transfers.flatMap(({ debitAccountId, creditAccountId }) => [debitAccountId, creditAccountId]);
  if (ids.length === 0) return new Map();
  const { id, ownerId } = account;
  const known = await read().select({ id, ownerId }).from(account).where(inArray(id, ids));
  return new Map(known.flatMap((row) => (row.ownerId ? [[row.id, row.ownerId] as const] : [])));
}

const isTagged = ({ words }: SearchText) =>
  words !== null &&
  inArray(
    user.id,
    read()
      .select({ id: userTag.userId })
      .from(userTag)
      .where(eq(userTag.tag, words.trim().toLowerCase().replace(/\s+/g, ' '))),
  );

function hasMessageWith({ words }: SearchText): SQL | undefined {
  const holds = containsEveryWord(sql`${supportMessage.text}`, words);
  return (
    holds && inArray(supportThread.id, read().select({ id: supportMessage.threadId }).from(supportMessage).where(holds))
  );
}

export async function findUsers(search: SearchText): Promise<Hit[]> {
  const where = anyOf(isId(user.id, search), search.words !== null && userCondition(search.words), isTagged(search));
  if (!where) return [];
  const { id, firstName, lastName, email, status, createdAt } = user;
  const shown = { id, firstName, lastName, email, status, createdAt };
  const found = await read().select(shown).from(user).where(where).orderBy(desc(user.id)).limit(MAX_ROWS_READ);
  return found.map((row) => ({
    id: row.id,
    href: `/admin/users/${row.id}`,
    title: named(row) || row.email,
    detail: row.email,
    status: row.status === 'closed' ? 'closed' : undefined,
    at: row.createdAt,
  }));
}

export const SEARCH_KINDS: Record<string, Kind> = {
  users: {
    label: 'Users',
    right: 'users:read',
    find: findUsers,
  },
  deposits: {
    label: 'Deposits',
    right: 'payments:read',
    find: async (search, people) => {
      const where = anyOf(
        isId(deposit.id, search),
        isOfPeople(deposit.userId, people),
        isAmount(deposit.amount, search),
        isAmount(deposit.received, search),
        search.code !== null && inArray(deposit.transactionId, listSpellings(search.code)),
        isPart(deposit.transactionId, search),
        containsEveryWord(sql`${deposit.reason}`, search.words),
      );
      if (!where) return [];
      const found = await read()
        .select({ deposit, methodName: depositMethod.name })
        .from(deposit)
        .leftJoin(depositMethod, eq(depositMethod.code, deposit.method))
        .where(where)
        .orderBy(desc(deposit.id))
        .limit(MAX_ROWS_READ);
      return found.map(({ deposit: { id, userId, method, amount, received, status, createdAt }, methodName }) => ({
        id,
        href: `/admin/deposits?show=all&item=${id}`,
        title: `Deposit by ${methodText(method, methodName)}`,
        userId,
        amount: received ?? amount,
        status,
        at: createdAt,
      }));
    },
  },
  withdrawals: {
    label: 'Withdrawals',
    right: 'payments:read',
    find: async (search, people) => {
      const { code } = search;
      const paid = read().select({ id: payment.withdrawalId }).from(payment);
      const paidBefore = read().select({ id: paymentReference.withdrawalId }).from(paymentReference);
      const where = anyOf(
        isId(withdrawal.id, search),
        isOfPeople(withdrawal.userId, people),
        isAmount(withdrawal.amount, search),
        code !== null && eq(sql`lower(${withdrawal.wallet})`, code.toLowerCase()),
        isPart(withdrawal.wallet, search),
        isPart(withdrawal.reference, search),
        containsEveryWord(sql`${withdrawal.reason}`, search.words),
        code !== null && inArray(withdrawal.id, paid.where(eq(payment.key, normalizeReference(code)))),
        code !== null && inArray(withdrawal.id, paidBefore.where(eq(paymentReference.key, normalizeReference(code)))),
      );
      if (!where) return [];
      const found = await read()
        .select({ withdrawal, methodName: withdrawalMethod.name, version: rowVersion })
        .from(withdrawal)
        .leftJoin(withdrawalMethod, eq(withdrawalMethod.code, withdrawal.method))
        .leftJoin(rowVersion, isNewestVersionOf(withdrawal, withdrawal.id))
        .where(where)
        .orderBy(desc(withdrawal.id))
        .limit(MAX_ROWS_READ);
      return found.map(withWallet).map(({ withdrawal: row, methodName }) => ({
        id: row.id,
        href: `/admin/withdrawals?show=all&item=${row.id}`,
        title: `Withdrawal by ${methodText(row.method, methodName)}`,
        userId: row.userId,
        amount: row.amount,
        status: row.status,
        detail: `To ${shortId(row.wallet)}`,
        at: row.requestedAt,
      }));
    },
  },
  movements: {
    label: 'Journal entries',
    right: 'users:read',
    find: async (search) => {
      const where = anyOf(
        search.id !== null && or(eq(transfer.id, search.id), eq(transfer.journalId, search.id)),
        isAmount(transfer.amount, search),
      );
      if (!where) return [];
      const found = await read()
        .select({ transfer, journal })
        .from(transfer)
        .innerJoin(journal, eq(journal.id, transfer.journalId))
        .where(where)
        .orderBy(desc(transfer.id))
        .limit(MAX_ROWS_READ);
      const owners = await findOwnersOf(found.map((row) => row.transfer));
      return found.map((row) => {
        const userId = owners.get(row.transfer.creditAccountId) ?? owners.get(row.transfer.debitAccountId) ?? null;
        return {
          id: row.transfer.id,
          href: userId ? `/admin/users/${userId}/statement` : '/admin/books',
          title: JOURNAL_KINDS[row.journal.kind as JournalKind],
          userId,
          amount: row.transfer.amount,
          at: row.journal.effectiveAt,
        };
      });
    },
  },
  plans: {
    label: 'Plans of users',
    right: 'users:read',
    find: async (search, people) => {
      const where = anyOf(
        isId(investment.id, search),
        isOfPeople(investment.userId, people),
        isAmount(investment.principal, search),
      );
      if (!where) return [];
      const found = await read()
        .select()
        .from(investment)
        .where(where)
        .orderBy(desc(investment.id))
        .limit(MAX_ROWS_READ);
      return found.map(({ id, userId, planName, principal, status, openedAt }) => ({
        id,
        href: `/admin/users/${userId}/plans`,
        title: planTitle(planName),
        userId,
        amount: principal,
        status,
        at: openedAt,
      }));
    },
  },
  copies: {
    label: 'Copies',
    right: 'users:read',
    find: async (search, people) => {
      const where = anyOf(isId(copy.id, search), isOfPeople(copy.userId, people));
      if (!where) return [];
      const found = await read()
        .select({ copy, firstName: trader.firstName, lastName: trader.lastName })
        .from(copy)
        .innerJoin(trader, eq(trader.id, copy.traderId))
        .where(where)
        .orderBy(desc(copy.id))
        .limit(MAX_ROWS_READ);
      return found.map((row) => ({
        id: row.copy.id,
        href: `/admin/users/${row.copy.userId}/copies`,
        title: `Copy of ${named(row)}`,
        userId: row.copy.userId,
        // Omits the amount of a stopped copy, whose `contributed` is only its result with the sign reversed.
        amount: row.copy.status === 'stopped' ? undefined : row.copy.contributed,
        status: row.copy.status,
        at: row.copy.startedAt,
      }));
    },
  },
  papers: {
    label: 'Identity checks',
    right: 'papers:read',
    find: async (search, people) => {
      const entered = sql`${kyc.firstName} || ' ' || ${kyc.lastName} || ' ' || ${kyc.address} || ' ' || ${kyc.postalCode}`;
      const where = anyOf(
        isId(kyc.id, search),
        isOfPeople(kyc.userId, people),
        containsEveryWord(entered, search.words),
        containsEveryWord(sql`${kyc.reason}`, search.words),
      );
      if (!where) return [];
      const found = await read().select().from(kyc).where(where).orderBy(desc(kyc.id)).limit(MAX_ROWS_READ);
      return found.map((row) => ({
        id: row.id,
        href: `/admin/kyc?show=all&item=${row.id}`,
        title: named(row),
        userId: row.userId,
        detail: `${row.address}, ${row.postalCode}`,
        status: row.status,
        at: row.submittedAt,
      }));
    },
  },
  support: {
    label: 'Requests to support',
    right: 'support:read',
    find: async (search, people) => {
      const where = anyOf(
        isId(supportThread.id, search),
        isOfPeople(supportThread.userId, people),
        containsEveryWord(sql`${supportThread.subject}`, search.words),
        hasMessageWith(search),
      );
      if (!where) return [];
      const found = await read()
        .select()
        .from(supportThread)
        .where(where)
        .orderBy(desc(supportThread.id))
        .limit(MAX_ROWS_READ);
      return found.map(({ id, userId, subject, status, openedAt }) => ({
        id,
        href: `/admin/support?show=all&item=${id}`,
        title: subject,
        userId,
        status,
        at: openedAt,
      }));
    },
  },
  traders: {
    label: 'Traders',
    right: 'traders:read',
    find: async (search) => {
      const entered = sql`${trader.firstName} || ' ' || ${trader.lastName}`;
      const where = anyOf(isId(trader.id, search), containsEveryWord(entered, search.words));
      if (!where) return [];
      const found = await read().select().from(trader).where(where).orderBy(desc(trader.id)).limit(MAX_ROWS_READ);
      return found.map((row) => ({
        id: row.id,
        href: `/admin/traders?search=${encodeURIComponent(named(row))}`,
        title: named(row),
        status: row.status,
      }));
    },
  },
  trades: {
    label: 'Typed results',
    right: 'traders:read',
    find: async (search) => {
      const where = anyOf(isId(trade.id, search), isAmount(trade.amount, search));
      if (!where) return [];
      const found = await read()
        .select({ trade, firstName: trader.firstName, lastName: trader.lastName })
        .from(trade)
        .innerJoin(trader, eq(trader.id, trade.traderId))
        .where(where)
        .orderBy(desc(trade.id))
        .limit(MAX_ROWS_READ);
      return found.map((row) => ({
        id: row.trade.id,
        href: `/admin/trades?trader=${row.trade.traderId}`,
        title: `${row.trade.pair} of ${named(row)}`,
        amount: row.trade.amount,
        at: row.trade.at,
      }));
    },
  },
  approvals: {
    label: 'Requested of a second administrator',
    right: 'approvals:read',
    find: async (search) => {
      const where = anyOf(isId(approval.id, search));
      if (!where) return [];
      const found = await read().select().from(approval).where(where);
      return found.map(({ id, status, requestedAt }) => ({
        id,
        href: '/admin/approvals',
        title: 'Request to a second administrator',
        status,
        at: requestedAt,
      }));
    },
  },
  staff: {
    label: 'Staff',
    right: 'staff:read',
    find: async (search) => {
      const entered = sql`${administrator.name} || ' ' || ${administrator.email}`;
      const where = anyOf(isId(administrator.id, search), containsEveryWord(entered, search.words));
      if (!where) return [];
      const { id, name, email } = administrator;
      const found = await read().select({ id, name, email }).from(administrator).where(where).limit(MAX_ROWS_READ);
      return found.map((row) => ({ id: row.id, href: `/admin/staff/${row.id}`, title: row.name, detail: row.email }));
    },
  },
  events: {
    label: 'Events',
    right: 'events:read',
    find: async (search) => {
      if (search.id === null) return [];
      const where = or(eq(event.id, search.id), await isAboutThing(search.id));
      const found = await read().select().from(event).where(where).orderBy(desc(event.id)).limit(MAX_ROWS_READ);
      return (await withNames(found)).map((row) => ({
        id: row.id,
        href: `/admin/audit?id=${row.thingId}`,
        title: `${entityLabel(row.thing)}: ${row.event.replaceAll('-', ' ')}`,
        userId: row.userId,
        detail: `By ${row.who.name}`,
        at: row.at,
      }));
    },
  },
};
