import { and, count, eq, gt, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { supportMessage, supportThread } from '#drizzle/schema';
import { endHold } from '~/features/backoffice';
import { after, DAY, now } from '~/platform/clock';
import type { Handle, Reader } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { advance, record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { done, type Refusal, type Result, refuse } from '~/platform/result';
import { createInvestorActor } from '~/platform/states';
import { type ActingInvestor, findActingUser } from '~/signIns/acting.server';
import { isOwnUpload } from '~/uploads/store.server';
import { addWorkingDays } from './complaintDates';
import { mailSupportMessage } from './internal/mail.server';
import { MAX_THREAD_MESSAGES } from './limits';
import type { openSchema, writeSchema } from './schema';
import { supportMachine } from './states';

type WriteResult = { id: string; journalId?: undefined };

export function computeComplaintDates(openedAt: Date) {
  const { complaintAcknowledgeDays, complaintAnswerDays } = env().TARGETS;
  return {
    acknowledgeBy: addWorkingDays(openedAt, complaintAcknowledgeDays),
    answerBy: addWorkingDays(openedAt, complaintAnswerDays),
  };
}

/** Returns the refusal of an investor who has written too much in the last day; null if they may write. */
export async function findMessageRefusal(handle: Reader, userId: string): Promise<Refusal | null> {
  const limit = env().LIMITS.supportMessagesPerDay;
  const lately = and(
    eq(supportMessage.userId, userId),
    isNull(supportMessage.administratorId),
    gt(supportMessage.at, after(now(), -DAY)),
  );
  const [written] = await handle.select({ n: count() }).from(supportMessage).where(lately);
  if ((written?.n ?? 0) < limit) return null;
  const message = `You have written ${limit} messages in the last 24 hours. We read all of them. Please write the rest later.`;
  return { code: 'throttled', message };
}

async function refuseMessage(tx: Handle, ownerId: string, file: string | undefined): Promise<Result<never> | null> {
  const tooMuch = await findMessageRefusal(tx, ownerId);
  if (tooMuch) return { ok: false, error: tooMuch };
  if (file === undefined || (await isOwnUpload(tx, { id: file, ownerId, purpose: 'message' }))) return null;
  return refuse('no-picture', 'Choose the picture again', 'attachment');
}

async function insertMessage(tx: Handle, userId: string, threadId: string, text: string, fileId: string | null) {
  const id = newId();
  await tx.insert(supportMessage).values({ id, threadId, userId, text, fileId, at: now() });
  return id;
}

export async function openThread(
  tx: Handle,
  asker: ActingInvestor,
  { kind, subject, message, attachment, page }: z.output<typeof openSchema>,
): Promise<Result<WriteResult>> {
  const open = await findActingUser(tx, asker);
  if (!open.ok) return open;
  const user = open.value;
  const refused = await refuseMessage(tx, user.id, attachment);
  if (refused) return refused;
  const [id, openedAt] = [newId(), now()];
  const { to } = supportMachine.events.open;
  await tx.insert(supportThread).values({
    id,
    userId: user.id,
    kind,
    subject,
    page: page || null,
    status: to,
    openedAt,
    waitingSince: openedAt,
    ...(kind === 'complaint' && computeComplaintDates(openedAt)),
  });
  const messageId = await insertMessage(tx, user.id, id, message, attachment ?? null);
  const happened = { event: 'open', from: 'none', to, by: createInvestorActor(user.id), userId: user.id };
  await record(tx, { thing: supportMachine.thing, thingId: id, ...happened, details: { kind } });
  await mailSupportMessage(tx, user, { id, kind, messageId });
  return done({ id });
}

export async function writeInThread(
  tx: Handle,
  asker: ActingInvestor,
  { id, message, attachment }: z.output<typeof writeSchema>,
): Promise<Result<WriteResult>> {
  const open = await findActingUser(tx, asker);
  if (!open.ok) return open;
  const user = open.value;
  const refused = await refuseMessage(tx, user.id, attachment);
  if (refused) return refused;
  const own = and(eq(supportThread.id, id), eq(supportThread.userId, user.id));
  const [thread] = await tx.select().from(supportThread).where(own);
  if (!thread) return refuse('not-found', 'This is not one of yours.');
  const [there] = await tx.select({ n: count() }).from(supportMessage).where(eq(supportMessage.threadId, id));
  if ((there?.n ?? 0) >= MAX_THREAD_MESSAGES) {
    return refuse(
      'full',
      `This request already has ${MAX_THREAD_MESSAGES} messages. Please create a new one.`,
      'message',
    );
  }
  const set = { waitingSince: thread.status === 'waiting' ? thread.waitingSince : now(), closedAt: null };
  const by = createInvestorActor(user.id);
  const moved = await advance(tx, supportThread, supportMachine, { id, event: 'write', by, owner: user.id, set });
  if (!moved.ok) return moved;
  const messageId = await insertMessage(tx, user.id, id, message, attachment ?? null);
  await endHold(tx, id);
  await mailSupportMessage(tx, user, { id, kind: thread.kind, messageId });
  return done({ id });
}
