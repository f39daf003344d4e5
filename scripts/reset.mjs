// `npm run db:reset`: throws the paper installation of DATA_DIR away, so that the next start fills a new one.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';

const folder = resolve(process.env.DATA_DIR || 'data');
const postgres = process.env.DATABASE_URL?.startsWith('postgres');
const stays =
  process.env.MODE === 'live' || postgres
    ? 'db:reset is for a paper installation on SQLite.'
    : whyItStays(join(folder, 'mirrorbook.db'));
if (stays) {
  console.error(`${stays} Nothing was removed.`);
  process.exit(1);
}
const OURS = /^(mirrorbook\.db.*|files|clock|demonstration\.json)$/;
const gone = existsSync(folder) ? readdirSync(folder).filter((name) => OURS.test(name)) : [];
for (const name of gone) rmSync(join(folder, name), { recursive: true });
console.log(gone.length ? `Removed ${gone.join(', ')} from ${folder}` : `There is nothing to remove in ${folder}`);

/** The mode is what the database says, whatever the environment does. A server goes on writing into files that are gone. */
function whyItStays(path) {
  if (!existsSync(path)) return null;
  const database = new Database(path, { timeout: 0 });
  try {
    // Works only for whoever has the database alone. One that can't be read may go.
    database.pragma('journal_mode = delete');
    const mode = database.prepare('select mode from installation').pluck().get();
    return mode === 'live' ? 'This is a live installation.' : null;
  } catch (error) {
    return error.code === 'SQLITE_BUSY' ? 'The installation is in use: stop the server first.' : null;
  } finally {
    database.close();
  }
}
