import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, HOUR, SECOND, systemNow } from '~/platform/clock';
import { env, isPaper } from '~/platform/env';
import { log } from '~/platform/log/index.server';
import { getStorage } from '~/platform/storage/index.server';
import { backupsFolder, DATABASE_FILE_NAME, findNewestBackupTime, makeBackup } from './index.server';

const SCHEDULED_SUFFIX = '-scheduled';
const UNFINISHED_SUFFIX = `${SCHEDULED_SUFFIX}.part`;
const COPY_PREFIX = 'backup-';

async function scheduledTimes(): Promise<string[]> {
  const names = existsSync(backupsFolder()) ? await readdir(backupsFolder()) : [];
  return names
    .filter((name) => name.endsWith(SCHEDULED_SUFFIX))
    .map((name) => name.slice(0, -SCHEDULED_SUFFIX.length))
    .toSorted();
}

async function copiedTimes(): Promise<string[] | null> {
  const keys = await getStorage().bucket?.list(COPY_PREFIX);
  return keys?.map((key) => key.slice(COPY_PREFIX.length)).toSorted() ?? null;
}

export async function newestCopyAt(): Promise<Date | null> {
  const newest = (await copiedTimes())?.at(-1);
  return newest ? new Date(newest.replace(/T(..)-(..)-(..)-(...)Z$/, 'T$1:$2:$3.$4Z')) : null;
}

const nameOf = (time: Date): string => time.toISOString().replace(/[:.]/g, '-');

const folderOf = (time: string): string => join(backupsFolder(), `${time}${SCHEDULED_SUFFIX}`);

/** Makes a backup if the newest scheduled one is older than configured, and deletes the oldest. */
export async function backUpWhenDue(): Promise<boolean> {
  const { everyHours, stored } = env().BACKUPS;
  if (everyHours === 0) return false;
  // Names have the same length, so their order is that of their times.
  const due = nameOf(after(systemNow(), -everyHours * HOUR));
  const newest = [...(await scheduledTimes()), ...((await copiedTimes()) ?? [])].toSorted().at(-1);
  if (newest === undefined || newest <= due) await backUp();
  await copyNewest();
  await deleteOldBackups(stored);
  return false;
}

export function describeMissingSchedule(): string | null {
  if (env().BACKUPS.everyHours > 0) return null;
  const why = isPaper() ? 'No backup is scheduled in paper mode' : 'No backup is scheduled';
  return `${why}. To schedule backups, set BACKUPS, such as BACKUPS=everyHours=24.`;
}

async function backUp(): Promise<void> {
  const names = existsSync(backupsFolder()) ? await readdir(backupsFolder()) : [];
  for (const name of names.filter((each) => each.endsWith(UNFINISHED_SUFFIX))) {
    await rm(join(backupsFolder(), name), { recursive: true, force: true });
  }
  const time = nameOf(systemNow());
  const began = performance.now();
  const { rows } = await makeBackup(folderOf(time));
  const seconds = Math.round((performance.now() - began) / SECOND);
  log().info({ backup: time, rows: Object.values(rows).reduce((sum, n) => sum + n, 0), seconds }, 'backed up');
}

async function copyNewest(): Promise<void> {
  const newest = (await scheduledTimes()).at(-1);
  const copied = await copiedTimes();
  // The newest backup in this folder may be older than those that another machine has copied to the bucket, and may
  // have expired in the bucket.
  if (!newest || !copied || newest <= (copied.at(-1) ?? '')) return;
  await getStorage().bucket?.putFile(`${COPY_PREFIX}${newest}`, join(folderOf(newest), DATABASE_FILE_NAME));
  log().info({ backup: newest }, 'backup copied to the bucket');
}

async function deleteOldBackups(retainedCount: number): Promise<void> {
  for (const time of (await scheduledTimes()).slice(0, -retainedCount)) await rm(folderOf(time), { recursive: true });
  for (const time of (await copiedTimes())?.slice(0, -retainedCount) ?? [])
    await getStorage().remove(`${COPY_PREFIX}${time}`);
}

export const BACKUP_METRICS = [
  {
    name: 'mirrorbook_backup_timestamp_seconds',
    help: 'Time of the newest backup in DATA_DIR/backups',
    read: async () => {
      const at = await findNewestBackupTime();
      return at && at.getTime() / SECOND;
    },
  },
];
