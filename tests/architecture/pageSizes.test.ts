import { expect, test } from 'vitest';
import { sourcesOf } from './sources';

/** Where a list is cut into pages by a length of its own, or pages are counted by hand. */
const OWN_LENGTH = [
  /\bconst \w*(?:PAGE|LISTED|ROWS)\w* = [1-9]\d;/,
  /\bMath\.ceil\([^;]*\/ (?:size|\w*(?:PAGE|ROWS|SIZE)\w*)\)/,
  /\.(?:limit|offset)\((?:\d{2,3}|[^()]*\([^()]* - 1\) \* [^()]*)\)/,
  /\b(?:atMost|records|limit)(?:=\{|: )(?:1[0-9]|2[0-9]|50)\b/,
];

/** Lists that have no pages: why they have a length of their own. */
const WITHOUT_PAGES = new Map([
  ['app/features/admin/components/Overview.tsx', 'the newest events, which lead to the audit log'],
  ['app/features/traders/components/record/AccountNow.tsx', 'the newest changes of an account'],
  ['app/features/users/userParts.server.ts', 'the papers and files of one user: all that anybody has'],
]);

test('how many rows a page of a list has stands in platform/pageSizes alone', () => {
  const found = sourcesOf('app/features', 'app/routes', 'app/ui/layout', 'app/ui/tables', 'app/web', 'app/api').filter(
    ({ path, text }) => !/\.test\.tsx?$/.test(path) && OWN_LENGTH.some((form) => form.test(text)),
  );
  expect(found.map(({ path }) => path)).toEqual([...WITHOUT_PAGES.keys()]);
});
