import { and, count, eq, gt, inArray, like, type SQL, sql } from 'drizzle-orm';
import { administrator, mail, user } from '#drizzle/schema';
import { read } from '~/platform/db/index.server';
import { EXPORT_BATCH_ROWS, type RowRange, readCursorPage, yieldAllRows, yieldTextRows } from '~/platform/db/paging';
import { createNewestFirstRange } from '~/platform/db/rowRange.server';
import { env } from '~/platform/env';
import { normalizeEmail } from '~/platform/fields/mailAddress';

const MAILS_PER_PAGE = {
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

const MAIL_BOXES = {
  waiting: eq(mail.status, 'waiting'),
  retried: and(eq(mail.status, 'waiting'), gt(mail.attempts, 0)),
  failed: eq(mail.status, 'failed'),
  sent: eq(mail.status, 'sent'),
} satisfies Record<string, SQL | undefined>;

export type Box = keyof typeof MAIL_BOXES;

const MAX_COUNTED = 1_000;

async function findFirstBox(): Promise<Box> {
  for (const box of ['failed', 'waiting'] as const) {
    const [some] = await read().select({ id: mail.id }).from(mail).where(MAIL_BOXES[box]).limit(1);
    if (some) return box;
  }
  return 'sent';
}

async function parseMailFilter(query: URLSearchParams) {
  const box = (Object.keys(MAIL_BOXES) as Box[]).find((known) => known === query.get('show')) ?? (await findFirstBox());
  const to = normalizeEmail(query.get('to') ?? '')
    .slice(0, 254)
    .replace(/[\\%_]/g, '\\$&');
  return { box, fits: and(MAIL_BOXES[box], to ? sql`${like(mail.recipient, `%${to}%`)} escape '\\'` : undefined) };
}

async function readMailsFrom(fits: SQL | undefined, range: RowRange) {
  const { beyond, order } = createNewestFirstRange(mail.id, range);
  return await read().select(MAILS_PER_PAGE).from(mail).where(and(fits, beyond)).orderBy(order).limit(range.limit);
}

export async function loadOutboxPage(query: URLSearchParams) {
  const { box, fits } = await parseMailFilter(query);
  const page = await readCursorPage(query, (range) => readMailsFrom(fits, range));
  const people = await findPeopleByAddress(page.rows.map(({ recipient }) => recipient));
  const rows = page.rows.map((row) => ({ ...row, person: people.get(row.recipient) ?? null }));
  return { box, counts: await countBoxes(), ...page, rows };
}

async function findPeopleByAddress(addresses: string[]): Promise<Map<string, { name: string; href: string }>> {
  if (addresses.length === 0) return new Map();
  const { id, email, firstName, lastName } = user;
  const users = await read().select({ id, email, firstName, lastName }).from(user).where(inArray(email, addresses));
  const admins = await read()
    .select({ id: administrator.id, email: administrator.email, name: administrator.name })
    .from(administrator)
    .where(inArray(administrator.email, addresses));
  return new Map<string, { name: string; href: string }>([
    [env().SUPPORT_EMAIL, { name: 'Support', href: '/admin/support' }],
    ...admins.map((row) => [row.email, { name: row.name, href: `/admin/staff/${row.id}` }] as const),
    ...users.map((row) => {
      return [row.email, { name: `${row.firstName} ${row.lastName}`, href: `/admin/users/${row.id}` }] as const;
    }),
  ]);
}

export const MAIL_COLUMNS = {
  id: (row: OutboxMail) => row.id,
  kind: (row: OutboxMail) => row.kind,
  recipient: (row: OutboxMail) => row.recipient,
  subject: (row: OutboxMail) => row.subject,
  status: (row: OutboxMail) => row.status,
  attempts: (row: OutboxMail) => String(row.attempts),
  created_at: (row: OutboxMail) => row.createdAt.toISOString(),
  next_at: (row: OutboxMail) => row.nextAt.toISOString(),
  sent_at: (row: OutboxMail) => row.sentAt?.toISOString() ?? '',
  error: (row: OutboxMail) => row.error ?? '',
};

type OutboxMail = Awaited<ReturnType<typeof readMailsFrom>>[number];

export async function* streamMailRows(query: URLSearchParams) {
  const { fits } = await parseMailFilter(query);
  const next = (from: string | null) => readMailsFrom(fits, { from, backwards: false, limit: EXPORT_BATCH_ROWS });
  yield* yieldTextRows(MAIL_COLUMNS, yieldAllRows(next));
}

/** Counts the mails of each box in one statement, up to `MAX_COUNTED`. */
async function countBoxes(): Promise<Record<Box, string>> {
  const countOf = (where: SQL | undefined) => {
    const some = read()
      .select({ id: mail.id })
      .from(mail)
      .where(where)
      .limit(MAX_COUNTED + 1)
      .as('some');
    return sql<number>`${read().select({ n: count() }).from(some)}`.mapWith(Number);
  };
  const counts = Object.fromEntries(Object.entries(MAIL_BOXES).map(([box, where]) => [box, countOf(where)]));
  const [counted = {}] = await read().select(counts).from(sql`(select 1) as one`);
  const texts = Object.entries(counted).map(([box, n]) => [box, n > MAX_COUNTED ? `more than ${MAX_COUNTED}` : `${n}`]);
  return Object.fromEntries(texts) as Record<Box, string>;
}
