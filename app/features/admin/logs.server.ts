import { and, asc, count, desc, eq, inArray, type SQL } from 'drizzle-orm';
import { administrator, event, job, mail, user } from '#drizzle/schema';
import { read } from '~/platform/db/index.server';
import { type Paged, paged, pageOf } from './paging';

type EventRow = typeof event.$inferSelect;
export type NamedEvent = EventRow & {
  /** Who did it, in words. */
  actor: string;
  /** Whose matter it is: their e-mail. */
  about: string | null;
};

/** Events with the names of the people in them, found together. */
export async function withNames(events: EventRow[]): Promise<NamedEvent[]> {
  const ids = [...new Set(events.flatMap(({ actorId, userId }) => [actorId, userId]).filter((id) => id !== null))];
  if (ids.length === 0) return events.map((row) => ({ ...row, actor: 'the system', about: null }));
  const users = await read().select({ id: user.id, email: user.email }).from(user).where(inArray(user.id, ids));
  const admins = await read()
    .select({ id: administrator.id, name: administrator.name })
    .from(administrator)
    .where(inArray(administrator.id, ids));
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  const names = new Map(admins.map(({ id, name }) => [id, name]));
  return events.map((row) => ({
    ...row,
    actor: row.actorId ? (names.get(row.actorId) ?? emails.get(row.actorId) ?? row.actorId) : 'the system',
    about: row.userId ? (emails.get(row.userId) ?? row.userId) : null,
  }));
}

const ACTORS = ['admin', 'investor', 'system'] as const;

/** One page of the audit log, newest first: `actor` (a kind, or an administrator's id), `thing`, `id` of a thing, `page`. */
export async function auditPage(query: URLSearchParams): Promise<Paged<NamedEvent>> {
  const asked = query.get('actor') ?? '';
  const kind = ACTORS.find((known) => known === asked);
  const filters: (SQL | undefined)[] = [
    kind ? eq(event.actorKind, kind) : asked ? eq(event.actorId, asked) : undefined,
    query.get('thing') ? eq(event.thing, query.get('thing') ?? '') : undefined,
    query.get('id') ? eq(event.thingId, query.get('id')?.trim() ?? '') : undefined,
  ];
  const where = and(...filters);
  const { page, limit, offset } = pageOf(query);
  const events = await read()
    .select()
    .from(event)
    .where(where)
    .orderBy(desc(event.at), desc(event.id))
    .limit(limit)
    .offset(offset);
  const [all] = await read().select({ n: count() }).from(event).where(where);
  return paged(await withNames(events), page, all?.n ?? 0);
}

/** What the audit log can be narrowed to: every kind of thing in it, and every administrator. */
export async function auditChoices() {
  const things = await read().selectDistinct({ thing: event.thing }).from(event).orderBy(asc(event.thing));
  const admins = await read()
    .select({ id: administrator.id, name: administrator.name })
    .from(administrator)
    .orderBy(asc(administrator.name));
  return { things: things.map(({ thing }) => thing), admins };
}

/** Of a mail an operator needs to know how it fares; what it says is its recipient's. */
const SHOWN = {
  id: mail.id,
  kind: mail.kind,
  recipient: mail.recipient,
  subject: mail.subject,
  status: mail.status,
  attempts: mail.attempts,
  nextAt: mail.nextAt,
  createdAt: mail.createdAt,
  sentAt: mail.sentAt,
  error: mail.error,
};

const MAIL_STATES = ['waiting', 'failed', 'sent'] as const;

/** One page of the outbox: `show` a state (waiting by default), newest first. */
export async function outboxPage(query: URLSearchParams) {
  const status = MAIL_STATES.find((known) => known === query.get('show')) ?? 'waiting';
  const { page, limit, offset } = pageOf(query);
  const rows = await read()
    .select(SHOWN)
    .from(mail)
    .where(eq(mail.status, status))
    .orderBy(desc(mail.createdAt), desc(mail.id))
    .limit(limit)
    .offset(offset);
  const counts = await read().select({ status: mail.status, n: count() }).from(mail).groupBy(mail.status);
  const numbers = Object.fromEntries(
    MAIL_STATES.map((known) => [known, counts.find((row) => row.status === known)?.n ?? 0]),
  ) as Record<(typeof MAIL_STATES)[number], number>;
  return { status, counts: numbers, ...paged(rows, page, numbers[status]) };
}

/** Every job by its name. */
export const jobsList = () => Promise.resolve(read().select().from(job).orderBy(asc(job.name)));
