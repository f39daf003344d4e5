import { copyFileSync, cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeEach, expect, inject } from 'vitest';
import { after, DAY, setClock } from '~/platform/clock';
import { closeDatabase, drainAlteredRows, openDatabase, write } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { newId } from '~/platform/ids';
import { refreshIsolation } from '~/platform/installation/isolation.server';
import { singleton } from '~/platform/singleton';
import { setStorageNames } from '~/platform/storage/index.server';
import { ensureCatalogue } from '~/seed/catalogue.server';
import { folder, removeFolder, testEnv } from './environment';
import {
  createOnPostgres,
  emptiedOnPostgres,
  fillOnPostgres,
  type KeptRows,
  rowsOnPostgres,
} from './servers/postgresDatabases';

export const onPostgres = process.env.TEST_ENGINE === 'postgres';

/** Start time of tests without a time of their own. */
export const START = new Date('2026-03-02T09:00:00Z');

/** Returns the path of a new database file. */
function placeOf(name: string): string {
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name}.db`);
}

/** Initial state of a file's tests: rows, data folder and product time. */
type Kept = { rows: KeptRows | string; folder: string; at: Date };

/** Creates or empties a database with the schema, and inserts the stored rows if there are any. */
async function givenDatabase(stored: Kept | null): Promise<string> {
  if (onPostgres) {
    const address = await emptiedOnPostgres(expect.getState().testPath ?? '', () => nameOf('test'));
    if (stored) await fillOnPostgres(stored.rows as KeptRows);
    return address;
  }
  const file = placeOf(nameOf('test'));
  copyFileSync(stored ? (stored.rows as string) : inject('template'), file);
  return `file:${file}`;
}

/** Stores the rows of the open database and its folder for the later tests of this file. */
async function keep(): Promise<Kept> {
  const stored = join(folder, nameOf('kept'));
  if (existsSync(env().DATA_DIR)) cpSync(env().DATA_DIR, stored, { recursive: true });
  if (onPostgres) return { rows: await rowsOnPostgres(), folder: stored, at: clock.at };
  const copy = placeOf(nameOf('kept'));
  const database = new Database(current.replace('file:', ''));
  database.prepare('vacuum into ?').run(copy);
  database.close();
  return { rows: copy, folder: stored, at: clock.at };
}

const nameOf = (kind: string): string => `${kind}_${newId().replaceAll('-', '')}`;

/** Creates an empty database without tables. @returns its address */
export async function emptyDatabase(): Promise<string> {
  const name = nameOf('empty');
  return onPostgres ? await createOnPostgres(name, 'template0') : `file:${placeOf(name)}`;
}

/** Milliseconds between machine and product time: a year, in opposite directions per engine, so that confusion fails. */
const APART = (onPostgres ? 1 : -1) * 365 * DAY;

/** Clocks of a test; they move only when the test moves them, and together. */
export const clock = {
  /** Time of the product. */
  at: START,
  /** Time of the machine, used by sessions, tokens, leases, mails and throttles. */
  get machine(): Date {
    return after(clock.at, APART);
  },
  set(time: Date): void {
    clock.at = time;
  },
  advance(milliseconds: number): void {
    clock.at = new Date(clock.at.getTime() + milliseconds);
  },
  /** Requested pauses, milliseconds; none takes any time. */
  pauses: [] as number[],
};

/** Returns the address of the test's database, for other processes. */
export const databaseUrl = (): string => current;
let current = '';

/** Engine that is open, and its URL. */
let open: { engine: unknown; url: string } | null = null;
const openEngine = () => singleton<{ engine?: unknown }>('database', () => ({})).engine;

/**
 * Opens a database. On PostgreSQL it reuses the connections of the previous test if possible, as new connections are
 * slow.
 */
async function openOrReuse(url: string): Promise<void> {
  if (open?.url === url && open.engine === openEngine()) return;
  await closeDatabase();
  await openDatabase(url);
  open = { engine: openEngine(), url };
}

/** Waits for pending writes of the test by queueing another write. */
async function settle(): Promise<void> {
  if (openEngine()) await write(async () => {}).catch(closeDatabase);
}

/** Gives each test of the file a database, environment and clock, copied from the rows that `fill` writes once. */
export function useDatabase(
  environment: Record<string, string> = {},
  fill: () => Promise<void> = ensureCatalogue,
): void {
  let stored: Kept | null = null;
  beforeEach(async () => {
    // Sets the state of an installation that was never restored.
    setStorageNames([], false);
    testEnv(environment);
    clock.set(stored?.at ?? START);
    clock.pauses = [];
    setClock({ product: () => clock.at, system: () => clock.machine, pause: async (long) => clock.pauses.push(long) });
    current = await givenDatabase(stored);
    if (stored && existsSync(stored.folder)) cpSync(stored.folder, env().DATA_DIR, { recursive: true });
    await openOrReuse(current);
    await refreshIsolation();
    // Other tests in this process leave altered rows of their databases.
    drainAlteredRows();
    if (stored) return;
    await fill();
    stored = await keep();
  });
  afterEach(async () => {
    if (onPostgres) await settle();
    else await closeDatabase();
  });
  afterAll(closeDatabase);
  removeFolder();
}
