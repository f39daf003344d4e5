// Opened documents of users in the audit log.
import { expect, test } from 'vitest';
import { loadAuditPage } from '~/features/backoffice/auditLog/logs.server';
import { audit } from '~/ledger/proof/audit.server';
import { MINUTE } from '~/platform/clock';
import { write } from '~/platform/db/index.server';
import { record } from '~/platform/events/index.server';
import { newId } from '~/platform/ids';
import { createAdminActor } from '~/platform/states';
import { loader as showFile } from '~/routes/files';
import { startSession } from '~/signIns/session.server';
import { storeUpload } from '~/uploads/store.server';
import { setCookie } from '~/web/cookies/cookies.server';
import { clock, useDatabase } from '../../support/database';
import { must } from '../../support/must';
import { pictureFile } from '../../support/pages/files';
import { makeAdmin, makeUser } from '../../support/people/people';

useDatabase();

test('opening a user’s document or proof is recorded, once for each view, and found by person, document and reader', async () => {
  const owner = await makeUser();
  const ada = await makeAdmin();
  const sessions = {
    admin: await write((tx) => startSession(tx, { kind: 'admin', subjectId: ada.id })),
    session: await write((tx) => startSession(tx, { kind: 'investor', subjectId: owner.id })),
  };
  const cookies = {
    admin: (await setCookie('admin', sessions.admin.secret)).split(';')[0] ?? '',
    session: (await setCookie('session', sessions.session.secret)).split(';')[0] ?? '',
  };
  const stored = async (purpose: 'document' | 'proof' | 'picture') => {
    const file = must(
      await storeUpload(await pictureFile({ width: purpose.length + 20 }), { ownerId: owner.id, purpose }),
    );
    return file.id;
  };
  const [document, proof, picture] = [await stored('document'), await stored('proof'), await stored('picture')];
  const open = async (id: string, who: keyof typeof cookies, headers: Record<string, string> = {}) => {
    const request = new Request(`http://mirrorbook.test/files/${id}`, {
      headers: { Cookie: cookies[who], ...headers },
    });
    const args = { request, params: { id }, context: { requestId: 'r', address: '203.0.113.7' } };
    const answer = await (showFile(args as unknown as Parameters<typeof showFile>[0]) as Promise<Response>);
    await answer.arrayBuffer();
    return answer.status;
  };
  const found = async (query: Record<string, string>) =>
    (await loadAuditPage(new URLSearchParams(query))).rows.map(({ thing, thingId, actorId, userId, details }) => [
      ...[thing, thingId, actorId, userId],
      details?.document,
    ]);

  expect(await open(document, 'session')).toBe(200);
  expect(await found({ thing: 'upload' })).toEqual([]);
  const ranges: Record<string, string>[] = [{}, {}, { Range: 'bytes=4-9' }];
  for (const headers of ranges) await open(document, 'admin', headers);
  expect(await open(proof, 'admin')).toBe(200);
  expect(await open(picture, 'admin')).toBe(200);
  const ofDocument = ['upload', document, ada.id, owner.id, 'document'];
  expect(await found({ id: document })).toEqual([ofDocument]);
  expect(await found({ thing: 'upload', user: owner.id })).toHaveLength(2);
  expect(await found({ thing: 'upload', actor: ada.id })).toHaveLength(2);
  clock.advance(11 * MINUTE);
  await open(document, 'admin');
  expect(await found({ id: document })).toEqual([ofDocument, ofDocument]);
  expect((await audit()).findings).toEqual([]);
});

test('the audit log is filtered by words of a reason, whatever their case', async () => {
  const ada = createAdminActor((await makeAdmin()).id);
  const happened = { thing: 'deposit', thingId: newId(), event: 'reject', by: ada };
  await write((tx) => record(tx, { ...happened, reason: 'The proof is 100% Blurred' }));
  await write((tx) => record(tx, { ...happened, reason: 'Sent twice' }));
  const count = async (reason: string) => (await loadAuditPage(new URLSearchParams({ reason }))).rows.length;
  for (const [words, n] of [
    ['blurred', 1],
    ['100% b', 1],
    ['100_', 0],
    ['%', 1],
    ['nothing like it', 0],
  ] as const)
    expect([words, await count(words)]).toEqual([words, n]);
});
