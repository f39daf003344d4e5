import { asc } from 'drizzle-orm';
import { job } from '#drizzle/schema';
import { after } from '~/platform/clock';
import { read } from '~/platform/db/index.server';
import type { Job } from '~/platform/jobs/index.server';

/**
 * Every job: how its last run went and when it is looked at next, by the machine's clock.
 * @param jobs what this process does by itself; one that is no longer done is listed as long as it is known
 */
export async function jobRuns(jobs: readonly Pick<Job, 'name' | 'everyMs'>[]) {
  const known = await read().select().from(job).orderBy(asc(job.name));
  const never = jobs.filter(({ name }) => !known.some((row) => row.name === name));
  const every = new Map(jobs.map(({ name, everyMs }) => [name, everyMs]));
  const rows = known.map((row) => {
    const wait = every.get(row.name);
    const next = row.lastFinishedAt && wait !== undefined && !row.holder ? after(row.lastFinishedAt, wait) : null;
    return { ...row, everyMs: wait ?? null, next };
  });
  return { rows, never: never.map(({ name }) => name) };
}
