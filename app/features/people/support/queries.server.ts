import { and, asc, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { administrator, file, SUPPORT_STATES, supportMessage, supportThread, user } from '#drizzle/schema';
import {
  choicesOf,
  highRisk,
  newAccount,
  OWNER,
  type QueueChoices,
  type QueueRow,
  type QueueSource,
  type QueueView,
  queuePage,
  risksOf,
  sharedUsualWait,
} from '~/features/backoffice';
import { holdingCopiesOf, worthOf } from '~/features/copying';
import { linesPage } from '~/features/money';
import { balancesAndTotalsOf } from '~/ledger/reading/userTotals.server';
import { after, DAY, now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { cursorPage, EXPORT_BATCH_ROWS, everyRow, linesOf, type PageFilter } from '~/platform/db/paging';
import { newestAlong } from '~/platform/db/rowRange.server';
import { COMPLAINT, REPORT } from './kinds';
import { MAX_THREAD_MESSAGES } from './limits';
import { savedReplies } from './savedReplies.server';

export const threadsOf = (userId: string, query: URLSearchParams, { only, size }: PageFilter = {}) =>
  cursorPage(
    query,
    async (stretch) => {
      const { beyond, order } = newestAlong(supportThread.id, stretch);
      return await read()
        .select()
        .from(supportThread)
        .where(and(eq(supportThread.userId, userId), only, beyond))
        .orderBy(order)
        .limit(stretch.limit);
    },
    size,
  );

export const usualAnswerWait = (): Promise<string | null> => sharedUsualWait({ 'support request': ['answer'] });

async function messagesOf(threadId: string) {
  return await read()
    .select({
      id: supportMessage.id,
      text: supportMessage.text,
      at: supportMessage.at,
      administratorId: supportMessage.administratorId,
      staff: administrator.name,
      file: { id: file.id, name: file.name },
    })
    .from(supportMessage)
    .leftJoin(administrator, eq(administrator.id, supportMessage.administratorId))
    .leftJoin(file, eq(file.id, supportMessage.fileId))
    .where(eq(supportMessage.threadId, threadId))
    .orderBy(asc(supportMessage.id))
    .limit(2 * MAX_THREAD_MESSAGES);
}

export type ShownMessage = Awaited<ReturnType<typeof messagesOf>>[number];

export async function threadOf(userId: string, id: string) {
  const [thread] = await read()
    .select()
    .from(supportThread)
    .where(and(eq(supportThread.id, id), eq(supportThread.userId, userId)));
  if (!thread) return null;
  const messages = (await messagesOf(id)).map((each) => ({ ...each, staff: null }));
  return { thread, messages };
}

const IS_COMPLAINT = eq(supportThread.kind, 'complaint');

const DUE_SOON_MS = 2 * DAY;

const unacknowledged = (until: Date): SQL | undefined =>
  and(isNull(supportThread.acknowledgedAt), lt(supportThread.acknowledgeBy, until));
const unanswered = (until: Date): SQL | undefined =>
  and(isNull(supportThread.answeredAt), lt(supportThread.answerBy, until));

const SOURCE: QueueSource = {
  table: supportThread,
  id: supportThread.id,
  userId: supportThread.userId,
  status: supportThread.status,
  at: supportThread.waitingSince,
  states: SUPPORT_STATES,
  waits: ['waiting'],
  risks: {
    'not-answered': { label: 'Answer overdue', is: () => unanswered(now()) },
    'not-acknowledged': { label: 'Not acknowledged', is: () => unacknowledged(now()) },
    due: {
      label: 'Due in two days',
      is: () => {
        const soon = after(now(), DUE_SOON_MS);
        return sql`((${unacknowledged(soon)}) or (${unanswered(soon)})) and not ((${unacknowledged(now())}) or (${unanswered(now())}))`;
      },
    },
    complaint: { label: COMPLAINT, is: () => IS_COMPLAINT },
    report: { label: REPORT, is: () => eq(supportThread.kind, 'report') },
    'high-risk': highRisk(supportThread.userId),
    'new-account': newAccount(supportThread.userId),
  },
};

export const supportQueue = (view: QueueView, only?: string) =>
  queuePage(SOURCE, view, only, (where) =>
    read()
      .select({ thread: supportThread, owner: OWNER, risks: risksOf(SOURCE) })
      .from(supportThread)
      .innerJoin(user, eq(user.id, supportThread.userId))
      .where(where),
  );

export type QueuedThread = Awaited<ReturnType<typeof supportQueue>>['rows'][number];

export const supportRow = ({ thread, owner, risks }: QueuedThread): QueueRow => ({
  id: thread.id,
  owner,
  status: thread.status,
  since: thread.waitingSince,
  what: thread.subject,
  risks,
});

export const supportChoices = async (): Promise<QueueChoices> => choicesOf(SOURCE);

/** Filters the allowed decisions. A complaint is acknowledged once and closed only after an answer; other requests can become one. */
export function possibleSupportDecisions(
  { thread }: QueuedThread,
  keys: Record<string, string>,
): Record<string, string> {
  const isComplaint = thread.kind === 'complaint';
  const not = [
    isComplaint ? 'complain' : 'acknowledge',
    thread.acknowledgedAt ? 'acknowledge' : '',
    isComplaint && !thread.answeredAt ? 'close' : '',
  ];
  return Object.fromEntries(Object.entries(keys).filter(([name]) => !not.includes(name)));
}

const LAST_MOVEMENTS = 5;

export async function supportContext({ thread }: QueuedThread) {
  const { userId, id } = thread;
  const { balances } = await balancesAndTotalsOf(userId);
  const [person] = await read()
    .select({ createdAt: user.createdAt, status: user.status, frozenAt: user.frozenAt })
    .from(user)
    .where(eq(user.id, userId));
  const copies = await holdingCopiesOf(userId);
  const { lines } = await linesPage(userId, null);
  const others = await read()
    .select({ id: supportThread.id, subject: supportThread.subject, status: supportThread.status })
    .from(supportThread)
    .where(eq(supportThread.userId, userId))
    .orderBy(desc(supportThread.id))
    .limit(LAST_MOVEMENTS + 1);
  return {
    messages: await messagesOf(id),
    replies: (await savedReplies()).map(({ id: value, name: label }) => ({ value, label })),
    context: {
      person,
      worth: await worthOf(userId, balances),
      copies: copies.length,
      movements: lines.slice(0, LAST_MOVEMENTS).map(({ at, title, change }) => ({ at, title, change })),
      others: others.filter((each) => each.id !== id).slice(0, LAST_MOVEMENTS),
    },
  };
}

export type SupportContext = Awaited<ReturnType<typeof supportContext>>;

type Complaint = { thread: typeof supportThread.$inferSelect; firstName: string; lastName: string; email: string };

const when = (instant: Date | null) => instant?.toISOString() ?? '';

export const COMPLAINT_COLUMNS = {
  id: ({ thread }: Complaint) => thread.id,
  investor: ({ firstName, lastName }: Complaint) => `${firstName} ${lastName}`,
  email: ({ email }: Complaint) => email,
  subject: ({ thread }: Complaint) => thread.subject,
  received: ({ thread }: Complaint) => when(thread.openedAt),
  acknowledge_by: ({ thread }: Complaint) => when(thread.acknowledgeBy),
  acknowledged: ({ thread }: Complaint) => when(thread.acknowledgedAt),
  answer_by: ({ thread }: Complaint) => when(thread.answerBy),
  answered: ({ thread }: Complaint) => when(thread.answeredAt),
  closed: ({ thread }: Complaint) => when(thread.closedAt),
  state: ({ thread }: Complaint) => thread.status,
};

export const complaintLines = () =>
  linesOf(
    COMPLAINT_COLUMNS,
    everyRow((last) =>
      read()
        .select({
          id: supportThread.id,
          thread: supportThread,
          firstName: user.firstName,
          lastName: user.lastName,
          email: user.email,
        })
        .from(supportThread)
        .innerJoin(user, eq(user.id, supportThread.userId))
        .where(and(IS_COMPLAINT, last ? sql`${supportThread.id} > ${last}` : undefined))
        .orderBy(asc(supportThread.id))
        .limit(EXPORT_BATCH_ROWS),
    ),
  );
