import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBackgroundReader } from './backgroundReader.server';

let folder: string;
let path: string;
let reader: Database.Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mirrorbook-reader-'));
  path = join(folder, 'books.db');
  reader = new Database(path);
  reader.exec('create table note (text)');
});
afterEach(() => {
  reader.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ['small', 1_000, true],
  ['large', 9_000_000, false],
])('a %s file is read, and only a large one by a thread', async (_, bytes, isReadHere) => {
  reader.prepare('insert into note values (zeroblob(?))').run(bytes);
  const here = vi.spyOn(reader, 'prepare');
  const background = createBackgroundReader(path, reader);
  expect(await background.rows(sql`select length(text) as bytes from note where length(text) = ${bytes}`)).toEqual([
    { bytes },
  ]);
  await expect(background.rows(sql`select missing from note`)).rejects.toThrow('no such column');
  expect(here.mock.calls.length > 0).toBe(isReadHere);
  await background.close();
});

test('a reader that waits for the thread gets an error when the database is closed', async () => {
  reader.prepare('insert into note values (zeroblob(?))').run(9_000_000);
  const background = createBackgroundReader(path, reader);
  const requested = expect(background.rows(sql`select count(*) from note`)).rejects.toThrow('The database was closed');
  await background.close();
  await requested;
});
