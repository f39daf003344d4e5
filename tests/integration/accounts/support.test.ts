import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { mail, notification, supportMessage, supportThread } from '#drizzle/schema';
import { claimItem, holdItem } from '~/features/backoffice/reviewQueue/marks.server';
import { readAccountData } from '~/features/money/statements/accountData.server';
import {
  acknowledgeComplaint,
  answerThread,
  closeThread,
  markAsComplaint,
  reopenThread,
  SUPPORT_QUEUE,
} from '~/features/people/support/answer.server';
import {
  COMPLAINT_COLUMNS,
  findThread,
  listThreads,
  loadSupportContext,
  loadSupportQueue,
  possibleSupportDecisions,
  streamComplaints,
  toSupportRow,
} from '~/features/people/support/queries.server';
import { openSchema } from '~/features/people/support/schema';
import { supportMachine } from '~/features/people/support/states';
import { openThread, writeInThread } from '~/features/people/support/writeToSupport.server';
import { DAY } from '~/platform/clock';
import { read, write } from '~/platform/db/index.server';
import { findTimeline } from '~/platform/events/index.server';
import { createAdminActor } from '~/platform/states';
import type { User } from '~/signIns/session.server';
import { findUploadFor, storeUpload } from '~/uploads/store.server';
import { clock, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { onBothEngines } from '../../support/onBothEngines';
import { pictureFile } from '../../support/pages/files';
import { makeAdmin, makeUser } from '../../support/people/people';

useDatabase();

const ASKED = { kind: 'question', subject: 'My copies', message: 'Why do they differ?\nThanks' } as const;

const open = (user: User, request: Partial<Parameters<typeof openThread>[2]> = {}) =>
  write((tx) => openThread(tx, user, { ...ASKED, ...request }));

async function opened(user: User, request: Parameters<typeof open>[1] = {}): Promise<string> {
  const answer = must(await open(user, request));
  return answer.id;
}

const staff = async () => createAdminActor((await makeAdmin({ role: 'support' })).id);
const threadRow = async (id: string) => (await read().select().from(supportThread).where(eq(supportThread.id, id)))[0];
const codeOf = (answer: { ok: boolean; error?: { code: string } }) => answer.error?.code ?? 'done';
const mailsOf = async (kind: string) =>
  await read().select({ to: mail.recipient, text: mail.text }).from(mail).where(eq(mail.kind, kind));
const waiting = async (more: object = {}) => (await loadSupportQueue({ show: 'waiting', page: 1, ...more })).rows;

describe('what investors write to support', () => {
  test('waits, is answered, continued, closed and reopened; both sides are notified by mail', async () => {
    const [ann, by] = [await makeUser(), await staff()];
    const id = await opened(ann, { page: '/usercopytrade' });
    expect(await threadRow(id)).toMatchObject({ status: 'waiting', page: '/usercopytrade', answerBy: null });
    expect((await waiting()).map(toSupportRow)).toMatchObject([{ id, what: 'My copies', since: clock.at }]);
    clock.advance(60_000);
    expect(codeOf(await write((tx) => answerThread(tx, by, { id, message: 'For the spread.' })))).toBe('done');
    expect(await threadRow(id)).toMatchObject({ status: 'answered', answeredAt: clock.at });
    expect(await waiting()).toEqual([]);
    // A second answer is refused unless its administrator sends it as an additional one (`more`).
    expect(codeOf(await write((tx) => answerThread(tx, by, { id, message: 'Again.' })))).toBe('wrong-state');
    expect(codeOf(await write((tx) => answerThread(tx, by, { id, message: 'And this.', more: true })))).toBe('done');
    expect(codeOf(await write((tx) => writeInThread(tx, ann, { id, message: 'Thank you' })))).toBe('done');
    expect(await threadRow(id)).toMatchObject({ status: 'waiting', waitingSince: clock.at });
    expect(codeOf(await write((tx) => closeThread(tx, by, { id })))).toBe('done');
    expect(codeOf(await write((tx) => reopenThread(tx, by, { id })))).toBe('done');
    expect(codeOf(await write((tx) => closeThread(tx, by, { id })))).toBe('done');
    expect(codeOf(await write((tx) => writeInThread(tx, ann, { id, message: 'Not solved' })))).toBe('done');
    expect(await threadRow(id)).toMatchObject({ status: 'waiting', closedAt: null });

    const sentMails = await mailsOf('support-answered');
    expect(sentMails.map(({ to }) => to)).toEqual([ann.email, ann.email]);
    expect(sentMails[0]?.text).toContain(`/support/${id}`);
    expect(sentMails[0]?.text).not.toContain('spread');
    expect(await mailsOf('support-written')).toHaveLength(3);
    expect(await read().select().from(notification).where(eq(notification.userId, ann.id))).toHaveLength(4);
    const events = await findTimeline(read(), supportMachine.thing, id);
    expect(events.map(({ event }) => event)).toEqual([
      'open',
      'answer',
      'add',
      'write',
      'close',
      'reopen',
      'close',
      'write',
    ]);
    // The investor is not shown the name of the person who answered.
    const shown = await findThread(ann.id, id);
    expect(shown?.messages.map(({ text, staff }) => [text, staff])[1]).toEqual(['For the spread.', null]);
    const { supportRequests, supportMessages } = await readAccountData(ann);
    expect([supportRequests.length, supportMessages.map(({ from }) => from)]).toEqual([
      1,
      ['you', 'support', 'support', 'you', 'you'],
    ]);
    expect(JSON.stringify(supportMessages)).not.toContain(by.id);
  });

  test('follows its state table, in every state', async () => {
    const [ann, by] = [await makeUser(), await staff()];
    const steps = {
      write: (id: string) => write((tx) => writeInThread(tx, ann, { id, message: 'More' })),
      acknowledge: async (id: string) => {
        const complaint = { answerBy: clock.at, acknowledgedAt: null };
        await write((tx) => tx.update(supportThread).set(complaint).where(eq(supportThread.id, id)));
        return await write((tx) => acknowledgeComplaint(tx, by, { id }));
      },
      answer: (id: string) => write((tx) => answerThread(tx, by, { id, message: 'So' })),
      add: (id: string) => write((tx) => answerThread(tx, by, { id, message: 'And so', more: true })),
      complain: (id: string) => write((tx) => markAsComplaint(tx, by, { id })),
      close: (id: string) => write((tx) => closeThread(tx, by, { id })),
      reopen: (id: string) => write((tx) => reopenThread(tx, by, { id })),
    };
    for (const [state, way] of Object.entries({ waiting: null, answered: 'answer', closed: 'close' } as const)) {
      for (const [name, { from, to }] of Object.entries(supportMachine.events)) {
        if (name === 'open') continue;
        clock.advance(DAY);
        const id = await opened(ann);
        if (way) await steps[way](id);
        const allowed = (from as readonly string[]).includes(state);
        const ended = await steps[name as keyof typeof steps](id);
        expect([state, name, codeOf(ended)]).toEqual([state, name, allowed ? 'done' : 'wrong-state']);
        expect((await threadRow(id))?.status).toBe(allowed ? to : state);
      }
    }
  });

  test('is hidden from everybody else: its messages, its picture, and its text', async () => {
    const [ann, eve] = [await makeUser(), await makeUser()];
    const stored = must(await storeUpload(await pictureFile(), { ownerId: ann.id, purpose: 'message' }));
    const attachment = stored.id;
    expect(codeOf(await open(eve, { attachment }))).toBe('no-picture');
    const id = await opened(ann, { attachment });
    expect(await findThread(eve.id, id)).toBeNull();
    expect((await listThreads(eve.id, new URLSearchParams())).rows).toEqual([]);
    expect(codeOf(await write((tx) => writeInThread(tx, eve, { id, message: 'Mine' })))).toBe('not-found');
    const seenBy = async (role: 'support' | 'payments' | null, userId: string | null = null) =>
      (await findUploadFor(attachment, { userId, staff: role && { role } })) !== null;
    expect([await seenBy('support'), await seenBy('payments'), await seenBy(null, eve.id)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await seenBy(null, ann.id)).toBe(true);
  });

  test('is limited in messages a day and characters each, and keeps its lines as they were typed', async () => {
    const ann = await makeUser();
    for (let n = 0; n < 20; n++) await opened(ann, { subject: `Number ${n}` });
    expect(codeOf(await open(ann))).toBe('throttled');
    clock.advance(DAY);
    expect(codeOf(await open(ann))).toBe('done');
    const parsed = (message: string) => openSchema.safeParse({ ...ASKED, message });
    expect(parsed('a'.repeat(4_001)).success).toBe(false);
    expect(parsed(' \r\n ').success).toBe(false);
    expect(parsed('a\u202eb').success).toBe(false);
    expect(parsed('one\r\ntwo\r\n\r\n\r\n\r\nthree ').data?.message).toBe('one\ntwo\n\nthree');
  });
});

describe('the staff', () => {
  test('sees waiting messages with the investor beside them; entries of others or on hold are not answered', async () => {
    const [ann, by, other] = [await makeUser(), await staff(), await staff()];
    const id = await opened(ann);
    const earlier = await opened(ann, { subject: 'Another matter', kind: 'report' });
    const [first] = await waiting();
    const { context, messages } = await loadSupportContext(first ?? fail());
    expect([context.others.map((each) => each.id), messages.length]).toEqual([[earlier], 1]);
    await write((tx) => claimItem(tx, by, SUPPORT_QUEUE, { id }));
    expect(codeOf(await write((tx) => answerThread(tx, other, { id, message: 'No' })))).toBe('taken');
    expect((await waiting({ taken: by.id })).map(({ thread }) => thread.id)).toEqual([id]);
    await write((tx) => holdItem(tx, by, SUPPORT_QUEUE, { id, reason: 'We asked the exchange', shouldNotify: true }));
    expect(codeOf(await write((tx) => answerThread(tx, by, { id, message: 'No' })))).toBe('held');
    expect((await waiting()).map(({ thread }) => thread.id)).toEqual([earlier]);
    // A new message of the investor waits again, also in an entry on hold.
    await write((tx) => writeInThread(tx, ann, { id, message: 'Any news?' }));
    expect((await waiting()).map(({ thread }) => thread.id)).toEqual([id, earlier]);
    expect((await waiting({ risk: 'report' })).map(({ thread }) => thread.id)).toEqual([earlier]);
  });

  onBothEngines('the dates are compared in SQL, and the file is read by ids', () => {
    test('stores the dates of complaints, which are exported to a file', async () => {
      const [ann, by] = [await makeUser(), await staff()];
      const id = await opened(ann, { kind: 'complaint', subject: '=1+1' });
      const openedAt = clock.at;
      const [found] = await waiting();
      expect(
        Object.keys(
          possibleSupportDecisions(found ?? fail(), { acknowledge: '', complain: '', close: '', answer: '' }),
        ),
      ).toEqual(['acknowledge', 'answer']);
      const risks = async () => (await waiting()).map(toSupportRow)[0]?.risks.filter((each) => each !== 'New account');
      expect(await risks()).toEqual(['Complaint']);
      expect(codeOf(await write((tx) => closeThread(tx, by, { id })))).toBe('unanswered');
      clock.advance(7 * DAY + 1);
      expect(await risks()).toEqual(['Not acknowledged', 'Complaint']);
      expect(codeOf(await write((tx) => acknowledgeComplaint(tx, by, { id })))).toBe('done');
      expect(codeOf(await write((tx) => acknowledgeComplaint(tx, by, { id })))).toBe('acknowledged');
      const acknowledgedAt = clock.at;
      expect(await threadRow(id)).toMatchObject({ status: 'waiting', acknowledgedAt, answeredAt: null });
      expect(await risks()).toEqual(['Complaint']);
      clock.advance(14 * DAY);
      expect(await risks()).toEqual(['Answer overdue', 'Complaint']);
      await write((tx) => answerThread(tx, by, { id, message: 'You are right.' }));

      const question = await opened(ann);
      expect(codeOf(await write((tx) => acknowledgeComplaint(tx, by, { id: question })))).toBe('no-complaint');
      expect(codeOf(await write((tx) => markAsComplaint(tx, by, { id: question })))).toBe('done');
      expect(codeOf(await write((tx) => markAsComplaint(tx, by, { id: question })))).toBe('complaint');

      const lines: object[] = [];
      for await (const line of streamComplaints()) lines.push(line);
      expect(Object.keys(lines[0] ?? {})).toEqual(Object.keys(COMPLAINT_COLUMNS));
      expect(lines).toMatchObject([
        {
          id,
          subject: '=1+1',
          received: openedAt.toISOString(),
          acknowledged: acknowledgedAt.toISOString(),
          answered: clock.at.toISOString(),
          state: 'answered',
        },
        { id: question, answered: '', state: 'waiting' },
      ]);
      const own = and(eq(supportMessage.threadId, id), eq(supportMessage.administratorId, by.id));
      expect((await read().select().from(supportMessage).where(own)).map(({ text }) => text)).toEqual([
        expect.stringContaining('We have received your complaint and will answer it by'),
        'You are right.',
      ]);
    });
  });
});

function fail(): never {
  throw new Error('There is nothing to answer');
}
