// `npm run db:reset`: throws the paper installation of DATA_DIR away, so that the next start fills a new one.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(process.env.DATA_DIR || 'data');
if (process.env.MODE === 'live' || process.env.DATABASE_URL?.startsWith('postgres')) {
  console.error('db:reset is for a paper installation on SQLite. Nothing was removed.');
  process.exit(1);
}
const OURS = /^(mirrorbook\.db.*|files|clock|demonstration\.json)$/;
const gone = existsSync(folder) ? readdirSync(folder).filter((name) => OURS.test(name)) : [];
for (const name of gone) rmSync(join(folder, name), { recursive: true });
console.log(gone.length ? `Removed ${gone.join(', ')} from ${folder}` : `There is nothing to remove in ${folder}`);
