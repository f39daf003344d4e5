// Loaded into a serving process before anything of ours (see tests/support/trouble.ts): makes real, on SIGUSR2, what a test can't
// do from outside. The file `trouble` says what; it goes once that is done.
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const Database = createRequire(import.meta.url)('better-sqlite3');
const open = new Set();
const { pragma } = Database.prototype;
// Every connection of ours begins with some.
Database.prototype.pragma = function (...given) {
  open.add(this);
  return pragma.apply(this, given);
};

const limitPages = (most) => {
  for (const connection of open) if (connection.open) connection.pragma(`max_page_count = ${most}`);
};

const TROUBLES = {
  // No page more than there is: to SQLite the disk is full.
  'disk full': () => limitPages(1),
  'disk has room': () => limitPages(2 ** 32 - 2),
  'an error in a timer': () =>
    setTimeout(() => {
      throw new Error('thrown in a timer');
    }),
  'a rejection that nobody waits for': () => {
    Promise.reject(new Error('nobody waits for this'));
  },
};

const asked = join(process.env.DATA_DIR, 'trouble');
process.on('SIGUSR2', () => {
  TROUBLES[readFileSync(asked, 'utf8')]();
  rmSync(asked);
});
