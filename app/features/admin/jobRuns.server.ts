import { job } from '#drizzle/schema';
import { pauseNow } from '~/features/announcements';
import { after, MINUTE, systemNow } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import type { Job } from '~/platform/jobs/index.server';
import { jobTitle } from './jobTitles';

/** A job that runs long, or waits for a busy machine, is late only after this much more than three times its pause. */
const JOB_SLACK = 30 * MINUTE;

type Known = Pick<Job, 'name' | 'everyMs' | 'idle' | 'inMaintenance'>;

/** Has a job not ended for so long that an operator should know? Not one that maintenance keeps from running. */
export function isLate({ everyMs, inMaintenance }: Known, lastFinishedAt: Date | null): boolean {
  if (!lastFinishedAt || (pauseNow() !== null && !inMaintenance)) return false;
  return after(lastFinishedAt, 3 * everyMs + JOB_SLACK) < systemNow();
}

/**
 * `rows`: each job that has run, with its last run and the earliest next one, by the machine's clock; those that failed or are `late`
 * first, then by their titles. `never`: names of jobs that have not run. `idle`: why a job has nothing to do here.
 * @param jobs this process's jobs; `everyMs` is null for rows of jobs that are no longer among them
 */
export async function jobRuns(jobs: readonly Known[]) {
  const known = await read().select().from(job);
  const never = jobs.filter(({ name }) => !known.some((row) => row.name === name));
  const byName = new Map(jobs.map((each) => [each.name, each]));
  const rows = known.map((row) => {
    const found = byName.get(row.name);
    const interval = found?.everyMs;
    const idle = found?.idle?.() ?? null;
    const next =
      row.lastFinishedAt && interval !== undefined && !row.holder && !idle ? after(row.lastFinishedAt, interval) : null;
    const late = found !== undefined && !idle && isLate(found, row.lastFinishedAt);
    return { ...row, everyMs: interval ?? null, next, idle, late };
  });
  const isOff = (row: (typeof rows)[number]) => Number(row.late || row.lastError !== null);
  rows.sort((a, b) => isOff(b) - isOff(a) || jobTitle(a.name).localeCompare(jobTitle(b.name), 'en'));
  return { rows, never: never.map(({ name }) => name) };
}
