// `npm run db:reset`: deletes the paper installation of DATA_DIR, so that the next start fills a new one.
import './environment.mjs';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import Database from 'better-sqlite3';

const folder = resolve(process.env.DATA_DIR || 'data');
const url = process.env.DATABASE_URL || `file:${join(folder, 'mirrorbook.db')}`;
const database = resolve(url.replace(/^file:/, ''));
const reason =
  process.env.MODE === 'live' || !url.startsWith('file:')
    ? 'db:reset is for a paper installation on SQLite.'
    : describeWhyKept(database);
if (reason) {
  console.error(`${reason} Nothing was removed.`);
  process.exit(1);
}
const file = basename(database);
const paths = [
  // Also deletes files left behind by migrations.
  ...listFiles(
    dirname(database),
    (name) => name.startsWith(file) && /^(-wal|-shm|\.lock|\.before-.*)?$/.test(name.slice(file.length)),
  ),
  ...listFiles(folder, (name) => ['files', 'clock', 'demonstration.json', 'heads.log'].includes(name)),
];
for (const path of paths) rmSync(path, { recursive: true });
console.log(paths.length ? `Removed ${paths.join(', ')}` : `There is nothing to remove in ${folder}`);

function listFiles(directory, isSelected) {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return names.filter(isSelected).map((name) => join(directory, name));
}

/**
 * Returns why the installation must stay. The mode is read from the database, not the environment. A running server would continue to
 * write into deleted files.
 */
function describeWhyKept(path) {
  if (!existsSync(path)) return null;
  const database = new Database(path, { timeout: 0 });
  try {
    // Succeeds only if no other process has the database open. An unreadable database may be deleted.
    database.pragma('journal_mode = delete');
    const mode = database.prepare('select mode from installation').pluck().get();
    return mode === 'live' ? 'This is a live installation.' : null;
  } catch (error) {
    return error.code === 'SQLITE_BUSY' ? 'The installation is in use: stop the server first.' : null;
  } finally {
    database.close();
  }
}
