import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { filesOfUseCases, isOnBothEngines } from '../support/engines';
import { sourcesOf } from './sources';

/** What a file of tests holds that depends on the engine, by what it says in its text. */
const SIGNS: [what: string, sign: RegExp][] = [
  ['raw SQL', /import \{[^}]*\bsql\b[^}]*\} from 'drizzle-orm'/],
  ['an engine of its own', /from '(better-sqlite3|pg)'|\b(onPostgres|emptyDatabase)\b/],
  ['bulk writes, savepoints, one moment', /import \{[^}]*\b(insertAll|rehearse|atOneMoment|inTurn|replaceDatabase)\b/],
  ['paging', /from '~\/platform\/db\/paging'/],
  ['locks between processes', /\b(fork|databaseUrl)\(/],
  ['idempotency', /\b(exactlyOnce|runOnce)\(/],
  ['leases of jobs', /\bLEASE\b/],
  ['backups', /from '~\/backups\/(?!index\.)|\brestoreBackup\(/],
  // What nearly every file calls at its end is proved by the others of its folder.
  ['seals', /from '~\/ledger\/proof\/(?!audit\.server|seal\.server)/],
  ['races', /Promise\.(all|allSettled)\([^;]*\bwrite\(/],
];

const texts = new Map(sourcesOf('tests').map(({ path, text }) => [path, text]));

/** A group of tests that says that it runs on both engines, and a test, as the formatter writes them. */
const GROUP = /^( *)onBothEngines\('.+\n(?:(?:\1 .*)?\n)+\1\}\);$/gm;
const TEST = /^( *)test(?:\.\w+)?\(.*\n(?:(?:\1[ \])].*)?\n)+\1\}?\);$/gm;

/** A text whose imports name only what it uses. */
const withoutUnused = (text: string): string =>
  text.replace(/^import (?:type )?\{([^}]+)\} from .+\n/gm, (line, names: string) => {
    const isUsed = (name: string) => (text.match(new RegExp(`\\b${name.split(' ').at(-1)}\\b`, 'g')) ?? []).length > 1;
    const used = names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name && isUsed(name));
    return used.length > 0 ? line.replace(names, ` ${used.join(', ')} `) : '';
  });

/** Of each file, what the short run tries on PostgreSQL, and what it leaves to SQLite. */
const files = filesOfUseCases().map((path) => {
  const text = texts.get(path) ?? '';
  const groups = text.match(GROUP) ?? [];
  if (groups.length === 0)
    return isOnBothEngines(path) ? { path, onBoth: text, left: '' } : { path, onBoth: '', left: text };
  const left = text.replace(GROUP, '');
  return { path, onBoth: withoutUnused([left.replace(TEST, ''), ...groups].join('\n')), left: withoutUnused(left) };
});

test('what meets the engine itself in tests of use-cases runs on both, and says so', () => {
  const missing = files.flatMap(({ path, left }) => {
    const found = SIGNS.filter(([, sign]) => sign.test(left)).map(([what]) => what);
    return found.length > 0 ? [`${path}: ${found.join(', ')}`] : [];
  });
  expect(missing).toEqual([]);
  for (const [what, sign] of SIGNS) expect([what, files.some(({ onBoth }) => sign.test(onBoth))]).toEqual([what, true]);
});

/** Statements that the query builder does not make alone, and lists that are read a page at a time. */
const ENGINES_OWN =
  /import \{[^}]*\b(rows|rowsInBackground|atOneMoment|rehearse|cursorPage)\b[^}]*\} from '~\/platform\/db\//;

const nameOf = (path: string): string => path.replace(/^app\//, '~/').replace(/\.tsx?$/, '');

/** The modules that a source imports, as `~/folder/name`. */
const importsOf = ({ path, text }: { path: string; text: string }): string[] =>
  Array.from(text.matchAll(/from '([^']+)'/g), ([, from = '']) =>
    from.startsWith('.') ? nameOf(posix.join(posix.dirname(path), from)) : from,
  );

test('each module with SQL of its own, or pages, is met by tests that run on both', () => {
  const sources = sourcesOf('app');
  const own = sources.filter(({ path, text }) => !path.startsWith('app/platform/db/') && ENGINES_OWN.test(text));
  expect(own.length).toBeGreaterThan(10);
  // By itself, or through at most two of the modules that it serves.
  const met = new Set(files.flatMap(({ path, onBoth }) => importsOf({ path, text: onBoth })));
  for (const _ of ['one', 'two']) {
    for (const name of sources.filter((source) => met.has(nameOf(source.path))).flatMap(importsOf)) met.add(name);
  }
  expect(own.map(({ path }) => nameOf(path)).filter((name) => !met.has(name))).toEqual([]);
});
