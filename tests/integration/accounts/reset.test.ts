// On both engines: the reset deletes a file on one and a database on the other.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';

const SCRIPT = join(import.meta.dirname, '../../../scripts/reset.mjs');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mirrorbook-reset-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, 'mirrorbook.db');

/** Database of this mode, open as in a running server. */
function installation(mode: 'paper' | 'live') {
  const database = new Database(file());
  database.pragma('journal_mode = wal');
  database.exec(`create table installation (mode text); insert into installation values ('${mode}')`);
  return database;
}

/** Runs `npm run db:reset` in an environment without a mode. */
function reset(more: Record<string, string> = {}) {
  const { MODE: _, DATABASE_URL: __, ...own } = process.env;
  const ran = spawnSync(process.execPath, [SCRIPT], { env: { ...own, DATA_DIR: folder, ...more }, encoding: 'utf8' });
  return { status: ran.status, output: ran.stdout + ran.stderr };
}

test('a paper installation is deleted, unless its server runs', () => {
  const server = installation('paper');
  expect(reset()).toMatchObject({ status: 1, output: expect.stringContaining('stop the server first') });
  expect(existsSync(file())).toBe(true);
  server.close();
  expect(reset()).toMatchObject({ status: 0, output: expect.stringContaining(`Removed ${file()}`) });
  expect(existsSync(file())).toBe(false);
});

test('a live installation is never deleted, whatever the environment lacks', () => {
  installation('live').close();
  expect(reset()).toMatchObject({ status: 1, output: expect.stringContaining('This is a live installation.') });
  expect(existsSync(file())).toBe(true);
});

test('a database at another address is the one that is checked, and is deleted with the uploads or not at all', () => {
  const data = join(folder, 'data');
  const uploads = join(data, 'files');
  mkdirSync(uploads, { recursive: true });
  const elsewhere = { DATA_DIR: data, DATABASE_URL: `file:${file()}` };
  const server = installation('paper');
  expect(reset(elsewhere)).toMatchObject({ status: 1 });
  expect(existsSync(uploads)).toBe(true);
  server.close();
  expect(reset(elsewhere)).toMatchObject({ status: 0 });
  expect([file(), uploads].filter(existsSync)).toEqual([]);
});

test('a file that is no database is deleted too', () => {
  writeFileSync(file(), 'nothing that can be read');
  expect(reset()).toMatchObject({ status: 0 });
  expect(existsSync(file())).toBe(false);
});
