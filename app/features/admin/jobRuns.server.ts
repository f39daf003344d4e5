import { asc } from 'drizzle-orm';
import { job } from '#drizzle/schema';
import { after } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import type { Job } from '~/platform/jobs/index.server';

type Known = Pick<Job, 'name' | 'everyMs' | 'idle'>;

/**
 * `rows`: each job that has run, with its last run and the earliest next one, by the machine's clock. `never`: names of jobs that
 * have not run. `idle`: why a job has nothing to do here.
 * @param jobs this process's jobs; `everyMs` is null for rows of jobs that are no longer among them
 */
export async function jobRuns(jobs: readonly Known[]) {
  const known = await read().select().from(job).orderBy(asc(job.name));
  const never = jobs.filter(({ name }) => !known.some((row) => row.name === name));
  const byName = new Map(jobs.map((each) => [each.name, each]));
  const rows = known.map((row) => {
    const found = byName.get(row.name);
    const interval = found?.everyMs;
    const idle = found?.idle?.() ?? null;
    const next =
      row.lastFinishedAt && interval !== undefined && !row.holder && !idle ? after(row.lastFinishedAt, interval) : null;
    return { ...row, everyMs: interval ?? null, next, idle };
  });
  return { rows, never: never.map(({ name }) => name) };
}
