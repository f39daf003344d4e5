// Preloaded into a serving process (see tests/support/trouble.ts): causes faults that a test can't cause from
// outside. The file `trouble` names the fault, and is deleted once it has happened.
import fs, { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const Database = createRequire(import.meta.url)('better-sqlite3');
const open = new Set();
const { pragma } = Database.prototype;
// Every connection of the product starts with a pragma.
Database.prototype.pragma = function (...input) {
  open.add(this);
  return pragma.apply(this, input);
};

const Statement = Object.getPrototypeOf(new Database(':memory:').prepare('select 1'));
const { all, run } = Statement;

/** Runs an action once, in the next page of an investor, whose loader counts new notifications. */
function inRequest(work) {
  Statement.all = function (...input) {
    if (this.source.includes('from "notification"')) {
      Statement.all = all;
      work();
    }
    return all.apply(this, input);
  };
}

/** Runs an action once, in the next write of a form, before its event or session is stored. */
function inForm(work) {
  const instead = (method) =>
    function (...input) {
      if (/^insert into "(event|session)"/.test(this.source)) {
        Object.assign(Statement, { all, run });
        work();
      }
      return method.apply(this, input);
    };
  Object.assign(Statement, { all: instead(all), run: instead(run) });
}

const fail = () => {
  throw new Error('a secret detail');
};

/** Runs an action once, when the heading of the next page is rendered. */
const runtime = createRequire(import.meta.url)('react/jsx-runtime');
const { jsx } = runtime;
let whenDrawn = null;
runtime.jsx = (type, ...input) => {
  const work = type === 'h1' ? whenDrawn : null;
  if (work) whenDrawn = null;
  work?.();
  return jsx(type, ...input);
};

/** Free space that the file system reports. */
const { statfs } = fs.promises;
let isFull = false;
fs.promises.statfs = async (...input) => Object.assign(await statfs(...input), isFull ? { bavail: 0 } : {});
syncBuiltinESMExports();

const limitPages = (max) => {
  for (const connection of open) if (connection.open) connection.pragma(`max_page_count = ${max}`);
};

const TROUBLES = {
  // Limits the database to its current number of pages, so that SQLite reports a full disk.
  'disk full': () => limitPages(1),
  'disk has room': () => {
    limitPages(2 ** 32 - 2);
    isFull = false;
  },
  'disk nearly full': () => {
    isFull = true;
  },
  'an error in a loader': () => inRequest(fail),
  'an error in a page that is drawn': () => {
    whenDrawn = fail;
  },
  'an error in a form': () => inForm(fail),
  'an error in a timer of a request': () => inRequest(() => setTimeout(fail)),
  'an error in a timer': () => setTimeout(fail),
  'an unhandled rejection of a request': () => inRequest(() => void Promise.reject(new Error('unheard'))),
};

const request = join(process.env.DATA_DIR, 'trouble');
function poll() {
  if (!existsSync(request)) return;
  TROUBLES[readFileSync(request, 'utf8')]();
  rmSync(request);
}
// `npm start` has a parent process for the serving one, and an installation may have more processes.
if (process.argv[1]?.endsWith('serve.mjs')) setInterval(poll, 20).unref();
