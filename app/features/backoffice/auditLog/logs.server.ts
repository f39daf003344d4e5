import { and, asc, desc, eq, gt, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import {
  administrator,
  copy,
  deposit,
  event,
  investment,
  rankBonus,
  referralBonus,
  statementLine,
  trader,
  user,
  withdrawal,
} from '#drizzle/schema';
import { writeCoinAmount } from '~/ledger/coinAmount';
import { formatUsd } from '~/ledger/money';
import { parseUsd } from '~/ledger/parseUsd';
import { after, DAY } from '~/platform/clock';
import { read, rows } from '~/platform/db/index.server';
import { EXPORT_BATCH_ROWS, type RowRange, readCursorPage, yieldAllRows, yieldTextRows } from '~/platform/db/paging';
import { ADDRESS_DETAIL } from '~/platform/events/index.server';
import { capitalise } from '~/platform/text/capitalised';
import { methodText } from '~/platform/text/methodText';
import { findUsersByText } from '~/signIns/usersNamed.server';
import { describeDetails } from './details';
import { buildSentence, entityLabel, type SentencePart } from './sentences';

type EventRow = typeof event.$inferSelect;
export type NamedEvent = EventRow & {
  actor: string;
  about: string | null;
  who: NamedLink;
  whom: NamedLink | null;
  trader: NamedLink | null;
  amount?: string;
  sentence: SentencePart[];
  noted: string[];
};

type NamedLink = { name: string; href?: string };

const SYSTEM_NAME: NamedLink = { name: 'The system' };

const AMOUNT_DETAILS = [
  ['deposit', deposit, deposit.amount],
  ['withdrawal', withdrawal, withdrawal.amount],
  ['investment', investment, investment.principal],
  ['rank bonus', rankBonus, rankBonus.amount],
  ['referral bonus', referralBonus, referralBonus.amount],
] as const;

async function findAmountsOf(events: EventRow[]): Promise<Map<string, bigint>> {
  const found = new Map<string, bigint>();
  for (const [thing, table, amount] of AMOUNT_DETAILS) {
    const ids = [...new Set(events.filter((row) => row.thing === thing).map(({ thingId }) => thingId))];
    if (ids.length === 0) continue;
    const sums = await read().select({ id: table.id, amount }).from(table).where(inArray(table.id, ids));
    for (const { id, amount } of sums) found.set(id, amount);
  }
  return found;
}

/** Returns the amount and method of the statement break of each event, taken from its line or its payment. */
async function findBreaksOf(events: EventRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(events.filter(({ thing }) => thing === 'statement break').map(({ thingId }) => thingId))];
  const found = new Map<string, string>();
  if (ids.length === 0) return found;
  for (const table of [deposit, withdrawal]) {
    const { id, amount, method } = table;
    for (const row of await read().select({ id, amount, method }).from(table).where(inArray(id, ids)))
      found.set(row.id, `${formatUsd(row.amount)} by ${methodText(row.method)}`);
  }
  const { id, amount, method } = statementLine;
  for (const row of await read().select({ id, amount, method }).from(statementLine).where(inArray(id, ids)))
    found.set(row.id, `${writeCoinAmount(row.amount).replace(/^[-−]/, '')} by ${methodText(row.method)}`);
  return found;
}

async function findTradersOf(events: EventRow[]): Promise<Map<string, NamedLink>> {
  const ids = [...new Set(events.filter(({ thing }) => thing === 'copy').map(({ thingId }) => thingId))];
  if (ids.length === 0) return new Map();
  const copies = await read()
    .select({ id: copy.id, firstName: trader.firstName, lastName: trader.lastName })
    .from(copy)
    .innerJoin(trader, eq(trader.id, copy.traderId))
    .where(inArray(copy.id, ids));
  return new Map(copies.map(({ id, ...named }) => [id, traderNamed(named)]));
}

const traderNamed = ({ firstName, lastName }: { firstName: string; lastName: string }): NamedLink => {
  const name = `${firstName} ${lastName}`;
  return { name, href: `/admin/traders?search=${encodeURIComponent(name)}` };
};

/** Reads the names of users, traders and administrators by one statement. */
const findNamesOfAll = async (ids: string[], adminIds: string[]) =>
  await read()
    .select({
      kind: sql<'user' | 'trader' | 'admin'>`'user'`,
      id: user.id,
      email: user.email,
      firstName: user.firstName,
      lastName: user.lastName,
    })
    .from(user)
    .where(inArray(user.id, ids))
    .unionAll(
      read()
        .select({
          kind: sql<'user' | 'trader' | 'admin'>`'trader'`,
          id: trader.id,
          email: sql<string>`''`,
          firstName: trader.firstName,
          lastName: trader.lastName,
        })
        .from(trader)
        .where(inArray(trader.id, ids)),
    )
    .unionAll(
      read()
        .select({
          kind: sql<'user' | 'trader' | 'admin'>`'admin'`,
          id: administrator.id,
          email: administrator.email,
          firstName: administrator.name,
          lastName: sql<string>`''`,
        })
        .from(administrator)
        .where(inArray(administrator.id, adminIds)),
    );

export async function withNames(events: EventRow[]): Promise<NamedEvent[]> {
  if (events.length === 0) return [];
  const ids = [
    ...new Set(
      events.flatMap(({ actorId, userId, thingId }) => [actorId, userId ?? thingId]).filter((id) => id !== null),
    ),
  ];
  const adminIds = [...ids, ...events.flatMap((row) => approverIdOf(row) ?? [])];
  const found = await findNamesOfAll(ids, adminIds);
  const emails = new Map(found.flatMap(({ kind, id, email }) => (kind === 'user' ? [[id, email] as const] : [])));
  const people = new Map<string | null, NamedLink>(
    found.map(({ kind, id, firstName, lastName, email }) => {
      if (kind === 'trader') return [id, traderNamed({ firstName, lastName })];
      if (kind === 'admin') return [id, { name: firstName, href: `/admin/staff/${id}` }];
      return [id, { name: `${firstName} ${lastName}`.trim() || email, href: `/admin/users/${id}` }];
    }),
  );
  const amounts = await findAmountsOf(events);
  const broken = await findBreaksOf(events);
  const copied = await findTradersOf(events);
  return events.map((row) => {
    const named = people.get(row.actorId);
    const whom = people.get(row.userId ?? row.thingId) ?? null;
    const cents = amounts.get(row.thingId);
    const own = whom === null || row.actorId === (row.userId ?? row.thingId);
    const amount =
      row.details?.received ??
      row.details?.amount ??
      (cents === undefined ? broken.get(row.thingId) : formatUsd(cents));
    const approver = people.get(approverIdOf(row) ?? null)?.name;
    return {
      ...row,
      actor: row.actorId ? (emails.get(row.actorId) ?? named?.name ?? row.actorId) : 'the system',
      about: row.userId ? (emails.get(row.userId) ?? row.userId) : (whom?.name ?? null),
      who: row.actorId ? (named ?? { name: 'A deleted account' }) : SYSTEM_NAME,
      whom,
      trader: copied.get(row.thingId) ?? null,
      amount,
      sentence: buildSentence({ ...row, own, amount, hasTrader: copied.has(row.thingId) }),
      noted: [...(approver ? [`Approved by ${approver}`] : []), ...describeDetails(row)],
    };
  });
}

const approverIdOf = ({ details }: EventRow): string | undefined => details?.approver?.split(':')[1];

const ACTOR_KINDS = ['admin', 'investor', 'system'] as const;

/** Parses a day of the URL, `2026-03-02`, as the start of that day in UTC. */
function dayOf(text: string | null): Date | null {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? new Date(`${text}T00:00:00Z`) : null;
  return day && !Number.isNaN(day.getTime()) ? day : null;
}

/** Builds the filter from `actor`, `thing`, `event`, `id`, `user` (ID, address or name), `amount`, `from` and `to`. */
async function filterOf(query: URLSearchParams): Promise<SQL | undefined> {
  const value = (name: string) => query.get(name)?.trim() ?? '';
  const actor = value('actor');
  const kind = ACTOR_KINDS.find((known) => known === actor);
  const person = value('user');
  const amount = parseUsd(value('amount'));
  const from = dayOf(query.get('from'));
  const to = dayOf(query.get('to'));
  return and(
    kind ? eq(event.actorKind, kind) : actor ? eq(event.actorId, actor) : undefined,
    value('thing') ? eq(event.thing, value('thing')) : undefined,
    value('id') ? await isAboutThing(value('id')) : undefined,
    value('event') ? eq(event.event, value('event')) : undefined,
    value('reason')
      ? sql`lower(${event.reason}) like ${`%${value('reason')
          .toLowerCase()
          .replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
      : undefined,
    person ? inArray(event.userId, findUsersByText(person)) : undefined,
    amount === null ? undefined : isOfAmount(amount),
    from ? gte(event.at, from) : undefined,
    to ? lt(event.at, after(to, DAY)) : undefined,
  );
}

const isOfAmount = (cents: bigint): SQL | undefined =>
  or(
    sql`cast(${event.details} as text) like ${`%"${formatUsd(cents)}"%`}`,
    ...AMOUNT_DETAILS.map(([thing, table, amount]) =>
      and(
        eq(event.thing, thing),
        inArray(event.thingId, read().select({ id: table.id }).from(table).where(eq(amount, cents))),
      ),
    ),
  );

async function isBeyondEvent({ from, backwards }: RowRange): Promise<SQL | undefined> {
  const [place] = from ? await read().select().from(event).where(eq(event.id, from)) : [];
  if (!place) return undefined;
  const [since, past] = backwards ? [gte, gt] : [lte, lt];
  return and(since(event.at, place.at), or(past(event.at, place.at), past(event.id, place.id)));
}

/** Reads events by their time, newest first, so that events that were written later than they happened appear in order. */
async function readEventsFrom(range: RowRange, where: SQL | undefined): Promise<EventRow[]> {
  const along = range.backwards ? asc : desc;
  const fits = and(where, await isBeyondEvent(range));
  return await read().select().from(event).where(fits).orderBy(along(event.at), along(event.id)).limit(range.limit);
}

/** Reads the whole log with one query per kind of actor, since an index has the events of each kind in order of time. */
async function readEventsOfAll(range: RowRange, where: SQL | undefined): Promise<EventRow[]> {
  const walks = ACTOR_KINDS.map((kind) => readEventsFrom(range, and(eq(event.actorKind, kind), where)));
  const sign = range.backwards ? -1 : 1;
  return (await Promise.all(walks))
    .flat()
    .sort((a, b) => sign * (b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1)))
    .slice(0, range.limit);
}

export async function loadAuditPage(query: URLSearchParams) {
  const where = await filterOf(query);
  const page = await readCursorPage(query, (range) => readEventsOfAll(range, where));
  return { ...page, rows: await withNames(page.rows) };
}

export async function eventsOfUser(id: string, query: URLSearchParams) {
  const where = or(eq(event.userId, id), and(eq(event.thing, 'account'), eq(event.thingId, id)));
  const page = await readCursorPage(query, (range) => readEventsFrom(range, where));
  return { ...page, rows: await withNames(page.rows) };
}

export const AUDIT_COLUMNS = {
  at: (row: NamedEvent) => row.at.toISOString(),
  actor: (row: NamedEvent) => row.actor,
  actor_kind: (row: NamedEvent) => row.actorKind,
  address: (row: NamedEvent) => row.details?.[ADDRESS_DETAIL] ?? '',
  thing: (row: NamedEvent) => row.thing,
  thing_id: (row: NamedEvent) => row.thingId,
  event: (row: NamedEvent) => row.event,
  from_state: (row: NamedEvent) => row.fromState ?? '',
  to_state: (row: NamedEvent) => row.toState ?? '',
  user: (row: NamedEvent) => (row.userId ? (row.about ?? '') : ''),
  reason: (row: NamedEvent) => row.reason ?? '',
  details: ({ details }: NamedEvent) =>
    Object.entries(details ?? {})
      .flatMap(([name, value]) => (name === ADDRESS_DETAIL ? [] : [`${name}: ${value}`]))
      .join('; '),
};

export async function* streamAuditRows(query: URLSearchParams) {
  const where = await filterOf(query);
  const next = async (from: string | null) =>
    withNames(await readEventsOfAll({ from, backwards: false, limit: EXPORT_BATCH_ROWS }, where));
  yield* yieldTextRows(AUDIT_COLUMNS, yieldAllRows(next));
}

async function listKindsOfThings(): Promise<string[]> {
  const things = await rows<{ thing: string }>(
    read(),
    sql`with recursive kinds(thing) as (
          select min(thing) from event
          union all
          select (select min(e.thing) from event e where e.thing > kinds.thing) from kinds where kinds.thing is not null
        ) select thing from kinds where thing is not null order by thing`,
  );
  return things.map(({ thing }) => thing);
}

export const isAboutThing = async (id: string): Promise<SQL | undefined> =>
  and(inArray(event.thing, await listKindsOfThings()), eq(event.thingId, id));

export async function loadAuditChoices() {
  const admins = await read()
    .select({ id: administrator.id, name: administrator.name })
    .from(administrator)
    .orderBy(asc(administrator.name));
  const things = (await listKindsOfThings()).map((thing) => ({ value: thing, label: capitalise(entityLabel(thing)) }));
  return { things, admins };
}
