// On both engines: leases of mails.
import { describe, expect, test, vi } from 'vitest';
import { mail as mailTable, runningProcess } from '#drizzle/schema';
import { deliverMail } from '~/mail/deliver.server';
import { enqueueMail } from '~/mail/outbox.server';
import { MailError, type MailTransport } from '~/mail/transport.server';
import { after, MINUTE, SECOND, setClock } from '~/platform/clock';
import { closeDatabase, openDatabase, read, write } from '~/platform/db/index.server';
import { thisProcess } from '~/platform/process/thisProcess';
import { clock, databaseUrl, onPostgres, useDatabase } from '../../support/database';

useDatabase();

const enqueue = () =>
  write((tx) =>
    enqueueMail(tx, {
      effectKey: 'one',
      kind: 'plan-opened',
      to: 'ann@example.com',
      subject: 'One',
      paragraphs: ['One.'],
    }),
  );

const row = async () => (await read().select().from(mailTable))[0];

/** Transport that keeps its only message in sending until the test ends it. */
function slow() {
  let end = { sent: () => {}, failed: (_error: Error) => {} };
  const outcome = new Promise<void>((resolve, reject) => {
    end = { sent: resolve, failed: reject };
  });
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const send: MailTransport['send'] = async () => {
    start();
    await outcome;
  };
  return { transport: { send } as MailTransport, begun: started, ...end };
}

const quick: MailTransport = { send: async () => {} };

/** A mail whose sending takes longer than its lease. */
async function overdue() {
  await enqueue();
  const first = slow();
  const delivery = deliverMail({ transport: first.transport });
  await first.begun;
  clock.advance(2 * MINUTE + 1);
  return { first, delivery };
}

describe('a mail whose lease lapses while it is being sent', () => {
  test('is sent by another process, and the first one’s late failure leaves it sent', async () => {
    const { first, delivery } = await overdue();
    expect(await deliverMail({ transport: quick })).toBe(true);
    const sent = await row();
    expect(sent).toMatchObject({ status: 'sent', attempts: 1, error: null });
    clock.advance(SECOND);
    first.failed(new MailError('ETIMEDOUT', null));
    expect(await delivery).toBe(false);
    expect(await row()).toEqual(sent);
    expect(await deliverMail({ transport: quick })).toBe(false);
  });

  test('stays with the process that took it when the first one fails', async () => {
    const { first, delivery } = await overdue();
    const second = slow();
    const another = deliverMail({ transport: second.transport });
    await second.begun;
    const taken = await row();
    first.failed(new MailError('ETIMEDOUT', null));
    await delivery;
    expect(await row()).toEqual(taken);
    expect(await deliverMail({ transport: quick })).toBe(false);
    second.sent();
    expect(await another).toBe(true);
    expect(await row()).toMatchObject({ status: 'sent', leasedUntil: null });
  });

  test('stays sent when both processes succeed', async () => {
    const { first, delivery } = await overdue();
    expect(await deliverMail({ transport: quick })).toBe(true);
    first.sent();
    expect(await delivery).toBe(true);
    expect(await row()).toMatchObject({ status: 'sent', leasedUntil: null, error: null });
    expect(await deliverMail({ transport: quick })).toBe(false);
  });

  test('is not taken by another process a moment before', async () => {
    await enqueue();
    const first = slow();
    const delivery = deliverMail({ transport: first.transport });
    await first.begun;
    clock.advance(2 * MINUTE - 1);
    expect(await deliverMail({ transport: quick })).toBe(false);
    first.sent();
    expect(await delivery).toBe(true);
    expect(await row()).toMatchObject({ status: 'sent', attempts: 1 });
  });
});

test('a mail that was sent while the database was unavailable is marked once it is back, and not sent again', async () => {
  await enqueue();
  const sent: string[] = [];
  const transport: MailTransport = {
    send: async ({ messageId }) => {
      sent.push(messageId);
      await closeDatabase();
    },
  };
  await expect(deliverMail({ transport })).rejects.toThrow();
  await openDatabase(databaseUrl());
  expect(await row()).toMatchObject({ status: 'waiting' });
  // The lease of the first process expired long ago.
  clock.advance(60 * MINUTE);
  expect(await deliverMail({ transport })).toBe(false);
  expect(await row()).toMatchObject({ status: 'sent', attempts: 1, leasedUntil: null });
  expect(sent).toHaveLength(1);
});

test('a process that stalls after it took a mail does not send it', async () => {
  await enqueue();
  let time = clock.machine;
  setClock({
    system: () => {
      time = after(time, 61 * SECOND);
      return time;
    },
  });
  const sent: string[] = [];
  const transport: MailTransport = { send: async ({ messageId }) => void sent.push(messageId) };
  expect(await deliverMail({ transport })).toBe(false);
  expect(sent).toEqual([]);
});

test.each([
  ['died', 'dead', true],
  // The connection of this process is still open. SQLite has no other process that could lose its connection.
  ['is only slow', thisProcess, !onPostgres],
])('mails that a process that %s was sending are free for others at once: %s, %s', async (_how, holder, isFree) => {
  await enqueue();
  void deliverMail({ transport: { send: () => new Promise(() => {}) } });
  await vi.waitUntil(async () => (await row())?.leasedUntil);
  expect((await row())?.leasedBy).toBe(thisProcess);
  expect(await deliverMail({ transport: quick })).toBe(false);
  const fields = { id: holder, place: 'web-3', storageMark: null, clockAhead: 0, clockMoved: 0, seenAt: new Date(0) };
  await write(async (tx) => {
    await tx.update(mailTable).set({ leasedBy: holder });
    await tx.insert(runningProcess).values(fields);
  });
  expect(await deliverMail({ transport: quick })).toBe(isFree);
});
