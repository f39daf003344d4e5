import { and, asc, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { administrator, file, SUPPORT_STATES, supportMessage, supportThread, user } from '#drizzle/schema';
import {
  isNewAccount,
  isRatedHighRisk,
  listFilterChoices,
  OWNER_COLUMNS,
  type QueueChoices,
  type QueueRow,
  type QueueSource,
  type QueueView,
  readQueuePage,
  readSharedUsualWait,
  selectRisks,
} from '~/features/backoffice';
import { calculateWorth, findHoldingCopies } from '~/features/copying';
import { loadLinesPage } from '~/features/money';
import { readBalancesAndTotals } from '~/ledger/reading/userTotals.server';
import { after, DAY, now } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import { EXPORT_BATCH_ROWS, type PageFilter, readCursorPage, yieldAllRows, yieldTextRows } from '~/platform/db/paging';
import { createNewestFirstRange } from '~/platform/db/rowRange.server';
import { COMPLAINT, REPORT } from './kinds';
import { MAX_THREAD_MESSAGES } from './limits';
import { listSavedReplies } from './savedReplies.server';

export const listThreads = (userId: string, query: URLSearchParams, { only, size }: PageFilter = {}) =>
  readCursorPage(
    query,
    async (range) => {
      const { beyond, order } = createNewestFirstRange(supportThread.id, range);
      return await read()
        .select()
        .from(supportThread)
        .where(and(eq(supportThread.userId, userId), only, beyond))
        .orderBy(order)
        .limit(range.limit);
    },
    size,
  );

export const getUsualAnswerWait = (): Promise<string | null> => readSharedUsualWait({ 'support request': ['answer'] });

async function listMessages(threadId: string) {
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

export type ShownMessage = Awaited<ReturnType<typeof listMessages>>[number];

export async function findThread(userId: string, id: string) {
  const [thread] = await read()
    .select()
    .from(supportThread)
    .where(and(eq(supportThread.id, id), eq(supportThread.userId, userId)));
  if (!thread) return null;
  const messages = (await listMessages(id)).map((each) => ({ ...each, staff: null }));
  return { thread, messages };
}

const IS_COMPLAINT = eq(supportThread.kind, 'complaint');

const DUE_SOON_MS = 2 * DAY;

const isUnacknowledgedAt = (until: Date): SQL | undefined =>
  and(isNull(supportThread.acknowledgedAt), lt(supportThread.acknowledgeBy, until));
const isUnansweredAt = (until: Date): SQL | undefined =>
  and(isNull(supportThread.answeredAt), lt(supportThread.answerBy, until));

const SUPPORT_QUEUE_SOURCE: QueueSource = {
  table: supportThread,
  id: supportThread.id,
  userId: supportThread.userId,
  status: supportThread.status,
  at: supportThread.waitingSince,
  states: SUPPORT_STATES,
  waits: ['waiting'],
  risks: {
    'not-answered': { label: 'Answer overdue', is: () => isUnansweredAt(now()) },
    'not-acknowledged': { label: 'Not acknowledged', is: () => isUnacknowledgedAt(now()) },
    due: {
      label: 'Due in two days',
      is: () => {
        const soon = after(now(), DUE_SOON_MS);
        return sql`((${isUnacknowledgedAt(soon)}) or (${isUnansweredAt(soon)})) and not ((${isUnacknowledgedAt(now())}) or (${isUnansweredAt(now())}))`;
      },
    },
    complaint: { label: COMPLAINT, is: () => IS_COMPLAINT },
    report: { label: REPORT, is: () => eq(supportThread.kind, 'report') },
    'high-risk': isRatedHighRisk(supportThread.userId),
    'new-account': isNewAccount(supportThread.userId),
  },
};

export const loadSupportQueue = (view: QueueView, only?: string) =>
  readQueuePage(SUPPORT_QUEUE_SOURCE, view, only, (where) =>
    read()
      .select({ thread: supportThread, owner: OWNER_COLUMNS, risks: selectRisks(SUPPORT_QUEUE_SOURCE) })
      .from(supportThread)
      .innerJoin(user, eq(user.id, supportThread.userId))
      .where(where),
  );

export type QueuedThread = Awaited<ReturnType<typeof loadSupportQueue>>['rows'][number];

export const toSupportRow = ({ thread, owner, risks }: QueuedThread): QueueRow => ({
  id: thread.id,
  owner,
  status: thread.status,
  since: thread.waitingSince,
  what: thread.subject,
  risks,
});

export const listSupportChoices = async (): Promise<QueueChoices> => listFilterChoices(SUPPORT_QUEUE_SOURCE);

/**
 * Filters the allowed decisions. A complaint is acknowledged once and closed only after an answer; other requests can
 * be turned into complaints.
 */
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

const CONTEXT_MOVEMENTS = 5;

export async function loadSupportContext({ thread }: QueuedThread) {
  const { userId, id } = thread;
  const { balances } = await readBalancesAndTotals(userId);
  const [person] = await read()
    .select({ createdAt: user.createdAt, status: user.status, frozenAt: user.frozenAt })
    .from(user)
    .where(eq(user.id, userId));
  const copies = await findHoldingCopies(userId);
  const { lines } = await loadLinesPage(userId, null);
  const others = await read()
    .select({ id: supportThread.id, subject: supportThread.subject, status: supportThread.status })
    .from(supportThread)
    .where(eq(supportThread.userId, userId))
    .orderBy(desc(supportThread.id))
    .limit(CONTEXT_MOVEMENTS + 1);
  return {
    messages: await listMessages(id),
    replies: (await listSavedReplies()).map(({ id: value, name: label }) => ({ value, label })),
    context: {
      person,
      worth: await calculateWorth(userId, balances),
      copies: copies.length,
      movements: lines.slice(0, CONTEXT_MOVEMENTS).map(({ at, title, change }) => ({ at, title, change })),
      others: others.filter((each) => each.id !== id).slice(0, CONTEXT_MOVEMENTS),
    },
  };
}

export type SupportContext = Awaited<ReturnType<typeof loadSupportContext>>;

type Complaint = { thread: typeof supportThread.$inferSelect; firstName: string; lastName: string; email: string };

const isoOrEmpty = (instant: Date | null) => instant?.toISOString() ?? '';

export const COMPLAINT_COLUMNS = {
  id: ({ thread }: Complaint) => thread.id,
  investor: ({ firstName, lastName }: Complaint) => `${firstName} ${lastName}`,
  email: ({ email }: Complaint) => email,
  subject: ({ thread }: Complaint) => thread.subject,
  received: ({ thread }: Complaint) => isoOrEmpty(thread.openedAt),
  acknowledge_by: ({ thread }: Complaint) => isoOrEmpty(thread.acknowledgeBy),
  acknowledged: ({ thread }: Complaint) => isoOrEmpty(thread.acknowledgedAt),
  answer_by: ({ thread }: Complaint) => isoOrEmpty(thread.answerBy),
  answered: ({ thread }: Complaint) => isoOrEmpty(thread.answeredAt),
  closed: ({ thread }: Complaint) => isoOrEmpty(thread.closedAt),
  state: ({ thread }: Complaint) => thread.status,
};

export const streamComplaints = () =>
  yieldTextRows(
    COMPLAINT_COLUMNS,
    yieldAllRows((last) =>
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
