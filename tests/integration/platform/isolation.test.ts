// A restored installation beside the one that it was made of, on one storage.
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { alertCall, event, mail } from '#drizzle/schema';
import { makeBackup, restoreBackup } from '~/backups/index.server';
import { sendCalls } from '~/features/backoffice/alerts/alerts.server';
import { testAlerts } from '~/features/backoffice/alerts/sendAlerts.server';
import { announcementsFor } from '~/features/backoffice/announcements/announcements.server';
import { audit } from '~/ledger/proof/audit.server';
import { noteRestored, storeHead } from '~/ledger/proof/heads.server';
import { sealSome } from '~/ledger/proof/seal.server';
import { deliverMail } from '~/mail/deliver.server';
import { enqueueMail } from '~/mail/outbox.server';
import { closeDatabase, openDatabase, read, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { newId } from '~/platform/ids';
import { settleInstallation } from '~/platform/installation/index.server';
import { adopt, isolatedSince, refreshIsolation } from '~/platform/installation/isolation.server';
import { byAdmin } from '~/platform/states';
import { diskStorage } from '~/platform/storage/disk.server';
import { folderOf, setStorageNames, storage } from '~/platform/storage/index.server';
import { emptyDatabase, useDatabase } from '../../support/database';
import { makeAdmin, makeUser } from '../../support/people/people';
import { startSmtp } from '../../support/servers/smtp';
import { behindTheBack } from '../ledger/ledger.fixtures';

useDatabase();
beforeEach(async () => {
  setStorageNames('');
  await settleInstallation();
});

const stored = async (key: string) => {
  const found = await storage().get(key);
  return found && (await text(found));
};

test('sends nothing and writes under a name of its own until it is adopted', async () => {
  const smtp = await startSmtp();
  Object.assign(env(), {
    SMTP_URL: smtp.url,
    ALERTS_URL: 'http://127.0.0.1:9/',
    ALERTS_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  });
  await makeUser({}, { dollars: 100 });
  const admin = byAdmin((await makeAdmin()).id);
  while (await sealSome());
  const [before, since] = [newId(), newId()];
  await storage().put(before, Buffer.from('proof'), 'image/png');
  await storeHead();
  const production = await stored('newest-head');
  expect(production).not.toBeNull();
  const folder = join(env().DATA_DIR, 'backups', 'drill');
  await makeBackup(folder);

  await closeDatabase();
  await openDatabase(await emptyDatabase());
  await restoreBackup(folder, { replace: false });
  await settleInstallation();
  await noteRestored();
  await storeHead();
  await storage().put(since, Buffer.from('of the drill'), 'image/png');
  await storage().remove(before);
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
  await sendCalls();

  expect(isolatedSince()).toBeInstanceOf(Date);
  expect(announcementsFor('staff', null)).toMatchObject([{ text: expect.stringContaining('npm run adopt') }]);
  expect(announcementsFor('all', null)).toEqual([]);
  expect(smtp.received).toEqual([]);
  expect(await read().select({ attempts: alertCall.attempts }).from(alertCall)).toEqual([{ attempts: 0 }]);
  // Uploads from before can be read, and nothing of the production's was overwritten or removed.
  expect([await stored(before), await stored(since)]).toEqual(['proof', 'of the drill']);
  const shared = diskStorage(folderOf(env().STORAGE_URL));
  const head = await shared.get('newest-head');
  expect(head && (await text(head))).toBe(production);
  expect([await shared.get(since), await stored('newest-head')]).toEqual([null, expect.stringContaining('position')]);
  expect((await audit()).findings).toEqual([]);

  expect(await write(adopt)).toBe(true);
  await refreshIsolation();
  expect(await write(adopt)).toBe(false);
  while (await deliverMail());
  expect(smtp.received).toHaveLength(1);
  expect(await read().select().from(mail).where(eq(mail.status, 'sent'))).toHaveLength(1);
  expect(await read().select().from(event).where(eq(event.event, 'adopt'))).toHaveLength(1);
  // Its uploads stay where they are.
  expect([await stored(before), await stored(since)]).toEqual(['proof', 'of the drill']);
  expect((await audit()).findings).toEqual([]);
  await smtp.stop();
});

test('can’t be feigned by who writes the database, to silence alerts or to hide the newest head', async () => {
  await storeHead();
  await behindTheBack("update installation set isolated_at = 1, storage_names = 'cafe0123'");
  await refreshIsolation();
  expect(isolatedSince()).toBeNull();
  await storage().put('newest-head', Buffer.from('ours'), 'application/json');
  expect(await diskStorage(folderOf(env().STORAGE_URL)).get('newest-head')).not.toBeNull();
});
