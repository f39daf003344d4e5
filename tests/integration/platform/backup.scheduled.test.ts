// On both engines: backups.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { findNewestBackupTime, makeBackup } from '~/backups/index.server';
import { backUpWhenDue, newestCopyAt } from '~/backups/scheduledBackup.server';
import { sealNextBatch } from '~/ledger/proof/seal.server';
import { DAY, HOUR } from '~/platform/clock';
import { env } from '~/platform/env';
import { prepareInstallation } from '~/platform/installation/index.server';
import { failedRuns, runJob } from '~/platform/jobs/index.server';
import { getStorage } from '~/platform/storage/index.server';
import { clock, emptyDatabase, onPostgres, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';
import { heldOnSqlite } from '../../support/onBothEngines';
import { makeUser } from '../../support/people/people';
import { command } from '../../support/servers/command';
import { startS3 } from '../../support/servers/s3';

useDatabase();
beforeEach(prepareInstallation);

const folder = () => join(env().DATA_DIR, 'backups');
const made = () => (existsSync(folder()) ? readdirSync(folder()).toSorted() : []);

heldOnSqlite('none is made unless that is asked for; live mode asks for it', async () => {
  await backUpWhenDue();
  expect(made()).toEqual([]);
  expect(env().BACKUPS.everyHours).toBe(0);
});

test('one is made when it is due, the newest are kept, and manual ones are not deleted', async () => {
  testEnv({ BACKUPS: 'stored=2' });
  await makeBackup(join(folder(), 'by-hand'));
  mkdirSync(join(folder(), '2020-01-01T00-00-00-000Z-scheduled.part'));
  const days: string[] = [];
  for (let day = 0; day < 4; day++) {
    await backUpWhenDue();
    days.push(`${clock.machine.toISOString().replace(/[:.]/g, '-')}-scheduled`);
    expect(await findNewestBackupTime()).toEqual(clock.machine);
    clock.advance(23 * HOUR);
    await backUpWhenDue();
    clock.advance(DAY - 23 * HOUR);
  }
  expect(made()).toEqual([...days.slice(-2), 'by-hand']);
});

let s3: Awaited<ReturnType<typeof startS3>> | undefined;
afterAll(() => s3?.remove());

heldOnSqlite('a copy is in the bucket, made again when the bucket was down, and old ones go', async () => {
  s3 = await startS3();
  testEnv({ BACKUPS: 'stored=2', STORAGE_URL: s3.url });
  const job = { name: 'backups', everyMs: DAY, run: backUpWhenDue, long: true } as const;
  const copies = async () => (await getStorage().bucket?.list('backup-'))?.toSorted();
  await runJob(job);
  expect(await copies()).toEqual(made().map((name) => `backup-${name.replace('-scheduled', '')}`));
  clock.advance(DAY);
  const failed = failedRuns.get('backups') ?? 0;
  await s3.goDown();
  await runJob(job);
  expect(failedRuns.get('backups')).toBe(failed + 1);
  await s3.comeBack();
  for (let day = 0; day < 2; day++) {
    await runJob(job);
    clock.advance(DAY);
  }
  expect(made()).toHaveLength(2);
  expect(await copies()).toEqual(made().map((name) => `backup-${name.replace('-scheduled', '')}`));
  expect(await newestCopyAt()).toEqual(await findNewestBackupTime());
  // Another machine has made a newer backup, and the old backup of this machine was deleted from the bucket.
  const later = new Date(clock.machine.getTime() + DAY);
  const ofAnother = `backup-${later.toISOString().replace(/[:.]/g, '-')}`;
  for (const key of (await copies()) ?? []) await getStorage().remove(key);
  await getStorage().put(ofAnother, Buffer.from('of another machine'), 'text/plain');
  await runJob(job);
  expect(await copies()).toEqual([ofAnother]);
  expect(await newestCopyAt()).toEqual(later);
});

test('a drill: a scheduled backup is restored into the other engine and back, and each audit is clean', async () => {
  testEnv({ BACKUPS: 'everyHours=24' });
  await makeUser({}, { dollars: 100 });
  // The first sealing records its start, which the next one seals.
  for (let turn = 0; turn < 2; turn++) await sealNextBatch();
  await backUpWhenDue();
  const other = onPostgres ? `file:${join(env().DATA_DIR, 'moved.db')}` : await emptyDatabase();
  const moved = command('restore', [join(folder(), made()[0] ?? '')], { DATABASE_URL: other });
  expect(moved).toMatchObject({ status: 0, output: expect.stringContaining('nothing is off') });
  expect(moved.output).toContain('Compared with the backup: every row of every table');
  expect(command('backup', [join(folder(), 'of-the-other')], { DATABASE_URL: other }).status).toBe(0);
  const back = command('restore', [join(folder(), 'of-the-other')], { DATABASE_URL: await emptyDatabase() });
  expect(back).toMatchObject({ status: 0, output: expect.stringContaining('nothing is off') });
});
