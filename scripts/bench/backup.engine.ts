/** What `bench backup` runs in a process for each engine, on the empty database that DATABASE_URL names. */
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { checkBackup, restoreDatabase } from '~/backups/readBackup.server';
import { backUpDatabase } from '~/backups/writeBackup.server';
import { sealSome } from '~/ledger/proof/seal.server';
import { closeDatabase, migrate, openDatabase, read, rows } from '~/platform/db/index.server';
import { env } from '~/platform/env';
import { settleInstallation } from '~/platform/installation/index.server';
import type { BackupFigures } from './engines';
import { fillBooks } from './filled';

async function seconds<T>(work: () => Promise<T>): Promise<[number, T]> {
  const started = performance.now();
  const value = await work();
  return [(performance.now() - started) / 1_000, value];
}

/** Bytes that the open database takes. */
async function sizeOf(url: string): Promise<number> {
  if (url.startsWith('file:')) return statSync(url.slice('file:'.length)).size;
  const [found] = await rows<{ size: string }>(read(), sql`select pg_database_size(current_database()) as size`);
  return Number(found?.size);
}

let memory = 0;
const watch = setInterval(() => {
  memory = Math.max(memory, process.memoryUsage().rss);
}, 100);

const { DATABASE_URL, DATA_DIR } = env();
// Beside the folders of the installations, where the other engine's process finds it.
const fileOf = (scheme: string | undefined) => join(DATA_DIR, '..', `${scheme}.backup`);
const [file, others] = [fileOf(DATABASE_URL.split(':')[0]), fileOf('file')];
const restoring = async (from: string) =>
  (await seconds(async () => restoreDatabase(from, await checkBackup(from), true)))[0];

await openDatabase();
await migrate();
// The second engine is filled with what the first had.
const isMoved = others !== file && existsSync(others);
const move = isMoved ? await restoring(others) : null;
if (!isMoved) {
  await settleInstallation();
  const [took] = await seconds(async () => {
    await fillBooks();
    while (await sealSome());
  });
  console.log(`filled in ${took.toFixed(0)} s`);
}
const database = await sizeOf(DATABASE_URL);
memory = 0;
const [backup] = await seconds(async () => {
  await backUpDatabase(file, new Date());
  await checkBackup(file);
});
const restore = await restoring(file);
clearInterval(watch);
await closeDatabase();
const measured: BackupFigures = { database, file: statSync(file).size, backup, restore, move, memory };
if (file !== others) rmSync(file);
process.send?.(measured);
