import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { job as jobTable } from '#drizzle/schema';
import { after, SECOND, systemNow } from '../clock';
import { type Handle, isBusy, isUnavailable, NO_LOCKS, write } from '../db/index.server';
import { hasDied } from '../installation/processes.server';
import { log } from '../log/index.server';
import { thisProcess } from '../process/thisProcess';
import { singleton } from '../singleton';

/**
 * Recurring work. `run` does one small batch. A unique key in the database protects each effect, so that a repeated run changes nothing.
 */
export type Job = {
  name: string;
  everyMs: number;
  run: () => Promise<boolean>;
  inMaintenance?: true;
  long?: true;
  /**
   * True to run in all processes at once. Row locks divide the work, and the lease only decides which process records
   * the runs.
   */
  everywhere?: true;
  /** Returns why the job has nothing to do in this installation, as a sentence; null if it has. */
  idle?: () => string | null;
};

/** Length of a lease, milliseconds. A dead process's lease ends earlier if other processes detect its death. */
export const JOB_LEASE_MS = 15 * SECOND;

const wakeJobs = singleton('jobs-brought-forward', () => new Map<string, () => void>());

/** Pause before a requested run, milliseconds, which combines work that arrives at once. */
const REQUESTED_RUN_DELAY_MS = 50;

/** Requests a run of a job soon, because work for the job was committed. No effect in a process that runs no jobs. */
export const requestJobRun = (name: string): void => wakeJobs.get(name)?.();

export const failedRuns = singleton('failed-runs', () => new Map<string, number>());

/** Counts a failed run and returns its reason; null if it only timed out waiting for a lock. */
function recordFailure({ name }: Job, error: unknown): string | null {
  if (isBusy(error)) return null;
  failedRuns.set(name, (failedRuns.get(name) ?? 0) + 1);
  return error instanceof Error ? error.message : String(error);
}

/** Runs one job until it has no work left, unless another process runs it. @returns whether this process held the lease */
export async function runJob(
  job: Job,
  stopping: () => boolean = () => false,
  holder: string = thisProcess,
): Promise<boolean> {
  if (!(await acquireLease(job.name, holder))) {
    while (job.everywhere && (await job.run()) && !stopping()) await new Promise((resume) => setImmediate(resume));
    return false;
  }
  let error: string | null = null;
  let renewal: Promise<unknown> = Promise.resolve();
  const renew = () => {
    renewal = renewal.then(() => acquireLease(job.name, holder)).catch(() => {});
  };
  const renewing = job.long && setInterval(renew, JOB_LEASE_MS / 3).unref();
  try {
    while ((await job.run()) && !stopping()) {
      if (!(await acquireLease(job.name, holder))) break;
      // Serves requests between batches.
      await new Promise((resume) => setImmediate(resume));
    }
  } catch (thrown) {
    error = recordFailure(job, thrown);
    if (error !== null) log().error({ job: job.name, err: thrown }, 'job failed');
  }
  clearInterval(renewing);
  // Waits for the last renewal, which would otherwise take the lease again after its end.
  await renewal;
  await releaseLease(job.name, error, holder);
  return true;
}

/** Runs `work` for each thing in its own transaction, which locks its users. Failures are thrown together at the end. */
export async function inSeparateTransactions(
  things: readonly { id: string; users: string[] }[],
  work: (tx: Handle, id: string) => Promise<unknown>,
): Promise<void> {
  const failures: string[] = [];
  for (const { id, users } of things) {
    try {
      await write((tx) => work(tx, id), { users });
    } catch (error) {
      if (isUnavailable(error)) throw error;
      failures.push(`${id}: ${error instanceof Error ? error.message : error}`);
    }
  }
  if (failures.length > 0) throw new Error(failures.join('; '));
}

/** @returns false if another process holds the lease */
async function acquireLease(name: string, holder: string): Promise<boolean> {
  const time = systemNow();
  const lease = { holder, leaseUntil: after(time, JOB_LEASE_MS), lastStartedAt: time };
  return await write(async (tx) => {
    const [known] = await tx.select({ name: jobTable.name }).from(jobTable).where(eq(jobTable.name, name));
    if (!known) await tx.insert(jobTable).values({ name }).onConflictDoNothing();
    const free = or(
      isNull(jobTable.holder),
      eq(jobTable.holder, holder),
      lt(jobTable.leaseUntil, time),
      hasDied(tx, jobTable.holder),
      // The lease ends later than any lease can: the clock was set back, and the holder may be dead.
      gt(jobTable.leaseUntil, after(time, 2 * JOB_LEASE_MS)),
    );
    const taken = await tx
      .update(jobTable)
      .set(lease)
      .where(and(eq(jobTable.name, name), free))
      .returning({ name: jobTable.name });
    return taken.length > 0;
  }, NO_LOCKS);
}

async function releaseLease(name: string, error: string | null, holder: string): Promise<void> {
  await write(async (tx) => {
    await tx
      .update(jobTable)
      .set({
        holder: null,
        leaseUntil: null,
        lastFinishedAt: systemNow(),
        lastError: error,
        runs: sql`${jobTable.runs} + 1`,
        failures: sql`${jobTable.failures} + ${error ? 1 : 0}`,
      })
      .where(and(eq(jobTable.name, name), eq(jobTable.holder, holder)));
  }, NO_LOCKS);
}

/** Runs jobs repeatedly, each `everyMs` after its last end, except during maintenance. @returns the function that stops them */
export function startJobs(jobs: Job[], paused: () => boolean = () => false): () => Promise<void> {
  let stopping = false;
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<unknown>>();
  const requestedJobs = new Set<string>();
  const start = (job: Job, delay: number) => {
    const timer = setTimeout(() => {
      timers.delete(job.name);
      requestedJobs.delete(job.name);
      const waits = () => !job.inMaintenance && paused();
      const run = (waits() ? Promise.resolve() : runJob(job, () => stopping || waits()))
        .catch((error) => {
          if (recordFailure(job, error) !== null) log().error({ job: job.name, err: error }, 'job could not run');
        })
        .finally(() => {
          running.delete(run);
          if (!stopping) start(job, requestedJobs.has(job.name) ? REQUESTED_RUN_DELAY_MS : job.everyMs);
        });
      running.add(run);
    }, delay);
    timers.set(job.name, timer);
  };
  for (const job of jobs) {
    start(job, Math.min(job.everyMs, 500));
    wakeJobs.set(job.name, () => {
      if (stopping || requestedJobs.has(job.name)) return;
      requestedJobs.add(job.name);
      if (!timers.has(job.name)) return;
      clearTimeout(timers.get(job.name));
      start(job, REQUESTED_RUN_DELAY_MS);
    });
  }
  return async () => {
    stopping = true;
    for (const timer of timers.values()) clearTimeout(timer);
    await Promise.allSettled(running);
  };
}
