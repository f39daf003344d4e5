import { job } from '#drizzle/schema';
import { getMaintenancePause } from '~/features/backoffice/announcements/announcements.server';
import { after, MINUTE, systemNow } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import type { Job } from '~/platform/jobs/index.server';
import { getJobTitle } from './jobTitles';

/** Tolerance added to three intervals before a job counts as late, milliseconds, since it may run long or wait. */
const JOB_SLACK_MS = 30 * MINUTE;

type KnownJob = Pick<Job, 'name' | 'everyMs' | 'idle' | 'inMaintenance'>;

/** Returns whether a job is overdue. A job that maintenance pauses is not overdue. */
export function isOverdue({ everyMs, inMaintenance }: KnownJob, lastFinishedAt: Date | null): boolean {
  if (!lastFinishedAt || (getMaintenancePause() !== null && !inMaintenance)) return false;
  return after(lastFinishedAt, 3 * everyMs + JOB_SLACK_MS) < systemNow();
}

/** Lists jobs: those that have run (failed and late ones first), those that never ran, and the reasons of idle ones. */
export async function listJobRuns(jobs: readonly KnownJob[]) {
  const known = await read().select().from(job);
  const never = jobs.filter(({ name }) => !known.some((row) => row.name === name));
  const byName = new Map(jobs.map((each) => [each.name, each]));
  const rows = known.map((row) => {
    const found = byName.get(row.name);
    const interval = found?.everyMs;
    const idle = found?.idle?.() ?? null;
    const next =
      row.lastFinishedAt && interval !== undefined && !row.holder && !idle ? after(row.lastFinishedAt, interval) : null;
    const late = found !== undefined && !idle && isOverdue(found, row.lastFinishedAt);
    return { ...row, everyMs: interval ?? null, next, idle, late };
  });
  const isOff = (row: (typeof rows)[number]) => Number(row.late || row.lastError !== null);
  rows.sort((a, b) => isOff(b) - isOff(a) || getJobTitle(a.name).localeCompare(getJobTitle(b.name), 'en'));
  return { rows, never: never.map(({ name }) => name) };
}
