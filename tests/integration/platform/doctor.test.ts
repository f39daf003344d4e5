import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { announcement, installation, job } from '#drizzle/schema';
import { makeBackup } from '~/backups/index.server';
import { write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { newId } from '~/platform/ids';
import { settleInstallation } from '~/platform/installation/index.server';
import { saveSnapshot } from '~/platform/snapshots.server';
import { useDatabase } from '../../support/database';
import { command } from '../../support/servers/command';

useDatabase();
beforeEach(settleInstallation);

const doctor = (more: Record<string, string> = {}) => command('doctor', [], { PORT: '0', ...more });

test('a sound installation has nothing in its way, and nothing is written by looking', async () => {
  await makeBackup(join(env().DATA_DIR, 'backups', 'one'));
  // The machine's own time, which the process beside the test goes by.
  await write((tx) =>
    saveSnapshot(tx, 'audit', { journals: 0, invariants: [], findings: [], found: 0, head: '' }, new Date()),
  );
  const ran = doctor();
  expect(ran.said).not.toContain('FAIL');
  for (const what of ['Node', 'the disk', 'the port', 'the database', 'the mode and the secrets', 'the audit']) {
    expect(ran.said).toContain(`ok   ${what}: `);
  }
  expect(ran).toMatchObject({ status: 0, said: expect.stringContaining('Nothing is in the way.') });
});

test('each fault is said in words, all in one run', async () => {
  await write(async (tx) => {
    await saveSnapshot(tx, 'audit', { journals: 0, invariants: [], findings: [], found: 3, head: '' }, new Date());
    await tx
      .insert(job)
      .values({ name: 'mail', lastError: 'ECONNREFUSED', lastStartedAt: new Date(Date.now() + 3_600_000) });
  });
  const restoring = { from: '/backups/one', at: '2026-03-02T09:00:00.000Z', part: 'database' };
  writeFileSync(join(env().DATA_DIR, 'restoring.json'), JSON.stringify(restoring));
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const ran = doctor({
    PORT: String(port),
    SMTP_URL: 'smtp://127.0.0.1:1',
    SEAL_SECRET: 'one-that-is-not-that-of-this-database',
  });
  await new Promise((resolve) => other.close(resolve));
  expect(ran.status).toBe(1);
  expect(ran.said.split('\n').filter((line) => line.startsWith('FAIL'))).toEqual([
    expect.stringContaining(`127.0.0.1:${port} is taken. Stop what listens there, or set PORT`),
    expect.stringContaining('SMTP_URL: the server of mails can'),
    expect.stringContaining('The restore of /backups/one that began at 2026-03-02T09:00:00.000Z was broken off'),
    expect.stringContaining('SEAL_SECRET is not the one these books were sealed with'),
    expect.stringContaining('a job began at'),
    expect.stringContaining('The last run failed of mail (ECONNREFUSED)'),
    expect.stringContaining('has 3 findings. See them: npm run audit'),
  ]);
  expect(ran.said).toContain('7 to mend.');
});

test('maintenance is told, announced and on', async () => {
  const [hour, machine] = [3_600_000, Date.now()];
  const announce = (startsAt: Date, endsAt: Date) =>
    write(async (tx) => {
      await tx.delete(announcement);
      const at = { startsAt, endsAt, createdAt: new Date(machine) };
      const row = {
        id: newId(),
        kind: 'maintenance',
        audience: 'all',
        text: 'A new disk',
        dismissable: false,
      } as const;
      await tx.insert(announcement).values({ ...row, ...at });
    });
  expect(doctor().said).toContain('ok   maintenance: none is on or announced');
  await announce(new Date(machine + hour), new Date(machine + 2 * hour));
  expect(doctor().said).toContain('note maintenance: is announced for ');
  await announce(new Date(machine - 2 * hour), new Date(machine - hour));
  expect(doctor().said).toMatch(/note maintenance: is on since .*, longer than planned .*: nothing can be changed/);
});

test('all faults of the environment are told, and a database of the other mode or that is away', async () => {
  const wrong = doctor({ MODE: 'nothing', LOG_LEVEL: 'loud', SUPPORT_EMAIL: 'no address' });
  expect(wrong.status).toBe(1);
  for (const name of ['MODE', 'LOG_LEVEL', 'SUPPORT_EMAIL']) expect(wrong.said).toContain(`- ${name}: `);
  const away = doctor({ DATABASE_URL: 'postgres://me:a-password@127.0.0.1:1/books' });
  expect(away).toMatchObject({ status: 1, said: expect.stringContaining('nothing listens there. Start the server') });
  expect(away.said).not.toContain('a-password');
  await write((tx) => tx.update(installation).set({ mode: 'live' }));
  expect(doctor()).toMatchObject({
    status: 1,
    said: expect.stringContaining("was made in live mode and can't be used in paper mode"),
  });
});
