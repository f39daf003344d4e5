// On both engines: leases of jobs.
import { describe, expect, test, vi } from 'vitest';
import { job as jobTable, mail } from '#drizzle/schema';
import { availableAccount, custody } from '~/ledger/chartOfAccounts';
import { post } from '~/ledger/posting/post.server';
import { balance } from '~/ledger/reading/statement.server';
import { enqueueMail, MAIL_JOB } from '~/mail/outbox.server';
import { DAY, HOUR, SECOND } from '~/platform/clock';
import { DatabaseBusyError } from '~/platform/db/errors';
import { read, write } from '~/platform/db/index.server';
import { getWriteCounts } from '~/platform/db/writeQueue/writeMetrics';
import { failedRuns, JOB_LEASE_MS, type Job, requestJobRun, runJob, startJobs } from '~/platform/jobs/index.server';
import { clock, useDatabase } from '../../support/database';

useDatabase();

const never = () => false;

/** Job that records which process ran which batch. Each batch has one effect, unique by its key. */
function batches(count: number, during: (batch: number) => Promise<void> | void = () => {}) {
  let next = 0;
  const run: number[] = [];
  const job: Job = {
    name: 'batches',
    everyMs: SECOND,
    run: async () => {
      const batch = next++;
      if (batch >= count) return false;
      run.push(batch);
      await during(batch);
      return batch + 1 < count;
    },
  };
  return { job, run };
}

/** A gate that blocks until it is opened. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const state = async (name = 'batches') => (await read().select().from(jobTable)).find((row) => row.name === name);

const give = (ref: string) =>
  write((tx) =>
    post(tx, {
      kind: 'deposit',
      ref,
      actor: 'system',
      effectiveAt: clock.at,
      legs: [{ debit: custody('BTC'), credit: availableAccount('ann'), amount: 1n }],
    }),
  );

describe('one job, two processes', () => {
  test('one runs it, and the other learns that it is taken', async () => {
    const { job, run } = batches(20);
    const held = await Promise.all([runJob(job, never, 'one'), runJob(job, never, 'two')]);
    expect(held.toSorted()).toEqual([false, true]);
    expect(run).toEqual(Array.from({ length: 20 }, (_, batch) => batch));
    expect(await state()).toMatchObject({ holder: null, leaseUntil: null, runs: 1, failures: 0, lastError: null });
  });

  test('a job that runs in every process is run by the other as well, and recorded once', async () => {
    const [initial, held] = [gate(), gate()];
    const { job, run } = batches(3, async (batch) => {
      if (batch > 0) return;
      initial.open();
      await held.opened;
    });
    const everywhere: Job = { ...job, everywhere: true };
    const first = runJob(everywhere, never, 'one');
    await initial.opened;
    expect(await runJob(everywhere, never, 'two')).toBe(false);
    expect(run).toEqual([0, 1, 2]);
    held.open();
    expect(await first).toBe(true);
    expect(await state()).toMatchObject({ holder: null, leaseUntil: null, runs: 1 });
  });

  test('the other may run it when the first is done', async () => {
    const { job } = batches(0);
    expect(await runJob(job, never, 'one')).toBe(true);
    expect(await runJob(job, never, 'two')).toBe(true);
    expect(await state()).toMatchObject({ runs: 2 });
  });

  test('the lease of a dead process expires, and not before', async () => {
    const { opened } = gate();
    // The first process is killed in its first batch and never resumes.
    const dead = batches(1, () => opened);
    void runJob(dead.job, never, 'dead');
    await untilRunning();
    const { job, run } = batches(1);
    expect(await runJob(job, never, 'other')).toBe(false);
    clock.advance(JOB_LEASE_MS);
    expect(await runJob(job, never, 'other')).toBe(false);
    clock.advance(1);
    expect(await runJob(job, never, 'other')).toBe(true);
    expect(run).toEqual([0]);
  });

  test('setting a clock back does not extend the lease of a dead process by a day', async () => {
    const { opened } = gate();
    void runJob(batches(1, () => opened).job, never, 'dead');
    await untilRunning();
    clock.advance(-DAY);
    expect(await runJob(batches(1).job, never, 'other')).toBe(true);
  });

  test('a long run renews its lease, batch by batch', async () => {
    const others: boolean[] = [];
    const { job, run } = batches(5, async () => {
      clock.advance(JOB_LEASE_MS - SECOND);
      others.push(await runJob(batches(1).job, never, 'other'));
    });
    await runJob(job, never, 'one');
    expect(run).toHaveLength(5);
    expect(others).toEqual([false, false, false, false, false]);
  });

  test('a renewal that is under way at the end of a long run does not take its lease again', async () => {
    // Opens the connections first, so that the end of the lease can overtake the renewal.
    await Promise.all(['a', 'b', 'c'].map((name) => runJob({ ...batches(0).job, name }, never, 'one')));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const { job } = batches(1, () => {
        vi.advanceTimersByTime(JOB_LEASE_MS / 3);
      });
      await runJob({ ...job, long: true }, never, 'one');
      await new Promise((resume) => setTimeout(resume, 200));
      expect(await state()).toMatchObject({ holder: null, leaseUntil: null, runs: 1 });
    } finally {
      vi.useRealTimers();
    }
  });

  test('a process that lost the lease in a slow batch stops after it, and every effect exists once', async () => {
    // Both processes run the same batches with the same effect keys, so the second must not repeat an effect.
    const during = async (batch: number) => {
      await give(`effect-${batch}`);
    };
    const waiting = gate();
    const started = gate();
    const slow = batches(10, async (batch) => {
      await during(batch);
      if (batch === 2) {
        started.open();
        await waiting.opened;
      }
    });
    const first = runJob(slow.job, never, 'slow');
    await started.opened;
    clock.advance(2 * JOB_LEASE_MS);
    const quick = batches(10, during);
    expect(await runJob(quick.job, never, 'quick')).toBe(true);
    // Another process has the lease when the slow one wakes up.
    const busy = gate();
    const last = runJob(batches(1, () => busy.opened).job, never, 'third');
    await untilRunning();
    waiting.open();
    await first;
    expect(slow.run).toEqual([0, 1, 2]);
    expect((await state())?.holder).toBe('third');
    busy.open();
    await last;
    expect(await balance(read(), 'available:ann')).toBe(10n);
  });
});

/** Waits until a process holds the lease: no time passes, only iterations of the event loop. */
async function untilRunning(): Promise<void> {
  while (!(await state())?.holder) await new Promise((resume) => setImmediate(resume));
}

describe('a job that fails', () => {
  test('reports why, releases its lease, and the others continue', async () => {
    const failing: Job = {
      name: 'failing',
      everyMs: SECOND,
      run: async () => {
        await give('before');
        throw new Error('no such luck');
      },
    };
    const { job, run } = batches(3);
    expect(await Promise.all([runJob(failing), runJob(job)])).toEqual([true, true]);
    expect(run).toEqual([0, 1, 2]);
    expect(await state('failing')).toMatchObject({ holder: null, runs: 1, failures: 1, lastError: 'no such luck' });
    // The earlier batches remain committed, and the next run retries the failed one.
    expect(await balance(read(), 'available:ann')).toBe(1n);
    const mended: Job = { ...failing, run: async () => false };
    await runJob(mended);
    expect(await state('failing')).toMatchObject({ runs: 2, failures: 1, lastError: null });
  });

  test('because of a lock has not failed: it continues at its next time', async () => {
    const before = getWriteCounts().givenUp;
    const held: Job = {
      name: 'held',
      everyMs: SECOND,
      run: () =>
        write(async () => {
          throw new DatabaseBusyError('others kept it');
        }),
    };
    expect(await runJob(held)).toBe(true);
    expect(await state('held')).toMatchObject({ holder: null, runs: 1, failures: 0, lastError: null });
    expect(failedRuns.get('held')).toBeUndefined();
    expect(getWriteCounts().givenUp).toBe(before + 1);
  });

  test('stopping is checked between batches', async () => {
    let stopping = false;
    const { job, run } = batches(10, (batch) => {
      stopping = batch === 3;
    });
    await runJob(job, () => stopping);
    expect(run).toEqual([0, 1, 2, 3]);
    expect(await state()).toMatchObject({ holder: null, failures: 0 });
  });
});

describe('a job that has work before its time', () => {
  test('runs in a moment, and once more if requested while it runs', async () => {
    const [first, second] = [gate(), gate()];
    let runs = 0;
    const job: Job = {
      name: 'hourly',
      everyMs: HOUR,
      run: async () => {
        runs += 1;
        if (runs === 1) {
          requestJobRun('hourly');
          first.open();
        } else second.open();
        return false;
      },
    };
    const stop = startJobs([job]);
    requestJobRun('hourly');
    requestJobRun('hourly');
    await first.opened;
    await second.opened;
    await stop();
    expect(runs).toBe(2);
    expect(await state('hourly')).toMatchObject({ holder: null, runs: 2 });
  });

  test('a mail is delivered without waiting for the next time', async () => {
    const delivered = gate();
    const job: Job = {
      name: MAIL_JOB,
      everyMs: HOUR,
      run: async () => {
        if ((await read().select().from(mail)).length > 0) delivered.open();
        return false;
      },
    };
    const stop = startJobs([job]);
    const fields = { subject: 'News', paragraphs: ['There is news.'] };
    await write((tx) =>
      enqueueMail(tx, { effectKey: 'one', kind: 'plan-opened', to: 'ann@customer.example', ...fields }),
    );
    await delivered.opened;
    await stop();
  });
});
