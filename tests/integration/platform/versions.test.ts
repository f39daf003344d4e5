// On both engines: migrations and backups.
/** Databases and backups of one version met by another: the next version is this one with a migration more. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { user } from '#drizzle/schema';
import { makeBackup, restoreBackup } from '~/backups/index.server';
import { audit } from '~/ledger/proof/audit.server';
import { sealSome } from '~/ledger/proof/seal.server';
import {
  closeDatabase,
  migrate,
  openDatabase,
  pendingMigrations,
  read,
  rowsInBackground,
} from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { settleInstallation } from '~/platform/installation/index.server';
import { databaseUrl, emptyDatabase, onPostgres, useDatabase } from '../../support/database';
import { makeNextVersion } from '../../support/nextVersion';
import { makeUser } from '../../support/people/people';

const version = vi.hoisted(() => {
  // What the setup has loaded already would keep the real module.
  vi.resetModules();
  return { root: null as string | null };
});
vi.mock('~/platform/db/migrations', async (importActual) => {
  const actual = await importActual<typeof import('~/platform/db/migrations')>();
  const { join } = await import('node:path');
  return {
    ...actual,
    migrationsFolder: (engine: 'sqlite' | 'postgres') =>
      version.root ? join(version.root, 'drizzle', engine) : actual.migrationsFolder(engine),
  };
});

const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-versions-'));
const next = join(folder, 'next');
makeNextVersion(next);
afterEach(() => {
  version.root = null;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

useDatabase();
beforeEach(async () => {
  await settleInstallation();
  await makeUser({ username: 'Ann' }, { dollars: 100 });
  while (await sealSome());
});

const NEWER = 'newer version of Mirrorbook';
const notes = () => rowsInBackground<{ next_note: string }>(sql`select next_note from "user"`);
const backups = (url: string) =>
  readdirSync(dirname(url.slice('file:'.length))).filter((name) => name.endsWith('.backup'));

test('a newer version brings a database up to date, with a backup beside it on SQLite', async () => {
  const before = onPostgres ? [] : backups(databaseUrl());
  version.root = next;
  expect(await pendingMigrations()).toBe(1);
  await migrate();
  expect(await pendingMigrations()).toBe(0);
  expect(await notes()).toEqual([{ next_note: 'of Ann' }]);
  expect((await audit()).findings).toEqual([]);
  if (!onPostgres) expect(backups(databaseUrl())).toHaveLength(before.length + 1);
});

test('an older version refuses a database and a backup of a newer one, and says what to do', async () => {
  version.root = next;
  await migrate();
  const made = join(env().DATA_DIR, 'made');
  await makeBackup(made);
  version.root = null;
  await expect(migrate()).rejects.toThrow(`This database was written by a ${NEWER}. Start that version, or restore`);
  await closeDatabase();
  await openDatabase(await emptyDatabase());
  await expect(restoreBackup(made, { replace: false })).rejects.toThrow(
    `This backup was made by a ${NEWER}. Restore it with that version, or a later one`,
  );
});

test('a newer version restores a backup of an older one and brings it up to date', async () => {
  const made = join(env().DATA_DIR, 'made');
  await makeBackup(made);
  await closeDatabase();
  version.root = next;
  await openDatabase(await emptyDatabase());
  await restoreBackup(made, { replace: false });
  expect(await pendingMigrations()).toBe(0);
  expect(await notes()).toEqual([{ next_note: 'of Ann' }]);
  expect(await read().select({ username: user.username }).from(user)).toEqual([{ username: 'Ann' }]);
  expect((await audit()).findings).toEqual([]);
});
