// On both engines: backups.
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { user } from '#drizzle/schema';
import { describeUnfinishedRestore, makeBackup, restoreBackup } from '~/backups/index.server';
import { closeDatabase, openDatabase, read } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { prepareInstallation } from '~/platform/installation/index.server';
import { emptyDatabase, useDatabase } from '../../support/database';
import { SEAL_SECRET, testEnv } from '../../support/environment';
import { makeUser } from '../../support/people/people';

useDatabase();
beforeEach(prepareInstallation);

/** Extracts the database's file of a backup. */
async function backUp(): Promise<string> {
  const folder = join(env().DATA_DIR, 'backups', 'one');
  await makeBackup(folder);
  return join(folder, 'database.jsonl.gz');
}

const refusal = (file: string): Promise<string> =>
  restoreBackup(file, { replace: true }).then(
    () => 'restored',
    ({ message }) => message,
  );

/** Writes a changed copy of a backup beside it. */
function changed(file: string, change: (text: string) => string): string {
  writeFileSync(`${file}.changed`, gzipSync(change(gunzipSync(readFileSync(file)).toString())));
  return `${file}.changed`;
}

const ids = async () => (await read().select({ id: user.id }).from(user)).map(({ id }) => id);

test('a backup that can not be restored is refused with a message, and nothing is changed', async () => {
  await makeUser({}, { dollars: 5 });
  const file = await backUp();
  const late = await makeUser();
  const before = (await ids()).toSorted();

  const cut = `${file}.cut`;
  copyFileSync(file, cut);
  truncateSync(cut, Math.floor(readFileSync(file).length / 2));
  expect(await refusal(cut)).toContain('is incomplete');
  expect(await refusal(changed(file, (text) => text.replace(/\n[^\n]*\n$/, '\n')))).toContain('is incomplete');
  expect(await refusal(changed(file, (text) => text.replace('"available:', '"available;')))).toContain('was altered');
  expect(await refusal(changed(file, (text) => text.replace('{"table"', '{"table')))).toContain('was altered');
  expect(await refusal(changed(file, (text) => text.replace(/"user":\d+/, '"user":7')))).toContain('was altered');
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 6) ^ 1, bytes.length - 6);
  writeFileSync(cut, bytes);
  expect(await refusal(cut)).toContain('was altered');

  expect(await refusal(changed(file, (text) => text.replace('"format":1', '"format":2')))).toContain('newer version');
  const later = changed(file, (text) => text.replace(/"level":"\d+/, '"level":"9999'));
  expect(await refusal(later)).toContain('newer version');
  writeFileSync(cut, '');
  expect(await refusal(cut)).toContain('is empty');
  writeFileSync(cut, 'something else altogether');
  expect(await refusal(cut)).toContain('is not a backup of Mirrorbook');
  writeFileSync(cut, 'SQLite format 3\0');
  expect(await refusal(cut)).toContain('is not a backup of Mirrorbook');
  expect(await refusal(changed(file, () => '{"other":1}\n'))).toContain('is not a backup of Mirrorbook');
  expect(await refusal(join(env().DATA_DIR, 'nothing'))).toContain('does not exist');

  expect((await ids()).toSorted()).toEqual(before);
  expect(await refusal(file)).toBe('restored');
  expect(await ids()).not.toContain(late.id);
});

test('a backup of other secrets is refused with instructions, and accepted once they are listed', async () => {
  const person = await makeUser();
  const file = await backUp();
  await closeDatabase();
  const others = {
    SEAL_SECRET: 'quite-another-secret-for-the-seals',
    SESSION_SECRET: 'the-session-secret-of-another-machine',
  };
  testEnv(others);
  await openDatabase(await emptyDatabase());
  expect(await refusal(file)).toContain('SEAL_SECRET is not the one that this backup was made with');
  await closeDatabase();
  testEnv({ ...others, SEAL_SECRETS_OLD: SEAL_SECRET, SESSION_SECRETS_OLD: 'a-session-secret-of-the-tests-only' });
  await openDatabase(await emptyDatabase());
  await restoreBackup(file, { replace: false });
  expect(await ids()).toEqual([person.id]);
});

test('the remains of an interrupted restore are reported until one has completed', async () => {
  const file = await backUp();
  expect(describeUnfinishedRestore()).toBe(null);
  const noted = { from: '/backups/one', at: '2026-03-02T09:00:00.000Z', part: 'uploads' };
  writeFileSync(join(env().DATA_DIR, 'restoring.json'), JSON.stringify(noted));
  await expect(restoreBackup(file, { replace: false })).rejects.toThrow('There is a database already');
  expect(describeUnfinishedRestore()).toContain('uploads may be missing');
  await restoreBackup(file, { replace: true });
  expect(describeUnfinishedRestore()).toBe(null);
});
