import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const IGNORED = new Set(['.git', ...readFileSync(join(ROOT, '.gitignore'), 'utf8').split(/\/?\n/)]);

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (IGNORED.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [relative(ROOT, path).replaceAll('\\', '/')];
  });
}

/** Files of the repository, by their path from the root. */
const files = filesIn(ROOT);
const allPaths = files.join('\n');

/** Files written by people. */
const texts = files
  .filter((path) => /\.(tsx?|[mc]?js|md|json|ya?ml)$|^\.ci\//.test(path) && !/^package-lock|^drizzle\/\w+\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

/** Expands `{a,b}` and `(a|b)`. */
function alternatives(pattern: string): string[] {
  const [whole, inside] = /\{([^{}]*)\}/.exec(pattern) ?? /(?<!!)\(([\w|]+)\)/.exec(pattern) ?? [];
  if (whole === undefined || inside === undefined) return [pattern];
  return inside.split(/[,|]/).flatMap((one) => alternatives(pattern.replace(whole, one)));
}

const asRegex = (glob: string) =>
  glob
    .replace(/[.$+]/g, '\\$&')
    .replace(/!\(([^)]*)\)\/\*\*/g, '(?!(?:$1)/)@@')
    .replace(/\*\*\/?/g, '@@')
    .replace(/\*/g, '[^/\\n]*')
    .replaceAll('@@', '(?:[^\\n]*)');

/**
 * Returns whether there is such a file or folder, or a file of this name with an extension. Pages and comments may omit
 * the first folders.
 */
const isThere = (path: string): boolean =>
  alternatives(path).every((one) => new RegExp(`(^|/)${asRegex(one.replace(/\/$/, ''))}($|[/.])`, 'm').test(allPaths));

const TOP = 'app|deploy|docs|drizzle|public|scripts|tests';
const ROOMS = [...new Set(files.flatMap((path) => /^app\/(\w+)\//.exec(path)?.slice(1) ?? []))].join('|');

/** Matches a path in any text: it starts with a folder of the root. */
const FROM_ROOT = new RegExp(`(?<![\\w./~@#$-])(?:${TOP})/[\\w.*{},!|$/()-]*[\\w*})]`, 'g');
/** Matches a path between backticks: it starts with a folder of `app`, or ends like a file written by people. */
const IN_BACKTICKS = new RegExp(`\`((?:${ROOMS})/[\\w.*{},/-]+|[\\w.*{},/-]*\\w\\.(?:tsx?|mjs|cjs|md|css))\``, 'g');

/** Removes an unopened bracket, and replaces the names that a reader fills in by `*`. */
function tidied(path: string): string {
  const open = path.split('(').length - path.split(')').length;
  return (open < 0 ? path.slice(0, path.indexOf(')')) : path).replace(/\b(NAME|AREA|FILE)\b|\$\w+/g, '*');
}

const namedIn = (text: string): string[] =>
  [...(text.match(FROM_ROOT) ?? []), ...[...text.matchAll(IN_BACKTICKS)].map(([, inside = '']) => inside)]
    .map(tidied)
    .filter((path) => !path.includes('${'));

test('a path in sources, documents and settings is that of a file', () => {
  const named = texts
    .filter(({ path }) => path !== '.dependency-cruiser.cjs' && !path.endsWith('architecture/paths.test.ts'))
    .flatMap(({ path, text }) => namedIn(text).map((name) => ({ path, name })));
  expect(named.length).toBeGreaterThan(300);
  const gone = named.filter(({ name }) => !isThere(name)).map(({ path, name }) => `${path}: ${name}`);
  expect([...new Set(gone)]).toEqual([]);
});

test('a link in a document leads to a file', () => {
  const links = texts
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, to = '']) => ({
        path,
        to: posix.join(posix.dirname(path), to),
      })),
    );
  expect(links.length).toBeGreaterThan(80);
  const isFile = (to: string) => files.some((file) => file === to || file.startsWith(`${to}/`));
  expect(links.filter(({ to }) => !isFile(to))).toEqual([]);
});

test('a path that was moved is detected', () => {
  const found = namedIn(
    'see app/ledger/proof/seal.server.ts, `web/guard/form.ts` and tests/{architecture,gone}/*.test.ts',
  );
  expect(found.filter((path) => !isThere(path))).toEqual(['tests/{architecture,gone}/*.test.ts', 'web/guard/form.ts']);
  expect(isThere('features/!(market|marketing)/**/*.test.ts')).toBe(true);
});
