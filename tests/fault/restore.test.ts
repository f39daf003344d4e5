import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeDatabase, openDatabase } from '~/platform/db/index.server';
import { readEnv } from '~/platform/env';
import { prepareInstallation } from '~/platform/installation/index.server';
import { forgetSingleton, singleton } from '~/platform/singleton';
import { compiled } from '../support/demonstration/compiled';
import { isLong, sizeOf } from '../support/depth';
import { emptySchema, makeNextVersion } from '../support/nextVersion';
import { startPostgres } from '../support/servers/postgres.server';

const ROOT = join(import.meta.dirname, '../..');
const PEOPLE = isLong ? 5_000 : 1_000;
const TIMES = sizeOf('MIDWAY');

const folder = mkdtempSync(join(tmpdir(), 'mirrorbook-restore-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Secrets of an installation that was started before. For these commands only: other tests have their own. */
const SECRETS = {
  SESSION_SECRET: 'a-session-secret-of-the-tests-only',
  SEAL_SECRET: 'another-secret-for-seals-of-the-tests',
};

/** Version that restores, so that a restore has a migration to do as well. */
const next = join(folder, 'next');
makeNextVersion(next);

/** Runs an operator's command on an installation. */
function command(script: string, args: string[], place: { DATA_DIR: string; DATABASE_URL: string }, root = ROOT) {
  const ran = spawn(process.execPath, [compiled(`scripts/${script}.ts`, root), ...args], {
    cwd: ROOT,
    env: { ...process.env, MODE: 'paper', ENV_FILE: '', LOG_LEVEL: 'silent', ...SECRETS, ...place },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([text(ran.stdout), text(ran.stderr), once(ran, 'exit')]).then(
    ([out, wrong]) => out + wrong,
  );
  return { ran, ended };
}

/** Backs up an installation with this many people. */
async function backupWith(people: number): Promise<string> {
  const made = mkdtempSync(join(folder, 'made-'));
  const DATA_DIR = join(made, 'data');
  const database = new Database(join(made, 'it.db'));
  for (const statement of emptySchema('sqlite')) database.exec(statement);
  const columns = ['id', 'first_name', 'last_name', 'username', 'username_key', 'email', 'phone', 'password_hash'];
  database.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${people})
    insert into "user" (${columns.join(', ')}, password_changed_at, created_at)
    select ${columns.map(() => 'cast(i as text)').join(', ')}, 0, 0 from n`);
  database.close();
  // Writes the installation's row with a valid version, because a restore verifies it before it marks the row.
  forgetSingleton('env');
  singleton('env', () => readEnv({ ...SECRETS, MODE: 'paper', DATA_DIR }));
  await openDatabase(`file:${join(made, 'it.db')}`);
  await prepareInstallation();
  await closeDatabase();
  forgetSingleton('env');
  const to = join(DATA_DIR, 'backup');
  const output = await command('backup', [to], { DATA_DIR, DATABASE_URL: `file:${join(made, 'it.db')}` }).ended;
  expect(output).toContain('Backed up');
  return to;
}

let few: string;
let many: string;
beforeAll(async () => {
  [few, many] = [await backupWith(1), await backupWith(PEOPLE)];
});

async function killedRestores(url: string, countPeople: () => Promise<number>): Promise<void> {
  const place = { DATA_DIR: mkdtempSync(join(folder, 'target-')), DATABASE_URL: url };
  const note = join(place.DATA_DIR, 'restoring.json');
  const restore = (from: string) => command('restore', [from, '--replace'], place, next);
  /** @returns the time from the creation of the note to its deletion, in milliseconds */
  async function watched(killAfter?: number): Promise<number> {
    const { ran, ended } = restore(many);
    await vi.waitUntil(() => existsSync(note), { timeout: 60_000, interval: 1 });
    const began = performance.now();
    if (killAfter === undefined) await vi.waitUntil(() => !existsSync(note), { timeout: 60_000, interval: 1 });
    else setTimeout(() => ran.kill('SIGKILL'), killAfter);
    const took = performance.now() - began;
    await ended;
    return took;
  }

  const took = await watched();
  expect(await countPeople()).toBe(PEOPLE);
  for (let time = 0; time < TIMES; time++) {
    await restore(few).ended;
    expect(await countPeople()).toBe(1);
    await watched((took * (time + 0.5)) / TIMES);
    const [wasNoted, found] = [existsSync(note), await countPeople()];
    expect([1, PEOPLE]).toContain(found);
    if (!wasNoted) expect(found).toBe(PEOPLE);
    const output = await restore(many).ended;
    expect(output.includes('was interrupted')).toBe(wasNoted);
    expect(output).toContain('Compared with the backup');
    expect(await countPeople()).toBe(PEOPLE);
  }
}

test('a restore killed midway leaves a SQLite database unchanged, and the next one says so and completes', async () => {
  const path = join(folder, 'target.db');
  await killedRestores(`file:${path}`, async () => {
    const database = new Database(path);
    try {
      expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
      return database.prepare('select count(*) from user').pluck().get() as number;
    } finally {
      database.close();
    }
  });
}, 600_000);

test('and one in PostgreSQL', async () => {
  const server = await startPostgres();
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  try {
    await killedRestores(server.url('postgres'), async () => {
      const { rows } = await client.query<{ n: string }>('select count(*) as n from "user"');
      return Number(rows[0]?.n);
    });
  } finally {
    await client.end();
    await server.stop();
  }
}, 600_000);
