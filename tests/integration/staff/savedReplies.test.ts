import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { event, savedReply, supportMessage } from '#drizzle/schema';
import { SUPPORT_QUEUE } from '~/features/people/support/answer.server';
import { deleteReply, listSavedReplies, saveReply } from '~/features/people/support/savedReplies.server';
import { openThread } from '~/features/people/support/writeToSupport.server';
import { read, write } from '~/platform/db/index.server';
import { type AdminActor, createAdminActor } from '~/platform/states';
import { ensureCatalogue } from '~/seed/catalogue.server';
import { useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { makeAdmin, makeUser } from '../../support/people/people';

useDatabase();

const save = (by: AdminActor, reply: { id?: string; name: string; text: string }) =>
  write((tx) => saveReply(tx, by, reply));
const idOf = async (name: string) => (await listSavedReplies()).find((each) => each.name === name)?.id ?? '';
const names = async () => (await listSavedReplies()).map(({ name }) => name);
const code = (result: { ok: boolean; error?: { code: string } }) => (result.ok ? 'done' : result.error?.code);

test('saved replies are added, changed and deleted by those who may answer, each in the audit log', async () => {
  const by = createAdminActor((await makeAdmin({ role: 'support' })).id);
  const auditor = createAdminActor((await makeAdmin({ role: 'auditor' })).id);
  expect(code(await save(auditor, { name: 'Greeting', text: 'Hello' }))).toBe('forbidden');
  expect(code(await save(by, { name: 'Greeting', text: 'Hello' }))).toBe('done');
  expect(code(await save(by, { name: 'Greeting', text: 'Hi' }))).toBe('taken');
  const id = await idOf('Greeting');
  expect(code(await save(by, { id, name: 'Greeting', text: 'Hello' }))).toBe('no-changes');
  expect(code(await save(by, { id, name: 'Greeting', text: 'Good day' }))).toBe('done');
  expect(code(await write((tx) => deleteReply(tx, auditor, { id })))).toBe('forbidden');
  expect(code(await write((tx) => deleteReply(tx, by, { id })))).toBe('done');
  expect(code(await write((tx) => deleteReply(tx, by, { id })))).toBe('not-found');
  const events = await read().select().from(event).where(eq(event.thing, 'saved reply')).orderBy(event.id);
  expect(events.map(({ event: name, details }) => [name, details?.text])).toEqual([
    ['add', 'Hello'],
    ['change', 'Hello → Good day'],
    ['delete', 'Good day'],
  ]);
});

test('a request is answered with the present saved reply, and with no deleted one', async () => {
  const user = await makeUser();
  const by = createAdminActor((await makeAdmin({ role: 'support' })).id);
  const opened = { kind: 'question', subject: 'Hello', message: 'Where is it?' } as const;
  const thread = must(await write((tx) => openThread(tx, user, opened)));
  must(await save(by, { name: 'Soon', text: 'It comes soon.' }));
  const id = await idOf('Soon');
  must(await save(by, { id, name: 'Soon', text: 'It comes tomorrow.' }));
  const answer = (message: string) =>
    write(async (tx) => SUPPORT_QUEUE.decisions.answer?.run(tx, by, { id: thread.id, text: id, message }));
  expect(await answer('Thank you')).toMatchObject({ ok: true });
  const texts = (await read().select({ text: supportMessage.text }).from(supportMessage)).map(({ text }) => text);
  expect(texts).toContain('It comes tomorrow.\n\nThank you');
  must(await write((tx) => deleteReply(tx, by, { id })));
  expect(await answer('Again')).toMatchObject({ ok: false, error: { code: 'not-found' } });
});

test('a new installation has some, and deleted ones do not return', async () => {
  const by = createAdminActor((await makeAdmin()).id);
  await ensureCatalogue();
  const first = await names();
  expect(first.length).toBeGreaterThan(3);
  await ensureCatalogue();
  expect(await names()).toEqual(first);
  for (const { id } of await read().select().from(savedReply)) must(await write((tx) => deleteReply(tx, by, { id })));
  await ensureCatalogue();
  expect(await names()).toEqual([]);
});
