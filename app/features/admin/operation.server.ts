import { and, asc, count, desc, eq, gt, like, lt, type SQL, sql } from 'drizzle-orm';
import { job, mail } from '#drizzle/schema';
import { after } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import type { Job } from '~/platform/jobs/index.server';
import { cursorPage } from './paging';

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

/** What can be looked at, by its name in the address. */
const BOXES = {
  waiting: eq(mail.status, 'waiting'),
  retried: and(eq(mail.status, 'waiting'), gt(mail.attempts, 0)),
  failed: eq(mail.status, 'failed'),
  sent: eq(mail.status, 'sent'),
} satisfies Record<string, SQL | undefined>;

export type Box = keyof typeof BOXES;

/** Counting further would take longer than showing them. */
const MOST_COUNTED = 1_000;

/** One page of the outbox, newest first: `show` one of the boxes (what waits by default), `to` part of an address. */
export async function outboxPage(query: URLSearchParams) {
  const box = (Object.keys(BOXES) as Box[]).find((known) => known === query.get('show')) ?? 'waiting';
  const to = query
    .get('to')
    ?.trim()
    .toLowerCase()
    .slice(0, 254)
    .replace(/[\\%_]/g, '\\$&');
  const fits = and(BOXES[box], to ? sql`${like(mail.recipient, `%${to}%`)} escape '\\'` : undefined);
  const page = await cursorPage(
    query,
    async ({ from, backwards, limit }) =>
      await read()
        .select(SHOWN)
        .from(mail)
        .where(and(fits, from ? (backwards ? gt(mail.id, from) : lt(mail.id, from)) : undefined))
        .orderBy(backwards ? asc(mail.id) : desc(mail.id))
        .limit(limit),
  );
  return { box, counts: await countBoxes(), ...page };
}

/** How many are in each box; past a thousand, "more than 1000". */
async function countBoxes(): Promise<Record<Box, string>> {
  const counted = await Promise.all(
    Object.entries(BOXES).map(async ([box, where]) => {
      const some = read()
        .select({ one: sql`1`.as('one') })
        .from(mail)
        .where(where)
        .limit(MOST_COUNTED + 1)
        .as('some');
      const [all] = await read().select({ n: count() }).from(some);
      return [box, (all?.n ?? 0) > MOST_COUNTED ? `more than ${MOST_COUNTED}` : String(all?.n ?? 0)];
    }),
  );
  return Object.fromEntries(counted) as Record<Box, string>;
}

/**
 * Every job: how its last run went and when it is looked at next, by the machine's clock.
 * @param jobs what this process does by itself; one that is no longer done is listed as long as it is known
 */
export async function jobsList(jobs: readonly Pick<Job, 'name' | 'everyMs'>[]) {
  const known = await read().select().from(job).orderBy(asc(job.name));
  const never = jobs.filter(({ name }) => !known.some((row) => row.name === name));
  const every = new Map(jobs.map(({ name, everyMs }) => [name, everyMs]));
  const rows = known.map((row) => {
    const wait = every.get(row.name);
    const next = row.lastFinishedAt && wait !== undefined && !row.holder ? after(row.lastFinishedAt, wait) : null;
    return { ...row, everyMs: wait ?? null, next };
  });
  return { rows, never: never.map(({ name }) => name) };
}
