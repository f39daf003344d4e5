import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';

const SCRIPT = join(import.meta.dirname, '../../scripts/reset.mjs');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mirrorbook-reset-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, 'mirrorbook.db');

/** A database of this mode as a server has it open. */
function installation(mode: 'paper' | 'live') {
  const database = new Database(file());
  database.pragma('journal_mode = wal');
  database.exec(`create table installation (mode text); insert into installation values ('${mode}')`);
  return database;
}

/** `npm run db:reset` in an environment that says nothing of the mode. */
function reset() {
  const { MODE: _, DATABASE_URL: __, ...own } = process.env;
  const ran = spawnSync(process.execPath, [SCRIPT], { env: { ...own, DATA_DIR: folder }, encoding: 'utf8' });
  return { status: ran.status, said: ran.stdout + ran.stderr };
}

test('a paper installation goes, unless its server runs', () => {
  const server = installation('paper');
  expect(reset()).toMatchObject({ status: 1, said: expect.stringContaining('stop the server first') });
  expect(existsSync(file())).toBe(true);
  server.close();
  expect(reset()).toMatchObject({ status: 0, said: expect.stringContaining('Removed mirrorbook.db') });
  expect(existsSync(file())).toBe(false);
});

test('a live installation stays, whatever the environment does not say', () => {
  installation('live').close();
  expect(reset()).toMatchObject({ status: 1, said: expect.stringContaining('This is a live installation.') });
  expect(existsSync(file())).toBe(true);
});

test('what is no database goes too', () => {
  writeFileSync(file(), 'nothing that can be read');
  expect(reset()).toMatchObject({ status: 0 });
  expect(existsSync(file())).toBe(false);
});
