// Preloaded into a command: simulates a disk without room for the contents of new files, or for more than a few
// pages of a SQLite database.
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';

const refuse = (...input) => input.at(-1)(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }));
Object.assign(fs, { write: refuse, writev: refuse });
syncBuiltinESMExports();

const FEW = 2;
const Database = createRequire(import.meta.url)('better-sqlite3');
const { pragma } = Database.prototype;
// Every connection of the product starts with a pragma. An existing database keeps its pages.
Database.prototype.pragma = function (...input) {
  pragma.call(this, `max_page_count = ${FEW}`);
  return pragma.apply(this, input);
};
