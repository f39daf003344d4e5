// A restored installation and its original, which share one storage.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { alertCall, event, mail } from '#drizzle/schema';
import { makeBackup, restoreBackup } from '~/backups/index.server';
import { postAlerts } from '~/features/backoffice/alerts/alerts.server';
import { testAlerts } from '~/features/backoffice/alerts/sendAlerts.server';
import { announcementsFor } from '~/features/backoffice/announcements/announcements.server';
import { audit } from '~/ledger/proof/audit.server';
import { recordRestoredHead, storeHead } from '~/ledger/proof/heads.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { deliverMail } from '~/mail/deliver.server';
import { enqueueMail } from '~/mail/outbox.server';
import { closeDatabase, openDatabase, read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { newId } from '~/platform/ids';
import { prepareInstallation } from '~/platform/installation/index.server';
import {
  adoptInstallation,
  getIsolationTime,
  isolateInstallation,
  refreshIsolation,
} from '~/platform/installation/isolation.server';
import { createAdminActor } from '~/platform/states';
import { getSharedStorage, getStorage, parseFolderUrl, setStorageNames } from '~/platform/storage/index.server';
import type { Storage } from '~/platform/storage/storage';
import { emptyDatabase, useDatabase } from '../../support/database';
import { makeAdmin, makeUser } from '../../support/people/people';
import { startSmtp } from '../../support/servers/smtp';
import { behindTheBack } from '../ledger/ledger.fixtures';

useDatabase();
beforeEach(async () => {
  setStorageNames([], false);
  await prepareInstallation();
});

const textIn = async (place: Storage, key: string) => {
  const found = await place.get(key);
  return found && (await text(found));
};
const stored = (key: string) => textIn(getStorage(), key);
/** Objects stored under their full name. */
const named = (name: string) => textIn(getSharedStorage(), name);
/** Names under which a key is stored, of all installations. */
const namesOf = async (key: string) =>
  readdirSync(parseFolderUrl(env().STORAGE_URL)).flatMap((name) => (name.endsWith(`-${key}`) ? name.slice(0, 8) : []));

test('a restored installation sends nothing and writes under its own name until it is adopted', async () => {
  const smtp = await startSmtp();
  Object.assign(env(), {
    SMTP_URL: smtp.url,
    ALERTS_URL: 'http://127.0.0.1:9/',
    ALERTS_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  });
  await makeUser({}, { dollars: 100 });
  const admin = createAdminActor((await makeAdmin()).id);
  while (await sealNextBatch());
  const [before, since] = [newId(), newId()];
  await getStorage().put(before, Buffer.from('proof'), 'image/png');
  await storeHead();
  const production = await stored('newest-head');
  expect(production).not.toBeNull();
  const [own] = await namesOf('newest-head');
  const folder = join(env().DATA_DIR, 'backups', 'drill');
  await makeBackup(folder);

  await closeDatabase();
  await openDatabase(await emptyDatabase());
  await restoreBackup(folder, { replace: false });
  await prepareInstallation();
  await recordRestoredHead();
  await storeHead();
  await getStorage().put(since, Buffer.from('of the drill'), 'image/png');
  await getStorage().remove(before);
  await write((tx) =>
    enqueueMail(tx, {
      effectKey: 'one',
      kind: 'verify',
      to: 'ann@example.com',
      subject: 'Hello',
      paragraphs: ['Hello'],
    }),
  );
  expect(await write((tx) => testAlerts(tx, admin))).toMatchObject({ ok: true });
  await deliverMail();
  await postAlerts();

  expect(getIsolationTime()).toBeInstanceOf(Date);
  expect(announcementsFor('staff', null)).toMatchObject([{ text: expect.stringContaining('npm run adopt') }]);
  expect(announcementsFor('all', null)).toEqual([]);
  expect(smtp.received).toEqual([]);
  expect(await read().select({ attempts: alertCall.attempts }).from(alertCall)).toEqual([{ attempts: 0 }]);
  // Earlier uploads can be read, and no file of the production was overwritten or removed.
  expect([await stored(before), await stored(since)]).toEqual(['proof', 'of the drill']);
  expect(await named(`${own}-newest-head`)).toBe(production);
  expect([await named(since), await stored('newest-head')]).toEqual([null, expect.stringContaining('position')]);
  expect((await audit()).findings).toEqual([]);

  expect(await write(adoptInstallation)).toBe(true);
  await refreshIsolation();
  expect(await write(adoptInstallation)).toBe(false);
  while (await deliverMail());
  expect(smtp.received).toHaveLength(1);
  expect(await read().select().from(mail).where(eq(mail.status, 'sent'))).toHaveLength(1);
  expect(await read().select().from(event).where(eq(event.event, 'adopt'))).toHaveLength(1);
  // The production's uploads are not moved.
  expect([await stored(before), await stored(since)]).toEqual(['proof', 'of the drill']);
  expect((await audit()).findings).toEqual([]);
  await smtp.stop();
});

test('the isolation can’t be faked by a person who writes the database, to silence alerts or to hide the newest head', async () => {
  await makeUser();
  while (await sealNextBatch());
  await storeHead();
  const head = await stored('newest-head');
  expect(head).not.toBeNull();
  await behindTheBack("update installation set isolated_at = 1, storage_names = 'cafe0123'");
  await refreshIsolation();
  expect(getIsolationTime()).toBeNull();
  expect(await stored('newest-head')).toBe(head);
  await getStorage().put('newest-head', Buffer.from('ours'), 'application/json');
  expect(await namesOf('newest-head')).toHaveLength(1);
  expect(await stored('newest-head')).toBe('ours');
});

test('an adopted installation has the production’s name, and its newest head also where it was isolated', async () => {
  const head = async (at: number) => {
    await getStorage().put('newest-head', Buffer.from(String(at)), 'application/json');
    return (await namesOf('newest-head')).length;
  };
  expect(await head(1)).toBe(1);
  const [own] = await namesOf('newest-head');
  await write(isolateInstallation);
  await refreshIsolation();
  expect([await stored('newest-head'), await head(2)]).toEqual([null, 2]);
  await write(adoptInstallation);
  await refreshIsolation();
  expect(await stored('newest-head')).toBe('1');
  expect(await head(3)).toBe(2);
  // A database from before the adoption or the restore is compared with the last stored head.
  const [name = ''] = (await namesOf('newest-head')).filter((each) => each !== own);
  for (const restores of [[name], []])
    for (const isIsolated of [true, false]) {
      setStorageNames(restores, isIsolated);
      expect(await stored('newest-head')).toBe('3');
    }
});

test('objects of 1.0.0 without a name are found until one exists, and new keys find what old ones stored', async () => {
  const shared = getSharedStorage();
  const upload = newId();
  for (const key of ['newest-head', upload]) await shared.put(key, Buffer.from('of before'), 'text/plain');
  expect([await stored('newest-head'), await stored(upload)]).toEqual(['of before', 'of before']);
  await getStorage().put('newest-head', Buffer.from('of now'), 'text/plain');
  expect([await stored('newest-head'), await named('newest-head')]).toEqual(['of now', 'of before']);
  const { SEAL_SECRET } = env();
  Object.assign(env(), { SEAL_SECRET: 'another secret of some length, made today', SEAL_SECRETS_OLD: [SEAL_SECRET] });
  expect(await stored('newest-head')).toBe('of now');
  await getStorage().put('newest-head', Buffer.from('rotated'), 'text/plain');
  expect([await stored('newest-head'), (await namesOf('newest-head')).length]).toEqual(['rotated', 2]);
  // Simulates another installation that writes to the same storage.
  Object.assign(env(), { SEAL_SECRET: 'a secret of another installation altogether', SEAL_SECRETS_OLD: [] });
  await getStorage().put('newest-head', Buffer.from('another'), 'text/plain');
  Object.assign(env(), { SEAL_SECRET });
  expect(await stored('newest-head')).toBe('of now');
  await getStorage().remove('newest-head');
  await getStorage().remove(upload);
  expect([await stored('newest-head'), await stored(upload)]).toEqual([null, null]);
});
