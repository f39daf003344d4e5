import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, inject } from 'vitest';
import { after, DAY, setClock } from '~/platform/clock';
import { closeDatabase, openDatabase } from '~/platform/db/index.server';
import { readEnv } from '~/platform/env';
import { newId } from '~/platform/ids';
import { forgetSingleton, singleton } from '~/platform/singleton';
import { ensureCatalogue } from '~/seed/catalogue.server';
import { fastFolder } from './fastFolder';
import { createOnPostgres, emptiedOnPostgres } from './postgresDatabases';

export const onPostgres = process.env.TEST_ENGINE === 'postgres';

/** The time that tests begin at, unless they say otherwise. */
export const START = new Date('2026-03-02T09:00:00Z');

const folder = mkdtempSync(join(fastFolder(), 'mirrorbook-test-'));

/** Leaves nothing of a file's tests behind. The files of a process share the folder. */
function removeFolder(): void {
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
}
removeFolder();

/** A place for a database file. */
function placeOf(name: string): string {
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name}.db`);
}

/** A new database, or an emptied one that is as good: with the schema and no rows. */
async function cleanDatabase(): Promise<string> {
  if (onPostgres) return await emptiedOnPostgres(expect.getState().testPath ?? '', () => nameOf('test'));
  const file = placeOf(nameOf('test'));
  copyFileSync(inject('template'), file);
  return `file:${file}`;
}

const nameOf = (kind: string): string => `${kind}_${newId().replaceAll('-', '')}`;

/** The address of a database with nothing in it, not even tables. */
export async function emptyDatabase(): Promise<string> {
  const name = nameOf('empty');
  return onPostgres ? await createOnPostgres(name, 'template0') : `file:${placeOf(name)}`;
}

/** What signs in every environment of a test, and in processes that it starts. */
export const SEAL_SECRET = 'another-secret-for-seals-of-the-tests';

/** A test's own environment: paper mode, a folder of its own, and one seal secret for every environment of a test. */
export function testEnv(overrides: Record<string, string> = {}): void {
  forgetSingleton('env');
  singleton('env', () =>
    readEnv({
      DATA_DIR: join(folder, newId()),
      LOG_LEVEL: 'silent',
      PUBLIC_URL: 'http://mirrorbook.test',
      SEAL_SECRET,
      SESSION_SECRET: 'a-session-secret-of-the-tests-only',
      ...overrides,
    }),
  );
}

/**
 * How far the machine's time is from the product's, in milliseconds. They are a year apart, so that code which takes one for
 * the other fails. On SQLite the machine's is behind, on PostgreSQL ahead: a mistake may show in one direction alone.
 */
const APART = (onPostgres ? 1 : -1) * 365 * DAY;

/** What the clocks say in a test; they move only when the test moves them, and together. */
export const clock = {
  /** The product's time. */
  at: START,
  /** The machine's time, by which sessions, tokens, leases, mails and throttles go. */
  get machine(): Date {
    return after(clock.at, APART);
  },
  set(time: Date): void {
    clock.at = time;
  },
  advance(milliseconds: number): void {
    clock.at = new Date(clock.at.getTime() + milliseconds);
  },
};

/** The address of the test's database, for processes beside it. */
export const databaseUrl = (): string => current;
let current = '';

/** Gives each test of the file a database, an environment and a clock of its own. */
export function useDatabase(environment: Record<string, string> = {}): void {
  beforeEach(async () => {
    testEnv(environment);
    clock.set(START);
    setClock({ product: () => clock.at, system: () => clock.machine });
    current = await cleanDatabase();
    await openDatabase(current);
    await ensureCatalogue();
  });
  afterEach(async () => {
    await closeDatabase();
  });
  removeFolder();
}
