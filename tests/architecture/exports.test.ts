import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../app/routes/admin');
const routes = readFileSync(join(FOLDER, '../../routes.ts'), 'utf8');

/** The parts of one user, whose movements of money are in their statement, and what programs sent as signals. */
const WITHOUT_A_FILE = ['users/:id/:part', 'signals'];

const modules = import.meta.glob<{ loader?: { guard: string; rights: string } }>(
  '../../app/routes/admin/**/*.{ts,tsx}',
  {
    eager: true,
  },
);

/** The loader of an address below `/admin`. */
function loaderAt(path: string) {
  const module = routes.match(new RegExp(`route\\('${path}', admin\\('([^']+)'`))?.[1];
  return modules[`../../app/routes/admin/${module}`]?.loader;
}

const addressOf = (module: string) => new RegExp(`route\\('([^']+)', admin\\('${module}'\\)\\)`).exec(routes)?.[1];

/** The administrator's pages with a list that goes on over several pages. */
const lists = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter(
    (file) =>
      file.endsWith('.tsx') && /<(CursorPager|Pager|QueueScreen)\b/.test(readFileSync(join(FOLDER, file), 'utf8')),
  )
  .map((file) => addressOf(file) ?? file)
  .filter((path) => !WITHOUT_A_FILE.includes(path))
  .sort();

test('the lists of administrators are found', () => {
  expect(lists).toEqual([
    'audit',
    'deposits',
    'kyc',
    'leader-requests',
    'outbox',
    'reconciliation/:method/lines',
    'support',
    'traders',
    'trades',
    'users',
    'withdrawals',
  ]);
});

test.each(lists)('%s can be taken along as a file, by who may see it', (path) => {
  const file = loaderAt(`${path}.csv`);
  expect(file?.guard).toBe('admin');
  expect(file?.rights).toBe(loaderAt(path)?.rights);
});
