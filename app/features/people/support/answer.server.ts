import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { supportMessage, supportThread } from '#drizzle/schema';
import { type ActQueue, beginDecision, decisionSchema, defineSoloAct } from '~/features/backoffice';
import { now } from '~/platform/clock';
import type { Handle } from '~/platform/db/index.server';
import { advance, notify } from '~/platform/events/index.server';
import { multilineField } from '~/platform/fields/line';
import { newId } from '~/platform/ids';
import { done, type Result, refuse } from '~/platform/result';
import type { Actor } from '~/platform/states';
import { dayText } from '~/platform/text/dayText';
import { refuseUnlessMay } from '~/signIns/acting.server';
import { requireUser } from '~/signIns/userById.server';
import { notifyAnswered } from './internal/mail.server';
import { MAX_MESSAGE_LENGTH } from './limits';
import { findSavedReply } from './savedReplies.server';
import { supportMachine } from './states';
import { computeComplaintDates } from './writeToSupport.server';

type AnswerResult = { id: string; journalId?: undefined };
type Thread = typeof supportThread.$inferSelect;
type StaffEvent = 'acknowledge' | 'answer' | 'add' | 'complain' | 'close' | 'reopen';

/** Loads a support request to answer. Refuses without the right, or if it is on hold or assigned to another administrator. */
async function loadThreadToAnswer(tx: Handle, by: Actor, id: string): Promise<Result<Thread>> {
  const without = await refuseUnlessMay(tx, by, 'support:answer');
  if (without) return without;
  const [thread] = await tx.select().from(supportThread).where(eq(supportThread.id, id));
  if (!thread) return refuse('not-found', 'There is no such request.');
  const marked = thread.status === 'waiting' ? await beginDecision(tx, by, id, { goesOn: true }) : null;
  return marked ?? done(thread);
}

const advanceThread = (tx: Handle, by: Actor, id: string, event: StaffEvent, set: Partial<Thread> = {}) =>
  advance(tx, supportThread, supportMachine, { id, event, by, set });

async function insertReply(tx: Handle, by: Actor, { id: threadId, userId }: Thread, text: string): Promise<void> {
  const id = newId();
  await tx.insert(supportMessage).values({ id, threadId, userId, administratorId: by.id, text, at: now() });
  await notifyAnswered(tx, { threadId, userId, messageId: id });
}

export async function answerThread(
  tx: Handle,
  by: Actor,
  { id, message, more = false }: { id: string; message: string; more?: boolean },
): Promise<Result<AnswerResult>> {
  const found = await loadThreadToAnswer(tx, by, id);
  if (!found.ok) return found;
  const thread = found.value;
  const set = { acknowledgedAt: thread.acknowledgedAt ?? now(), answeredAt: thread.answeredAt ?? now() };
  const moved = await advanceThread(tx, by, id, more ? 'add' : 'answer', set);
  if (!moved.ok) return moved;
  await insertReply(tx, by, thread, message);
  return done({ id });
}

export async function acknowledgeComplaint(
  tx: Handle,
  by: Actor,
  { id }: { id: string },
): Promise<Result<AnswerResult>> {
  const found = await loadThreadToAnswer(tx, by, id);
  if (!found.ok) return found;
  const thread = found.value;
  if (!thread.answerBy) return refuse('no-complaint', 'This is not a complaint. Nothing was changed.');
  if (thread.acknowledgedAt) return refuse('acknowledged', 'This was already acknowledged. Nothing was changed.');
  const moved = await advanceThread(tx, by, id, 'acknowledge', { acknowledgedAt: now() });
  if (!moved.ok) return moved;
  await insertReply(
    tx,
    by,
    thread,
    `We have received your complaint and will answer it by ${dayText(thread.answerBy)}.`,
  );
  return done({ id });
}

export async function markAsComplaint(tx: Handle, by: Actor, { id }: { id: string }): Promise<Result<AnswerResult>> {
  const found = await loadThreadToAnswer(tx, by, id);
  if (!found.ok) return found;
  const thread = found.value;
  if (thread.kind === 'complaint') return refuse('complaint', 'This is already a complaint. Nothing was changed.');
  const moved = await advanceThread(tx, by, id, 'complain', {
    kind: 'complaint',
    ...computeComplaintDates(thread.openedAt),
  });
  return moved.ok ? done({ id }) : moved;
}

/** Closes a support request. A further message of the investor reopens it. */
export async function closeThread(tx: Handle, by: Actor, { id }: { id: string }): Promise<Result<AnswerResult>> {
  const found = await loadThreadToAnswer(tx, by, id);
  if (!found.ok) return found;
  const { kind, answeredAt, userId } = found.value;
  if (kind === 'complaint' && !answeredAt) {
    return refuse('unanswered', 'Answer a complaint before you close it. Nothing was changed.');
  }
  const moved = await advanceThread(tx, by, id, 'close', { closedAt: now() });
  if (!moved.ok) return moved;
  await notify(tx, {
    userId,
    text: 'Support closed your request. Write again if it is not solved.',
    href: threadPath(id),
  });
  return done({ id });
}

export async function reopenThread(tx: Handle, by: Actor, { id }: { id: string }): Promise<Result<AnswerResult>> {
  const found = await loadThreadToAnswer(tx, by, id);
  if (!found.ok) return found;
  const moved = await advanceThread(tx, by, id, 'reopen', { closedAt: null, waitingSince: now() });
  return moved.ok ? done({ id }) : moved;
}

const threadPath = (id: string) => `/support/${id}`;

const answerSchema = decisionSchema
  .extend({
    text: z.uuid('There is no such saved reply.').optional(),
    message: multilineField('Write an answer, or choose a saved reply', MAX_MESSAGE_LENGTH).optional(),
  })
  .refine(({ text, message }) => text !== undefined || message !== undefined, {
    error: 'Write an answer, or choose a saved reply',
    path: ['message'],
  });

/** Sends the chosen saved reply followed by the written text. */
async function answerWithReply(
  tx: Handle,
  by: Actor,
  { id, text, message }: z.output<typeof answerSchema>,
  more = false,
): Promise<Result<AnswerResult>> {
  const saved = text ? await findSavedReply(tx, text) : null;
  if (saved && !saved.ok) return saved;
  return await answerThread(tx, by, { id, message: [saved?.value.text, message].filter(Boolean).join('\n\n'), more });
}

const SOLO_REASON = 'it moves no money and changes no term';

export const SUPPORT_QUEUE: ActQueue = {
  path: '/admin/support',
  right: 'support:answer',
  machine: supportMachine,
  table: supportThread,
  decisions: {
    acknowledge: defineSoloAct({
      event: 'acknowledge',
      schema: decisionSchema,
      run: acknowledgeComplaint,
      toast: () => 'Acknowledged',
      alone: SOLO_REASON,
    }),
    answer: defineSoloAct({
      event: 'answer',
      schema: answerSchema,
      run: (tx, by, input) => answerWithReply(tx, by, input),
      toast: () => 'Answered',
      alone: SOLO_REASON,
    }),
    add: defineSoloAct({
      event: 'add',
      schema: answerSchema,
      run: (tx, by, input) => answerWithReply(tx, by, input, true),
      toast: () => 'Sent',
      alone: SOLO_REASON,
    }),
    complain: defineSoloAct({
      event: 'complain',
      schema: decisionSchema,
      run: markAsComplaint,
      toast: () => 'Marked as a complaint',
      alone: SOLO_REASON,
    }),
    close: defineSoloAct({
      event: 'close',
      schema: decisionSchema,
      run: closeThread,
      toast: () => 'Closed',
      alone: SOLO_REASON,
    }),
    reopen: defineSoloAct({
      event: 'reopen',
      schema: decisionSchema,
      run: reopenThread,
      toast: () => 'Opened again',
      alone: SOLO_REASON,
    }),
  },
  about: async (tx, id) => {
    const [found] = await tx.select().from(supportThread).where(eq(supportThread.id, id));
    if (!found) return null;
    const { userId, status } = found;
    const title = await requireUser(tx, userId);
    return { title, userId, waits: status === 'waiting', called: 'your message to support', page: threadPath(id) };
  },
  several: ['close'],
};
