import { asc } from 'drizzle-orm';
import { job } from '#drizzle/schema';
import { after } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import type { Job } from '~/platform/jobs/index.server';

/**
 * `rows`: each job that has run, with its last run and the earliest next one, by the machine's clock. `never`: names of jobs that
 * have not run.
 * @param jobs this process's jobs; `everyMs` is null for rows of jobs that are no longer among them
 */
export async function jobRuns(jobs: readonly Pick<Job, 'name' | 'everyMs'>[]) {
  const known = await read().select().from(job).orderBy(asc(job.name));
  const never = jobs.filter(({ name }) => !known.some((row) => row.name === name));
  const every = new Map(jobs.map(({ name, everyMs }) => [name, everyMs]));
  const rows = known.map((row) => {
    const interval = every.get(row.name);
    const next =
      row.lastFinishedAt && interval !== undefined && !row.holder ? after(row.lastFinishedAt, interval) : null;
    return { ...row, everyMs: interval ?? null, next };
  });
  return { rows, never: never.map(({ name }) => name) };
}
