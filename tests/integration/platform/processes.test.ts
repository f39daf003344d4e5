// On both engines: on PostgreSQL, messages between processes and the takeover from a dead process; on SQLite, the same with its single process.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runningProcess } from '#drizzle/schema';
import { after, HOUR, MINUTE, SECOND } from '~/platform/clock';
import { open } from '~/platform/db/engines/postgres.server';
import { read, readDatabaseTime, write } from '~/platform/db/index.server';
import { ConfigurationError, env } from '~/platform/env';
import { findOtherProcesses, joinProcesses } from '~/platform/installation/processes.server';
import { runJob } from '~/platform/jobs/index.server';
import { thisProcess } from '~/platform/process/thisProcess';
import { databaseUrl, onPostgres, useDatabase } from '../../support/database';
import { testEnv } from '../../support/environment';

useDatabase();

const rows = () => read().select().from(runningProcess);

/** Adds another process with the same facts, except those in `unlike`. */
async function another(unlike: Partial<typeof runningProcess.$inferInsert>): Promise<void> {
  const [own] = await rows();
  if (!own) throw new Error('This process has told nothing');
  await write((tx) =>
    tx.insert(runningProcess).values({ ...own, id: 'another', place: 'web-2, process 7', ...unlike }),
  );
}

test.runIf(!onPostgres)('nothing is published if one process works with the database', async () => {
  const leave = await joinProcesses();
  expect(await rows()).toEqual([]);
  expect(await findOtherProcesses()).toEqual({ count: 0, fault: null });
  await leave();
});

test.runIf(onPostgres)('a process is listed while it works, and another that sees the same may join', async () => {
  const leave = await joinProcesses();
  expect(await rows()).toMatchObject([{ id: thisProcess, clockMoved: expect.any(Number) }]);
  await another({});
  expect(await findOtherProcesses()).toEqual({ count: 2, fault: null });
  await leave();
  expect(await rows()).toMatchObject([{ id: 'another' }]);
  await (await joinProcesses())();
});

test.runIf(onPostgres).each([
  ['other uploads', { storageMark: 'of another' }, 'keeps uploads in another place'],
  ['another time', { clockAhead: 10 }, /the clock of this machine is \d+ seconds behind/],
  ['another product time', { clockMoved: 3_600 }, "moves the product's clock by"],
])('one that sees %s does not start beside it, unless that has died', async (_what, unlike, words) => {
  await (await joinProcesses())();
  const leave = await joinProcesses();
  const [own] = await rows();
  const changed = Object.entries(unlike).map(([name, value]) => {
    const was = own?.[name as keyof typeof own];
    return [name, typeof value === 'number' ? Number(was) + value : value];
  });
  await another(Object.fromEntries(changed));
  expect((await findOtherProcesses()).fault).toMatch(words);
  await leave();
  const refused = await joinProcesses().catch((error) => error);
  expect(refused).toBeInstanceOf(ConfigurationError);
  expect(refused.message).toMatch(words);
  expect(refused.message).toContain('(web-2, process 7)');
  expect(await rows()).toMatchObject([{ id: 'another' }]);
  const time = await readDatabaseTime();
  await write((tx) => tx.update(runningProcess).set({ seenAt: after(time as Date, -MINUTE) }));
  await (await joinProcesses())();
});

test.runIf(onPostgres)('a storage without a mark gets one, which the next process reads', async () => {
  await (await joinProcesses())();
  const { DATA_DIR } = env();
  const leave = await joinProcesses();
  const [own] = await rows();
  await leave();
  // Simulates another process of the installation with an unused uploads folder.
  mkdirSync(join(DATA_DIR, 'elsewhere'));
  const leaveMarked = await joinProcesses();
  testEnv({ DATA_DIR, STORAGE_URL: `file:${join(DATA_DIR, 'elsewhere')}` });
  // The check detects the other folder before a start there marks it.
  expect((await findOtherProcesses()).fault).toContain('keeps uploads in another place');
  await leaveMarked();
  const leaveElsewhere = await joinProcesses();
  expect((await rows())[0]?.storageMark).not.toBe(own?.storageMark);
  await leaveElsewhere();
  testEnv({ DATA_DIR });
  const back = await joinProcesses();
  expect((await rows())[0]?.storageMark).toBe(own?.storageMark);
  await back();
});

test('a job of a dead process is taken over before its lease ends', async () => {
  const time = (await readDatabaseTime()) ?? new Date();
  await (await joinProcesses())();
  const job = { name: 'taken-over', everyMs: SECOND, run: async () => false };
  // The process never resumes.
  void runJob({ ...job, run: () => new Promise(() => {}) }, () => false, 'dead');
  const row = { id: 'dead', place: 'web-3', storageMark: null, clockAhead: 0, clockMoved: 0 };
  await write((tx) => tx.insert(runningProcess).values({ ...row, seenAt: after(time, HOUR) }));
  expect(await runJob(job, () => false, 'another')).toBe(false);
  await write((tx) => tx.update(runningProcess).set({ seenAt: after(time, -1000 * 24 * HOUR) }));
  expect(await runJob(job, () => false, 'another')).toBe(true);
});

test.runIf(onPostgres)('a process sends its heartbeat while another one holds the lock', async () => {
  const leave = await joinProcesses();
  const [before] = await rows();
  const other = await open(databaseUrl());
  await other.write(async () => {
    const later = async () => Number((await rows())[0]?.seenAt) > Number(before?.seenAt);
    await vi.waitUntil(later, { timeout: 6_000, interval: 100 });
  });
  await other.close();
  await leave();
});
