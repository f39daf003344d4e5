import { and, eq, gt, inArray, max, sql } from 'drizzle-orm';
import { account, copy, notification, session, tradingAccount } from '#drizzle/schema';
import { HOLDING } from '~/features/copying';
import { read } from '~/platform/db/index.server';
import { newId } from '~/platform/ids';

export type Fact = 'money' | 'positions' | 'news';

export type Figure = Record<Fact, string>;

const NONE: Figure = { money: '', positions: '', news: '' };

/** Age up to which notifications count as new, milliseconds, so that one committed late is not missed. */
const LATE = 60_000;

/** Returns the lowest ID created within the last milliseconds; IDs start with their time. */
const idFrom = (ago: number): string => {
  const made = Number.parseInt(newId().replace('-', '').slice(0, 12), 16);
  const hex = (made - ago).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

const sum = (column: typeof account.version | typeof tradingAccount.orders) =>
  sql<string>`cast(sum(${column}) as text)`;

/** Reads the figures of some people in four queries, from the database only, so changes of any process are included. */
export async function updateFiguresOf(people: string[]): Promise<Map<string, Figure>> {
  const figures = new Map(people.map((id) => [id, { ...NONE }]));
  const add = (id: string | null, fact: Fact, value: string) => {
    const figure = figures.get(id ?? '');
    if (figure) figure[fact] += `${value} `;
  };
  const [money, own, copied, news] = await Promise.all([
    read()
      .select({ id: account.ownerId, figure: sum(account.version) })
      .from(account)
      .where(inArray(account.ownerId, people))
      .groupBy(account.ownerId),
    read()
      .select({ id: tradingAccount.id, figure: sum(tradingAccount.orders) })
      .from(tradingAccount)
      .where(inArray(tradingAccount.id, people))
      .groupBy(tradingAccount.id),
    read()
      .select({ id: copy.userId, figure: sum(tradingAccount.orders) })
      .from(copy)
      .innerJoin(tradingAccount, eq(tradingAccount.id, copy.id))
      .where(and(inArray(copy.userId, people), inArray(copy.status, HOLDING)))
      .groupBy(copy.userId),
    read()
      .select({ id: notification.userId, figure: max(notification.id) })
      .from(notification)
      .where(gt(notification.id, idFrom(LATE)))
      .groupBy(notification.userId),
  ]);
  for (const { id, figure } of money) add(id, 'money', figure);
  for (const { id, figure } of own) add(id, 'positions', figure);
  for (const { id, figure } of copied) add(id, 'positions', figure);
  for (const { id, figure } of news) add(id, 'news', figure ?? '');
  return figures;
}

/** Returns the facts that changed between two figures; an expired notification does not count. */
export const newFacts = (before: Figure, after: Figure): Fact[] =>
  (['money', 'positions', 'news'] as const).filter((fact) => after[fact] !== before[fact] && after[fact] !== '');

/** Returns which sessions have not ended. Asking does not prolong one. */
export async function signInsAlive(hashes: string[], time: Date): Promise<Set<string>> {
  const found = await read()
    .select({ hash: session.tokenHash })
    .from(session)
    .where(
      and(
        inArray(session.tokenHash, hashes),
        gt(session.expiresAt, time),
        gt(sql`${session.lastSeenAt} + ${session.idleMs}`, time.getTime()),
      ),
    );
  return new Set(found.map(({ hash }) => hash));
}
