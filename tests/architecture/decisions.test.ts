import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../docs/decisions');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const pages = readdirSync(FOLDER).filter((name) => name !== 'README.md');

/** The paragraph below a page's title, on one line. */
const stateOf = (page: string) => (read(page).split('\n\n')[1] ?? '').replaceAll('\n', ' ');

/** The pages that took the place of one, and those whose place one took: their files, and whether only a part went. */
const replacedBy = (page: string) =>
  [...stateOf(page).matchAll(/superseded (in part )?by \[\d{3}\]\(([^)]+)\)/g)].map(([, part, by]) => [
    by,
    Boolean(part),
  ]);
const replacedIn = (page: string) =>
  [...stateOf(page).matchAll(/Supersedes \[\d{3}\]\(([^)]+)\)( in part)?/g)].map(([, old, part]) => [
    old,
    Boolean(part),
  ]);

describe('a page of docs/decisions', () => {
  test.each(pages)('%s has its number, a date and a state', (page) => {
    expect(read(page)).toMatch(new RegExp(`^# ${page.slice(0, 3)} [A-Z]`));
    expect(stateOf(page)).toMatch(/^\d{4}-\d{2}-\d{2}, (accepted\.|superseded (in part )?by \[\d{3}\]\()/);
  });

  test('that is superseded names the page that says so, and the other way round', () => {
    const old = pages.flatMap((page) =>
      replacedBy(page).map(([by, part]) => `${by} supersedes ${page}, part: ${part}`),
    );
    const told = pages.flatMap((page) =>
      replacedIn(page).map(([what, part]) => `${page} supersedes ${what}, part: ${part}`),
    );
    expect(old.length).toBeGreaterThan(3);
    expect(told.sort()).toEqual(old.sort());
  });

  test('is listed, in order, and once more where it is superseded', () => {
    const readme = read('README.md');
    const rows = [...readme.matchAll(/^\| \[(\d{3})\]\(([^)]+)\) +\| \w/gm)];
    expect(rows.map(([, , page]) => page)).toEqual(pages.sort());
    expect(new Set(rows.map(([, number]) => number)).size).toBe(rows.length);
    expect(rows.filter(([, number, page]) => page?.slice(0, 3) !== number)).toEqual([]);
    const told = [...readme.matchAll(/^- \[\d{3}\]\(([^)]+)\) (in part )?by \[\d{3}\]\(([^)]+)\)$/gm)];
    const superseded = pages.flatMap((page) => replacedBy(page).map(([by, part]) => [page, part, by]));
    expect(told.map(([, page, part, by]) => [page, Boolean(part), by])).toEqual(superseded);
  });
});
