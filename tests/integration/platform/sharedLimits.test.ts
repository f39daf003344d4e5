// On both engines: limits that hold for all processes on one PostgreSQL together; SQLite has one process.
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Engine } from '~/platform/db/engine';
import { open } from '~/platform/db/engines/postgres.server';
import {
  createSharedLimiter,
  shareConcurrentUse,
  shareUsage,
  startSharingLimits,
} from '~/platform/process/sharedLimits.server';
import { databaseUrl, onPostgres, useDatabase } from '../../support/database';

useDatabase();

test.runIf(!onPostgres)('where one process works with the database, a limit is its own', async () => {
  const stop = await startSharingLimits();
  const take = createSharedLimiter('of this test', 2);
  await take('ann');
  await take('ann');
  await expect(take('ann')).rejects.toMatchObject({ remainingPoints: 0 });
  const held = shareConcurrentUse('also of this test');
  held.changed('ann', 1);
  expect(held.elsewhere('ann')).toBe(0);
  await stop();
});

describe.runIf(onPostgres)('two processes', () => {
  let other: Engine;
  let stop: () => Promise<void>;
  let stopOther: (() => Promise<void>) | null;
  /** Notification of the other process: the keys and amounts of each limit. */
  const found: [limit: string, amounts: [string, number][]][] = [];

  beforeEach(async () => {
    other = await open(databaseUrl());
    stop = await startSharingLimits();
    stopOther = await other.subscribeToProcesses((text) => {
      const [from, limit, amounts] = JSON.parse(text);
      if (from !== 'other') found.push([limit, amounts]);
    });
  });
  afterEach(async () => {
    found.length = 0;
    await Promise.all([stop(), stopOther?.()]);
    await other.close();
  });

  const reportHere = (limit: string, amounts: [string, number][]) =>
    other.publishToProcesses(JSON.stringify(['other', limit, amounts]));

  test('allow together what one allows, and publish their counts', async () => {
    const take = createSharedLimiter('requests', 100);
    const heard = vi.fn();
    shareUsage({ limit: 'heard last', max: 1, heard });
    await reportHere('requests', [['ann', 95]]);
    await reportHere('heard last', [['all', 1]]);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('all', 1));
    const taken = await Promise.allSettled(Array.from({ length: 20 }, () => take('ann')));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    // Counts are published after each fiftieth of the limit (two requests), so the fifth request is published later.
    await vi.waitFor(() => expect(found).toEqual([['requests', [['ann', 4]]]]));
    // A process knows the other's count up to a fiftieth of each key.
    await take('bob');
    await take('cid');
    await new Promise((resume) => setTimeout(resume, 100));
    expect(found).toHaveLength(1);
  });

  test('count what the other one holds, as long as that reports it', async () => {
    const held = shareConcurrentUse('uploads');
    held.changed('ann', 1);
    held.changed('ann', 2);
    await vi.waitFor(() => expect(found).toEqual([['uploads', [['ann', 2]]]]));
    held.changed('ann', 0);
    await reportHere('uploads', [
      ['ann', 3],
      ['bob', 1],
    ]);
    await vi.waitFor(() => expect([held.elsewhere('ann'), held.elsewhere('bob')]).toEqual([3, 1]));
    await reportHere('uploads', [['ann', 0]]);
    await vi.waitFor(() => expect(held.elsewhere('ann')).toBe(0));
    // The process died, so it no longer publishes its counts.
    const later = performance.now() + 10_000;
    const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
    expect(held.elsewhere('bob')).toBe(0);
    clock.mockRestore();
  });

  test('receive each other’s news again after their connections broke, and ignore news of another form', async () => {
    const heard = vi.fn();
    shareUsage({ limit: 'requests', max: 1, heard });
    const listening = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen%'`;
    expect(await other.rows(other.read, listening)).toHaveLength(2);
    await other.publishToProcesses('not JSON');
    await other.publishToProcesses('{"of":"another version"}');
    await vi.waitFor(
      async () => {
        await reportHere('requests', [['ann', 1]]);
        expect(heard).toHaveBeenCalledWith('ann', 1);
      },
      { timeout: 10_000, interval: 100 },
    );
  });
});
