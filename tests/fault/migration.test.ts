import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { sizeOf } from '../support/depth';
import { makeNextVersion } from '../support/nextVersion';
import { addedPeople, migrateElsewhere } from './migrating';

const TIMES = sizeOf('MIDWAY');

const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-migration-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const next = join(folder, 'next');
makeNextVersion(next);

/** Database of 1.0.0, with more people in it. */
const old = join(folder, 'old.db');
writeFileSync(old, gunzipSync(readFileSync(join(import.meta.dirname, '../fixtures/1.0.0/mirrorbook.db.gz'))));
const made = new Database(old);
made.exec(addedPeople());
const people = made.prepare('select count(*) from user').pluck().get();
made.close();

/** Tables, indices and triggers of a complete database, and the number of people. */
function poll(path: string): string {
  const database = new Database(path, { readonly: true });
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(database.pragma('foreign_key_check')).toEqual([]);
    expect(database.prepare('select count(*) from user').pluck().get()).toBe(people);
    return JSON.stringify(database.prepare("select name, sql from sqlite_master where sql > '' order by name").all());
  } finally {
    database.close();
  }
}

/** Copies the old database into a new folder. */
function oneToMigrate(name: string) {
  const own = mkdtempSync(join(folder, name));
  const path = join(own, 'it.db');
  copyFileSync(old, path);
  const backups = () => readdirSync(own).filter((file) => file.endsWith('.backup'));
  return { path, own, backups, environment: { DATABASE_URL: `file:${path}`, DATA_DIR: own } };
}

test(`a migration killed ${TIMES} times midway: the old schema or the new, a whole backup, and the next start completes it`, async () => {
  const before = poll(old);
  const whole = oneToMigrate('whole-');
  const took = (await migrateElsewhere(next, whole.environment)) ?? 0;
  const after = poll(whole.path);
  expect(after).not.toBe(before);
  expect(whole.backups()).toHaveLength(1);

  for (let time = 0; time < TIMES; time++) {
    const { path, own, backups, environment } = oneToMigrate('killed-');
    await migrateElsewhere(next, environment, (took * (time + 0.5)) / TIMES);
    const found = poll(path);
    expect([before, after]).toContain(found);
    // Every file with the name of a backup is a complete one.
    for (const backup of backups()) expect(poll(join(own, backup))).toBe(before);
    await migrateElsewhere(next, environment);
    expect(poll(path)).toBe(after);
    expect(backups().length).toBeGreaterThan(0);
    for (const backup of backups()) expect(poll(join(own, backup))).toBe(before);
  }
}, 600_000);

test('two processes that start at once on one file migrate it once', async () => {
  const { path, backups, environment } = oneToMigrate('both-');
  await Promise.all([migrateElsewhere(next, environment), migrateElsewhere(next, environment)]);
  const database = new Database(path, { readonly: true });
  const migrations = database.prepare('select hash from __drizzle_migrations').pluck().all();
  database.close();
  expect(new Set(migrations).size).toBe(migrations.length);
  expect(backups()).toHaveLength(1);
});
