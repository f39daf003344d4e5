import { beforeEach, expect, test } from 'vitest';
import { event } from '#drizzle/schema';
import { readAccountData } from '~/features/money/statements/accountData.server';
import { freezeAccount, freezePart } from '~/features/people/auth/freeze/freeze.server';
import { addUserNote, listNotes } from '~/features/people/users/addUserNote.server';
import { tagSchema } from '~/features/people/users/schema';
import { listTagsInUse, tagUser, untagUser } from '~/features/people/users/tags.server';
import { loadUserFile } from '~/features/people/users/user.server';
import { loadUsersPage, streamUsers } from '~/features/people/users/users.server';
import { read, write } from '~/platform/db/index.server';
import { createAdminActor } from '~/platform/states';
import type { FreezePart } from '~/signIns/frozen';
import type { User } from '~/signIns/session.server';
import { useDatabase } from '../../support/database';
import { makeAdmin, makeUser } from '../../support/people/people';

useDatabase();

let ann: User;
let bob: User;
let by: ReturnType<typeof createAdminActor>;
beforeEach(async () => {
  ann = await makeUser({ email: 'ann@example.com' });
  bob = await makeUser({ email: 'bob@example.com' });
  by = createAdminActor((await makeAdmin()).id);
});

const tag = (user: User, tag: string) => write((tx) => tagUser(tx, by, { userId: user.id, tag }));
const untag = (user: User, tag: string) => write((tx) => untagUser(tx, by, { userId: user.id, tag }));
const found = async (query: string) => (await loadUsersPage(new URLSearchParams(query))).rows.map(({ email }) => email);
const tagsOf = async (user: User) => (await loadUserFile(user.id))?.person.tags;

test('a tag finds its users again, in the list and in its file', async () => {
  await tag(ann, 'vip');
  await tag(ann, 'asks for calls');
  await tag(bob, 'asks for calls');
  expect(await tagsOf(ann)).toEqual(['asks for calls', 'vip']);
  expect(await found('tag=vip')).toEqual(['ann@example.com']);
  expect((await found('tag=asks+for+calls')).sort()).toEqual(['ann@example.com', 'bob@example.com']);
  expect(await found('tag=nobody')).toEqual([]);
  expect(await listTagsInUse()).toEqual(['asks for calls', 'vip']);
  const lines = [];
  for await (const line of streamUsers(new URLSearchParams('tag=vip'))) lines.push(line.tags);
  expect(lines).toEqual(['asks for calls; vip']);
});

test('the list and its file show the frozen parts of an account', async () => {
  const freeze = (user: User, part: FreezePart) =>
    write((tx) => freezePart(tx, by, { userId: user.id, part, reason: 'A call from the bank' }));
  await freeze(ann, 'withdrawals');
  await freeze(bob, 'copying');
  await write((tx) => freezeAccount(tx, by, { userId: bob.id, reason: 'A stolen telephone' }));
  expect((await found('freeze=any')).sort()).toEqual(['ann@example.com', 'bob@example.com']);
  expect(await found('freeze=withdrawals')).toEqual(['ann@example.com']);
  expect(await found('freeze=copying')).toEqual(['bob@example.com']);
  expect(await found('freeze=account')).toEqual(['bob@example.com']);
  const frozen = [];
  for await (const line of streamUsers(new URLSearchParams('freeze=any'))) frozen.push([line.email, line.frozen]);
  expect(frozen.sort()).toEqual([
    ['ann@example.com', 'withdrawals'],
    ['bob@example.com', 'account copying'],
  ]);
});

test('adding a tag twice, or removing an absent one, changes and records nothing', async () => {
  for (const _ of [1, 2]) expect((await tag(ann, 'vip')).ok).toBe(true);
  for (const _ of [1, 2]) expect((await untag(ann, 'vip')).ok).toBe(true);
  expect(await tagsOf(ann)).toEqual([]);
  const recorded = (await read().select().from(event)).filter(({ thing }) => thing === 'user tag');
  expect(recorded.map(({ event, details }) => [event, details?.tag])).toEqual([
    ['add', 'vip'],
    ['remove', 'vip'],
  ]);
});

test('an eleventh tag is refused with a message at its field', async () => {
  for (let n = 0; n < 10; n++) await tag(ann, `tag ${n}`);
  expect(await tag(ann, 'one more')).toMatchObject({ ok: false, error: { field: 'tag' } });
  expect(await tagsOf(ann)).toHaveLength(10);
});

test.each([
  ['  VIP ', 'vip'],
  ['Asks  for calls', 'asks for calls'],
  ['<b>', null],
  ['=1+1', null],
  ['', null],
  ['x'.repeat(25), null],
])('of %j the tag is %j', (input, stored) => {
  const read = tagSchema.safeParse({ id: '01a2140f-d34b-7845-8512-ba140bb00000', tag: input });
  expect(read.success ? read.data.tag : null).toBe(stored);
});

test('notes and tags are read by the staff and are in no investor’s download', async () => {
  await tag(ann, 'doubtful');
  await write((tx) => addUserNote(tx, by, { userId: ann.id, note: 'Rang about a late payment' }));
  expect((await listNotes(ann.id)).map(({ reason }) => reason)).toEqual(['Rang about a late payment']);
  const ofOthers = JSON.stringify(await readAccountData(ann), (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  expect(ofOthers).not.toContain('doubtful');
  expect(ofOthers).not.toContain('late payment');
});
