// Loaded into a command before anything of ours: to it, the disk has no room for another file's contents, or for more than a few
// pages of a database of SQLite's.
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';

const refuse = (...given) => given.at(-1)(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }));
Object.assign(fs, { write: refuse, writev: refuse });
syncBuiltinESMExports();

const FEW = 2;
const Database = createRequire(import.meta.url)('better-sqlite3');
const { pragma } = Database.prototype;
// Every connection of ours begins with some. What is there already keeps its pages.
Database.prototype.pragma = function (...given) {
  pragma.call(this, `max_page_count = ${FEW}`);
  return pragma.apply(this, given);
};
