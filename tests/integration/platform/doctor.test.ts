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
import { prepareInstallation } from '~/platform/installation/index.server';
import { saveSnapshot } from '~/platform/snapshots.server';
import { useDatabase } from '../../support/database';
import { command } from '../../support/servers/command';

useDatabase();
beforeEach(prepareInstallation);

const doctor = (more: Record<string, string> = {}) => command('doctor', [], { PORT: '0', ...more });

/** Announces maintenance of an hour, some hours from now by the machine's clock. */
const announceMaintenance = (hours: number) =>
  write(async (tx) => {
    const inHours = (more: number) => new Date(Date.now() + more * 3_600_000);
    const period = { startsAt: inHours(hours), endsAt: inHours(hours + 1), createdAt: new Date() };
    const fields = {
      id: newId(),
      kind: 'maintenance',
      audience: 'all',
      text: 'A new disk',
      dismissable: false,
    } as const;
    await tx.insert(announcement).values({ ...fields, ...period });
  });

test('a sound installation has no findings, and the check writes nothing', async () => {
  await makeBackup(join(env().DATA_DIR, 'backups', 'one'));
  // The machine's own time, which the process beside the test uses.
  await write((tx) =>
    saveSnapshot(tx, 'audit', { journals: 0, invariants: [], findings: [], found: 0, head: '' }, new Date()),
  );
  const ran = doctor();
  expect(ran.output).not.toContain('FAIL');
  for (const what of ['Node', 'the disk', 'the port', 'the database', 'the mode and the secrets', 'the audit']) {
    expect(ran.output).toContain(`ok   ${what}: `);
  }
  expect(ran.output).toContain('ok   maintenance: none is on or announced');
  expect(ran).toMatchObject({ status: 0, output: expect.stringContaining('Nothing is in the way.') });
});

test('each fault is reported, all in one run, and active maintenance', async () => {
  await write(async (tx) => {
    await saveSnapshot(tx, 'audit', { journals: 0, invariants: [], findings: [], found: 3, head: '' }, new Date());
    await tx
      .insert(job)
      .values({ name: 'mail', lastError: 'ECONNREFUSED', lastStartedAt: new Date(Date.now() + 3_600_000) });
  });
  await announceMaintenance(-2);
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
  expect(ran.output.split('\n').filter((line) => line.startsWith('FAIL'))).toEqual([
    expect.stringContaining(`127.0.0.1:${port} is in use. Stop the program that listens there, or set PORT`),
    expect.stringContaining('SMTP_URL: the mail server can'),
    expect.stringContaining('The restore of /backups/one that began at 2026-03-02T09:00:00.000Z was interrupted'),
    expect.stringContaining('SEAL_SECRET is not the one these books were sealed with'),
    expect.stringContaining('a job began at'),
    expect.stringContaining('The last run of these jobs failed: mail (ECONNREFUSED)'),
    expect.stringContaining('has 3 findings. See them: npm run audit'),
  ]);
  expect(ran.output).toContain('7 to mend.');
  expect(ran.output).toMatch(/note maintenance: is on since .*, longer than planned .*: nothing can be changed/);
});

test('all faults of the environment are reported, and a database that is unavailable or of the other mode, and coming maintenance', async () => {
  const wrong = doctor({ MODE: 'nothing', LOG_LEVEL: 'loud', SUPPORT_EMAIL: 'no address' });
  expect(wrong.status).toBe(1);
  for (const name of ['MODE', 'LOG_LEVEL', 'SUPPORT_EMAIL']) expect(wrong.output).toContain(`- ${name}: `);
  const away = doctor({ DATABASE_URL: 'postgres://me:a-password@127.0.0.1:1/books' });
  expect(away).toMatchObject({ status: 1, output: expect.stringContaining('nothing listens there. Start the server') });
  expect(away.output).not.toContain('a-password');
  await write((tx) => tx.update(installation).set({ mode: 'live' }));
  await announceMaintenance(1);
  const other = doctor();
  expect(other.status).toBe(1);
  expect(other.output).toContain("was made in live mode and can't be used in paper mode");
  expect(other.output).toContain('note maintenance: is announced for ');
});
